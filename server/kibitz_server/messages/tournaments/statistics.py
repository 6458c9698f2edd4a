"""Statistics of two players as messages."""

from collections.abc import Mapping, Sequence

from kibitz_server.core.tournament.statistics.pairs import PAIR_POINTS, PairStatistics, pair_statistics
from kibitz_server.messages.outgoing import Data

SIDES = 2


def elo_data(found: PairStatistics) -> Data:
    """Return what results say about two players. What is not known yet is null."""
    elo, normalized = found.elo, found.normalized
    return {
        "score": found.score,
        "elo": elo and elo.elo,
        "elo_low": elo and elo.low,
        "elo_high": elo and elo.high,
        "elo_error": elo and elo.margin,
        "normalized_elo": normalized and normalized.elo,
        "normalized_error": normalized and normalized.margin,
        "superiority": found.superiority,
    }


def series_score_data(games: Sequence[Data]) -> Data | None:
    """Return the score of a series, as seen by the player who moved first in its first game.

    Args:
        games: The games as the client may see them. None is returned for games of one player, or of more than two.
    """
    if not games or any(len(game["seats"]) != SIDES for game in games):
        return None
    points = {game["number"]: _points(game) for game in games if game["phase"] == "finished" and game["result"]}
    found = pair_statistics(_pair_counts(points))
    results = list(points.values())
    seats = games[0]["seats"]
    duel = all(seat["kind"] == "engine" for seat in seats) and seats[0]["name"] != seats[1]["name"]
    return {
        "won": results.count(1),
        "drawn": results.count(0.5),
        "lost": results.count(0),
        "pairs": list(found.counts),
        "strength": elo_data(found) if duel else None,
    }


def _points(game: Data) -> float:
    """Return the points of the player who moved first in the first game. The sides are swapped after each game."""
    winner = game["result"]["winner"]
    return 0.5 if winner is None else float((winner + game["number"]) % 2)


def _pair_counts(points: Mapping[int, float]) -> list[int]:
    """Return how often each result of a pair occurs, in pairs of games of which both are over."""
    pairs = [points[number] + points[number + 1] for number in points if number % 2 and number + 1 in points]
    return [pairs.count(result) for result in PAIR_POINTS]
