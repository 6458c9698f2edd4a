"""A line of play: moves, positions and clocks that go forth and back together."""

import pytest

from kibitz_server.core.values.clock import Clock
from kibitz_server.core.values.events import MovePlayed
from kibitz_server.core.values.history import MoveHistory
from kibitz_server.games.game import IllegalMove
from kibitz_server.games.registry import load
from tests.server.core.make import BLITZ

START = load("tictactoe", {}).start(None)
PLAYED = (MovePlayed(0, 0, "b2", 10.0, 52.0), MovePlayed(1, 1, "a1", 20.0, 42.0), MovePlayed(2, 0, "b3", 5.0, 49.0))


def line_of(*played: MovePlayed, clock: Clock | None = None) -> MoveHistory:
    """A line from the first position of tic-tac-toe."""
    line = MoveHistory(START, START, (clock,))
    for move in played:
        line = line.after(move)
    return line


def test_a_move_leads_on() -> None:
    """The position, the moves and the clock are those after the move; the line before it is as it was."""
    clock = Clock.fresh(BLITZ, 2)
    before = line_of(clock=clock)
    after = before.after(PLAYED[0])
    assert (after.position.text, after.moves) == ("---/-X-/--- O", PLAYED[:1])
    assert after.clock is not None
    assert after.clock.remaining_s == (52.0, 60.0)
    assert (before.position.id, before.moves, before.clocks) == (START.id, (), (clock,))


def test_a_move_that_the_rules_refuse_leads_nowhere() -> None:
    """What is stored and cannot be played is told, with the reason of the rules."""
    with pytest.raises(IllegalMove):
        line_of(PLAYED[0]).after(MovePlayed(1, 1, "b2", 1.0, None))


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_what_was_taken_back_is_gone(plies: int) -> None:
    """Without a clock, a line that was taken back is the line that never went further."""
    again, never = line_of(*PLAYED).taken_back((3 - plies) % 2, plies), line_of(*PLAYED[: 3 - plies])
    assert (again.position.id, again.moves, again.clocks) == (never.position.id, never.moves, never.clocks)


def test_who_takes_back_has_spent_what_the_move_took() -> None:
    """The other side gets its time back; who asked keeps what it had after its move."""
    line = line_of(*PLAYED[:2], clock=Clock.fresh(BLITZ, 2)).taken_back(0, 2)
    assert line.clock is not None
    assert line.clock.remaining_s == (52.0, 60.0)
    assert len(line.clocks) == 1
