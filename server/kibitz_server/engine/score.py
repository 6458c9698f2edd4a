"""The scale of scores: evaluations in the middle, proven results at the ends.

A score is for the side to move. A win found `n` plies ahead is `WIN - n`, so that a search wins soonest and loses
latest (mate distance); evaluations are cut to what lies between.
"""

WIN = 30_000
INFINITE = WIN + 1
PROVEN = WIN - 2_000
"""From here on a score is a proven result, no evaluation."""


def wins_in(score: int) -> int | None:
    """Plies until a proven win; below zero for a proven loss; None when nothing is proven."""
    if score >= PROVEN:
        return WIN - score
    if score <= -PROVEN:
        return -(WIN + score)
    return None
