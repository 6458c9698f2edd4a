"""The lobby: what is listed in which order, and what is on TV."""

from kibitz_server.core.lobby.listing import TvSelector, listing
from kibitz_server.core.match.commands import Abort
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.players import Human
from tests.server.core.make import ADA, BEN, CAT, ENGINE, make_match


def match_of(id: str, created_at: float, *seats: object, listed: bool = True) -> Match:
    """A match with this id, made at this time; Ada against Ben unless seats are given."""
    return make_match(id=id, created_at=created_at, seats=seats or (ADA, BEN), listed=listed)


def beginners(_player: object, _game: str) -> float:
    """Everybody is as strong."""
    return 1500.0


def test_open_matches_come_first_and_new_ones_before_old() -> None:
    """People look for somebody to play first, then for something to watch."""
    matches = [
        match_of("live old", 1.0),
        match_of("open old", 2.0, ADA, None),
        match_of("live new", 3.0),
        match_of("open new", 4.0, ADA, None),
    ]
    assert [match.created.id for match in listing(matches)] == ["open new", "open old", "live new", "live old"]


def test_unlisted_and_finished_matches_are_not_shown() -> None:
    """The lobby shows neither matches that are found by their code alone nor those that are over."""
    over = match_of("over", 1.0)
    over.handle(Abort("a test"), 1.0)
    assert listing([over, match_of("secret", 2.0, listed=False)]) == []


def test_television_shows_what_most_people_watch() -> None:
    """The live match with most watchers is on TV."""
    matches = [match_of("a", 1.0), match_of("b", 2.0), match_of("c", 3.0)]
    assert TvSelector(beginners).featured(matches, {"b": 2, "c": 1}) is matches[1]


def test_television_prefers_people_then_the_newest() -> None:
    """Among matches that are watched alike, people come before engines and new ones before old."""
    engines, mixed = match_of("e", 9.0, ENGINE, ENGINE), match_of("m", 8.0, ADA, ENGINE)
    old, new = match_of("old", 1.0), match_of("new", 2.0)
    assert TvSelector(beginners).featured([engines, mixed], {}) is mixed
    assert TvSelector(beginners).featured([engines, mixed, new, old], {}) is new


def test_television_shows_live_listed_matches_only() -> None:
    """An open match, one that is over and an unlisted one are never on TV, however many watch."""
    over = match_of("over", 1.0)
    over.handle(Abort("a test"), 1.0)
    matches = [over, match_of("open", 2.0, ADA, None), match_of("secret", 3.0, listed=False)]
    assert TvSelector(beginners).featured(matches, {"over": 9, "open": 9, "secret": 9}) is None


def test_television_does_not_hop() -> None:
    """The match on TV stays while it runs, even when another has more watchers by now."""
    television = TvSelector(beginners)
    first = match_of("first", 1.0)
    assert television.featured([first], {}) is first
    second = match_of("second", 2.0)
    assert television.featured([first, second], {"second": 50}) is first
    first.handle(Abort("a test"), 1.0)
    assert television.featured([first, second], {}) is second


def test_television_waits_for_the_next_match() -> None:
    """With nothing live there is no picture, and the next live match is it."""
    television = TvSelector(beginners)
    assert television.featured([], {}) is None
    match = match_of("m", 1.0)
    assert television.featured([match], {}) is match


def test_television_prefers_the_stronger_weaker_player() -> None:
    """Of matches alike in all else, the one is shown in which nobody is weak."""

    def rating_of(player: object, _game: str) -> float:
        return {CAT: 1900.0, BEN: 1800.0}.get(player, 1200.0) if isinstance(player, Human) else 1500.0

    uneven, even = match_of("uneven", 2.0, CAT, ADA), match_of("even", 1.0, CAT, BEN)
    assert TvSelector(rating_of).featured([uneven, even], {}) is even


def test_a_paused_match_goes_off() -> None:
    """It may be paused for days."""
    television = TvSelector(beginners)
    paused, other = match_of("paused", 2.0), match_of("other", 1.0)
    assert television.featured([paused, other], {}) is paused
    paused.phase = Phase.PAUSED
    assert television.featured([paused, other], {}) is other
