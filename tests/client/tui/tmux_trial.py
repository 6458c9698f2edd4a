"""Play every game to its end in the real app in tmux, and keep the panes: `python -m` this module FOLDER.

Each game is played by typing, with the cursor keys and with the mouse, in terminals of four sizes, at a real server
against another client. The match starts with the plies before the last ones of a random game. The trial sends keys and
clicks to tmux and reads panes; it uses the layouts of the app only to find the cells of a board in a pane.
"""

import argparse
import asyncio
import itertools
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from kibitz_client.board.geometry import Layout
from kibitz_client.board.move_picker import targets
from kibitz_client.board.shapes import top_seat
from kibitz_client.match.state import MatchState
from kibitz_client.requests import build
from kibitz_client.sdk import Client, LiveMatch, connect
from kibitz_client.testing import local_server
from kibitz_protocol.to_server import Create
from kibitz_protocol.values.boards import Board
from kibitz_protocol.values.state import State
from kibitz_server.games.registry import declarations, load
from tests.client.tui.screens.match.test_every_game import (
    TAIL,
    cells_to_pick,
    is_later,
    near_the_end,
    position_after,
    worth_playing,
)
from tests.client.tui.tmux import Tmux
from tests.client.tui.tmux_board import DrawnBoard, drawn_board, way

SIZES = ((60, 20), (80, 24), (120, 40), (220, 55))
INPUTS = ("typing", "cursor", "mouse")
SETTLES_S = 0.7
"""Longer than the time in which tmux and the app take Escape and another key for one, and than a redraw takes."""
RESULTS = ("You win", "You lose", "Draw")
BUTTON = "pass (F3)"
"""A pass of a player who has other moves."""
YOUR_TURN = "> your turn"
"""Prompt while the player has the move."""


