"""The app in a real terminal before a real server: what goes wrong in between, resizing, haste, and no terminal."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from kibitz_client.network.client import Client
from kibitz_client.parsing.arguments import MatchSetup, create
from kibitz_client.requests import build
from kibitz_protocol.to_client import Entered
from kibitz_protocol.to_server import Join, Move
from tests.client.commands.test_programs import KIBITZ, environ  # noqa: F401
from tests.client.tui.terminal import Terminal, program
from tests.ports import free_ports

# The server is started twice, the app meanwhile waits before it tries again: on a busy machine that takes its time.
pytestmark = [pytest.mark.io, pytest.mark.timeout(300)]

CELLS = [f"{column}{row}" for row in range(1, 20) for column in "abcdefghijklmnopqrs"]
LARGE = ("columns=19", "rows=19", "connect=19")


class LastingServer:
    """A server that comes back on its port, with its database."""

    def __init__(self, folder: Path, environ: dict[str, str]) -> None:  # noqa: F811
        (self.port,) = free_ports()
        self.url = f"ws://127.0.0.1:{self.port}"
        self.environ = {**environ, "XDG_CONFIG_HOME": str(folder), "KIBITZ_SERVER": self.url}
        command = [sys.executable, "-m", "kibitz_server", "serve", "--port", str(self.port), "--slots", "1"]
        self._command = [*command, "--database", str(folder / "matches.db"), "--until-stdin-closes", "--limits", "off"]
        self.start()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        self.process = subprocess.Popen(
            self._command,
            env=self.environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline()

    def kill(self) -> None:
        """End it without a word."""
        self.process.kill()
        self._closed()

    def close(self) -> None:
        """End it in peace."""
        if self.process.stdin is not None and not self.process.stdin.closed:
            self.process.stdin.close()
        self._closed()

    def _closed(self) -> None:
        self.process.wait(30)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


@asynccontextmanager
async def lasting(folder: Path, environ: dict[str, str]) -> AsyncIterator[LastingServer]:  # noqa: F811
    """A server until the end of the block."""
    server = await asyncio.to_thread(LastingServer, folder, environ)
    try:
        yield server
    finally:
        await asyncio.to_thread(server.close)


async def hosted(link: Client, *options: str) -> Entered:
    """A match of m,n,k in which we have the first seat and the other is free."""
    made: Entered = await link.ask(create(MatchSetup("mnk", options, opponent="open", first="me")))
    return made


async def play(link: Client, match: str, ply: int, move: str) -> None:
    """A move of ours."""
    await link.ask(build(Move, match=match, ply=ply, move=move))


def joined(terminal: Terminal, code: str) -> None:
    """The app goes into a match by its code."""
    terminal.wait_for("ONLINE")
    terminal.type("j")
    terminal.wait_for("code of the match")
    terminal.type(f"{code}\r")
    terminal.wait_until(lambda: terminal.shows("(you)") and terminal.shows(code), "the match")


def rows_of(terminal: Terminal, move: str) -> int:
    """How many lines of the list of moves hold a move."""
    return sum(f" {move} " in f"{line.partition('▏')[2]} " for line in terminal.lines)


async def test_a_server_that_dies_in_the_middle_of_a_move(tmp_path: Path, environ: dict[str, str]) -> None:  # noqa: F811
    """What was typed when the server died is played once when it is back, and the app says what it missed."""
    async with lasting(tmp_path, environ) as server:
        with Terminal(*program(), env=server.environ) as terminal:
            async with Client(server.url, "ann") as ann:
                made = await hosted(ann, "columns=3", "rows=3", "connect=3")
                await asyncio.to_thread(joined, terminal, made.code)
                await play(ann, made.match, 0, "a1")
                await asyncio.to_thread(terminal.wait_for, "your turn")
                # The server stands still, hears the move, and dies before it has answered.
                server.process.send_signal(signal.SIGSTOP)
                terminal.type("b2\r")
                await asyncio.to_thread(terminal.wait_for, "b2 sent")
                server.kill()
                await asyncio.to_thread(terminal.wait_for, "OFFLINE", "lost")
                await asyncio.to_thread(server.start)
                await asyncio.to_thread(terminal.wait_for, "missed")
                await asyncio.to_thread(terminal.wait_until, lambda: rows_of(terminal, "b2") == 1, "the move")
                await play(ann, made.match, 2, "c3")
                await asyncio.to_thread(terminal.wait_until, lambda: rows_of(terminal, "c3") == 1, "the next move")
                assert rows_of(terminal, "b2") == 1
            assert await asyncio.to_thread(terminal.leave) == 0


async def test_resizing_while_playing(tmp_path: Path, environ: dict[str, str]) -> None:  # noqa: F811
    """At every size the stones are there and the next move can be typed."""
    sizes = ((120, 40), (60, 15), (80, 24))
    async with lasting(tmp_path, environ) as server, Client(server.url, "ann") as ann:
        made = await hosted(ann, "columns=8", "rows=8", "connect=8")
        with Terminal(*program(), env=server.environ) as terminal:
            await asyncio.to_thread(joined, terminal, made.code)
            for turn, size in enumerate(sizes):
                await play(ann, made.match, 2 * turn, CELLS[2 * turn])
                await asyncio.to_thread(terminal.wait_for, "your turn")
                terminal.resize(*size)
                stones = turn + 1, turn
                await asyncio.to_thread(terminal.wait_until, lambda stones=stones: counted(terminal) == stones)  # type: ignore[misc]
                terminal.type(f"{CELLS[2 * turn + 1]}\r")
                await asyncio.to_thread(terminal.wait_for, f"{CELLS[2 * turn + 1]} saved")
                await asyncio.to_thread(terminal.wait_until, lambda turn=turn: counted(terminal) == (turn + 1,) * 2)  # type: ignore[misc]
            assert await asyncio.to_thread(terminal.leave) == 0


def counted(terminal: Terminal) -> tuple[int, int]:
    """The stones on the board: what stands left of the panel, below the title and without the players' lines."""
    rows = [line.partition("▏")[0] for line in terminal.lines[1:]]
    board = [row for row in rows if "(you)" not in row and "ann" not in row]
    return sum(row.count("X") for row in board), sum(row.count("O") for row in board)


