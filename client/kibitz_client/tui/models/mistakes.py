"""Evaluation of a match from its searches: a value for each ply, and the mistakes. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kibitz_protocol.values import MoveView, SearchReport

EVEN = 300
"""The score that counts as half a win, in hundredths."""
MISTAKE = 0.35
"""A move that loses this much on the scale from -1 (lost) to 1 (won) is a mistake."""
ASCII = "_.:-=+*#%@"
BLOCKS = "▁▂▃▄▅▆▇█"
"""The characters of a graph, from lost to won."""


def graph_characters(*, ascii_only: bool) -> str:
    """Return the characters that graphs are drawn with, from lost to won."""
    return ASCII if ascii_only else BLOCKS


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that lost value: `before` and `after` go from -1 (lost) to 1 (won) for the side that moved.

    `better` is the best move of the search before it, with its `score`, if known.
    """

    ply: int
    before: float
    after: float
    better: str | None
    score: str = ""


def worth(search: SearchReport) -> float:
    """Return the value of a search for the side to move, from -1 (lost) to 1 (won)."""
    if search.wins_in is not None:
        return 1.0 if search.wins_in >= 0 else -1.0
    if search.exact:
        return float((search.score > 0) - (search.score < 0))
    return search.score / (abs(search.score) + EVEN)


def short_score(search: SearchReport) -> str:
    """Return the score for the side to move in about four characters: `+1.5`, `+12`, `W7` or `L4` when proven."""
    if search.wins_in is not None:
        return f"W{search.wins_in}" if search.wins_in >= 0 else f"L{-search.wins_in}"
    if search.exact:
        return f"{search.score:+d}"
    return f"{search.score / 100:+.{0 if abs(search.score) >= 1_000 else 1}f}"


def values(moves: Sequence[MoveView]) -> list[float | None]:
    """Return the value before each move for the first seat; None for moves without a search, such as random ones."""
    return [_value(move) for move in moves]


def _value(move: MoveView) -> float | None:
    if move.search is None or move.search.source == "random":
        return None
    return worth(move.search) * (1 if move.seat == 0 else -1)


def curves(moves: Sequence[MoveView], characters: str = ASCII) -> dict[int, str]:
    """Return a graph for each seat with searches, of its own searches: engines may have different scales.

    A ply without a search of the seat repeats the last value.
    """
    found = {}
    for seat in sorted({move.seat for move in moves if _value(move) is not None}):
        last: float | None = None
        held: list[float | None] = []
        for move in moves:
            value = _value(move) if move.seat == seat else None
            last = last if value is None else value
            held.append(last)
        found[seat] = _drawn(held, characters)
    return found


def graph(moves: Sequence[MoveView], characters: str = ASCII) -> str:
    """Return one of `characters` for each ply, from lost for the first seat to won; a space without a search."""
    return _drawn(values(moves), characters)


def _drawn(plies: Sequence[float | None], characters: str) -> str:
    return "".join(
        " " if value is None else characters[min(len(characters) - 1, int((1 + value) / 2 * len(characters)))]
        for value in plies
    )


def mistakes(moves: Sequence[MoveView]) -> list[Mistake]:
    """Return the moves after which the next search expects much less for the mover than the search before.

    A loss in which a random move had a part is no mistake of the engine that chose it so.
    """
    found = []
    known = [(ply, value) for ply, value in enumerate(values(moves)) if value is not None]
    for (at, before), (later, after) in pairwise(known):
        loser = 0 if after < before else 1
        loser_plies = [ply for ply in range(at, later) if moves[ply].seat == loser]
        sign = 1 if loser == 0 else -1
        if any(search is not None and search.source == "random" for search in (moves[p].search for p in loser_plies)):
            continue
        if loser_plies and abs(after - before) >= MISTAKE:
            ply = loser_plies[-1]
            search = moves[ply].search
            line = search.line if search is not None else []
            better = line[0] if line and line[0] != moves[ply].move else None
            score = short_score(search) if search is not None and better else ""
            found.append(Mistake(moves[ply].ply, sign * before, sign * after, better, score))
    return found
