"""The page behind an invitation's code: what to type, whatever the path and the Host header say."""

import pytest

from kibitz_server.net.http_pages import invitation_page


@pytest.mark.parametrize(
    ("host", "tls", "address"),
    [
        ("192.168.1.5:8765", False, "ws://192.168.1.5:8765"),
        ("games.example.org", True, "wss://games.example.org"),
        ("[fd00::2]:8765", False, "ws://[fd00::2]:8765"),
        ("", False, "ws://THIS-ADDRESS"),
        ("evil; rm -rf /", False, "ws://THIS-ADDRESS"),
        ("x" * 500, True, "wss://THIS-ADDRESS"),
    ],
)
def test_what_to_type(host: str, tls: bool, address: str) -> None:
    """A line that can be pasted, at the address by which the page was found; nothing odd gets into it."""
    page = invitation_page("/k7qx42", host, tls=tls)
    assert page is not None
    body = page.body.decode() if page.body else ""
    assert f"kibitz join K7QX42 --server {address}\n" in body
    assert "rm -rf" not in body


@pytest.mark.parametrize("path", ["/", "/k7qx4", "/k7qx421", "/k7qx42/", "/k7-x42", "/favicon.ico", "/k7qx42?x=1"])
def test_what_is_no_invitation(path: str) -> None:
    """Another path is left to other pages."""
    assert invitation_page(path, "host", tls=False) is None
