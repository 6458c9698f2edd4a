"""The program in a pseudo-terminal with a real server: lost connections, resizing, fast feeds, and no terminal."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from itertools import cycle
from pathlib import Path

import pytest

from kibitz_client.network.client import NetworkClient
from kibitz_client.parsing.arguments import MatchSetup, create
from kibitz_client.requests import build
from kibitz_client.storage.preferences import Preferences, save
from kibitz_protocol.to_client import Entered
from kibitz_protocol.to_server import Join, Move
from tests.client.commands.test_programs import (  # noqa: F401
    KIBITZ,
    environ,
    server,
)
from tests.client.tui.terminal import Terminal, program
from tests.ports import free_ports

# The server is started twice, and the app waits before it reconnects, which is slow on a busy machine.
pytestmark = [pytest.mark.io, pytest.mark.timeout(300)]

CELLS = [f"{column}{row}" for row in range(1, 20) for column in "abcdefghijklmnopqrs"]
LARGE = ("columns=19", "rows=19", "connect=19")
YOUR_TURN = "move> your turn"
"""Start of the input's hint. The hint of the other turn also contains "your turn"."""


class RestartableServer:
    """A server that can be restarted on its port with its database."""

    def __init__(self, folder: Path, environ: dict[str, str]) -> None:  # noqa: F811
        (self.port,) = free_ports()
        self.url = f"ws://127.0.0.1:{self.port}"
        self.environ = {**environ, "XDG_CONFIG_HOME": str(folder), "KIBITZ_SERVER": self.url}
        command = [sys.executable, "-m", "kibitz_server", "serve", "--port", str(self.port), "--slots", "1"]
        self._command = [*command, "--database", str(folder / "matches.db"), "--until-stdin-closes", "--limits", "off"]
        self.start()

    def start(self) -> None:
        """Start the server and wait until it listens."""
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
        """Kill the server."""
        self.process.kill()
        self._closed()

    def close(self) -> None:
        """Stop the server cleanly."""
        if self.process.stdin is not None and not self.process.stdin.closed:
            self.process.stdin.close()
        self._closed()

    def _closed(self) -> None:
        self.process.wait(30)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


@asynccontextmanager
async def restartable_server(folder: Path, environ: dict[str, str]) -> AsyncIterator[RestartableServer]:  # noqa: F811
    """Run a server until the end of the block."""
    host = await asyncio.to_thread(RestartableServer, folder, environ)
    try:
        yield host
    finally:
        # A test that fails may leave the server stopped.
        host.process.send_signal(signal.SIGCONT)
        await asyncio.to_thread(host.close)


async def hosted(client: NetworkClient, *options: str) -> Entered:
    """Create a match of m,n,k in which we have the first seat and the other one is open."""
    made: Entered = await client.ask(create(MatchSetup("mnk", options, opponent="open", first="me")))
    return made


async def play(client: NetworkClient, match: str, ply: int, move: str) -> None:
    """Play a move."""
    await client.ask(build(Move, match=match, ply=ply, move=move))


def joined(terminal: Terminal, code: str) -> None:
    """Join a match by its code in the app."""
    terminal.wait_for("ONLINE")
    terminal.type("j")
    terminal.wait_for("code of the match")
    terminal.type(f"{code}\r")
    terminal.wait_until(lambda: terminal.shows("(you)") and terminal.shows(code), "the match")


def rows_of(terminal: Terminal, move: str) -> int:
    """Return how many lines of the move list contain a move."""
    return sum(f" {move} " in f"{line.partition('▏')[2]} " for line in terminal.lines)


@pytest.mark.stays_in("test-all")
async def test_a_server_that_dies_in_the_middle_of_a_move(tmp_path: Path, environ: dict[str, str]) -> None:  # noqa: F811
    """A move typed when the server died is played once after its restart, and the app shows what it missed."""
    async with restartable_server(tmp_path, environ) as host:
        with Terminal(*program(), env=host.environ) as terminal:
            async with NetworkClient(host.url, "ann") as ann:
                made = await hosted(ann, "columns=3", "rows=3", "connect=3")
                await asyncio.to_thread(joined, terminal, made.code)
                await play(ann, made.match, 0, "a1")
                await asyncio.to_thread(terminal.wait_for, YOUR_TURN)
                # The server is stopped, receives the move, and dies before it answers.
                host.process.send_signal(signal.SIGSTOP)
                terminal.type("b2\r")
                await asyncio.to_thread(terminal.wait_for, "b2 sent")
                host.kill()
                await asyncio.to_thread(terminal.wait_for, "OFFLINE", "lost")
                await asyncio.to_thread(host.start)
                await asyncio.to_thread(terminal.wait_for, "missed")
                await asyncio.to_thread(terminal.wait_until, lambda: rows_of(terminal, "b2") == 1, "the move")
                await play(ann, made.match, 2, "c3")
                await asyncio.to_thread(terminal.wait_until, lambda: rows_of(terminal, "c3") == 1, "the next move")
                assert rows_of(terminal, "b2") == 1
            assert await asyncio.to_thread(terminal.leave) == 0


