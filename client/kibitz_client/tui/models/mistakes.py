"""What the searches of a match say about its course: a value for each ply, and where it was thrown away. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kibitz_protocol.values import MoveView, SearchReport

EVEN = 300
"""A score that is worth half a win, in hundredths."""
MISTAKE = 0.35
"""So much of the way from lost to won, of which all is 2, makes a move a mistake."""
ASCII = "_.:-=+*#%@"
BLOCKS = "▁▂▃▄▅▆▇█"
"""The characters of a graph, from lost to won."""


def levels(*, ascii_only: bool) -> str:
    """What graphs are drawn with."""
    return ASCII if ascii_only else BLOCKS


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move after which its side stood worse: `before` and `after` from -1 (lost) to 1 (won), for that side.

    `better` is the move that its own search wanted, with the `score` it expected of that, where they are known.
    """

    ply: int
    before: float
    after: float
    better: str | None
    score: str = ""


def worth(search: SearchReport) -> float:
    """What a search expects for the side to move, from -1 (lost) to 1 (won)."""
    if search.wins_in is not None:
        return 1.0 if search.wins_in >= 0 else -1.0
    if search.exact:
        return float((search.score > 0) - (search.score < 0))
    return search.score / (abs(search.score) + EVEN)


def short_score(search: SearchReport) -> str:
    """What a search expects for the side to move, in four characters or so: `+1.5`, `+12`, `W7` or `L4` when proven."""
    if search.wins_in is not None:
        return f"W{search.wins_in}" if search.wins_in >= 0 else f"L{-search.wins_in}"
    if search.exact:
        return f"{search.score:+d}"
    return f"{search.score / 100:+.{0 if abs(search.score) >= 1_000 else 1}f}"


def values(moves: Sequence[MoveView]) -> list[float | None]:
    """For each move what was expected before it, for the first seat; None where nobody searched."""
    return [None if move.search is None else worth(move.search) * (1 if move.seat == 0 else -1) for move in moves]


def graph(moves: Sequence[MoveView], drawn: str = ASCII) -> str:
    """A character of `drawn` a ply, from lost for the first seat to won; a blank where nobody searched."""
    return "".join(
        " " if value is None else drawn[min(len(drawn) - 1, int((1 + value) / 2 * len(drawn)))]
        for value in values(moves)
    )


def mistakes(moves: Sequence[MoveView]) -> list[Mistake]:
    """The moves after which the next search expects much less for who played them than the one before did."""
    found = []
    known = [(ply, value) for ply, value in enumerate(values(moves)) if value is not None]
    for (at, before), (later, after) in pairwise(known):
        loser = 0 if after < before else 1
        theirs = [ply for ply in range(at, later) if moves[ply].seat == loser]
        sign = 1 if loser == 0 else -1
        if theirs and abs(after - before) >= MISTAKE:
            ply = theirs[-1]
            search = moves[ply].search
            line = search.line if search is not None else []
            better = line[0] if line and line[0] != moves[ply].move else None
            score = short_score(search) if search is not None and better else ""
            found.append(Mistake(moves[ply].ply, sign * before, sign * after, better, score))
    return found
