"""`kibitz resume` with seats of an earlier time, and a scripted server."""

import asyncio
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from kibitz_client.cli.main import app
from kibitz_client.storage.seats import KeptSeat
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_server import Hello
from tests.commands import run
from tests.fakes.client import FakeServer, refused, welcome

pytestmark = pytest.mark.io

OLD, NEW = "token-of-an-older-match", "token-of-a-newer-match"
NO_PROCESS = 2**31 - 1
"""An id above the largest that a system gives to a process."""


@pytest.fixture
def seats(tmp_path: Path) -> Path:
    """The file of the remembered seats."""
    return tmp_path / "kibitz" / "seats.json"


def remember(seats: Path, server: str, *tokens: str) -> None:
    """Write a seat for each token, without a process that plays there."""
    kept = [
        KeptSeat(server, f"m{number}", f"CODE{number}", 0, token, NO_PROCESS) for number, token in enumerate(tokens)
    ]
    seats.parent.mkdir(parents=True)
    seats.write_text(json.dumps([asdict(seat) for seat in kept]))


def tokens_in(seats: Path) -> list[str]:
    """Return the tokens of the remembered seats."""
    return [seat["token"] for seat in json.loads(seats.read_text())]


async def refuse_watch(server: FakeServer, code: Code) -> None:
    """Refuse the request to watch of the older seat's player."""
    async with asyncio.timeout(30):
        while (peer := await server.peer()).hello.token != OLD:
            pass
        command = await peer.receive()
    assert command.t == "watch"
    await peer.send(refused(code, "not now", id=command.id))


async def resume(server: FakeServer, seats: Path) -> Any:
    """Run the command."""
    env = {"KIBITZ_SERVER": server.url, "XDG_STATE_HOME": str(seats.parent.parent)}
    return await asyncio.to_thread(run, app, "resume", env=env, name="kibitz")


async def test_a_busy_server_leaves_the_seat_remembered(seats: Path) -> None:
    """A refusal that passes ends the command, and the user can try again."""
    async with FakeServer() as server:
        remember(seats, server.url, OLD)
        result, _ = await asyncio.gather(resume(server, seats), refuse_watch(server, Code.BUSY))
    assert (result.exit_code, "not now" in result.stderr) == (3, True)
    assert tokens_in(seats) == [OLD]


async def test_a_forgotten_player_does_not_hide_older_matches(seats: Path) -> None:
    """A seat under a token that the server does not know is dropped, and the match before it is tried."""

    def greet(hello: Hello) -> Any:
        return refused(Code.UNKNOWN_TOKEN, "no such player") if hello.token == NEW else welcome(hello)

    async with FakeServer() as server:
        server.greet = greet
        remember(seats, server.url, OLD, NEW)
        result, _ = await asyncio.gather(resume(server, seats), refuse_watch(server, Code.BUSY))
    assert "not now" in result.stderr
    assert [hello.token for hello in server.hellos] == [NEW, OLD]
    assert tokens_in(seats) == [OLD]
