"""Playing at a table of cards: buttons, keys, and one field for all raises."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from rich.color import ColorType
from textual.pilot import Pilot
from textual.widgets import OptionList

from kibitz_client.storage.preferences import Preferences
from kibitz_client.tui import themes
from kibitz_client.tui.app import KibitzApp
from kibitz_client.tui.screens.dialogs import Pick
from kibitz_client.tui.screens.match.move_buttons import MoveButtons
from kibitz_client.tui.screens.match.number_fields import NumberField, NumberInput
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.prompt import Prompt
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_protocol.to_client import ChanceDecided, Moved
from kibitz_protocol.values.matches import ChanceView, MoveView
from tests.client.holdem import holdem_snapshot, holdem_state
from tests.client.samples import event
from tests.client.tui.screens.match.parts import is_framed
from tests.fakes.app import Server, picture, playing, running, shows, until

pytestmark = pytest.mark.app

ENDS = ["check", "bet"]


async def dealt(server: Server, app: KibitzApp, pilot: Pilot[None], **changes: Any) -> None:
    """Open a match of hold'em in which we are to move."""
    await playing(server, app, pilot)
    server.tell(holdem_snapshot(**changes))
    await until(pilot, lambda: shows(app, "Texas hold'em") and shows(app, "▶ North otter"))
    await until(pilot, lambda: is_framed(app.screen))


@pytest.mark.stays_in("test-all")
@pytest.mark.parametrize(
    ("keys", "move"),
    [
        (["f", "enter"], "fold"),
        (["C", "enter"], "call"),
        ([*"call", "enter"], "call"),
        ([*"raise 60", "enter"], "raise 60"),
        ([*"60", "enter"], "raise 60"),
        ([*"pot", "enter"], "raise 14"),
        (["r", "enter", *"75", "enter"], "raise 75"),
        (["escape", "f"], "fold"),
        (["escape", "c"], "call"),
        (["escape", "r", "enter"], "raise 6"),
        (["escape", "r", "up", "up", "down", "enter"], "raise 7"),
        (["escape", "r", *"200", "up", "down", "enter"], "raise 199"),
        (["escape", "enter", "down", "enter"], "call"),
        (["escape", "enter", "end", "enter", *"12", "enter"], "raise 12"),
        (["f3", "end", "enter", *"13", "enter"], "raise 13"),
        (["escape", *"60", "enter"], "raise 60"),
    ],
)
async def test_moves_are_played_by_keys(keys: Sequence[str], move: str) -> None:
    """Moves are typed, chosen by their letter or from a list, and a raise has a field of its own."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await dealt(server, app, pilot)
        await pilot.press(*keys)
        await until(pilot, lambda: bool(server.of("move")))
        assert [command.move for command in server.of("move")] == [move]
        assert isinstance(app.focused, Prompt if move.startswith("raise") else Prompt | BoardWidget)


async def test_a_list_has_one_entry_for_all_raises() -> None:
    """Enter on the table lists the moves; the entry of the raises names their bounds."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await dealt(server, app, pilot)
        await pilot.press("escape", "enter")
        await until(pilot, lambda: isinstance(app.screen, Pick) and bool(app.screen.query(OptionList)))
        options = app.screen.query_one(OptionList).options
        assert [str(option.prompt) for option in options] == ["fold", "call", "raise 6 to 200"]


def has(field: NumberInput, number: str) -> bool:
    """Return whether a field shows a number."""
    return field.value == number


async def test_quick_numbers_are_put_into_the_field() -> None:
    """A click on the pot or on all chips changes the number; a click on the word plays it."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await dealt(server, app, pilot)
        await until(pilot, lambda: shows(app, "raise (r)  6        6 to 200  smallest   pot 14   all"))
        field = app.screen.query_one(NumberInput)
        buttons = list(app.screen.query("NumberField Button"))
        for place, number in ((2, "14"), (3, "200"), (1, "6"), (2, "14")):
            await pilot.click(buttons[place])
            await until(pilot, partial(has, field, number))
        assert not server.of("move")
        await pilot.click(buttons[0])
        await until(pilot, lambda: bool(server.of("move")))
        assert server.of("move")[0].move == "raise 14"


async def test_a_number_that_is_not_legal_is_refused_with_the_bounds() -> None:
    """The number stays in its field, and Esc leaves it for the prompt."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await dealt(server, app, pilot)
        await pilot.press("escape", "r", *"5", "enter")
        await until(pilot, lambda: shows(app, "raise 6 to 200, not 5", "Enter play it  up down next number"))
        assert not server.of("move")
        await pilot.press("escape")
        assert isinstance(app.focused, Prompt)