class Player:
    """A player at the keyboard and mouse of an app in tmux."""

    def __init__(self, app: Tmux, seat: int) -> None:
        self._app = app
        self._seat = seat
        self._cursor: int | None = None

    async def enter(self, code: str) -> None:
        """Join a match from the lobby by its code."""
        await self._app.wait_for("Quick play")
        self._app.press("j")
        await self._app.wait_for("ode")
        self._app.type(code)
        self._app.press("Enter")
        await self._app.wait_for(f" {code} ")
        self._cursor = None

    async def focus_board(self) -> None:
        """Leave the prompt."""
        self._app.press("Escape")
        await asyncio.sleep(SETTLES_S)

    async def play(self, how: str, match: MatchState, move: str) -> None:
        """Play a move."""
        board, position = match.board, match.position
        cells = cells_to_pick(board, position, move)
        ply = position.ply
        if how == "typing":
            self._app.type(move)
            self._app.press("Enter")
        elif not cells:
            await self._pass(how)
        else:
            drawn = await self._board(board, position)
            for cell in cells:
                if how == "mouse":
                    self._app.click(*drawn.middle(cell))
                else:
                    self._to(board, position, drawn.layout, cell)
                    self._app.press("Enter")
            await self._among_several(how, move, position.legal)
        await self._app.until(lambda: f"ply {ply + 1}" in self._app.lines()[0], f"ply {ply + 1}")

    async def _board(self, board: Board, position: State) -> DrawnBoard:
        """Wait for the board, and return where it is."""

        def drawn() -> DrawnBoard | None:
            return drawn_board(board, position, self._app.lines(), flipped=self._seat == top_seat(board))

        await self._app.until(lambda: drawn() is not None, "the board")
        found = drawn()
        assert found is not None
        return found

    def _to(self, board: Board, position: State, drawn: Layout, cell: int) -> None:
        if self._cursor is None:
            self._app.press("Down")
            playable = sorted(targets(board, position, ()))
            self._cursor = playable[len(playable) // 2] if playable else len(drawn.boxes) // 2
        keys = way(board, position, drawn, self._cursor, cell)
        if keys:
            self._app.press(*keys)
        self._cursor = cell

    async def _pass(self, how: str) -> None:
        await self._app.wait_for("only move", BUTTON)
        if not self._app.shows("only move"):
            row, line = next((row, line) for row, line in enumerate(self._app.lines()) if BUTTON in line)
            self._app.press("F3") if how == "cursor" else self._app.click(line.index(BUTTON), row)
            return
        if how == "cursor":
            if self._cursor is None:
                self._app.press("Down")
            self._app.press("Enter")
            return
        lines = self._app.lines()
        row = next(row for row, line in enumerate(lines) if "only move" in line)
        self._app.click(lines[row].index("only move"), row)

    async def _among_several(self, how: str, move: str, legal: list[str]) -> None:
        await asyncio.sleep(SETTLES_S)
        pane = self._app.lines()
        asked = next((line for line in pane if "Which move" in line or "Take how many" in line), None)
        if asked is None:
            return
        # The list is between the borders of its dialog; beside them the screen below is still seen.
        middle = max(asked.find("Which move"), asked.find("Take how many"))
        left, right = asked.rfind("│", 0, middle) + 1, asked.find("│", middle)
        lines = [line[left:right].strip() for line in pane]
        row = lines.index(move)
        if how == "mouse":
            self._app.click(self._app.lines()[row].index(move), row)
        else:
            above = list(itertools.takewhile(lambda line: line in legal, reversed(lines[:row])))
            self._app.press("Home", *["Down"] * len(above), "Enter")


async def play_with_chance(app: Tmux, client: Client, game: str, how: str, keep: Callable[[str, Tmux], None]) -> str:
    """Play a game with chance from near its end, by random moves of both sides. Return the line of the result."""
    seats, rng = [{"kind": "open"}, {"kind": "me"}], random.Random(1)
    made = await client.ask(build(Create, game=game, seats=seats, moves=near_the_end(game)))
    match = await client.back(made.match)
    player = Player(app, 0)
    await player.enter(made.code)
    if how == "cursor":
        await player.focus_board()
    await next_turn(app, match, -1)
    while not match.state.over:
        position = match.state.position
        move = rng.choice(position.legal)
        if position.to_move:
            await match.move(move)
        else:
            await shows_ply(app, position.ply)
            await app.wait_for(YOUR_TURN)
            await player.play(how, match.state, move)
        await next_turn(app, match, position.ply)
    return await result_of(app, f"{game}-{how}", keep)


async def play_game(app: Tmux, client: Client, game: str, how: str, keep: Callable[[str, Tmux], None]) -> str:
    """Play a game to its end in the app, whose player makes the last move. Return the line of the result."""
    if load(game).declaration.chance:
        return await play_with_chance(app, client, game, how, keep)
    moves = worth_playing(game)
    start = len(moves) - min(TAIL + 1, len(moves))
    own = position_after(game, moves[:-1]).to_move or 0
    seats = [{"kind": "open"}, {"kind": "open"}]
    seats[1 - own] = {"kind": "me"}
    made = await client.ask(build(Create, game=game, seats=seats, moves=[move.text for move in moves[:start]]))
    match = await client.back(made.match)
    player = Player(app, own)
    await player.enter(made.code)
    if how == "cursor":
        await player.focus_board()
    for move in moves[start:]:
        ply = match.state.position.ply
        await shows_ply(app, ply)
        if match.state.position.to_move != own:
            await match.move(move.text)
            continue
        await player.play(how, match.state, move.text)
        # The app has the event first; the client of the other side is next.
        await next_turn(app, match, ply)
    return await result_of(app, f"{game}-{how}", keep)


async def result_of(app: Tmux, name: str, keep: Callable[[str, Tmux], None]) -> str:
    """Wait for the result of a match, keep the pane, and return to the lobby. Return the result."""
    await app.wait_for(*RESULTS)
    # The result comes with the last event; the marks of the winning line are drawn after it.
    await asyncio.sleep(SETTLES_S)
    keep(name, app)
    line = next(line for line in app.lines() if any(text in line for text in RESULTS))
    await leave(app)
    return line[min(line.index(text) for text in RESULTS if text in line) :].strip()


async def leave(app: Tmux) -> None:
    """Return to the lobby."""
    while not app.shows("Quick play"):
        app.press("Escape")
        await asyncio.sleep(SETTLES_S)


async def play_games(app: Tmux, address: str, games: list[str], size: str, keep: Callable[[str, Tmux], None]) -> int:
    """Play games with each input. Return the number of those that failed."""
    failed = 0
    for game in games:
        for how in INPUTS:
            began = time.monotonic()
            try:
                async with connect(address, name="mia") as client:
                    result = await play_game(app, client, game, how, keep)
            except TimeoutError as error:
                failed, result = failed + 1, f"FAILED: {error}"
                await leave(app)
            print(f"{size:7} {game:10} {how:7} {time.monotonic() - began:5.1f} s  {result}", flush=True)
    return failed


async def host(app: Tmux) -> str:
    """Host a match of Reversi for anyone by the form. Return its code."""
    await app.wait_for("Quick play")
    app.press("n")
    await app.wait_for("Create")
    for chosen in ("rev", "anyone"):
        app.press("Enter")
        await asyncio.sleep(SETTLES_S)
        app.type(chosen)
        await asyncio.sleep(SETTLES_S)
        app.press("Enter")
        await asyncio.sleep(SETTLES_S)
        app.press("Tab")
    app.press("C-s")
    await app.wait_for("kibitz join")
    return app.lines()[0].split()[2]


async def meet(first: Tmux, second: Tmux, spectator: Tmux, keep: Callable[[str, Tmux], None]) -> None:
    """Let two players meet before a spectator, and look at their match with the analysis of it."""
    code = await host(first)
    await asyncio.sleep(SETTLES_S)
    keep("hosted", first)
    await Player(second, 1).enter(code)
    await spectator.wait_for("Quick play")
    await spectator.wait_for(code)
    spectator.type(f"/{code}")
    spectator.press("Enter")
    await spectator.wait_for(f"filter: {code}")
    spectator.press("Home", "w")
    await spectator.wait_for(f" {code} ")
    for ply, move in enumerate(("d3", "c5", "f6", "f5", "e6", "e3")):
        mover = (first, second)[ply % 2]
        await shows_ply(mover, ply)
        mover.type(move)
        mover.press("Enter")
        await shows_ply(mover, ply + 1)
    second.type("/chat good luck")
    second.press("Enter")
    await shows_ply(first, 6)
    await shows_ply(spectator, 6)
    await asyncio.sleep(SETTLES_S)
    for name, app in (("player", first), ("opponent", second), ("spectator", spectator)):
        keep(f"two-{name}", app)
    second.type("/resign")
    second.press("Enter")
    await second.wait_for("Resign this match?")
    second.type("y")
    for name, app in (("winner", first), ("loser", second), ("end-spectator", spectator)):
        await app.wait_for("resign")
        await asyncio.sleep(SETTLES_S)
        keep(f"two-{name}", app)
    first.type("a")
    await first.wait_for("ccuracy")
    await asyncio.sleep(SETTLES_S)
    keep("analysis", first)
    first.type("nn")
    await asyncio.sleep(SETTLES_S)
    keep("analysis-mistake", first)
    await leave(first)
    await leave(second)
    await leave(spectator)


async def register(app: Tmux, again: Tmux, name: str, keep: Callable[[str, Tmux], None]) -> None:
    """Register an account in an app, and log in to it in another one."""
    for one, choice in ((app, "Register"), (again, "Log in")):
        await one.wait_for("Quick play")
        one.press("a")
        await one.wait_for("Register: turn")
        if choice == "Log in":
            one.press("Down")
        one.press("Enter")
        await one.wait_for("Tab next field")
        await asyncio.sleep(SETTLES_S)
        keep(f"account-{choice.split()[0].lower()}", one)
        if choice == "Register":
            # The present name is in the form, so the focus is behind it.
            one.press("BTab", "C-u", "C-k")
        one.type(name)
        for _ in range(2 if choice == "Register" else 1):
            one.press("Tab")
            one.type("correct horse battery")
        one.press("Enter")
        await one.wait_for(f"You are {name}", f"logged in as {name}")
        await asyncio.sleep(SETTLES_S)
        keep(f"account-{choice.split()[0].lower()}-done", one)
        await leave(one)


async def look_around(app: Tmux, keep: Callable[[str, Tmux], None]) -> None:
    """Open the other screens."""
    for name, key in {"help": "?", "settings": ",", "form": "n", "ratings": "R", "archive": "r"}.items():
        await app.wait_for("Quick play")
        app.type(key)
        await asyncio.sleep(3 * SETTLES_S)
        keep(name, app)
        await leave(app)
    keep("lobby", app)


async def next_turn(app: Tmux, match: LiveMatch, ply: int) -> None:
    """Wait until the client of the other side knows of a turn after a ply, or of the end."""
    await app.until(lambda: is_later(match.state, ply), f"a turn after ply {ply}")


async def shows_ply(app: Tmux, ply: int) -> None:
    """Wait for a ply in the title."""
    await app.until(lambda: f"ply {ply} " in app.lines()[0] + " ", f"ply {ply}")


def opened(columns: int, rows: int, folder: Path, address: str) -> Tmux:
    """Return a new app with files of its own."""
    state = tempfile.mkdtemp(dir=folder)
    env = ["env", f"XDG_STATE_HOME={state}", f"XDG_CONFIG_HOME={state}", "TERM=xterm-256color"]
    return Tmux(columns, rows, [*env, sys.executable, "-m", "kibitz_client", "--server", address])


async def run(folder: Path, games: list[str], sizes: list[tuple[int, int]]) -> int:
    """Run the trial. Return the number of failures."""
    failed = 0
    with local_server() as address, tempfile.TemporaryDirectory() as files:
        for columns, rows in sizes:
            size = f"{columns}x{rows}"

            def keep(name: str, app: Tmux, size: str = size) -> None:
                (folder / f"{name}-{size}.txt").write_text("\n".join(app.lines()) + "\n", encoding="utf-8")

            apps = [opened(columns, rows, Path(files), address) for _ in range(3)]
            try:
                for app in apps:
                    await app.wait_for("ONLINE")
                failed += await play_games(apps[0], address, games, size, keep)
                try:
                    await meet(apps[0], apps[1], apps[2], keep)
                    await register(apps[0], apps[2], f"ann{columns}", keep)
                    await look_around(apps[0], keep)
                    print(f"{size:7} two players, spectator, analysis, account, other screens: kept", flush=True)
                except TimeoutError as error:
                    failed += 1
                    print(f"{size:7} FAILED: {error}", flush=True)
            finally:
                for app in apps:
                    app.close()
    return failed


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the panes are kept as text")
    parser.add_argument("--games", default=",".join(sorted(one.name for one in declarations())))
    parser.add_argument("--sizes", default=",".join(f"{columns}x{rows}" for columns, rows in SIZES))
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    chosen = [(int(size.split("x")[0]), int(size.split("x")[1])) for size in given.sizes.split(",")]
    sys.exit(bool(asyncio.run(run(given.folder, [game for game in given.games.split(",") if game], chosen))))
