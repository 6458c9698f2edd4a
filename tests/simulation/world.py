"""Virtual time, random choices and the trace of one simulation.

All parts share one queue of events. Nothing takes time but what an event says, so that a simulated hour costs as much
as what happens in it. Every choice comes from the seed: one seed gives one run.
"""

import hashlib
import heapq
import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass

START_S = 1000.0
"""Time of the monotonic clock at the start of a simulation."""
EPOCH_S = 1_800_000_000.0
"""Time of day at the start of a simulation, in seconds since 1970."""
KEPT_LINES = 400


@dataclass(frozen=True)
class Violation:
    """An invariant that did not hold: its name, when, and what was found."""

    invariant: str
    at: float
    found: str

    def __str__(self) -> str:
        return f"{self.invariant} at {self.at:.3f} s: {self.found}"


class Event:
    """A scheduled call that can be cancelled."""

    __slots__ = ("call",)

    def __init__(self, call: Callable[[], object]) -> None:
        self.call: Callable[[], object] | None = call

    def cancel(self) -> None:
        """Cancel the call."""
        self.call = None


class World:
    """Time and chance of one simulation, and what was found wrong in it."""

    def __init__(self, seed: int, *, keep_trace: bool = False) -> None:
        self.seed = seed
        self.now = START_S
        self.wall_offset_s = 0.0
        self.violation: Violation | None = None
        self.over = False
        self.steps = 0
        """Number of events so far."""
        self.lines: list[str] = []
        self._keep_trace = keep_trace
        self._digest = hashlib.blake2b(digest_size=16)
        self._order = itertools.count()
        self._events: list[tuple[float, int, Event]] = []

    def stream(self, name: str) -> random.Random:
        """Return a source of random choices. The choices of one part do not change those of another."""
        return random.Random(f"{self.seed} {name}")

    def wall_clock(self) -> float:
        """Return the time of day, which jumps when a fault says so."""
        return EPOCH_S + self.now + self.wall_offset_s

    def at(self, when: float, call: Callable[[], object]) -> Event:
        """Call at a time, or as soon as possible after it."""
        event = Event(call)
        heapq.heappush(self._events, (max(when, self.now), next(self._order), event))
        return event

    def after(self, delay_s: float, call: Callable[[], object]) -> Event:
        """Call after a delay."""
        return self.at(self.now + delay_s, call)

    def next_at(self) -> float | None:
        """Return the time of the next event; None without one."""
        while self._events and self._events[0][2].call is None:
            heapq.heappop(self._events)
        return self._events[0][0] if self._events else None

    def step(self) -> bool:
        """Carry out the next event. Return False if there is none."""
        when = self.next_at()
        if when is None:
            return False
        event = heapq.heappop(self._events)[2]
        self.now = max(self.now, when)
        self.steps += 1
        call, event.call = event.call, None
        if call is not None:
            call()
        return True

    def note(self, *what: object) -> None:
        """Add a line to the trace."""
        line = f"{self.now:.6f} {' '.join(map(str, what))}"
        self._digest.update(line.encode())
        if self._keep_trace:
            self.lines.append(line)

    @property
    def trace_hash(self) -> str:
        """Hash of the trace so far."""
        return self._digest.hexdigest()

    def fail(self, invariant: str, found: str) -> None:
        """Report a broken invariant, which ends the simulation. The first one counts."""
        if self.violation is None:
            self.violation = Violation(invariant, self.now - START_S, found)
            self.note("VIOLATION", self.violation)
            self.over = True
