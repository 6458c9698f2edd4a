"""The parts of the screen of a match: board, player bars, clocks and messages."""

import time
from typing import Any

import pytest

from kibitz_client.tui.screens.match.play import PlayScreen
from kibitz_client.tui.screens.rules import RulesScreen
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.player_bar import PlayerBar
from kibitz_protocol.to_client import Hinted, Moved, Notice
from tests.client import go
from tests.client.samples import GRID, MATCH, OPEN, OTTER, event, move, position, report, snapshot
from tests.client.tui.screens.match.parts import is_framed
from tests.fakes.app import Server, playing, running, shows, until

pytestmark = pytest.mark.app


async def test_what_happens_below_another_screen_is_drawn_on_the_return() -> None:
    """A match below the rules changes without redrawing the rules, and is drawn on return."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        match = app.screen
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))
        assert not match.is_current
        server.tell(event(6, Moved(move=move(2, 8)), position("408")))
        await pilot.press("escape")
        await until(pilot, lambda: shows(app, "[X]"))
        assert match.is_current


async def test_a_small_terminal_keeps_the_board() -> None:
    """Below 72 columns the panel is hidden, and the board is shown at every size."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        for size in ((120, 40), (60, 20), (30, 10), (80, 24)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda: shows(app, "[O") or shows(app, "[╭─╮"))
        await until(pilot, lambda: shows(app, "  time"))


async def test_the_clock_stands_still_while_nothing_can_be_saved() -> None:
    """The clocks stop between two notices of a server that cannot save."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        screen = app.screen
        assert isinstance(screen, PlayScreen)
        server.tell(Notice(text="cannot save", halted=True))
        await until(pilot, lambda: screen.session.halted)
        screen._tick()
        later = time.monotonic() + 100
        assert screen._stopwatch.elapsed_ms(later) == screen._stopwatch.elapsed_ms(later + 100)
        server.tell(Notice(text="saved again", halted=False))
        await until(pilot, lambda: not screen.session.halted)
        screen._tick()
        assert screen._stopwatch.elapsed_ms(later + 100) == pytest.approx(
            100_000 + screen._stopwatch.elapsed_ms(later), abs=1
        )


async def test_a_notice_does_not_outlive_its_cause() -> None:
    """The notice of an open match goes when it starts, and that of an old command when a new one is typed."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        app.matches.open(MATCH, join=False)
        server.tell(snapshot(phase="open", seats=[OTTER, OPEN], you=0))
        await until(pilot, lambda: shows(app, "kibitz join"))
        server.tell(snapshot(you=0))
        await until(pilot, lambda: not shows(app, "kibitz join"))
        await pilot.press(*"/nonsense", "enter")
        await until(pilot, lambda: shows(app, "unknown command /nonsense"))
        await pilot.press(*"/accept", "enter")
        await until(pilot, lambda: bool(server.of("accept")) and not shows(app, "unknown command"))


async def test_a_hint_is_marked_on_the_board() -> None:
    """The cell of a hint has marks until the position changes."""

    def respond(command: Any) -> Any:
        hinted = Hinted(match=MATCH, ply=2, move="c3", search=report(line=["c3"]))
        return hinted if command.t == "hint" else None

    server = Server(seat=0, more=respond)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        await pilot.press(*"/hint", "enter")
        await until(pilot, lambda: shows(app, "!.!") and shows(app, "hint: c3"))
        server.tell(event(6, Moved(move=move(2, 8)), position("408")))
        await until(pilot, lambda: not shows(app, "!.!"))


async def test_a_long_message_grows_and_is_not_cut() -> None:
    """At 60x20 a message of two lines is whole, a longer one ends with dots, and the board makes room."""
    server = Server(seat=0)
    async with running(server, (60, 20)) as (app, pilot):
        await playing(server, app, pilot)
        screen = app.screen
        assert isinstance(screen, PlayScreen)
        words = [f"word{number}" for number in range(14)]
        screen.say(" ".join(words))
        await until(pilot, lambda: all(shows(app, word) for word in words))
        screen.say(" ".join(f"word{number}" for number in range(60)))
        whole = ("word20", "...", " a ", "1 ", "otter (you)", "move>")
        await until(pilot, lambda: all(shows(app, text) for text in whole))


SCREENS = ((80, 24), (120, 40), (220, 55), (60, 20), (40, 14))


async def test_players_are_beside_their_board_at_every_size() -> None:
    """The lines of the players are next to the board and at least as wide, and the panel is not cut."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        for size in SCREENS:
            await pilot.resize_terminal(*size)
            await until(pilot, lambda: is_framed(app.screen))


async def test_your_men_are_at_your_name() -> None:
    """On a board with sides that of the player is at the bottom; /flip turns board and names."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        app.matches.open(MATCH, join=False)
        server.tell(snapshot("40", you=0, board=GRID.model_copy(update={"top": 0})))
        await until(pilot, lambda: shows(app, "otter (you)"))
        board = app.screen.query_one(BoardWidget)
        for flipped in (True, False):
            await until(pilot, lambda flipped=flipped: board.flipped == flipped)  # type: ignore[misc]
            near, far = (app.screen.query_one(name, PlayerBar) for name in ("#near", "#far"))
            assert ("otter" in near._line.player, "otter" in far._line.player) == (flipped, not flipped)
            await pilot.press(*"/flip", "enter")


async def test_a_full_go_board_has_its_letters_at_the_usual_size() -> None:
    """At 80x24 a board of 19 lines shows the letters of its columns and the number of each row."""
    columns, rows = list("ABCDEFGHJKLMNOPQRST"), [str(number) for number in range(19, 0, -1)]
    board = go.GRID.model_copy(update={"column_labels": columns, "row_labels": rows})
    server = Server(seat=0)
    async with running(server, (80, 24)) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("enter")
        server.tell(go.go_match("/".join(["-" * 19] * 19), board=board, you=0))
        await until(pilot, lambda: shows(app, " ".join(columns)))
        await until(pilot, lambda: shows(app, *(f" {row} " for row in rows)))
