"""Control block: shared memory through which the parent observes and stops a running search.

It is a C structure, so that the parent can map the memory that the search itself uses, in another process, compiled or
not. The parent sets `stop` and reads the rest. There are no messages and no locks.
"""

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

LINE = 32
"""Longest principal variation that is reported, in plies."""
CHOICES = 16
"""Number of root moves that are reported with their share of the visits."""

UNLIMITED = 2**62
SEARCH, RANDOM, BOOK = 0, 1, 2
"""Where a reported move comes from."""


class SearchControl(ctypes.Structure):
    """Control block of one search.

    `sequence` is odd while the driver writes its fields (depth, score, line, choices). The search itself writes nodes,
    selective, filled and horizon. `Progress` documents the other fields.
    """

    _fields_ = (
        ("nodes", ctypes.c_int64),
        ("node_limit", ctypes.c_int64),
        ("selective", ctypes.c_int64),
        ("horizon", ctypes.c_int64),
        ("filled", ctypes.c_int64),
        ("capacity", ctypes.c_int64),
        ("sequence", ctypes.c_int64),
        ("depth", ctypes.c_int64),
        ("score", ctypes.c_int64),
        ("exact", ctypes.c_int64),
        ("distance", ctypes.c_int64),
        ("length", ctypes.c_int64),
        ("choices", ctypes.c_int64),
        ("line", ctypes.c_int64 * LINE),
        ("choice", ctypes.c_int64 * CHOICES),
        ("share", ctypes.c_int64 * CHOICES),
        ("source", ctypes.c_int64),
    )

    def reset(self, node_limit: int | None) -> None:
        """Prepare the block for the next search. Call this only while no search runs."""
        self.nodes = self.selective = self.horizon = self.filled = self.capacity = 0
        self.depth = self.score = self.exact = self.distance = self.length = self.choices = self.source = 0
        self.node_limit = node_limit or UNLIMITED

    def narrow(self, nodes: int | None) -> None:
        """Lower the node limit to `nodes` if that is less. An earlier stop stays in force."""
        if nodes is not None and self.node_limit > nodes:
            self.node_limit = nodes

    @property
    def stop(self) -> int:
        """Whether the search is over. A search checks only its node limit, so a stop sets that limit to 0."""
        return int(self.nodes >= self.node_limit)

    @stop.setter
    def stop(self, value: int) -> None:
        if value:
            self.node_limit = 0


class Progress(NamedTuple):
    """Findings of a search so far.

    `score` is for the side to move, and `line` holds move codes. `selective` is the deepest ply searched (0 if it
    equals the depth). `fill` is the used part of the table, in thousandths. `shares` lists moves of the root with their
    thousandths of all visits, most visited first. An `exact` score is a result in the game's own unit, `distance` plies
    away. `source` is where the move comes from: SEARCH, RANDOM (then the score means nothing) or BOOK.
    """

    depth: int
    score: int
    nodes: int
    line: tuple[int, ...]
    selective: int = 0
    fill: int = 0
    shares: tuple[tuple[int, int], ...] = ()
    exact: bool = False
    distance: int | None = None
    source: int = SEARCH


def read(control: SearchControl) -> Progress:
    """Return a consistent snapshot of a running search. Retry while the search is writing, 100 times at most."""
    for _ in range(100):
        before = control.sequence
        copy = SearchControl.from_buffer_copy(control)
        if before == control.sequence and before % 2 == 0:
            return _progress(copy)
    # The writer died while writing (a killed worker). The counts are still correct.
    return Progress(0, 0, control.nodes, (), control.selective)


def _progress(control: SearchControl) -> Progress:
    return Progress(
        depth=control.depth,
        score=control.score,
        nodes=control.nodes,
        line=tuple(control.line[: control.length]),
        selective=control.selective,
        fill=min(1000, 1000 * control.filled // max(1, control.capacity)),
        shares=tuple(zip(control.choice[: control.choices], control.share[: control.choices], strict=True)),
        exact=bool(control.exact),
        distance=control.distance if control.exact else None,
        source=control.source,
    )


@contextmanager
def writing(control: SearchControl) -> Iterator[None]:
    """Mark the driver's fields as being written, so that readers retry until the block ends."""
    control.sequence += 1
    try:
        yield
    finally:
        control.sequence += 1


def publish(
    control: SearchControl, depth: int, score: int, line: Sequence[int], exact: bool = False, distance: int = 0
) -> None:
    """Report a finished depth, or a better move found before the depth is finished."""
    with writing(control):
        control.source = SEARCH
        control.depth = depth
        control.score = score
        control.exact = exact
        control.distance = distance
        control.length = min(len(line), LINE)
        for i in range(control.length):
            control.line[i] = line[i]


def publish_random(control: SearchControl, move: int) -> None:
    """Report a move that was chosen at random, without a search."""
    control.nodes = 1
    publish(control, 0, 0, [move])
    control.source = RANDOM


def publish_from_book(control: SearchControl, score: int, move: int) -> None:
    """Report a move from a table of solved positions, without a search."""
    publish(control, 0, score, [move])
    control.source = BOOK
