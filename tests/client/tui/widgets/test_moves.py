"""The list of moves."""

import pytest
from textual.events import MouseScrollUp

from kibitz_client.tui.widgets.moves import MARK, MovesList, columns, move_at, move_lines, short_move
from tests.client.dice import die
from tests.client.samples import move, snapshot
from tests.client.tui.recorded_match import CELLS
from tests.fakes.app import Server, playing, running, shows, until

pytestmark = pytest.mark.app

FIRST, SEAT = columns([])


def test_the_list_marks_the_move_that_is_shown() -> None:
    """The line of the shown move is marked; before the first move none is."""
    moves = [move(ply, int(cell)) for ply, cell in enumerate(CELLS)]
    marked = [
        [at for at, line in enumerate(move_lines("XO", moves, ply)) if line.endswith(MARK)] for ply in range(-1, 4)
    ]
    assert marked == [[], [1], [1], [2], [2]]


def test_which_move_stands_where() -> None:
    """A move is found by its column; left of the columns it is the first of the line, right of them the last."""
    moves = [move(ply, int(cell)) for ply, cell in enumerate(CELLS)]
    found = [move_at(moves, 2, x) for x in (0, FIRST, FIRST + SEAT, 60)]
    assert [one.ply for one in found if one is not None] == [2, 2, 3, 3]
    assert (move_at(moves, 0, 8), move_at(moves, 3, 8)) == (None, None)


def test_moves_are_listed_as_people_write_them() -> None:
    """Where people write a move in another way than players type it, the list has that."""
    said = [move(0, 0).model_copy(update={"said": "Nf3"}), move(1, 1)]
    assert move_lines("XO", said)[1].split()[1:3] == ["Nf3", move(1, 1).move]


def test_long_captures_leave_room_for_the_times() -> None:
    """In a narrow list a long capture has its first and last cell, and the times of both sides are whole."""
    long = [
        move(0, 0).model_copy(update={"move": "9x18x25x32", "elapsed_ms": 1_581_900}),
        move(1, 1).model_copy(update={"move": "30x23x14x7x16", "elapsed_ms": 2_000}),
    ]
    heading, line = move_lines(["Black", "White"], long, 1, width=34)
    assert line == "1-2   9x..32  30x..16 26:22 2.0" + MARK
    assert len(line) <= 34
    assert heading.endswith("time")
    assert move_lines(["Black", "White"], long, width=60)[1] == "1-2   9x18x25x32      30x23x14x7x16   26:22 2.0"
    first, wide = columns(long, 34)
    assert [move_at(long, 1, x, 34) for x in (first, first + wide)] == long
    assert [short_move(text, 8) for text in ("9-13", "9x18x25x32", "abcdefghijkl")] == ["9-13", "9x..32", "abcdef.."]


async def test_the_list_of_moves_goes_back_by_the_wheel() -> None:
    """The heading stays while the wheel scrolls; the next move scrolls back to the end."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        many = [move(ply, ply % 9) for ply in range(60)]
        server.tell(snapshot("40", you=0, moves=many))
        await until(pilot, lambda: shows(app, "59-60") and not shows(app, "1-2 "))
        found = app.screen.query_one(MovesList)
        for _ in range(30):
            found.post_message(scrolled(found))
        await until(pilot, lambda: shows(app, "1-2 ") and shows(app, "time"))
        server.tell(snapshot("40", you=0, moves=[*many, move(60, 1)]))
        await until(pilot, lambda: shows(app, "61 ") and shows(app, "time"))


def test_draws_stand_before_the_move_that_follows_them() -> None:
    """Columns are wide enough for them, and those after the last move have a line of their own."""
    chances = [die(1, 0, "6"), die(2, 1, "1"), die(3, 1, "2"), die(4, 2, "3")]
    moves = [move(0, 4), move(1, 0)]
    assert move_lines(["X", "O"], moves, chance_events=chances) == [
        "ply   X         O         time",
        "1-2   6: b2     1 2: a3   1.5 1.5",
        "3     3:",
    ]
    assert move_lines(["X", "O"], [], chance_events=chances[:1])[1:] == ["1     6:"]
    assert move_at(moves, 1, 20, chance_events=chances) == moves[1]


def test_dealt_cards_stand_before_the_side_that_moves() -> None:
    """They need not be the cards of that side. Each move has a line, also in a wide list, and may have a mark."""
    moves = [move(0, 4).model_copy(update={"move": "call"}), move(1, 0).model_copy(update={"move": "check"})]
    chances = [die(1, 0, "As"), die(2, 0, "Kd"), die(3, 1, "7h")]
    lines = move_lines(["North", "South"], moves, 0, {1: "??"}, 80, chances, dealt=True)
    assert [line.split() for line in lines[1:]] == [
        ["1", "As", "Kd:", "N", "call", "1.5", "<"],
        ["2", "7h:", "S", "check??", "1.5"],
    ]
    assert move_at(moves, 2, 70, 80, chances, dealt=True) == moves[1]


def test_in_a_narrow_list_each_move_with_draws_has_a_line() -> None:
    """So the moves of backgammon are whole; only an unusually long one is cut."""
    moves = [
        move(0, 4).model_copy(update={"move": "24/18 13/11"}),
        move(1, 0).model_copy(update={"move": "bar/20 " * 4}),
    ]
    chances = [die(1, 0, "62"), die(2, 1, "55"), die(3, 2, "31")]
    assert move_lines(["White", "Black"], moves, 0, width=36, chance_events=chances) == [
        "ply   move                      time",
        "1   W 62: 24/18 13/11         1.5  <",
        "2   B 55: bar/20 bar/20 ba..  1.5",
        "3     31:",
    ]
    assert [move_at(moves, line, 9, 36, chances) for line in range(4)] == [None, *moves, None]


def scrolled(widget: MovesList) -> MouseScrollUp:
    """Return an event of the mouse wheel."""
    return MouseScrollUp(widget, 1, 1, 0, -1, 0, shift=False, meta=False, ctrl=False)
