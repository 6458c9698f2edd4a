"""Move history: moves, positions and clocks, forward and back."""

import pytest

from kibitz_server.core.history import MoveHistory
from kibitz_server.core.values.clock import Clock
from kibitz_server.core.values.events import MovePlayed
from kibitz_server.games.game import IllegalMove
from kibitz_server.games.registry import load
from tests.server.core.make import BLITZ

START = load("tictactoe", {}).start(None)
PLAYED = (MovePlayed(0, 0, "b2", 10.0, 52.0), MovePlayed(1, 1, "a1", 20.0, 42.0), MovePlayed(2, 0, "b3", 5.0, 49.0))


def history_of(*played: MovePlayed, clock: Clock | None = None) -> MoveHistory:
    """Return a history of tic-tac-toe from the first position."""
    history = MoveHistory(START, clock)
    for move in played:
        play(history, move)
    return history


def play(history: MoveHistory, played: MovePlayed) -> None:
    """Add a move that was stored."""
    history.play(played, history.find(played.move))


def state_of(history: MoveHistory) -> tuple[object, ...]:
    """Return all that a history tells."""
    return history.position.id, list(history.moves), list(history.clocks), set(history.moved)


def test_a_move_extends_the_history() -> None:
    """After a move the history has the new position, move and clock, and knows that its seat has moved."""
    history = history_of(clock=Clock.fresh(BLITZ, 2))
    play(history, PLAYED[0])
    assert (history.position.text, history.moves, history.moved) == ("---/-X-/--- O", [PLAYED[0]], {0})
    assert history.clock is not None
    assert history.clock.remaining_s == (52.0, 60.0)
    assert (history.start.id, len(history.clocks)) == (START.id, 2)


def test_an_illegal_move_is_an_error() -> None:
    """A stored move that is illegal raises the error of the game."""
    with pytest.raises(IllegalMove):
        history_of(PLAYED[0], MovePlayed(1, 1, "b2", 1.0, None))


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_a_takeback_removes_moves(plies: int) -> None:
    """Without a clock, a history after a takeback equals the history before the moves, and goes on like it."""
    again, never = history_of(*PLAYED), history_of(*PLAYED[: 3 - plies])
    again.take_back((3 - plies) % 2, plies)
    assert state_of(again) == state_of(never)
    for move in PLAYED[3 - plies :]:
        play(again, move)
    assert state_of(again) == state_of(history_of(*PLAYED))


def test_a_takeback_charges_the_requesting_side() -> None:
    """After a takeback the other side gets its time back; the requesting side stays charged for its move."""
    history = history_of(*PLAYED[:2], clock=Clock.fresh(BLITZ, 2))
    history.take_back(0, 2)
    assert history.clock is not None
    assert history.clock.remaining_s == (52.0, 60.0)
    assert len(history.clocks) == 1
