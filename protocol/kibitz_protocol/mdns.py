"""Announcement of a server on the local network: DNS service discovery (RFC 6763) over multicast DNS (RFC 6762)."""

import re
from collections.abc import Mapping

from kibitz_protocol import DEFAULT_PORT, VERSION
from kibitz_protocol.validation.characters import check_legible

SERVICE = "_kibitz._tcp.local."
"""The service type of Kibitz servers."""

MAX_NAME = 40
"""In characters. A DNS label holds 63 bytes, and a name that is taken gets a number appended."""


def instance_name(text: str) -> str:
    """Return `text` as a name for one DNS label, without the blanks around it.

    Raises:
        ValueError: The text is empty, too long, not legible, or has a dot, which would end the label.
    """
    name = text.strip()
    try:
        check_legible(name)
    except ValueError as error:
        raise ValueError(f"a name on the local network {error}") from None
    if not name or "." in name or len(name) > MAX_NAME or len(name.encode()) > 58:
        raise ValueError(f"a name on the local network has 1 to {MAX_NAME} printable characters, and no dot")
    return name


def default_name(host: str, port: int) -> str:
    """Return the name of a server that was given none: its host and, unless it is the default, its port."""
    first = re.sub(r"[^\w-]", "", host.partition(".")[0])[:20]
    parts = ["Kibitz", f"on {first}" if first else "", "" if port == DEFAULT_PORT else str(port)]
    return " ".join(part for part in parts if part)


def txt(version: str, *, tls: bool, path: str = "/", url: str | None = None) -> dict[str, str]:
    """Return the TXT record of a server.

    Args:
        url: The public address, where a proxy or a certificate makes it differ from the one that is announced.
    """
    record = {"txtvers": "1", "protocol": str(VERSION), "version": version, "tls": str(int(tls)), "path": path}
    # A string of a TXT record has at most 255 bytes, its key included.
    return record | ({"url": url} if url and len(url.encode()) <= 240 else {})


def read_txt(record: Mapping[bytes, bytes | None]) -> dict[str, str]:
    """Decode a TXT record from an untrusted sender, without the values that are not printable."""
    found: dict[str, str] = {}
    for key, value in list(record.items())[:32]:
        name, text = key.decode("ascii", "replace").lower(), (value or b"").decode("utf-8", "replace")
        if text.isprintable():
            found[name] = text
    return found
