"""The integrity check of a match with chance: each chance event must follow from the stored seed."""

from dataclasses import replace

import pytest

from kibitz_server.core.match.commands import GiveClientSeed, PlayMove, Resign
from kibitz_server.core.values.events import ChanceDecided, Event, MatchCreated, SeedKept, SeedRevealed
from kibitz_server.maintenance.integrity import InvalidMatch, check_match
from kibitz_server.store import event_json
from kibitz_server.store.interface import StoredEvent
from tests.games.chance import SEED
from tests.server.core.make import ADA, BEN, make_match

pytestmark = pytest.mark.usefixtures("games_with_chance")


@pytest.fixture
def events() -> list[Event]:
    """Return the events of a match with two chance events, which a player resigned."""
    match = make_match("dash", server_seed=SEED)
    log: list[Event] = [match.created]
    commands = (
        GiveClientSeed(ADA.id, "a"),
        GiveClientSeed(BEN.id, "b"),
        PlayMove(ADA.id, 0, "dash"),
        PlayMove(BEN.id, 1, "dash"),
    )
    for command in (*commands, Resign(ADA.id)):
        log += match.handle(command, 1.0).events
    return log


def check(events: list[Event]) -> None:
    """Check a match with these events, as a database has them."""
    rows = [StoredEvent(seq, type(event).__name__, event_json.dump(event), 1.0) for seq, event in enumerate(events, 1)]
    check_match("m1", rows)


def place_of(events: list[Event], kind: type[Event]) -> int:
    """Return the index of the first event of a kind."""
    return next(index for index, event in enumerate(events) if isinstance(event, kind))


def test_a_true_match_is_valid(events: list[Event]) -> None:
    """The stored chance events are those of the seed."""
    check(events)


def test_a_forged_chance_event_is_found(events: list[Event]) -> None:
    """The sentence names both chance events."""
    place = place_of(events, ChanceDecided)
    decided = events[place]
    assert isinstance(decided, ChanceDecided)
    forged = "tails" if decided.text == "heads" else "heads"
    events[place] = replace(decided, text=forged)
    with pytest.raises(
        InvalidMatch, match=f"event 6 is chance event {forged}, but from the seed follows {decided.text}"
    ):
        check(events)


def test_a_missing_chance_event_is_found(events: list[Event]) -> None:
    """A match cannot go on, or stop, while a chance event is due."""
    place = place_of(events, ChanceDecided)
    with pytest.raises(InvalidMatch, match="a chance event is due at ply 1, but none was made"):
        check(events[:place])
    with pytest.raises(InvalidMatch, match="but the match is at ply 1"):
        check(events[:place] + events[place + 1 :])


@pytest.mark.parametrize("change", ["another", "early"])
def test_a_wrong_seed_is_found(events: list[Event], change: str) -> None:
    """The revealed seed is the one of the creation, and comes after the end."""
    if change == "another":
        events[-1] = SeedRevealed("ab" * 32)
    else:
        events[-2:] = [events[-1], events[-2]]
    with pytest.raises(InvalidMatch, match="reveals another seed, or the seed of a running match"):
        check(events)


def test_a_seed_that_should_not_be_kept_is_found(events: list[Event]) -> None:
    """Only a match with hidden cards that ended early keeps its seed."""
    events[-1] = SeedKept()
    with pytest.raises(InvalidMatch, match="keeps the seed of a match that reveals it"):
        check(events)


def test_a_chance_event_without_a_seed_is_found(events: list[Event]) -> None:
    """An older server knew no chance events, so such events belong to no match of it."""
    created = events[0]
    assert isinstance(created, MatchCreated)
    events[0] = replace(created, server_seed=None)
    with pytest.raises(InvalidMatch, match="does not follow from the previous ones"):
        check(events)


def test_hidden_cards_are_checked() -> None:
    """The store has the cards that players do not see, and each is that of the seed."""
    match = make_match("lure", server_seed=SEED)
    log: list[Event] = [match.created]
    for command in (
        GiveClientSeed(ADA.id, "a"),
        GiveClientSeed(BEN.id, "b"),
        PlayMove(ADA.id, 0, "bet"),
        Resign(BEN.id),
    ):
        log += match.handle(command, 1.0).events
    check(log)
    place = place_of(log, ChanceDecided)
    decided = log[place]
    assert isinstance(decided, ChanceDecided)
    log[place] = replace(decided, text="?")
    with pytest.raises(InvalidMatch, match=f"is chance event \\?, but from the seed follows {decided.text}"):
        check(log)
