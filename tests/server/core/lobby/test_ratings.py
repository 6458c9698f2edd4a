"""Ratings: who has one, which matches count, and what they do."""

from dataclasses import replace

import pytest

from kibitz_server.core.lobby.ratings import Rating, identity, rated_players, updated_ratings
from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.values.events import MatchAborted, MatchFinished, Result
from kibitz_server.core.values.players import Engine, Human, Player
from kibitz_server.core.values.refusal import Reason
from kibitz_server.core.values.terms import Terms
from kibitz_server.core.values.time_management import Budget
from tests.server.core.make import make_create, make_match, refusal

ANN, BOB = Human("a", "ann", account=True), Human("b", "bob", account=True)
FIXED = Engine("alphabeta", Budget(depth=3, seed=7))


@pytest.mark.parametrize(
    ("player", "who"),
    [
        (ANN, "a"),
        (replace(ANN, bot=True), "a"),
        (Human("g", "guest-otter-12"), None),
        (FIXED, "alphabeta:depth=3"),
        (Engine("alphabeta", Budget(seconds=1.0)), None),
        (Engine("alphabeta", Budget(seconds=1.0, depth=3)), None),
        (Engine("random", Budget()), "random"),
        (None, None),
    ],
)
def test_who_can_be_known_again(player: Player | None, who: str | None) -> None:
    """Accounts and engines of a fixed limit; not guests, and not an engine that is as strong as the machine is fast."""
    assert identity(player) == who


def test_both_begin_alike_and_the_winner_gains() -> None:
    """What one wins the other loses, and both are better known."""
    ann, bob = updated_ratings([Rating(), Rating()], 0)
    assert Rating().shown == 1500
    assert Rating().deviation == 350
    assert ann.shown - 1500 == 1500 - bob.shown > 0
    assert ann.deviation == bob.deviation < 350
    assert (ann.matches, bob.matches) == (1, 1)


def test_a_draw_brings_ratings_together() -> None:
    """The stronger loses by it, and a win over the weaker gains little."""
    strong, weak = Rating(30.0, 2.0, 50), Rating(20.0, 2.0, 50)
    after = updated_ratings([strong, weak], None)
    assert after[0].mu < strong.mu
    assert after[1].mu > weak.mu
    assert updated_ratings([strong, weak], 0)[0].mu - strong.mu < updated_ratings([weak, strong], 0)[0].mu - weak.mu


def test_many_wins_are_known_to_be_strength() -> None:
    """Uncertainty shrinks as matches are played."""
    ann, bob = Rating(), Rating()
    for _ in range(30):
        ann, bob = updated_ratings([ann, bob], 0)
    assert ann.shown > 1900
    assert ann.deviation < 260


@pytest.mark.parametrize(
    ("seats", "is_rated", "who"),
    [
        ((ANN, BOB), True, ["a", "b"]),
        ((ANN, FIXED), True, ["a", "alphabeta:depth=3"]),
        ((ANN, BOB), False, None),
        ((FIXED, replace(FIXED, budget=Budget(depth=3, seed=8))), True, None),
    ],
)
def test_which_matches_count(seats: tuple[Player, Player], is_rated: bool, who: list[str] | None) -> None:
    """Rated ones between two who are known again, and not against oneself."""
    match = make_match(seats=seats, terms=Terms(rated=is_rated))
    assert rated_players(match) is None
    match.apply(MatchFinished(Result(0, "line"), 0.0))
    assert rated_players(match) == who


def test_a_match_without_a_result_counts_for_nobody() -> None:
    """Whatever it was given up for."""
    match = make_match(seats=(ANN, BOB), terms=Terms(rated=True))
    match.apply(MatchAborted("enough"))
    assert rated_players(match) is None


def test_an_engine_with_seconds_is_not_rated() -> None:
    """Its match is refused, with what would do."""
    engine = Engine("alphabeta", Budget(seconds=1.0))
    refused = refusal(MatchRegistry(), make_create(seats=(ANN, engine), terms=Terms(rated=True)))
    assert (refused.reason, "depth=6" in (refused.hint or "")) == (Reason.CANNOT_RATE, True)
