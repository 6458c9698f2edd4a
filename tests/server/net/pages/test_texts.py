"""Invitation pages, for any path and Host header, and schemas."""

import pytest

from kibitz_protocol.spec import files
from kibitz_server.net.pages.texts import invitation_page, schema_page


@pytest.mark.parametrize(
    ("home", "address"),
    [
        ("http://192.168.1.5:8765", "ws://192.168.1.5:8765"),
        ("https://games.example.org", "wss://games.example.org"),
        (None, "ws://THIS-ADDRESS"),
    ],
)
def test_an_invitation_has_its_command(home: str | None, address: str) -> None:
    """The page has the command with the address of the server, if that is known."""
    page = invitation_page("/k7qx42", home, known=lambda code: code == "K7QX42")
    assert page is not None
    body = page.body.decode() if page.body else ""
    assert f"kibitz join K7QX42 --server {address}\n" in body


def test_the_page_says_how_to_install() -> None:
    """The page has the operator's line about the installation, and no name of an index that others may own."""
    page = invitation_page("/k7qx42", "https://host", "ask Ann", known=lambda _code: True)
    assert page is not None
    assert page.body is not None
    assert b"To install:  ask Ann\n" in page.body
    assert b"pip install kibitz" not in page.body


@pytest.mark.parametrize("path", ["/", "/k7qx4", "/k7qx421", "/k7qx42/", "/k7-x42", "/favicon.ico", "/k7qx42?x=1"])
def test_other_paths_are_no_invitation(path: str) -> None:
    """The function returns None for other paths."""
    assert invitation_page(path, "https://host", known=lambda _code: True) is None


def test_an_unknown_match_is_not_found() -> None:
    """The page of a code without a match says so, with status 404."""
    page = invitation_page("/ZZZZZZ", "https://host", known=lambda _code: False)
    assert page is not None
    assert page.status_code == 404
    assert page.body is not None
    assert "There is no match ZZZZZZ here" in page.body.decode()


@pytest.mark.parametrize("name", files.FILES)
def test_the_specifications_are_served(name: str) -> None:
    """Each file has an address, from which its references lead to the others."""
    page = schema_page(f"/protocol/{name}")
    assert page is not None
    assert page.body == files.text(name).encode()


@pytest.mark.parametrize("path", ["/protocol/", "/protocol/../x", "/protocol/README.md", "/asyncapi.yaml"])
def test_other_paths_are_no_schema(path: str) -> None:
    """The function returns None for other paths."""
    assert schema_page(path) is None
