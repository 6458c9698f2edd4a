"""Win probabilities: the one scale on which the client shows the scores of all engines. Pure.

A win probability is the expected result, from 0 (lost) over 0.5 (even) to 1 (won); a draw counts half. The server
computes it; an older server sends only its scores, in units that differ from game to game.
"""

from kibitz_protocol.commands.analysis import AnalysedMove, Judgement
from kibitz_protocol.values.engines import SearchReport

EVEN = 300
"""The score that counts as a win in three of four games where the server sends no win probability, in hundredths."""
MARKS: dict[Judgement, str] = {"good": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""The marks of judgements, as in chess books."""
THRESHOLDS: tuple[tuple[float, Judgement], ...] = ((0.20, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy"))
"""The smallest losses of win probability, as the server judges them."""


def win_probability(search: SearchReport) -> float | None:
    """Return the win probability of the side to move; None for a random move, which has no score."""
    if search.source == "random":
        return None
    if search.win is not None:
        return search.win
    if search.wins_in is not None:
        return 1.0 if search.wins_in >= 0 else 0.0
    if search.exact:
        return 0.5 + 0.5 * ((search.score > 0) - (search.score < 0))
    return 0.5 + 0.5 * search.score / (abs(search.score) + EVEN)


def judged(loss: float) -> Judgement:
    """Return the judgement of a move that loses this much win probability."""
    return next((name for least, name in THRESHOLDS if loss >= least - 1e-9), "good")


def percent(probability: float) -> str:
    """Return a probability as a whole percentage: `62%`. Only a certain result is `0%` or `100%`."""
    if 0 < probability < 1:
        return f"{max(1, min(99, round(100 * probability)))}%"
    return f"{100 * probability:.0f}%"


def short_score(found: SearchReport | AnalysedMove) -> str:
    """Return a score for the side to move in about four characters: `+1.5`, `+12`, `W7` or `L4` when proven."""
    if found.wins_in is not None:
        return f"W{found.wins_in}" if found.wins_in >= 0 else f"L{-found.wins_in}"
    if found.exact:
        return f"{found.score:+d}"
    return f"{found.score / 100:+.{0 if abs(found.score) >= 1_000 else 1}f}"
