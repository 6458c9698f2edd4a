"""Evaluation of a match by its searches or by an analysis: a win probability for each ply, and the mistakes. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kibitz_client.match.evaluation import judged, short_score, win_probability
from kibitz_protocol.commands.analysis import Analysed, Judgement
from kibitz_protocol.values.engines import SearchReport
from kibitz_protocol.values.fields import Seat
from kibitz_protocol.values.matches import MoveView

ASCII = "_.:-=+*#%@"
BLOCKS = "▁▂▃▄▅▆▇█"
"""The characters of a graph, from lost to won."""
SERIOUS: tuple[Judgement, ...] = ("mistake", "blunder")
"""Judgements by the engines' own searches. They differ in depth, so that smaller losses may be none."""
BETTER_MOVES = 3
"""Moves of a better line that are named."""


def graph_characters(*, ascii_only: bool) -> str:
    """Return the characters that graphs are drawn with, from lost to won."""
    return ASCII if ascii_only else BLOCKS


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that lost win probability: `before` and `after` are those of the side that moved.

    `better` is the expected line of the search before it, with its `score`, if known.
    """

    ply: int
    seat: Seat
    before: float
    after: float
    better: str | None
    score: str = ""
    judgement: Judgement = "mistake"


def values(moves: Sequence[MoveView]) -> list[float | None]:
    """Return the win probability of the first seat before each move; None for moves without a search."""
    return [_value(move) for move in moves]


def analysed_values(found: Analysed) -> list[float | None]:
    """Return the win probability of the first seat before each move of an analysis."""
    return [move.before if move.seat == 0 else 1 - move.before for move in found.moves]


def search_value(search: SearchReport, seat: Seat) -> float | None:
    """Return the win probability of the first seat in the opinion of a search of a seat."""
    win = win_probability(search)
    return win if win is None or seat == 0 else 1 - win


def _value(move: MoveView) -> float | None:
    return search_value(move.search, move.seat) if move.search is not None else None


def curves(moves: Sequence[MoveView], characters: str = ASCII) -> dict[int, str]:
    """Return a graph for each seat with searches, of its own searches: engines may differ in their opinion.

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
        found[seat] = graph(held, characters)
    return found


def graph(plies: Sequence[float | None], characters: str = ASCII) -> str:
    """Return one of `characters` for each win probability, from lost to won; a space for None."""
    return "".join(
        " " if value is None else characters[min(len(characters) - 1, int(value * len(characters)))] for value in plies
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
        if any(search is not None and search.source == "random" for search in (moves[p].search for p in loser_plies)):
            continue
        judgement = judged(abs(after - before))
        if loser_plies and judgement in SERIOUS:
            move = moves[loser_plies[-1]]
            search = move.search
            line = search.line if search is not None else []
            better = " ".join(line[:BETTER_MOVES]) if line and line[0] != move.move else None
            score = short_score(search) if search is not None and better else ""
            own = (before, after) if loser == 0 else (1 - before, 1 - after)
            found.append(Mistake(move.ply, move.seat, *own, better, score, judgement))
    return found


def analysed_mistakes(found: Analysed) -> list[Mistake]:
    """Return the inaccuracies, mistakes and blunders of an analysis."""
    return [
        Mistake(
            move.ply,
            move.seat,
            move.before,
            move.before - move.loss,
            move.better(BETTER_MOVES) or move.best,
            short_score(move),
            move.judgement,
        )
        for move in found.moves
        if move.judgement != "good"
    ]
