"""The moves that picked cells stand for on a board of points, whose paths are pairs: origin and target of each step.

The pairs may be picked in any order. The picked cells are complete pairs, and at the end perhaps one origin whose
target is still to come. Pure; a twin of `web/match/pairs.js`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from kibitz_protocol.values.boards import BARS, POINTS
from kibitz_protocol.values.state import State

Pair = tuple[int, int]
Started = tuple[str, list[Pair]]
"""A move that has all picked pairs, and its pairs that are not picked yet."""


def pick(position: State, picked: tuple[int, ...], cell: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Pick one more cell. Return the cells that are picked now, and the moves if those are complete.

    A move that is complete while others go on is returned before those.
    """
    if len(picked) % 2 and picked[-1] == cell:
        return picked[:-1], ()
    for now in _continuations(picked, cell):
        if len(now) % 2:
            if cell in _origins(_started(position, now[:-1])):
                return now, ()
        elif started := _started(position, now):
            complete = [move for move, rest in started if not rest]
            others = [move for move, rest in started if rest]
            return now, (*complete, *others) if complete else ()
    return (), ()


def _continuations(picked: tuple[int, ...], cell: int) -> Iterable[tuple[int, ...]]:
    """Yield what the cells may be after a pick, the likeliest first."""
    yield (*picked, cell)
    if len(picked) % 2:
        yield (*picked[:-1], cell)
    elif picked:
        yield (*picked, picked[-1], cell)
    yield (cell,)


def targets(position: State, picked: Sequence[int]) -> frozenset[int]:
    """Return the cells that may be picked next: the origins of steps, or the targets of those with the last origin."""
    if len(picked) % 2 == 0:
        return frozenset(_origins(_started(position, picked)))
    started = _started(position, picked[:-1])
    return frozenset(target for _, rest in started for origin, target in rest if origin == picked[-1])


def stepped(position: State, picked: Sequence[int]) -> State:
    """Return the position after the picked steps of the side to move. A checker alone on a target goes to its bar."""
    counts, mover = list(position.counts), position.to_move or 0
    sign = -1 if mover else 1
    for origin, target in _pairs(picked):
        counts[origin] -= sign
        if target < POINTS and counts[target] == -sign:
            counts[target] = 0
            counts[BARS[1 - mover]] -= sign
        counts[target] += sign
    return position.model_copy(update={"counts": counts})


def _origins(started: Iterable[Started]) -> set[int]:
    return {origin for _, rest in started for origin, _ in rest}


def _started(position: State, picked: Sequence[int]) -> list[Started]:
    """Return the moves that have all picked pairs."""
    done = Counter(_pairs(picked))
    found = []
    for move, path in zip(position.legal, position.paths, strict=True):
        left, rest = done.copy(), []
        for pair in _pairs(path):
            if left[pair]:
                left[pair] -= 1
            else:
                rest.append(pair)
        if path and not left.total():
            found.append((move, rest))
    return found


def _pairs(cells: Sequence[int]) -> list[Pair]:
    return list(zip(cells[::2], cells[1::2], strict=False))