async def test_buttons_and_field_go_with_the_turn() -> None:
    """A focused field that goes leaves the focus to the prompt; keys of moves are then text."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await dealt(server, app, pilot)
        await pilot.press("escape", "r")
        move = MoveView(ply=0, seat=0, move="call", said="calls", elapsed_ms=100, search=None)
        server.tell(event(4, Moved(move=move), holdem_state(ply=1, to_move=1, legal=ENDS, paths=[[], []])))
        await until(pilot, lambda: not app.screen.query(NumberField))
        assert isinstance(app.focused, Prompt)
        assert app.screen.query_one(MoveButtons).moves == ()
        await pilot.press("escape", "f")
        assert app.screen.query_one(Prompt).value == "f"


def has_raises(lines: list[str]) -> bool:
    """Return whether a picture has the whole field of raises."""
    return any("raise (r)" in line and line.endswith(" all") for line in lines)


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)])
async def test_a_table_fits_each_terminal(size: tuple[int, int]) -> None:
    """Framed cards, chips, the last hand, buttons and the whole field of raises are there at each size."""
    server = Server(seat=0)
    async with running(server, size) as (app, pilot):
        await dealt(server, app, pilot)
        # The first pictures lack the buttons, which are mounted with the position and leave the table less space.
        texts = ("last hand won by South: 6", "bet 4", "pot 8", "hand 3 of 20", "░░░", "fold (f)", "call (c)")
        await until(pilot, lambda: has_raises(picture(app)) and shows(app, *texts))
        lines = picture(app)
        own = [place for place, line in enumerate(lines) if "10♦" in line or "10  " in line]
        assert own[-1] < next(place for place, line in enumerate(lines) if "North otter (you)" in line)


async def test_deals_are_told_after_what_the_last_hand_has_won() -> None:
    """The message line has the move that ended a hand, and the new cards, without a bare question mark."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await dealt(server, app, pilot)
        await until(pilot, lambda: shows(app, "2 cards are dealt face down"))
        move = MoveView(ply=0, seat=0, move="fold", said="folds: South wins 6", elapsed_ms=100, search=None)
        waiting = holdem_state(ply=1, to_move=None, legal=[], paths=[], chances=["As"], weights=[1])
        own = ChanceView(number=5, ply=1, text="As", said="North gets the ace of spades")
        turn = holdem_state(ply=1, to_move=0, legal=ENDS, paths=[[], []])
        server.tell(event(4, Moved(move=move), waiting), event(5, ChanceDecided(chance=own), waiting))
        server.tell(event(6, ChanceDecided(chance=ChanceView(number=6, ply=1, text="?")), turn))
        told = "North folds: South wins 6; North gets the ace of spades; a card is dealt face down"
        await until(pilot, lambda: app.screen.query_one("#say", TextLine).shown == told)
        assert app.screen.query_one(MoveButtons).moves == ("check", "bet")


async def test_cards_need_no_colours() -> None:
    """In the mono theme a table has the terminal's own colours alone, and suits differ by their symbols."""
    server = Server(seat=0)
    async with running(server, preferences=Preferences(theme=themes.MONO.name)) as (app, pilot):
        await dealt(server, app, pilot)
        board = app.screen.query_one(BoardWidget)
        styles = [segment.style for y in range(board.size.height) for segment in board.render_line(y) if segment.style]
        found = {colour.type for style in styles for colour in (style.color, style.bgcolor) if colour is not None}
        assert found == {ColorType.DEFAULT}
        await until(pilot, lambda: shows(app, "│Q♣ │ │10♦│"))
