"""Matches with chance that are made again from their events."""

import pytest

from kibitz_server.core.match.commands import GiveClientSeed, PlayMove
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.events import ChanceDecided, Event, MovePlayed
from tests.games.chance import SEED
from tests.server.core.make import ADA, BEN, SUDDEN_DEATH, make_chance_match, make_match, play, state_of
from tests.server.core.match.chance.helpers import events_of

pytestmark = pytest.mark.usefixtures("games_with_chance")


@pytest.mark.parametrize("game", ["dash", "climb"])
def test_events_restore_a_match_at_every_point(game: str) -> None:
    """From any whole number of decisions on, a restored match goes on to the same events."""
    match, again = (make_match(game, server_seed=SEED, control=SUDDEN_DEATH) for _ in range(2))
    log: list[Event] = [again.created]
    choice = "dash" if game == "dash" else "climb"
    for player in (ADA, BEN):
        log += match.handle(GiveClientSeed(player.id, "x"), 0.0).events
    for at in range(1, 30):
        restored = Match.from_events(log, at - 1.0)
        assert state_of(restored) == state_of(match)
        seat = match.to_move
        if seat is None:
            break
        player = (ADA, BEN)[seat]
        command = PlayMove(player.id, match.ply, choice)
        decision = match.handle(command, float(at))
        assert restored.handle(command, float(at)) == decision
        log += decision.events
    assert match.over


def test_each_event_of_a_decision_has_its_position() -> None:
    """The position after the move has its chance event due; that after the chance event is the current one."""
    match = make_chance_match("dash", server_seed=SEED)
    play(match, "dash")
    moved, decided = match.reached(match.seq - 1), match.reached(match.seq)
    assert [each.text for each in moved.position.chances] == ["heads", "tails"]
    assert (moved.ply, decided.ply, decided.position) == (1, 1, match.position)
    play(match, "walk", first_at=5.0)
    assert match.reached(match.seq - 1).position is match.position, "only the last decision is kept"


def test_a_stored_match_that_takes_a_chance_event_back_is_an_error() -> None:
    """Events that no match can have are refused, as are a chance event in a wrong place and one of a wrong number."""
    match = make_match("dash", server_seed=SEED)
    log = events_of(match, [(PlayMove(ADA.id, 0, "dash"), 1.0)])
    with pytest.raises(ValueError, match="chance event 3 follows 0 chance events"):
        Match.from_events([*log[:-1], ChanceDecided(3, "heads")], 0.0)
    with pytest.raises(ValueError, match="no chance event is due"):
        Match.from_events([*log, ChanceDecided(2, "heads")], 0.0)
    with pytest.raises(ValueError, match="while a chance event is due"):
        Match.from_events([*log[:-1], MovePlayed(1, 1, "walk", 1.0, None)], 0.0)
