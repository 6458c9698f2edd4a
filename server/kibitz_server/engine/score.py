"""Scale of scores: evaluations in the middle, proven results at the ends.

A score is for the side to move. A win found `n` plies ahead is `WIN - n`, so that a search wins soonest and loses
latest (mate distance). Evaluations are clamped to the range in between.
"""

WIN = 30_000
INFINITE = WIN + 1
PROVEN = WIN - 2_000
"""Lowest score that is a proven result and not an evaluation."""
SURE = 10_000
"""Score of a proven win at an unknown distance."""


def one_ply_earlier(score: int, turned: bool) -> int:
    """Return the score of a position as seen from the position before it.

    Args:
        score: The score for the side to move.
        turned: Whether the other side was to move before.
    """
    score = -score if turned else score
    return score - 1 if score >= PROVEN else score + 1 if score <= -PROVEN else score


def wins_in(score: int) -> int | None:
    """Return the plies until a proven win, negative for a proven loss, or None when neither is proven."""
    if score >= PROVEN:
        return WIN - score
    if score <= -PROVEN:
        return -(WIN + score)
    return None
