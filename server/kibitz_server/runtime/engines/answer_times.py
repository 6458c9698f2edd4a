"""When engines answer in games with hidden cards: at times that do not depend on the cards.

The time of a search depends on its position, and so on cards that only the engine's seat has seen. An answer is
therefore held back until the next step of a ladder that doubles. The first step follows from what everyone knows: the
clock, and the times of many searches of this kind in all matches. A step that more than one search in twenty misses is
left for a later one, so that no step is reached with some cards and missed with others.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from kibitz_server.engine.driver import Job
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import OptionValue

FIRST_S = 0.05
"""First step: a search with a table of best play takes a tenth of it."""
LEAST_S = 0.005
"""First step of an engine that has hardly any time on its clock."""
LATE_S = 0.1
"""How long after its time limit a search may end. A step just behind the limit suits searches that use all of it."""
WEIGHT = 20
"""Searches in a step that make up for one that misses it."""
MISSES = 4
"""Misses without enough such searches that keep the step: a busy machine delays several searches in a row."""
SPARE = 100
"""Searches, less `WEIGHT` for each other one, that half the step is enough for until it is halved."""
MOST_KINDS = 1000


class Kind(NamedTuple):
    """A kind of search: all that bounds its work, without what differs between two moves of a match."""

    game: str
    options: tuple[tuple[str, OptionValue], ...]
    algorithm: str
    limit: Limit


@dataclass(slots=True)
class _Step:
    """The first step of a kind of search, and how well it suits the last ones."""

    seconds: float = FIRST_S
    missed: int = 0
    needed_s: float = math.inf
    """The nearest step that a search had which missed this one."""
    spare: int = 0

    def note(self, spent_s: float, step_s: float, *, missed: bool) -> None:
        """Note how long a search took and the step of its answer, and change the first step if it no longer suits."""
        self.missed = max(0, self.missed + (WEIGHT if missed else -1))
        self.needed_s = min(self.needed_s, step_s) if missed else self.needed_s if self.missed else math.inf
        self.spare = max(0, self.spare + (1 if 2 * spent_s <= self.seconds else -WEIGHT))
        if self.missed > WEIGHT * MISSES:
            self._change(max(self.seconds, self.needed_s))
        elif self.spare >= SPARE:
            self._change(max(FIRST_S, self.seconds / 2))

    def _change(self, seconds: float) -> None:
        self.seconds, self.missed, self.needed_s, self.spare = seconds, 0, math.inf, 0


class AnswerTimes:
    """The steps of all kinds of searches in games with hidden cards. Times are in seconds."""

    def __init__(self) -> None:
        self._steps: dict[Kind, _Step] = {}

    def held_s(self, job: Job, spent_s: float, affordable_s: Callable[[float], float]) -> float:
        """Return the time from the start of a search to its answer.

        Args:
            job: The search, which has just ended.
            spent_s: How long it took.
            affordable_s: Returns how much of a time the clock of the engine allows.
        """
        known = self._of(job)
        step_s = first_s = max(LEAST_S, affordable_s(known.seconds))
        while step_s < spent_s:
            step_s *= 2
        bound_s = (job.limit.seconds or math.inf) + LATE_S
        if spent_s <= bound_s:
            step_s = min(step_s, bound_s)
        known.note(spent_s, step_s, missed=step_s > first_s)
        return step_s

    def _of(self, job: Job) -> _Step:
        kind = Kind(job.game, job.options, job.algorithm, replace(job.limit, seconds=None, seed=None))
        # The kind that was not used for the longest time is the first one.
        step = self._steps[kind] = self._steps.pop(kind) if kind in self._steps else _Step()
        if len(self._steps) > MOST_KINDS:
            del self._steps[next(iter(self._steps))]
        return step
