"""Listing of matches in the lobby, and the match on TV."""

from kibitz_server.core.lobby.listing import TvSelector, listing
from kibitz_server.core.match.commands import Abort
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.players import Human
from tests.server.core.make import ADA, BEN, CAT, ENGINE, make_match, play


def match_of(id: str, created_at: float, *seats: object, listed: bool = True) -> Match:
    """Return a match with this id and creation time; Ada against Ben unless seats are given."""
    return make_match(id=id, created_at=created_at, seats=seats or (ADA, BEN), listed=listed)


def equal_ratings(_player: object, _game: str) -> float:
    """Rate all players the same."""
    return 1500.0


def test_open_matches_come_first_and_new_ones_before_old() -> None:
    """Open matches precede live ones, and newer matches precede older ones."""
    matches = [
        match_of("live old", 1.0),
        match_of("open old", 2.0, ADA, None),
        match_of("live new", 3.0),
        match_of("open new", 4.0, ADA, None),
    ]
    assert [match.created.id for match in listing(matches)] == ["open new", "open old", "live new", "live old"]


def test_unlisted_and_finished_matches_are_not_shown() -> None:
    """The lobby shows neither unlisted matches nor finished ones."""
    over = match_of("over", 1.0)
    over.handle(Abort("a test"), 1.0)
    assert listing([over, match_of("secret", 2.0, listed=False)]) == []


def test_tv_shows_the_match_with_most_watchers() -> None:
    """The live match with most watchers is on TV."""
    matches = [match_of("a", 1.0), match_of("b", 2.0), match_of("c", 3.0)]
    assert TvSelector(equal_ratings).featured(matches, {"b": 2, "c": 1}) is matches[1]


def test_tv_prefers_human_players_then_the_newest() -> None:
    """With equal watchers, human players precede engines and newer matches precede older ones."""
    engines, mixed = match_of("e", 9.0, ENGINE, ENGINE), match_of("m", 8.0, ENGINE, ADA)
    old, new = match_of("old", 1.0), match_of("new", 2.0)
    for match in (old, new):
        play(match, "b2")
    assert TvSelector(equal_ratings).featured([engines, mixed], {}) is mixed
    assert TvSelector(equal_ratings).featured([engines, mixed, new, old], {}) is new


def test_tv_prefers_a_board_that_moves() -> None:
    """A board where an engine is to move, or a player has moved, precedes one where no player has."""
    tv = TvSelector(equal_ratings)
    still, engines, played = match_of("s", 3.0), match_of("e", 1.0, ENGINE, ENGINE), match_of("p", 2.0)
    assert tv.featured([still], {"s": 5}) is still
    assert tv.featured([still, engines], {"s": 5}) is engines
    play(played, "b2")
    assert TvSelector(equal_ratings).featured([still, engines, played], {"s": 5}) is played


def test_tv_shows_live_listed_matches_only() -> None:
    """Open, finished and unlisted matches are never on TV, however many clients watch them."""
    over = match_of("over", 1.0)
    over.handle(Abort("a test"), 1.0)
    matches = [over, match_of("open", 2.0, ADA, None), match_of("secret", 3.0, listed=False)]
    assert TvSelector(equal_ratings).featured(matches, {"over": 9, "open": 9, "secret": 9}) is None


def test_tv_keeps_a_running_match() -> None:
    """The match on TV stays while it runs, even if another has more watchers by then."""
    tv = TvSelector(equal_ratings)
    first = match_of("first", 1.0)
    assert tv.featured([first], {}) is first
    second = match_of("second", 2.0)
    assert tv.featured([first, second], {"second": 50}) is first
    first.handle(Abort("a test"), 1.0)
    assert tv.featured([first, second], {}) is second


def test_tv_waits_for_the_next_match() -> None:
    """Without a live match nothing is on TV, until the next live match."""
    tv = TvSelector(equal_ratings)
    assert tv.featured([], {}) is None
    match = match_of("m", 1.0)
    assert tv.featured([match], {}) is match


def test_tv_prefers_the_stronger_weaker_player() -> None:
    """All else equal, the match whose weaker player has the higher rating is on TV."""

    def rating_of(player: object, _game: str) -> float:
        return {CAT: 1900.0, BEN: 1800.0}.get(player, 1200.0) if isinstance(player, Human) else 1500.0

    uneven, even = match_of("uneven", 2.0, CAT, ADA), match_of("even", 1.0, CAT, BEN)
    assert TvSelector(rating_of).featured([uneven, even], {}) is even


def test_tv_replaces_a_paused_match() -> None:
    """A paused match is replaced, because it may be paused for days."""
    tv = TvSelector(equal_ratings)
    paused, other = match_of("paused", 2.0), match_of("other", 1.0)
    assert tv.featured([paused, other], {}) is paused
    paused.phase = Phase.PAUSED
    assert tv.featured([paused, other], {}) is other
