"""The address of the web page, for the person who starts a server: as text, and as a QR code for phones."""

import io
import re

LOOPBACK = re.compile(r"https?://(127\.|localhost\b|\[::1\])")


def page_address(address: str, public_url: str | None = None) -> str:
    """Return the address of the page of a server.

    Args:
        address: The address of the server for programs: `ws://192.168.1.5:8765`.
        public_url: Its public address, which then is the one of the page.
    """
    return re.sub(r"^ws(s?)://", r"http\1://", public_url or address).rstrip("/") + "/"


def invitation(page: str, *, picture: bool) -> str:
    """Return lines that invite to the page.

    Args:
        page: The address of the page.
        picture: Whether to draw the QR code too. The address of this machine alone is of no use for a phone, so it
            gets none.
    """
    lines = f"open {page} in a browser\n"
    if not picture or LOOPBACK.match(page):
        return lines
    # Not imported before: only servers at a terminal draw it.
    import segno

    drawn = io.StringIO()
    segno.make(page, micro=False).terminal(out=drawn, border=2, compact=True)
    return f"{lines}or scan this with a phone in the same network:\n{drawn.getvalue()}"
