"""The moves that picked cells stand for on a board of points, whose paths are pairs: origin and target of each step.

The pairs may be picked in any order. The picked cells are complete pairs, and at the end perhaps one origin whose
target is still to come. Pure; a twin of `web/match/pairs.js`.
"""

from collections.abc import Iterable, Sequence

from kibitz_protocol.values.boards import BARS, OFF, POINTS
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
    wanted, paths = _pairs(picked), [_pairs(path) for path in position.paths]
    known = {pair for pairs in paths for pair in pairs} if wanted else set()
    steps = {pair for pair in wanted if pair in known and not _hits(position, pair[1])}
    found = []
    for move, pairs in zip(position.legal, paths, strict=True):
        if pairs and (rest := _rest(pairs, wanted, steps)) is not None:
            found.append((move, rest))
    return found


def _rest(pairs: list[Pair], wanted: list[Pair], steps: set[Pair]) -> list[Pair] | None:
    """Return the pairs of a move that are left after the wanted ones; None if it does not have these.

    A checker that moves by several dice has one pair, which may be picked in steps. A step is itself a pair of a legal
    move, and hits nothing, because a move names the points at which it hits.
    """
    if not wanted:
        return pairs
    (origin, target), later = wanted[0], wanted[1:]
    if wanted[0] in pairs:
        place = pairs.index(wanted[0])
        found = _rest(pairs[:place] + pairs[place + 1 :], later, steps)
        if found is not None:
            return found
    for place, (start, end) in enumerate(pairs):
        if wanted[0] in steps and start == origin and _lies_between(start, target, end):
            found = _rest([*pairs[:place], (target, end), *pairs[place + 1 :]], later, steps)
            if found is not None:
                return found
    return None


def _hits(position: State, cell: int) -> bool:
    """Return whether a checker of the other side stands alone on a point."""
    return cell < POINTS and position.counts[cell] == (1 if position.to_move else -1)


def _lies_between(start: int, middle: int, end: int) -> bool:
    """Return whether a checker that moves from one cell to another passes a third one."""
    first, second, third = (_LINE.get(cell, cell) for cell in (start, middle, end))
    return (second - first) * (third - second) > 0


_LINE = {BARS[0]: POINTS, BARS[1]: -1, OFF[0]: -1, OFF[1]: POINTS}
"""Places of bars and of what is borne off, in the line of the points."""


def _pairs(cells: Sequence[int]) -> list[Pair]:
    return list(zip(cells[::2], cells[1::2], strict=False))
