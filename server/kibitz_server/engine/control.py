"""The block of memory through which a search is watched and stopped while it runs.

It is a C structure, so that the parent can map the very memory that the search works on (in another process, compiled
or not). The parent sets `stop` and reads the rest; there are no messages and no locks.
"""

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

LINE = 32
"""The longest principal variation that is reported, in plies."""
CHOICES = 16
"""How many moves of the root are reported with their share of the visits."""

UNLIMITED = 2**62


class Control(ctypes.Structure):
    """`sequence` is odd while what the driver writes (depth, score, line, choices) changes; the search itself writes
    nodes, selective, filled and horizon. `pid` is the process that owns the search. See `Progress` for what they mean.
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
        ("pid", ctypes.c_int64),
        ("line", ctypes.c_int64 * LINE),
        ("choice", ctypes.c_int64 * CHOICES),
        ("share", ctypes.c_int64 * CHOICES),
    )

    def reset(self, node_limit: int | None) -> None:
        """Make ready for the next search. Only while none runs."""
        self.nodes = self.selective = self.horizon = self.filled = self.capacity = 0
        self.depth = self.score = self.exact = self.distance = self.length = self.choices = 0
        self.node_limit = node_limit or UNLIMITED

    def narrow(self, nodes: int | None) -> None:
        """End the search after so many nodes, unless it ends sooner. A stop that comes first stays."""
        if nodes is not None and self.node_limit > nodes:
            self.node_limit = nodes

    @property
    def stop(self) -> int:
        """Whether the search is over: a search only looks at its limit, so stopping one takes all its nodes away."""
        return int(self.nodes >= self.node_limit)

    @stop.setter
    def stop(self, value: int) -> None:
        if value:
            self.node_limit = 0


class Progress(NamedTuple):
    """What a search has found so far.

    `score` is for the side to move, `line` holds codes of moves, `selective` is the deepest ply that was looked at
    (0 where that is the depth), `fill` says how much of the table is used, in thousandths, and `shares` how many
    thousandths of all visits went to which move of the root, the most visited first. An `exact` score is a result in
    the game's own unit, `distance` plies away.
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


def read(control: Control) -> Progress:
    """A consistent look at a running search: tried again while the search was just writing."""
    for _ in range(100):
        before = control.sequence
        found = _glance(control)
        if before == control.sequence and before % 2 == 0:
            return found
    # The writer was stopped in the middle (a killed worker): the counts are still right.
    return Progress(0, 0, control.nodes, (), control.selective)


def _glance(control: Control) -> Progress:
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
    )


@contextmanager
def writing(control: Control) -> Iterator[None]:
    """While inside, readers wait: what is written becomes visible all at once."""
    control.sequence += 1
    try:
        yield
    finally:
        control.sequence += 1


def publish(
    control: Control, depth: int, score: int, line: Sequence[int], exact: bool = False, distance: int = 0
) -> None:
    """Report a finished depth, or a better move found on the way to one."""
    with writing(control):
        control.depth = depth
        control.score = score
        control.exact = exact
        control.distance = distance
        control.length = min(len(line), LINE)
        for i in range(control.length):
            control.line[i] = line[i]
