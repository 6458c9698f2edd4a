"""The examples of the client library run as programs against a real server."""

import asyncio
import sys
from pathlib import Path

import pytest

from kibitz_client.sdk import MatchSetup, connect
from tests.server_thread import serving

pytestmark = pytest.mark.io

EXAMPLES = Path(__file__).parents[3] / "examples" / "sdk"
BOUND_S = 30.0


async def start(example: str, *args: str) -> asyncio.subprocess.Process:
    """Start an example."""
    pipe = asyncio.subprocess.PIPE
    command = [sys.executable, "-u", str(EXAMPLES / example), *args]
    return await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe)


async def read_until(process: asyncio.subprocess.Process, text: str) -> str:
    """Return the output up to and including a text."""
    assert process.stdout is not None
    return (await process.stdout.readuntil(text.encode())).decode()


async def test_the_watcher_prints_a_match() -> None:
    """Each move, each chat line and the result is a line, and the program ends with the match."""
    with serving(limits="off") as address:
        async with asyncio.timeout(BOUND_S), connect(address, name="ann") as client:
            match = await client.create(MatchSetup("tictactoe", opponent="random:seed=1"))
            watcher = await start("watcher.py", address, match.code)
            assert f"match {match.code}: Tic-tac-toe, ann - random" in await read_until(watcher, "0 moves so far")
            await match.chat("hello there")
            while (state := await match.turn()) is not None:
                await match.move(state.position.legal[0])
            out, err = await watcher.communicate()
    lines = out.decode().splitlines()
    assert "     ann: hello there" in lines
    assert sum(" plays " in line for line in lines) == len(match.state.moves)
    assert lines[-1].strip().startswith(("ann wins", "random", "a draw"))
    assert (watcher.returncode, err) == (0, b"")


async def test_the_watcher_reports_errors() -> None:
    """An unknown match ends the program with the server's sentence and a hint."""
    with serving(limits="off") as address:
        async with asyncio.timeout(BOUND_S):
            watcher = await start("watcher.py", address, "NOSUCH")
            _, err = await watcher.communicate()
    assert err.startswith(b"error: there is no match")
    assert watcher.returncode == 1


async def test_the_notifier_announces_and_plays() -> None:
    """The notifier prints a new open match; with --join it takes the seat and asks for moves."""
    with serving(limits="off") as address:
        async with asyncio.timeout(BOUND_S), connect(address, name="bob") as client:
            notifier = await start("lobby_notifier.py", address, "tictactoe", "--join")
            match = await client.create("tictactoe")
            assert f"bob waits at tictactoe, clock none: {match.code}" in await read_until(notifier, match.code)
            await match.turn()
            await match.move("b2")
            await read_until(notifier, "your move: ")
            assert notifier.stdin is not None
            notifier.stdin.write(b"z9\na1\n")
            assert "'z9' is not a move here" in await read_until(notifier, "your move: ")
            state = await match.turn()
            assert state is not None
            assert [move.move for move in state.moves] == ["b2", "a1"]
            await match.resign()
            out, _ = await notifier.communicate()
    assert out.endswith(b"the match is over: resignation\n")
    assert notifier.returncode == 0
