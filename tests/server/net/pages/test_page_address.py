"""The address of the page that `serve` prints."""

import pytest

from kibitz_server.net.pages.page_address import invitation, page_address


@pytest.mark.parametrize(
    ("address", "public_url", "page"),
    [
        ("ws://192.168.1.5:8765", None, "http://192.168.1.5:8765/"),
        ("wss://[fd00::2]:8765", None, "https://[fd00::2]:8765/"),
        ("ws://10.0.0.7:8765", "wss://games.example.org", "https://games.example.org/"),
        ("ws://10.0.0.7:8765", "https://games.example.org/", "https://games.example.org/"),
    ],
)
def test_the_page_has_the_address_of_the_server(address: str, public_url: str | None, page: str) -> None:
    """Browsers need another scheme, and the public address comes first."""
    assert page_address(address, public_url) == page


def test_a_phone_gets_a_qr_code() -> None:
    """It is drawn at a terminal for an address that a phone can reach."""
    drawn = invitation("http://192.168.1.5:8765/", picture=True)
    assert drawn.startswith("open http://192.168.1.5:8765/ in a browser\nor scan this")
    assert len(drawn.splitlines()) > 12
    for page in ("http://127.0.0.1:8765/", "http://localhost:8765/", "http://[::1]:8765/"):
        assert invitation(page, picture=True) == f"open {page} in a browser\n"
    assert invitation("http://192.168.1.5:8765/", picture=False).count("\n") == 1