async def test_resizing_while_playing(tmp_path: Path, environ: dict[str, str]) -> None:  # noqa: F811
    """At every size all stones are shown and the next move can be typed. The board is too large to draw its stones."""
    sizes = ((120, 40), (60, 15), (80, 24))
    async with restartable_server(tmp_path, environ) as host, NetworkClient(host.url, "ann") as ann:
        made = await hosted(ann, *LARGE)
        with Terminal(*program(), env=host.environ) as terminal:
            await asyncio.to_thread(joined, terminal, made.code)
            for turn, size in enumerate(sizes):
                await play(ann, made.match, 2 * turn, CELLS[2 * turn])
                await asyncio.to_thread(terminal.wait_for, YOUR_TURN)
                terminal.resize(*size)
                stones = turn + 1, turn
                await asyncio.to_thread(terminal.wait_until, partial(has_stones, terminal, stones))
                terminal.type(f"{CELLS[2 * turn + 1]}\r")
                await asyncio.to_thread(terminal.wait_for, f"{CELLS[2 * turn + 1]} saved")
                await asyncio.to_thread(terminal.wait_until, partial(has_stones, terminal, (turn + 1,) * 2))
            assert await asyncio.to_thread(terminal.leave) == 0


def counted(terminal: Terminal) -> tuple[int, int]:
    """Count the stones left of the panel, without title and player lines."""
    rows = [line.partition("▏")[0] for line in terminal.lines[1:]]
    board = [row for row in rows if "(you)" not in row and "ann" not in row and "bob" not in row]
    return sum(row.count("X") for row in board), sum(row.count("O") for row in board)


def has_stones(terminal: Terminal, stones: tuple[int, int]) -> bool:
    """Return whether the board has this many stones of each player."""
    return counted(terminal) == stones


async def test_two_hundred_moves_as_fast_as_they_come(tmp_path: Path, environ: dict[str, str]) -> None:  # noqa: F811
    """A spectator sees the last of two hundred fast moves."""
    async with (
        restartable_server(tmp_path, environ) as host,
        NetworkClient(host.url, "ann") as ann,
        NetworkClient(host.url, "bob") as bob,
    ):
        made = await hosted(ann, *LARGE)
        await bob.ask(build(Join, match=made.match))
        with Terminal(*program(), env=host.environ) as terminal:
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
            await asyncio.to_thread(terminal.wait_until, lambda: counted(terminal) == (100, 100), "every stone")
            assert await asyncio.to_thread(terminal.leave) == 0


async def test_a_pipe_plays_a_match_and_watches_another(tmp_path: Path, environ: dict[str, str]) -> None:  # noqa: F811
    """In line mode a pipe plays a match and watches another, from the first board to the result."""
    async with restartable_server(tmp_path, environ) as host:
        done = await asyncio.to_thread(piped, host.environ, "play", "tictactoe", "--against", "random")
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines()[-1].split()[0] in ("You", "Draw:")
        assert "\x1b" not in done.stdout
        async with NetworkClient(host.url, "ann") as ann, NetworkClient(host.url, "bob") as bob:
            made = await hosted(ann, "columns=3", "rows=3", "connect=3")
            await bob.ask(build(Join, match=made.match))
            watching = asyncio.create_task(asyncio.to_thread(piped, host.environ, "watch", made.code))
            for ply, move in enumerate(("a1", "a2", "b1", "b2", "c1")):
                await play((ann, bob)[ply % 2], made.match, ply, move)
            done = await watching
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines()[-1] == "X (ann) wins: three in a row."


def piped(env: dict[str, str], *args: str) -> subprocess.CompletedProcess[str]:
    """Run the program between two pipes to its end; the input tries every cell of a 3x3 board."""
    typed = "".join(f"{column}{row}\n" for column in "bac" for row in (2, 1, 3))
    return subprocess.run([*KIBITZ, *args], env=env, input=typed, capture_output=True, text=True, timeout=240)


@pytest.mark.parametrize("ends", [(0,), (1,), (2,), (0, 1, 2)])
def test_without_a_whole_terminal_no_screens_are_opened(ends: tuple[int, ...], environ: dict[str, str]) -> None:  # noqa: F811
    """If one of its three streams is not a terminal, the program explains the line mode and exits."""
    main, its = os.openpty()
    try:
        streams = [subprocess.DEVNULL if end in ends else its for end in range(3)]
        streams[1] = subprocess.PIPE if 1 in ends else its
        done = subprocess.run(
            KIBITZ, env=environ, stdin=streams[0], stdout=streams[1], stderr=streams[2], timeout=240, check=False
        )
        output = done.stdout if done.stdout is not None else os.read(main, 65536)
    finally:
        os.close(main)
        os.close(its)
    assert done.returncode == 0
    assert b"The line mode" in output
    assert b"\x1b" not in output


def test_a_dumb_terminal_is_none(environ: dict[str, str]) -> None:  # noqa: F811
    """A terminal without cursor control gets the help of the line mode."""
    with Terminal(*KIBITZ, env={**environ, "TERM": "dumb"}) as terminal:
        terminal.wait_for("The line mode")
        assert terminal.process.wait(30) == 0


