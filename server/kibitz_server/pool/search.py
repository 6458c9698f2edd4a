"""A search in an engine pool, from its submission to its report."""

import asyncio
import contextvars
import time
from collections import Counter
from dataclasses import replace
from typing import Protocol

from kibitz_server.engine import driver
from kibitz_server.engine.algorithms import STAND_IN, shallow
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import Job, SearchResult
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Position
from kibitz_server.pool.interface import WHOLE, Priority, SearchLost
from kibitz_server.pool.placement import Wish, is_short
from kibitz_server.pool.slot import Slot, SlotLost

COMPILING_S = 10.0
"""Longest wait for machine code. Plain Python finds a move too, but searches a hundredth of the positions."""
WHOLE_COMPILING_S = 600.0
"""The same for a search whose result counts: a repetition in machine code visits other positions than plain Python."""
WHOLE_WAITS = 3
"""How often such a search waits for machine code at one place: a process that compiles may be killed."""
TRIES = 2
WHOLE_TRIES = 5
"""Attempts of a search before the last resort, and those of a search whose result counts."""
SHALLOW = Limit(seconds=1.0, nodes=200)
"""Limit of the last resort, a search in a thread of the server."""


class SearchOwner(Protocol):
    """The pool, as its searches see it."""

    def stop(self, search: "PooledSearch") -> None:
        """End a running search."""

    def remove(self, search: "PooledSearch") -> None:
        """Remove a waiting search from the queue."""

    def awaits_code(self, search: "PooledSearch") -> bool:
        """Return whether a search waits for its machine code."""


class PooledSearch:
    """Search of a pool: its job, its owner, and how far it is."""

    def __init__(
        self,
        pool: SearchOwner,
        job: Job,
        position: Position,
        priority: Priority,
        owner: str,
        block: str,
        stays: bool = False,
    ) -> None:
        self.job = job
        self.position = position
        self.priority = priority
        self.owner = owner
        self.block = block
        self.code = job.code
        self.wish = Wish(near=priority in (Priority.PLAYER, Priority.HINT) and is_short(job), here=stays)
        self.result: asyncio.Future[SearchResult] = asyncio.get_running_loop().create_future()
        self.slot: Slot | None = None
        """Where it runs; None while it waits."""
        self.queued_as = int(priority)
        """The priority in which it waits."""
        self.tries = 0
        self.displaced = False
        """Whether it was stopped in favour of a player, and begins again later."""
        self.uncompiled = False
        """Whether the last attempt ended because there is no machine code."""
        self.began_at: float | None = None
        self.context = contextvars.copy_context()
        self._pool = pool
        self.whole = priority in WHOLE
        """Whether its result counts, so that it must not depend on a failing slot."""
        self.absent = False
        """Whether no slot could run it when that was last checked."""
        self._error: Exception | None = None
        # When to wait no longer for machine code, and search in plain Python instead; None before the first wait.
        self._code_by: float | None = None
        self._waited_at: Counter[str] = Counter()

    def progress(self) -> SearchResult | None:
        if self.slot is None or self.began_at is None:
            return None
        title = driver.title(self.job.algorithm, self.job.limit)
        return self.slot.progress(self.position, title, self.spent_s())

    def spent_s(self) -> float:
        return 0.0 if self.began_at is None else time.monotonic() - self.began_at

    def shorten(self, seconds: float) -> None:
        self.job = self.job.shortened(seconds)
        if self.slot is not None:
            self._pool.stop(self)

    def cancel(self) -> None:
        self.result.cancel()
        if self.slot is not None:
            self._pool.stop(self)
        else:
            self._pool.remove(self)

    @property
    def compiling(self) -> bool:
        return self._pool.awaits_code(self)

    def may_wait_at(self, place: str) -> bool:
        """Return whether to wait for machine code at a place: a few times at each, as long as there is time."""
        waits = WHOLE_WAITS if self.whole else 1
        return self._waited_at[place] < waits and (self._code_by is None or time.monotonic() < self._code_by)

    def wait_at(self, place: str) -> float:
        """Begin to wait for machine code at a place. Return the longest wait in seconds."""
        self._waited_at[place] += 1
        now = time.monotonic()
        if self._code_by is None:
            most_s = WHOLE_COMPILING_S if self.whole else COMPILING_S
            self._code_by = now + (most_s if self.job.compile_s is None else self.job.compile_s)
        return max(0.0, self._code_by - now)

    @property
    def left(self) -> Job | None:
        """The job with the rest of its time limit; None if no time is left."""
        if self.began_at is None or self.job.limit.seconds is None:
            return self.job
        seconds = self.job.limit.seconds - self.spent_s()
        return replace(self.job, limit=replace(self.job.limit, seconds=seconds)) if seconds > 0.01 else None

    @property
    def may_try_again(self) -> bool:
        """Whether another attempt follows a failed one."""
        return self.tries < (WHOLE_TRIES if self.whole else TRIES) and self.left is not None

    def note_failure(self, error: Exception) -> None:
        """Note why an attempt failed. The next one of a search whose result counts has all of its time."""
        self._error = error
        if self.whole:
            self.began_at = None

    def failure(self) -> Exception:
        """Return why a search whose result counts has none: it failed by itself, or every slot lost it."""
        if self._error is None:
            return SearchLost("no worker was there to search for a move")
        if isinstance(self._error, SlotLost):
            return SearchLost(f"no worker finished the search for a move: {self._error}")
        return self._error

    def begin_again(self) -> None:
        """Forget the attempts, before the search waits once more with all of its time."""
        self.displaced = self.uncompiled = False
        self.tries, self.began_at = 0, None

    def shallow(self) -> SearchResult:
        """Return the result of a shallow search, which takes at most a second, and whose algorithm says so.

        A random move needs no search, and is that of the job.
        """
        control = SearchControl()
        control.reset(SHALLOW.nodes)
        if self.job.algorithm == "random":
            return driver.run(self.position, "random", self.job.limit, control)
        algorithm = shallow(self.position.game)
        return replace(driver.run(self.position, algorithm, SHALLOW, control), algorithm=f"{STAND_IN}{algorithm}")
