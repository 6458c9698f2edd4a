"""Invitations and their addresses."""

import asyncio

import pytest

from kibitz_client.network.invitation import InvitationLink, answers, elsewhere_lines, invitation, own_address

PAGE = "http://192.168.1.5:8765/K7QX42"


async def yes(_host: str, _port: int) -> bool:
    return True


async def no(_host: str, _port: int) -> bool:
    return False


@pytest.mark.parametrize(
    ("url", "own", "reached"),
    [
        ("wss://games.example.org/play", "192.168.1.5", "wss://games.example.org/play"),
        ("ws://127.0.0.1:8765", "192.168.1.5", "ws://192.168.1.5:8765"),
        ("ws://localhost:9000/play", "192.168.1.5", "ws://192.168.1.5:9000/play"),
        ("ws://[::1]:9000", "fd00::2", "ws://[fd00::2]:9000"),
        ("ws://0.0.0.0:8765", "192.168.1.5", "ws://192.168.1.5:8765"),
        ("ws://[::]:8765", "192.168.1.5", "ws://192.168.1.5:8765"),
    ],
)
async def test_an_address_for_other_machines(url: str, own: str, reached: str) -> None:
    """The machine's network address replaces a loopback address."""
    assert await invitation(url, "K7QX42", lambda: own, yes) == InvitationLink("K7QX42", reached, here_only=False)


@pytest.mark.parametrize("own", [None, "192.168.1.5"])
async def test_an_address_for_this_machine_alone(own: str | None) -> None:
    """Without a network, or with a server on loopback only, the invitation is for this machine alone."""
    found = await invitation("ws://127.0.0.1:8765", "K7QX42", lambda: own, no)
    assert found == InvitationLink("K7QX42", "ws://127.0.0.1:8765", here_only=True)


async def test_what_other_machines_need() -> None:
    """An address that leads to this machine alone is named, with that in its network if the server listens there."""
    assert await elsewhere_lines("wss://games.example.org") == []
    (line,) = await elsewhere_lines("ws://127.0.0.1:8765", lambda: "192.168.1.5", yes)
    assert line == "from another machine, replace 127.0.0.1 with 192.168.1.5"
    (line,) = await elsewhere_lines("ws://127.0.0.1:8765", lambda: "192.168.1.5", no)
    assert "other machines cannot reach this server" in line


def test_commands_and_page() -> None:
    """An invitation has commands to join and to watch, and a page for phones."""
    invited = InvitationLink("K7QX42", "wss://games.example.org", here_only=False)
    assert invited.join_line == "kibitz join K7QX42 --server wss://games.example.org"
    assert invited.watch_line == "kibitz watch K7QX42 --server wss://games.example.org"
    assert invited.page == "https://games.example.org/K7QX42"
    assert InvitationLink("K7QX42", "ws://192.168.1.5:8765", here_only=False).page == PAGE


@pytest.mark.io
async def test_ports_are_probed() -> None:
    """An open port is detected, and a closed one is not."""
    server = await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    assert await answers("127.0.0.1", port)
    server.close()
    await server.wait_closed()
    assert not await answers("127.0.0.1", port)


def test_our_own_address_is_not_loopback() -> None:
    """A machine without a network has no address."""
    assert not (own_address() or "").startswith("127.")