def test_a_terminal_that_vanishes_ends_the_app(server: dict[str, str], tmp_path: Path) -> None:  # noqa: F811
    """Without a terminal the app ends by itself, even if no signal says that the terminal is gone."""
    with Terminal(*program(), env={**server, "XDG_CONFIG_HOME": str(tmp_path)}) as terminal:
        terminal.wait_for("ONLINE")
        terminal.vanish()
        assert terminal.process.wait(30) == 128 + signal.SIGHUP


UNDONE = (b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?1003l", b"\x1b[?2004l", b"\x1b[?1004l", b"\x1b[?25h")
"""Codes that leave the screen of the app, end reports of mouse, paste and focus, and show the cursor."""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_the_app_in_order(number: signal.Signals, server: dict[str, str], tmp_path: Path) -> None:  # noqa: F811
    """The terminal is as before, and the exit code names the signal."""
    with Terminal(*program(), env={**server, "XDG_CONFIG_HOME": str(tmp_path)}) as terminal:
        before = terminal.attributes
        terminal.wait_for("ONLINE")
        assert terminal.attributes != before
        begun = len(terminal.output)
        terminal.process.send_signal(number)
        assert terminal.wait() == 128 + number
        assert [code for code in UNDONE if code not in terminal.output[begun:]] == []
        assert terminal.attributes == before
        assert not terminal.shows("Traceback")


@pytest.mark.parametrize("stop", [signal.SIGSTOP, signal.SIGTSTP])
def test_the_app_goes_on_after_a_stop(stop: signal.Signals, server: dict[str, str], tmp_path: Path) -> None:  # noqa: F811
    """It draws its screen again, and restores at its end what was before its start."""
    with Terminal(*program(), env={**server, "XDG_CONFIG_HOME": str(tmp_path)}) as terminal:
        before = terminal.attributes
        terminal.wait_for("ONLINE")
        raw, begun = terminal.attributes, len(terminal.output)
        terminal.process.send_signal(stop)
        os.waitid(os.P_PID, terminal.process.pid, os.WSTOPPED)
        while terminal.read(0.2):
            pass
        # Only a stop with notice can give the terminal back; after the other one, the shell has to.
        assert (terminal.attributes == before) == (stop == signal.SIGTSTP)
        begun = len(terminal.output)
        terminal.process.send_signal(signal.SIGCONT)
        terminal.wait_until(lambda: b"ONLINE" in terminal.output[begun:])
        assert terminal.attributes == raw
        assert terminal.leave() == 0
        assert terminal.attributes == before


def test_a_whole_match_in_a_terminal(server: dict[str, str], tmp_path: Path) -> None:  # noqa: F811
    """Connect Four against an engine from the lobby to the result, by keyboard."""
    with Terminal(*program(), env={**server, "XDG_CONFIG_HOME": str(tmp_path)}) as terminal:
        terminal.wait_for("ONLINE")
        terminal.type("1")
        for column in cycle("4352617"):
            if terminal.wait_for("You win", "You lose", "Draw:", YOUR_TURN) != YOUR_TURN:
                break
            answered = partial(is_answered, terminal, terminal.lines[0], f"column {column} is full")
            terminal.type(f"{column}\r")
            terminal.wait_until(answered)
        assert terminal.leave() == 0


def is_answered(terminal: Terminal, title: str, refusal: str) -> bool:
    """Return whether the title line has changed, or a refusal of this very move is shown."""
    return terminal.lines[0] != title or terminal.shows(refusal)


def test_bursts_behind_the_key_of_a_dialog(server: dict[str, str], tmp_path: Path) -> None:  # noqa: F811
    """No character is lost or reaches the lobby, whether it arrives before, while or after the dialog is drawn."""
    with Terminal(*program(), env={**server, "XDG_CONFIG_HOME": str(tmp_path)}) as terminal:
        terminal.wait_for("ONLINE")
        for milliseconds in range(0, 40, 2):
            terminal.type("/")
            terminal.read(milliseconds / 1000)
            text = f"{milliseconds}nthqABC"
            terminal.type(text)
            terminal.type("\r")
            terminal.wait_for(f"filter: {text}")
            terminal.type("/\x15\r")
            terminal.wait_until(lambda: not terminal.shows("filter:"))
        assert terminal.leave() == 0


def test_the_turn_rings_and_sends_a_desktop_notice(server: dict[str, str], tmp_path: Path) -> None:  # noqa: F811
    """With both settings on, the terminal gets a bell and a notice (OSC 9) with the game when it is the user's turn."""
    config = {**server, "XDG_CONFIG_HOME": str(tmp_path)}
    save(tmp_path / "kibitz" / "app.json", Preferences(bell=True, notices=True))
    with Terminal(*program(), env=config) as terminal:
        terminal.wait_for("ONLINE")
        terminal.type("1")
        seen = b""
        while not (notice := re.search(rb"\x1b\]9;kibitz: your turn in Connect Four [A-Z0-9]+\x07", seen)):
            found = terminal.read(30)
            assert found, seen
            seen += found
        # The end of the notice is a bell character too.
        assert b"\x07" in seen.replace(notice[0], b"")
