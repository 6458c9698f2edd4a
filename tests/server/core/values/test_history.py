"""Move history: moves, positions and clocks, forward and back."""

import pytest

from kibitz_server.core.values.clock import Clock
from kibitz_server.core.values.events import MovePlayed
from kibitz_server.core.values.history import MoveHistory
from kibitz_server.games.game import IllegalMove
from kibitz_server.games.registry import load
from tests.server.core.make import BLITZ

START = load("tictactoe", {}).start(None)
PLAYED = (MovePlayed(0, 0, "b2", 10.0, 52.0), MovePlayed(1, 1, "a1", 20.0, 42.0), MovePlayed(2, 0, "b3", 5.0, 49.0))


def history_of(*played: MovePlayed, clock: Clock | None = None) -> MoveHistory:
    """Return a history of tic-tac-toe from the first position."""
    history = MoveHistory(START, START, (clock,))
    for move in played:
        history = history.after(move)
    return history


def test_a_move_extends_the_history() -> None:
    """A move returns a history with the new position, move and clock, and leaves the old one unchanged."""
    clock = Clock.fresh(BLITZ, 2)
    before = history_of(clock=clock)
    after = before.after(PLAYED[0])
    assert (after.position.text, after.moves) == ("---/-X-/--- O", PLAYED[:1])
    assert after.clock is not None
    assert after.clock.remaining_s == (52.0, 60.0)
    assert (before.position.id, before.moves, before.clocks) == (START.id, (), (clock,))


def test_an_illegal_move_is_an_error() -> None:
    """A stored move that is illegal raises the error of the game."""
    with pytest.raises(IllegalMove):
        history_of(PLAYED[0]).after(MovePlayed(1, 1, "b2", 1.0, None))


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_a_takeback_removes_moves(plies: int) -> None:
    """Without a clock, a history after a takeback equals the history before the moves."""
    again, never = history_of(*PLAYED).taken_back((3 - plies) % 2, plies), history_of(*PLAYED[: 3 - plies])
    assert (again.position.id, again.moves, again.clocks) == (never.position.id, never.moves, never.clocks)


def test_a_takeback_charges_the_requesting_side() -> None:
    """After a takeback the other side gets its time back; the requesting side stays charged for its move."""
    history = history_of(*PLAYED[:2], clock=Clock.fresh(BLITZ, 2)).taken_back(0, 2)
    assert history.clock is not None
    assert history.clock.remaining_s == (52.0, 60.0)
    assert len(history.clocks) == 1
