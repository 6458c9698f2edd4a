"""Second model of the clocks of a match, written from the description of the time controls, and of the time of service.

A player may think only while the server takes moves. `ServiceTime` measures that time, so that a charge for more of it
is found.
"""

from dataclasses import dataclass, replace
from typing import Any

from kibitz_server.core.values.clock import Byoyomi, Correspondence, Fischer, PerMove, SimpleDelay
from kibitz_server.scheduler import STANDSTILL_S
from kibitz_server.telemetry.loop_lag import INTERVAL_S
from tests.simulation.world import World

DAY_S = 86_400.0
HEARTBEAT_S = 5.0
"""Interval at which a server records that it is up."""
JUMP_S = 1.0
"""Jump of the time of day that counts as time."""
UNNOTICED_S = STANDSTILL_S + INTERVAL_S
"""Longest part of a standstill of the process that its clock counts: a short one, and what is left of a wait."""
SETTLE_S = 0.1
"""Time after a standstill in which what was due during it is decided."""
CLOSE_S = 5.0
"""Longest time from the last timer of a server to its end."""
START_S = 0.02
"""Time from the restored matches to the first connection."""


class ServiceTime:
    """Time in which the server was up, not stopped, and able to save moves."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._saving = _Span(world)
        self._running = _Span(world)
        self._restored_at: list[float] = []
        self._failed_at: list[float] = []
        self._jumped_at: list[float] = []
        self._frozen: list[tuple[float, float]] = []

    def started(self) -> None:
        """Note that a new server takes moves."""
        self._saving.begin()
        self._running.begin()

    def restored(self) -> None:
        """Note that a new server reads the matches back."""
        self._restored_at.append(self._world.now)

    def stopped(self) -> None:
        """Note that the server has ended."""
        if self._frozen:
            since, until = self._frozen.pop()
            self._frozen.append((since, min(until, self._world.now)))
        self._saving.end()
        self._running.end()

    def failed(self) -> None:
        """Note that the store has become unable to write."""
        self._saving.end()
        self._failed_at.append(self._world.now)

    def recovered(self) -> None:
        """Note that the store can write again."""
        self._saving.begin()

    def jumped(self) -> None:
        """Note that the time of day has jumped."""
        self._jumped_at.append(self._world.now)

    def frozen(self, for_s: float) -> None:
        """Note that the server is stopped for a time."""
        since, until = self._world.now, self._world.now + for_s
        if self._frozen and since <= self._frozen[-1][1]:
            # It stands still already, so both are one standstill.
            before = self._frozen.pop()
            since, until = before[0], max(until, before[1])
        self._frozen.append((since, until))

    def closing_s(self, begin: float, end: float) -> float:
        """Return how long servers may have closed connections between two times, in which no clock runs."""
        return CLOSE_S * sum(begin <= at <= end for at in self._restored_at)

    def inaccuracy(self, begin: float, end: float, commit_s: float) -> float:
        """Return how much more than the time of service a turn between two times may be charged.

        The clock of the server counts a little of each standstill, during the turn or before it was decided that it
        begins. A new server knows the times of day at which events were decided, and when the server before it was up.
        So it cannot know how long a commit took, nor the last seconds before an outage.

        Args:
            begin: When the turn began.
            end: When it ended.
            commit_s: Time that the commit before the turn took.
        """
        frozen_s = sum(
            min(until - since, UNNOTICED_S)
            for since, until in self._frozen
            if since <= end and begin - commit_s <= until + SETTLE_S
        )
        # A turn may begin before its restored match is committed and shown.
        restarts = sum(begin - START_S <= at <= end for at in self._restored_at)
        if not restarts:
            return frozen_s
        outages = sum(begin - commit_s <= at <= end for at in self._failed_at)
        jumps = sum(begin - commit_s <= at <= end for at in self._jumped_at)
        return frozen_s + commit_s + HEARTBEAT_S * outages + JUMP_S * jumps + START_S * restarts

    def between(self, begin: float, end: float, *, engine: bool) -> float:
        """Return the seconds between two times in which a player could move, or in which an engine could think.

        An engine may answer while the store cannot write. A player is refused.
        """
        served = self._running if engine else self._saving
        return served.between(begin, end) - sum(
            served.between(max(begin, since), min(end, until)) for since, until in self._frozen
        )


class _Span:
    """Times in which something is the case."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._since: float | None = None
        self._ended: list[tuple[float, float]] = []

    def begin(self) -> None:
        if self._since is None:
            self._since = self._world.now

    def end(self) -> None:
        if self._since is not None:
            self._ended.append((self._since, self._world.now))
            self._since = None

    def between(self, begin: float, end: float) -> float:
        if end <= begin:
            return 0.0
        spans = [*self._ended, (self._since, end)] if self._since is not None else self._ended
        return sum(max(0.0, min(end, to) - max(begin, since)) for since, to in spans)


@dataclass(frozen=True)
class SeatTime:
    """Time left for one seat: main time, or that of the move, and periods."""

    left_s: float
    periods: int = 0

    @classmethod
    def full(cls, control: Any) -> "SeatTime":
        """Return the time of a seat at the start."""
        match control:
            case Fischer(base_s=base_s) | SimpleDelay(base_s=base_s):
                return cls(base_s)
            case Byoyomi(base_s=base_s, periods=periods):
                return cls(base_s, periods)
            case PerMove(move_s=move_s):
                return cls(move_s)
            case Correspondence(days=days):
                return cls(days * DAY_S)
        raise ValueError(f"no such time control: {control}")

    def thinking_s(self, control: Any) -> float:
        """Return how long the seat may think about one move."""
        if isinstance(control, SimpleDelay):
            return self.left_s + control.delay_s
        if isinstance(control, Byoyomi):
            return self.left_s + self.periods * control.period_s
        return self.left_s

    def after_move(self, control: Any, charged_s: float) -> "SeatTime":
        """Return the time after a move that was charged `charged_s`."""
        match control:
            case Fischer(increment_s=increment_s):
                return SeatTime(max(0.0, self.left_s - charged_s) + increment_s)
            case SimpleDelay(delay_s=delay_s):
                return SeatTime(max(0.0, self.left_s - max(0.0, charged_s - delay_s)))
            case Byoyomi(period_s=period_s):
                overtime_s = charged_s - self.left_s
                lost = int(overtime_s // period_s) if overtime_s >= 0 else 0
                return SeatTime(max(0.0, self.left_s - charged_s), max(1, self.periods - lost))
            case _:
                return SeatTime.full(control)

    def with_left(self, left_s: float) -> "SeatTime":
        """Return the time with another main time."""
        return replace(self, left_s=left_s)
