"""Commands as the limits get them."""

from typing import Any

from kibitz_protocol.codec import decode_to_server, encode


def command(t: str, **fields: Any) -> Any:
    """Return a command as the codec decodes it."""
    return decode_to_server(encode({"t": t, "id": "1", **fields}))
