"""Move history: moves, positions and clocks, forward and back."""

from collections.abc import Iterator

import pytest

from kibitz_server.core.history import MoveHistory
from kibitz_server.core.values.clock import Clock
from kibitz_server.core.values.events import ChanceDecided, MovePlayed
from kibitz_server.games.game import IllegalMove
from kibitz_server.games.registry import load
from tests.games.chance import chance_games
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


# -- chance events


@pytest.fixture
def tosses() -> Iterator[MoveHistory]:
    """Yield a history of the small game in which a dash needs the toss of a coin."""
    with chance_games():
        yield MoveHistory(load("dash", {}).start(None), None)


def extend(history: MoveHistory, *texts: str) -> None:
    """Add moves and chance events by their texts."""
    for text in texts:
        if history.position.chances:
            history.add_chance(ChanceDecided(len(history.chance_events) + 1, text), history.find_chance(text))
        else:
            ply, seat = len(history.moves), history.position.to_move
            assert seat is not None
            play(history, MovePlayed(ply, seat, text, 1.0, None))


def test_a_chance_event_extends_the_history(tosses: MoveHistory) -> None:
    """A chance event changes the position, and neither the number of moves nor the clocks."""
    extend(tosses, "walk", "dash", "heads", "dash", "tails")
    assert [decided.text for decided in tosses.chance_events] == ["heads", "tails"]
    assert (len(tosses.moves), len(tosses.clocks), tosses.chance_plies) == (3, 4, [2, 3])
    assert tosses.position.text == "3 1 O"


def test_a_line_has_moves_and_chance_events_in_order(tosses: MoveHistory) -> None:
    """The line after some moves has the chance events directly after them; without a number it has all."""
    extend(tosses, "walk", "dash", "heads", "walk", "dash")
    assert [tosses.line(plies) for plies in range(5)] == [
        (),
        ("walk",),
        ("walk", "dash", "heads"),
        ("walk", "dash", "heads", "walk"),
        ("walk", "dash", "heads", "walk", "dash"),
    ]
    assert [tosses.chances_at(plies) for plies in range(5)] == [(), (), ("heads",), (), ()]
    extend(tosses, "tails")
    assert tosses.chances_at(4) == ("tails",)
    assert tosses.line(4) == tosses.line() == ("walk", "dash", "heads", "walk", "dash", "tails")


def test_a_line_begins_with_chance_events_before_the_first_move() -> None:
    """The chance outcomes that are possible at the start come before the first move."""
    with chance_games():
        history = MoveHistory(load("dash", {"opening": True}).start(None), None)
    extend(history, "O")
    assert history.line(0) == ("O",)
    extend(history, "walk")
    assert (history.line(), history.moves[0].seat) == (("O", "walk"), 1)
    assert (history.chances_at(0), history.chances_at(1)) == (("O",), ())


def test_a_chance_event_is_no_move_and_a_move_no_chance_event(tosses: MoveHistory) -> None:
    """While a chance event is due no move is found, and otherwise no outcome; an event has the next number."""
    with pytest.raises(IllegalMove, match="no chance event is due"):
        tosses.find_chance("walk")
    extend(tosses, "dash")
    with pytest.raises(IllegalMove, match="no side can move while a chance event is due"):
        tosses.find("heads")
    with pytest.raises(ValueError, match="chance event 2 follows 0 chance events"):
        tosses.add_chance(ChanceDecided(2, "heads"), tosses.find_chance("heads"))


def test_a_takeback_stops_at_a_chance_event(tosses: MoveHistory) -> None:
    """Moves after the last chance event are taken back and the chance events stay; moves before it are not."""
    extend(tosses, "dash", "tails", "walk", "walk")
    assert (tosses.chance_since(1), tosses.chance_since(0)) == (False, True)
    with pytest.raises(ValueError, match="a chance event was made after a move that is taken back"):
        tosses.take_back(0, 3)
    tosses.take_back(1, 2)
    assert (tosses.line(), tosses.position.text) == (("dash", "tails"), "0 0 O")
    extend(tosses, "dash", "heads")
    assert tosses.line() == ("dash", "tails", "dash", "heads")
