"""Ratings: which players have one, which matches count, and how a result changes ratings."""

from dataclasses import replace

import pytest

from kibitz_server.core.lobby.ratings import Rating, identity, rated_players, updated_ratings
from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.values.events import MatchAborted, MatchFinished, Result
from kibitz_server.core.values.players import Engine, Human, Player
from kibitz_server.core.values.refusal import Reason
from kibitz_server.core.values.terms import Terms
from kibitz_server.core.values.time_management import Budget
from tests.server.core.make import creation_refusal, make_create, make_match

ANN, BOB = Human("a", "ann", account=True), Human("b", "bob", account=True)
FIXED = Engine("alphabeta", Budget(depth=3, seed=7))


@pytest.mark.parametrize(
    ("player", "expected"),
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
def test_which_players_have_an_identity(player: Player | None, expected: str | None) -> None:
    """Accounts and engines with a fixed limit have an identity; guests and engines with seconds have none."""
    assert identity(player) == expected


def test_equal_players_diverge_after_a_win() -> None:
    """The winner gains what the loser loses, and both deviations shrink."""
    ann, bob = updated_ratings([Rating(), Rating()], 0)
    assert Rating().shown == 1500
    assert Rating().deviation == 350
    assert ann.shown - 1500 == 1500 - bob.shown > 0
    assert ann.deviation == bob.deviation < 350
    assert (ann.matches, bob.matches) == (1, 1)


def test_a_draw_brings_ratings_together() -> None:
    """In a draw the stronger player loses rating; a win over a weaker player gains little."""
    strong, weak = Rating(30.0, 2.0, 50), Rating(20.0, 2.0, 50)
    after = updated_ratings([strong, weak], None)
    assert after[0].mu < strong.mu
    assert after[1].mu > weak.mu
    assert updated_ratings([strong, weak], 0)[0].mu - strong.mu < updated_ratings([weak, strong], 0)[0].mu - weak.mu


def test_many_wins_are_strength() -> None:
    """The deviation shrinks with each match."""
    ann, bob = Rating(), Rating()
    for _ in range(30):
        ann, bob = updated_ratings([ann, bob], 0)
    assert ann.shown > 1900
    assert ann.deviation < 260


@pytest.mark.parametrize(
    ("seats", "is_rated", "expected"),
    [
        ((ANN, BOB), True, ["a", "b"]),
        ((ANN, FIXED), True, ["a", "alphabeta:depth=3"]),
        ((ANN, BOB), False, None),
        ((FIXED, replace(FIXED, budget=Budget(depth=3, seed=8))), True, None),
    ],
)
def test_which_matches_count(seats: tuple[Player, Player], is_rated: bool, expected: list[str] | None) -> None:
    """Rated matches between two different identities count."""
    match = make_match(seats=seats, terms=Terms(rated=is_rated))
    assert rated_players(match) is None
    match.apply(MatchFinished(Result(0, "line"), 0.0))
    assert rated_players(match) == expected


def test_a_match_without_a_result_does_not_count() -> None:
    """An aborted match does not count."""
    match = make_match(seats=(ANN, BOB), terms=Terms(rated=True))
    match.apply(MatchAborted("enough"))
    assert rated_players(match) is None


def test_an_engine_with_seconds_is_not_rated() -> None:
    """A rated match with such an engine is refused, with a hint at valid limits."""
    engine = Engine("alphabeta", Budget(seconds=1.0))
    refused = creation_refusal(MatchRegistry(), make_create(seats=(ANN, engine), terms=Terms(rated=True)))
    assert (refused.reason, "depth=6" in (refused.hint or "")) == (Reason.CANNOT_RATE, True)