async def test_two_hundred_moves_as_fast_as_they_come(tmp_path: Path, environ: dict[str, str]) -> None:  # noqa: F811
    """Who watches sees the last one, whatever was passed over, and nothing is drawn afterwards."""
    async with lasting(tmp_path, environ) as server, Client(server.url, "ann") as ann, Client(server.url, "bob") as bob:
        made = await hosted(ann, *LARGE)
        await bob.ask(build(Join, match=made.match))
        with Terminal(*program(), env=server.environ) as terminal:
            await asyncio.to_thread(terminal.wait_for, "ONLINE")
            await asyncio.to_thread(terminal.wait_for, "mnk")
            terminal.type("w")
            await asyncio.to_thread(terminal.wait_for, f"{made.code}")
            await asyncio.to_thread(terminal.wait_for, "ply 0")
            reading = asyncio.create_task(asyncio.to_thread(terminal.wait_for, "ply 200"))
            for ply in range(200):
                await play((ann, bob)[ply % 2], made.match, ply, CELLS[ply])
            await reading
            await asyncio.to_thread(terminal.wait_until, lambda: rows_of(terminal, CELLS[199]) == 1, "the last move")
            assert counted(terminal) == (100, 100)
            assert await asyncio.to_thread(terminal.leave) == 0


async def test_a_pipe_plays_a_match_and_watches_another(tmp_path: Path, environ: dict[str, str]) -> None:  # noqa: F811
    """In lines alone, from the first board to the result."""
    async with lasting(tmp_path, environ) as server:
        done = await asyncio.to_thread(piped, server.environ, "play", "tictactoe", "--against", "random")
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines()[-1].split()[0] in ("X", "O", "draw:")
        assert "\x1b" not in done.stdout
        async with Client(server.url, "ann") as ann, Client(server.url, "bob") as bob:
            made = await hosted(ann, "columns=3", "rows=3", "connect=3")
            await bob.ask(build(Join, match=made.match))
            watching = asyncio.create_task(asyncio.to_thread(piped, server.environ, "watch", made.code))
            for ply, move in enumerate(("a1", "a2", "b1", "b2", "c1")):
                await play((ann, bob)[ply % 2], made.match, ply, move)
            done = await watching
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines()[-1] == "X wins: line (ann)"


def piped(env: dict[str, str], *args: str) -> subprocess.CompletedProcess[str]:
    """The program between two pipes, to its end; every cell of three by three is tried as a move."""
    typed = "".join(f"{column}{row}\n" for column in "bac" for row in (2, 1, 3))
    return subprocess.run([*KIBITZ, *args], env=env, input=typed, capture_output=True, text=True, timeout=240)


@pytest.mark.parametrize("ends", [(0,), (1,), (2,), (0, 1, 2)])
def test_without_a_whole_terminal_no_screens_are_opened(ends: tuple[int, ...], environ: dict[str, str]) -> None:  # noqa: F811
    """Whichever of its three streams is no terminal, the program tells of the line mode and ends."""
    main, its = os.openpty()
    try:
        streams = [subprocess.DEVNULL if end in ends else its for end in range(3)]
        streams[1] = subprocess.PIPE if 1 in ends else its
        done = subprocess.run(
            KIBITZ, env=environ, stdin=streams[0], stdout=streams[1], stderr=streams[2], timeout=240, check=False
        )
        told = done.stdout if done.stdout is not None else os.read(main, 65536)
    finally:
        os.close(main)
        os.close(its)
    assert done.returncode == 0
    assert b"The line mode" in told
    assert b"\x1b" not in told


def test_a_dumb_terminal_is_none(environ: dict[str, str]) -> None:  # noqa: F811
    """One that can move no cursor gets lines too."""
    with Terminal(*KIBITZ, env={**environ, "TERM": "dumb"}) as terminal:
        terminal.wait_for("The line mode")
        assert terminal.process.wait(30) == 0
