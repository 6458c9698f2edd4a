"""Which slot a search runs in: a pure function of what is free."""

import math
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from kibitz_server.engine.driver import Job

SHORT_S = 0.25
"""Longest search that counts as short: the round trip to another machine is a noticeable part of it."""
SHORT_NODES = 20_000
"""The same, in nodes."""
SHORT_LEVEL = 6
"""The same, as a level: stronger ones search more nodes than that."""


class Use(StrEnum):
    """How the slots of a cluster are used: before those of this machine, when these are busy, or alone."""

    PREFER = "prefer"
    SPARE = "spare"
    ONLY = "only"


class Wish(NamedTuple):
    """What a search needs of its slot.

    `near` is a short search for a person. `here` is one whose strength depends on the speed of the machine, in a match
    that must treat all alike.
    """

    near: bool = False
    here: bool = False


class Free(NamedTuple):
    """A free slot that can run the search: whether it is on this machine, and its speed if that is known."""

    local: bool
    speed: float | None = None


def is_short(job: Job) -> bool:
    """Return whether a search takes so little time that the round trip to another machine matters."""
    limit = job.limit
    return (
        (limit.seconds is not None and limit.seconds <= SHORT_S)
        or (limit.nodes is not None and limit.nodes <= SHORT_NODES)
        or (limit.level is not None and limit.level <= SHORT_LEVEL)
    )


def chosen(wish: Wish, free: Sequence[Free], use: Use) -> int | None:
    """Return the index of the slot that a search runs in; None if it waits for another one.

    A slot whose speed is not known is tried first, so that it becomes known.
    """
    allowed = [at for at, slot in enumerate(free) if _allowed(wish, slot, use)]
    local = [at for at in allowed if free[at].local]
    if local and (use is Use.SPARE or wish.near):
        allowed = local
    elif use is Use.PREFER:
        allowed = [at for at in allowed if not free[at].local] or allowed
    return max(allowed, key=lambda at: _speed(free[at]), default=None)


def _allowed(wish: Wish, slot: Free, use: Use) -> bool:
    return not slot.local if use is Use.ONLY else slot.local or not wish.here


def _speed(slot: Free) -> float:
    return math.inf if slot.speed is None else slot.speed
