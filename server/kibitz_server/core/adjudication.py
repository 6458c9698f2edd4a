"""Adjudication of a match between engines: whether its terms end it, by the searches of its moves.

It is decided with each move, from what the move stores. So a match that is replayed from its events or its record ends
the same way. What counts is a search: a move from a book, a random one, and one without search info say nothing, and
none of the last moves that a rule asks for may be such.

Scores count as the algorithms report them, in hundredths: of a pawn or a disc by alpha-beta, of a win, from -100 to
100, by Monte Carlo search. A proven win or loss is beyond every score, and a proven draw is 0.
"""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from kibitz_server.core.values.endings import BY_LENGTH, BY_PROOF, BY_SCORE
from kibitz_server.core.values.events import Result
from kibitz_server.core.values.terms import Adjudication, DrawRule, ResignRule


class ReportedSearch(Protocol):
    """Findings of a search for its side, as a match stores them and records have them."""

    @property
    def score(self) -> int: ...
    @property
    def wins_in(self) -> int | None: ...
    @property
    def exact(self) -> bool: ...
    @property
    def source(self) -> str: ...


class SearchedMove(NamedTuple):
    """Seat of a move, and the search of its engine, if it has any."""

    seat: int
    search: ReportedSearch | None


Searches = list[ReportedSearch | None]
Scores = list[float | None]
"""Searches of the last moves of a side, and their scores, the newest first; None for a move that counts for nothing."""


def result_by(rules: Adjudication, ply: int, newest: Iterable[SearchedMove]) -> Result | None:
    """Return the result by which rules end a match that is not over by the rules of its game; None if it goes on.

    Args:
        rules: The rules.
        ply: The number of moves that were played.
        newest: These moves, the newest first. No more of them are read than the rules ask for.
    """
    wanted = max(1, rules.resign.moves if rules.resign else 0, rules.draw.moves if rules.draw else 0)
    found = _searches(newest, wanted) if rules.resign or rules.draw or rules.proved else ([], [])
    if rules.proved and (result := _by_proof(found)) is not None:
        return result
    scores = [[_score(search) for search in searches] for searches in found]
    loser = _lost(rules.resign, scores) if rules.resign else None
    if loser is not None:
        return Result(1 - loser, BY_SCORE)
    if rules.draw and ply >= 2 * rules.draw.from_move and _level(rules.draw, scores):
        return Result(None, BY_SCORE)
    if rules.most_plies is not None and ply >= rules.most_plies:
        return Result(None, BY_LENGTH)
    return None


def _searches(newest: Iterable[SearchedMove], wanted: int) -> tuple[Searches, Searches]:
    """Return the searches of the last moves of each side, at most `wanted`, the newest first."""
    found: tuple[Searches, Searches] = ([], [])
    for seat, search in newest:
        if len(found[seat]) < wanted:
            found[seat].append(search)
        if len(found[0]) == len(found[1]) == wanted:
            break
    return found


def _score(found: ReportedSearch | None) -> float | None:
    """Return the score of a search: beyond all numbers for a proven win or loss; None if it does not count."""
    if found is None or found.source != "search":
        return None
    if found.wins_in is not None:
        return math.inf if found.wins_in >= 0 else -math.inf
    if found.exact:
        return math.copysign(math.inf, found.score) if found.score else 0
    return found.score


def _lost(rule: ResignRule, scores: Sequence[Scores]) -> int | None:
    """Return the side that has lost by the scores; None if neither has, or each says so of itself."""
    sides = [
        side
        for side in range(2)
        if _all_at_least(rule, [_negative(score) for score in scores[side]])
        and (not rule.both or _all_at_least(rule, scores[1 - side]))
    ]
    return sides[0] if len(sides) == 1 else None


def _negative(score: float | None) -> float | None:
    return None if score is None else -score


def _all_at_least(rule: ResignRule, scores: Scores) -> bool:
    last = scores[: rule.moves]
    return len(last) == rule.moves and all(score is not None and score >= rule.score for score in last)


def _level(rule: DrawRule, scores: Sequence[Scores]) -> bool:
    last = [side[: rule.moves] for side in scores]
    return all(
        len(side) == rule.moves and all(score is not None and abs(score) <= rule.score for score in side)
        for side in last
    )


class _Proof(NamedTuple):
    """Proven result for seat 0: its sign, and its size in the unit of the game where that is known."""

    sign: int
    size: int | None


def _by_proof(found: Sequence[Searches]) -> Result | None:
    """Return the result that the last searches of both sides have proven; None if they have not, or differ."""
    first, second = (_proof(searches[0], seat) if searches else None for seat, searches in enumerate(found))
    if first is None or second is None or first.sign != second.sign:
        return None
    if None not in (first.size, second.size) and first.size != second.size:
        return None
    return Result({1: 0, -1: 1}.get(first.sign), BY_PROOF)


def _proof(found: ReportedSearch | None, seat: int) -> _Proof | None:
    score = _score(found)
    if found is None or score is None or not (found.exact or found.wins_in is not None):
        return None
    side = 1 if seat == 0 else -1
    sign = (score > 0) - (score < 0)
    return _Proof(side * sign, side * found.score if found.exact else None)
