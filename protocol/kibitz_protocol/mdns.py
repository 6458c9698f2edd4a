"""What a server says of itself on the local network: DNS service discovery (RFC 6763) over multicast DNS (RFC 6762)."""

import re
from collections.abc import Mapping

from kibitz_protocol import DEFAULT_PORT, VERSION

SERVICE = "_kibitz._tcp.local."
"""The type under which servers are found."""

MAX_NAME = 40
"""A label has 63 bytes, and a name that is taken gets a number behind it."""


def instance_name(text: str) -> str:
    """A name for one label: printable, without the dots that would end it. Raises ValueError."""
    name = text.strip()
    if not name or not name.isprintable() or "." in name or len(name) > MAX_NAME or len(name.encode()) > 58:
        raise ValueError(f"a name on the local network has 1 to {MAX_NAME} printable characters, and no dot")
    return name


def default_name(host: str, port: int) -> str:
    """What a server on a machine of this name is called unless it was given a name; several have ports of their own."""
    first = re.sub(r"[^\w-]", "", host.partition(".")[0])[:20]
    parts = ["Kibitz", f"on {first}" if first else "", "" if port == DEFAULT_PORT else str(port)]
    return " ".join(part for part in parts if part)


def txt(version: str, *, tls: bool, path: str = "/", url: str | None = None) -> dict[str, str]:
    """The TXT record. `url` is where people find the server, which a proxy or a certificate makes another address."""
    record = {"txtvers": "1", "protocol": str(VERSION), "version": version, "tls": str(int(tls)), "path": path}
    # A string of the record has at most 255 bytes.
    return record | ({"url": url} if url and len(url.encode()) <= 240 else {})


def read_txt(record: Mapping[bytes, bytes | None]) -> dict[str, str]:
    """What anybody may have said, as text; what is not printable is left out."""
    found: dict[str, str] = {}
    for key, value in list(record.items())[:32]:
        name, text = key.decode("ascii", "replace").lower(), (value or b"").decode("utf-8", "replace")
        if text.isprintable():
            found[name] = text
    return found
