"""Matches that are too short to count, counted matches of pairs, and players who quit too many."""

import random
from typing import Any

import pytest

from kibitz_server.core.match.commands import PlayMove, Resign
from kibitz_server.core.match.match import Match
from kibitz_server.core.rated import (
    DAY_S,
    HOUR_S,
    MOST_PAIRS,
    MOST_QUITTERS,
    PairAtGame,
    PairMatches,
    Quits,
    RatedRules,
    pairs_of,
)
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason
from kibitz_server.core.values.terms import Terms, Uncounted
from kibitz_server.games.registry import declaration, declarations
from tests.server.core.make import ADA, BEN, ENGINE, make_chance_match, make_match, player_to_move

PAIR = PairAtGame("chess", frozenset({"ada", "ben"}))
SHORTEST = {
    "chess": ("f3", "e5", "g4", "Qh4#"),
    "go": ("pass", "pass"),
    "nim heaps=1": ("1-1",),
    "mnk columns=1 rows=1 connect=1": ("a1",),
    "connect4 connect=2": ("1", "2", "1"),
}
"""Very short games that end by the rules."""
GAMES = [each.name for each in declarations()]


def rated_match(game: str) -> Match:
    """Return a rated match of two accounts, which runs. `game` has its options: `nim heaps=1`."""
    name, *options = game.split()
    seats = Human("id-ada", "Ada", account=True), Human("id-ben", "Ben", account=True)
    given = tuple(tuple(option.split("=")) for option in options)
    fields: dict[str, Any] = {"options": given, "host": seats[0], "seats": seats, "terms": Terms(rated=True)}
    if declaration(name).chance:
        return make_chance_match(name, server_seed="ab" * 32, **fields)
    return make_match(name, **fields)


@pytest.mark.parametrize("game", [*SHORTEST, *GAMES])
def test_a_natural_end_counts_in_every_game(game: str) -> None:
    """A match that ends by the rules counts, however short it is. No game is shorter than its bound."""
    for seed in range(3):
        match, rng = rated_match(game), random.Random(seed)
        moves = iter(SHORTEST.get(game, ()))
        for _ in range(4000):
            move = next(moves, None) or rng.choice([move.text for move in match.position.legal])
            assert match.handle(PlayMove(player_to_move(match).id, match.ply, move), 1.0).refusal is None
            if match.over:
                break
        assert match.uncounted is None
        if match.over and not match.chance and " " not in game:
            assert match.ply >= match.game.declaration.least_plies


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_a_player_ends_needs_some_plies(game: str) -> None:
    """A player who ends a match early ends one that does not count; in games with chance every match counts."""
    least = rated_match(game).game.declaration.least_plies
    for plies in range(least + 1):
        match, rng = rated_match(game), random.Random(7)
        for _ in range(plies):
            # A game of go ends by two passes.
            legal = [move.text for move in match.position.legal if move.text != "pass"]
            match.handle(PlayMove(player_to_move(match).id, match.ply, rng.choice(legal)), 1.0)
        assert not match.over
        match.handle(Resign(player_to_move(match).id), 2.0)
        short = plies < least and not match.chance
        assert match.uncounted is (Uncounted.TOO_SHORT if short else None)


def test_without_a_server_every_match_counts() -> None:
    """The rules of a match outside of a server let it count and refuse no player."""
    assert RatedRules().uncounted("chess", (ADA, BEN, ENGINE, None)) is None
    assert RatedRules().refusal(ADA) is None


def test_a_pair_has_two_persons() -> None:
    """An account alone is no pair, and three accounts are three pairs."""
    assert pairs_of("chess", ["ada", "ada"]) == []
    assert len(pairs_of("chess", ["ada", "ben", "cat"])) == 3


def test_a_match_counts_for_a_day_after_its_end() -> None:
    """A match counts while it runs, however long, and for a day after its end."""
    counts = PairMatches()
    counts.note(PAIR, "m1", None)
    assert counts.count(PAIR, 9 * DAY_S) == 1
    counts.note(PAIR, "m1", 100.0)
    assert counts.count(PAIR, 99.0 + DAY_S) == 1
    assert counts.count(PAIR, 100.0 + DAY_S) == 0
    assert counts._pairs == {}


def test_a_match_that_does_not_count_after_all() -> None:
    """A match that was aborted is not counted any more."""
    counts = PairMatches()
    counts.note(PAIR, "m1", None)
    counts.note(PAIR, "m2", None)
    counts.remove(PAIR, "m1")
    assert counts.count(PAIR, 0.0) == 1
    counts.remove(PAIR, "m2")
    counts.remove(PAIR, "m3")
    assert counts._pairs == {}


def test_pairs_and_quitters_are_bounded() -> None:
    """Of many pairs and players, those of last are remembered."""
    counts, quits = PairMatches(), Quits(1)
    for number in range(MOST_PAIRS + 5):
        counts.note(PairAtGame("chess", frozenset({"ada", str(number)})), "m1", 1.0)
    for number in range(MOST_QUITTERS + 5):
        quits.note(str(number), 1.0)
    assert (len(counts._pairs), len(quits._times), len(quits._refused_until)) == (
        MOST_PAIRS,
        MOST_QUITTERS,
        MOST_QUITTERS,
    )
    assert counts.count(PairAtGame("chess", frozenset({"ada", str(MOST_PAIRS)})), 1.0) == 1
    assert quits.refused_s("0", 1.0) == 0
    assert quits.refused_s("5", 1.0) > 0


def test_quits_within_an_hour_cost_an_hour() -> None:
    """The third quit within an hour refuses rated matches for an hour, and those of earlier hours do not count."""
    quits = Quits(3)
    for at in (0.0, 100.0, HOUR_S + 1):
        quits.note("id-ada", at)
    assert quits.refused_s("id-ada", HOUR_S + 1) == 0
    quits.note("id-ada", HOUR_S + 50)
    assert quits.refused_s("id-ada", HOUR_S + 50) == HOUR_S
    assert quits.refused_s("id-ada", 2 * HOUR_S + 49) == 1
    assert quits.refused_s("id-ada", 2 * HOUR_S + 50) == 0
    assert quits.refused_s("id-ben", HOUR_S + 50) == 0


def test_the_refusal_says_why_and_until_when() -> None:
    """The refusal names the number of quits and the time that is left, to the player and to others."""
    quits = Quits(2)
    for at in (0.0, 60.0):
        quits.note(ADA.id, at)
    refusal = quits.refusal(ADA, 60.0, you=True)
    assert refusal is not None
    assert refusal.reason is Reason.CANNOT_RATE
    assert refusal.message == "you have quit 2 rated matches within an hour, and may play rated again in 60 min"
    assert "casual" in str(refusal.hint)
    later = quits.refusal(ADA, 3650.0, you=False)
    assert later is not None
    assert later.message == "Ada has quit 2 rated matches within an hour, and may play rated again in 10 s"
    assert quits.refusal(ADA, 3660.0, you=True) is None
