"""The line of a seat."""

from dataclasses import replace

from kibitz_client.match.state import MatchState, advance
from kibitz_client.tui.widgets.player_bar import SeatLine, bar_text, seat_lines
from kibitz_protocol.values.clocks import Fischer
from tests.client.samples import ENGINE, GRID, OTTER, position, snapshot

LINE = SeatLine("near", "O abcdefghijklmno (1500±350?) (you)", "O abcdefghijklmno", "05:00", "", turn=True, low=False)
FIRST = replace(LINE, note="first move within 00:28")


def state(**changes: object) -> MatchState:
    """Return a match with a clock."""
    clocked = position("40", remaining_ms=[62_000, 118_000])
    found = advance(None, snapshot("40", **{"clock": Fischer(base_s=120, increment_s=2), "state": clocked, **changes}))
    assert found is not None
    return found


def test_the_side_to_move_has_an_arrow() -> None:
    """The turn is a sign at the left; in ASCII another one."""
    assert bar_text(LINE, 50, ascii_only=False) == "▶ O abcdefghijklmno (1500±350?) (you)        05:00"
    assert bar_text(replace(LINE, turn=False), 50, ascii_only=False).startswith("  O abc")
    assert bar_text(LINE, 50, ascii_only=True).startswith("> O abc")


def test_a_low_clock_has_a_sign() -> None:
    """A clock that is nearly empty has an exclamation mark."""
    assert bar_text(replace(LINE, low=True), 50, ascii_only=True).endswith(" !05:00")


def test_the_time_of_a_first_move_fits_beside_a_long_name() -> None:
    """The clock that does not run goes first, then rating and remarks; the deadline stays whole."""
    assert bar_text(FIRST, 70, ascii_only=True).endswith("first move within 00:28  05:00")
    assert bar_text(FIRST, 62, ascii_only=True).endswith(" (you)  first move within 00:28")
    assert bar_text(FIRST, 44, ascii_only=True) == "> O abcdefghijklmno  first move within 00:28"
    assert bar_text(FIRST, 38, ascii_only=True) == "> O abcdefghijklmno   first move 00:28"


def test_a_name_that_does_not_fit_ends_with_dots() -> None:
    """Of a name that is too long the end goes, with a sign, and not the time."""
    assert bar_text(LINE, 20, ascii_only=True) == "> O abcdefg... 05:00"
    assert bar_text(LINE, 20, ascii_only=False) == "▶ O abcdefghi… 05:00"
    for width in range(60):
        assert len(bar_text(FIRST, width, ascii_only=False)) == width


def test_your_side_is_at_the_bottom() -> None:
    """On a board with sides the player is near the own side; a spectator sees the board as it is described."""
    sided = GRID.model_copy(update={"top": 0})
    for you, flipped, near in ((0, False, "X"), (1, False, "O"), (None, False, "O"), (0, True, "O")):
        line, _ = seat_lines(state(board=sided, you=you), 0, flipped=flipped)
        assert (line.place, line.short[0]) == ("near", near)


def test_the_stone_beside_the_name_looks_like_those_of_the_board() -> None:
    """Where pieces are drawn, the sides have their shapes; crosses and noughts are letters already."""
    stones = GRID.model_copy(update={"symbols": {"-": "empty", "X": "X disc", "O": "O disc"}})
    seats = [OTTER, ENGINE]
    lines = seat_lines(state(board=stones, seats=seats), 0, drawn=True)
    assert sorted(line.short[0] for line in lines) == ["○", "●"]
    assert sorted(line.short[0] for line in seat_lines(state(board=GRID, seats=seats), 0, drawn=True)) == ["O", "X"]
    dots = stones.model_copy(update={"ground": "dots"})
    assert sorted(line.short[0] for line in seat_lines(state(board=dots, seats=seats), 0, drawn=True)) == ["O", "X"]


def test_an_account_is_told_from_a_guest() -> None:
    """The name of an account has a mark, also where the line is too narrow for a rating."""
    guest = OTTER.model_copy(update={"account": False})
    for seat, name in ((guest, "otter"), (OTTER.model_copy(update={"account": True}), "@otter")):
        line = next(line for line in seat_lines(state(seats=[seat, ENGINE]), 0) if "otter" in line.player)
        assert (line.player, line.short) == (f"X {name}", f"X {name}")
