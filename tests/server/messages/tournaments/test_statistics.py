"""Statistics as messages."""

from collections.abc import Sequence
from typing import Any

import pytest

from kibitz_protocol.commands.match_info import SeriesScore
from kibitz_server.core.tournament.statistics.pairs import pair_statistics
from kibitz_server.messages.outgoing import Data
from kibitz_server.messages.tournaments.statistics import elo_data, series_score_data

DUEL = (("engine", "level:4"), ("engine", "level:3"))


def game(number: int, winner: Any, players: Sequence[tuple[str, str]] = DUEL) -> Data:
    """Return a game of a series whose `winner` is a player from 0, None for a draw, or a phase without a result."""
    seats = players if number % 2 else players[::-1]
    over = not isinstance(winner, str)
    seat = None if winner is None or not over else (winner + number - 1) % 2
    return {
        "number": number,
        "phase": "finished" if over else winner,
        "seats": [{"kind": kind, "name": name} for kind, name in seats],
        "result": {"winner": seat} if over else {"winner": None} if winner == "aborted" else None,
    }


def score_of(*winners: Any, players: Sequence[tuple[str, str]] = DUEL) -> SeriesScore:
    """Return the score of the games of a series, as a client reads it."""
    data = series_score_data([game(number, winner, players) for number, winner in enumerate(winners, 1)])
    return SeriesScore.model_validate(data)


def test_points_belong_to_players_and_not_to_sides() -> None:
    """Sides alternate; a draw is half a point, and a game that runs or was aborted has no points."""
    score = score_of(0, 1, None, 0, "running", "aborted")
    assert (score.won, score.drawn, score.lost) == (2, 1, 1)
    assert score.pairs == [0, 0, 1, 1, 0]


def test_only_complete_pairs_count_for_strength() -> None:
    """A pair is a game with an odd number and the next one, both with a result."""
    assert score_of(0, "running").pairs == [0] * 5
    assert score_of("aborted", 0, 0, 0).pairs == [0, 0, 0, 0, 1]
    table = series_score_data([game(number, 0) for number in (2, 3, 4, 7)])
    assert table is not None
    assert (table["won"], table["pairs"]) == (4, [0, 0, 0, 0, 1])


def test_strength_is_that_of_the_pairs() -> None:
    """Two different engines get the figures of their pairs; what is not known yet is null."""
    early = score_of(*[0, None] * 4).strength
    assert early is not None
    assert (early.score, early.elo, early.elo_error, early.superiority) == (0.75, None, None, None)
    later = score_of(*[0, None, 0, 1] * 10).strength
    wanted = pair_statistics([0, 0, 10, 10, 0])
    assert later is not None
    assert wanted.elo is not None
    assert (later.elo, later.elo_low, later.elo_high) == (wanted.elo.elo, wanted.elo.low, wanted.elo.high)


@pytest.mark.parametrize(
    "players",
    [
        (("human", "ann"), ("human", "bob")),
        (("human", "ann"), ("engine", "level:3")),
        (("engine", "level:3"), ("engine", "level:3")),
    ],
)
def test_only_duels_have_a_strength(players: Sequence[tuple[str, str]]) -> None:
    """Games of people, and of an engine against itself, have a score alone."""
    assert score_of(*[0, None, 0, 1] * 10, players=players).strength is None


def test_other_numbers_of_players_have_no_score() -> None:
    """A match of one or three players, or no match, has no score of two."""
    assert series_score_data([]) is None
    assert series_score_data([game(1, 0, (*DUEL, ("human", "ann")))]) is None


def test_figures_without_an_end_are_null() -> None:
    """An interval that has no end has null there, which JSON can write."""
    data = elo_data(pair_statistics([0, 0, 0, 1, 30]))
    assert (data["elo_high"], data["elo_error"]) == (None, None)
    assert data["elo_low"] > 300
