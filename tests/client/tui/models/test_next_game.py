"""The next game after a match that is over."""

from typing import Any

from kibitz_client.match.state import MatchState, advance
from kibitz_client.tui.models.next_game import next_game
from kibitz_protocol.to_client import Snapshot
from kibitz_protocol.values.clocks import Fischer
from kibitz_protocol.values.engines import EngineSpec, Limit
from kibitz_protocol.values.seats import Engine, Me, SeatView
from tests.client.samples import ENGINE, OTTER, snapshot, together

CLOCK = Fischer(base_s=60, increment_s=1)


def after(message: Snapshot) -> MatchState:
    """Return the state that begins with a snapshot."""
    state = advance(None, message)
    assert state is not None
    return state


def test_the_same_engine_plays_again() -> None:
    """Game, options, clock and seats are those of the match."""
    command = next_game(after(snapshot("40", phase="finished", you=0, clock=CLOCK)), "otter")
    assert command is not None
    assert (command.game, command.options, command.clock) == ("tictactoe", {"columns": 3}, CLOCK)
    assert command.seats == [Me(), Engine(engine=EngineSpec(algorithm="alphabeta", limit=Limit(depth=9)))]


def test_two_sides_at_one_keyboard_keep_their_names() -> None:
    """A side that had no name of its own gets none."""
    command = next_game(after(together("40", phase="finished")), "Ann")
    assert command is not None
    assert command.seats == [Me(), Me(label="Bob")]


def test_there_is_none_after_other_matches() -> None:
    """A match against a player is offered as a rematch, and a host of two engines had no seat."""
    player = SeatView(seat=1, kind="human", name="zoe")
    engines = [ENGINE.model_copy(update={"seat": seat}) for seat in (0, 1)]
    others: list[dict[str, Any]] = [{"seats": [OTTER, player], "you": 0}, {"seats": engines, "you": None}]
    for changes in others:
        assert next_game(after(snapshot("40", phase="finished", **changes)), "otter") is None
