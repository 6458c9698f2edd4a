"""Graphs of win probabilities as text: one of a match, and one of each engine by its own searches. Pure."""

from collections.abc import Sequence

from kibitz_protocol.values.evaluation import move_value
from kibitz_protocol.values.matches import MoveView

ASCII = "_.:-=+*#%@"
BLOCKS = "▁▂▃▄▅▆▇█"
"""The characters of a graph, from lost to won."""


def graph_characters(*, ascii_only: bool) -> str:
    """Return the characters that graphs are drawn with, from lost to won."""
    return ASCII if ascii_only else BLOCKS


def curves(moves: Sequence[MoveView], characters: str = ASCII) -> dict[int, str]:
    """Return a graph for each seat with searches, of its own searches: engines may differ in their opinion.

    A ply without a search of the seat repeats the last value.
    """
    found = {}
    for seat in sorted({move.seat for move in moves if move_value(move) is not None}):
        last: float | None = None
        held: list[float | None] = []
        for move in moves:
            value = move_value(move) if move.seat == seat else None
            last = last if value is None else value
            held.append(last)
        found[seat] = graph(held, characters)
    return found


def graph(plies: Sequence[float | None], characters: str = ASCII) -> str:
    """Return one of `characters` for each win probability, from lost to won; a space for None."""
    return "".join(
        " " if value is None else characters[min(len(characters) - 1, int(value * len(characters)))] for value in plies
    )
