"""The queue of alerts: bounded, a few at a time, each with a few attempts further and further apart."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass

import structlog

log = structlog.get_logger(__name__)

MOST_WAITING = 2000
ATTEMPTS_AFTER_S = (0.0, 20.0, 180.0, 1800.0)
"""Seconds before each attempt."""
LONGEST_WAIT_S = 3600.0


class TryLater(Exception):
    """The other side cannot take it now. `after_s` is when it may, if it says so."""

    def __init__(self, why: str, after_s: float | None = None) -> None:
        super().__init__(why)
        self.after_s = after_s


class NotTaken(Exception):
    """The other side does not take it, now or later. The text is for the log."""


@dataclass(slots=True, eq=False)
class _Delivery:
    key: Hashable
    send: Callable[[], Awaitable[None]]
    attempt: int = 0


class Deliveries:
    """Sends what is queued. A newer delivery with the same key replaces one that has not begun."""

    def __init__(
        self, waits_s: tuple[float, ...] = ATTEMPTS_AFTER_S, most: int = MOST_WAITING, at_once: int = 1
    ) -> None:
        self._waits_s = waits_s
        self._most = most
        self._at_once = at_once
        self._newest: dict[Hashable, _Delivery] = {}
        """Deliveries that are neither done nor cancelled, with those that are being sent."""
        self._waiting: dict[Hashable, _Delivery] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._timers: dict[Hashable, asyncio.TimerHandle] = {}
        self._closed = False
        self.lost = 0
        """Deliveries that were given up, or found no room."""

    def __len__(self) -> int:
        return len(self._waiting) + len(self._timers) + len(self._tasks)

    def add(self, key: Hashable, send: Callable[[], Awaitable[None]]) -> bool:
        """Queue a delivery. Return False if too many wait, or the server stops.

        Args:
            key: What a newer delivery replaces.
            send: Sends it. It raises TryLater, OSError or TimeoutError for another attempt, and NotTaken for none.
        """
        self.cancel(key)
        if self._closed or len(self) >= self._most:
            self.lost += 1
            return False
        self._newest[key] = self._waiting[key] = _Delivery(key, send)
        self._fill()
        return True

    def cancel(self, key: Hashable) -> None:
        """Remove a delivery that has not begun, or waits for its next attempt. One that is being sent gets no other."""
        self._newest.pop(key, None)
        self._waiting.pop(key, None)
        timer = self._timers.pop(key, None)
        if timer is not None:
            timer.cancel()

    async def close(self) -> None:
        """Send nothing more."""
        self._closed = True
        self._newest.clear()
        self._waiting.clear()
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _fill(self) -> None:
        while self._waiting and len(self._tasks) < self._at_once and not self._closed:
            key = next(iter(self._waiting))
            task = asyncio.get_running_loop().create_task(self._run(self._waiting.pop(key)))
            self._tasks.add(task)
            task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._fill()

    async def _run(self, delivery: _Delivery) -> None:
        try:
            await delivery.send()
        except (TryLater, OSError, TimeoutError) as error:
            self._again(delivery, error)
        except NotTaken as error:
            self._end(delivery)
            self.lost += 1
            log.warning("an alert was refused", error=str(error))
        except Exception:
            self._end(delivery)
            self.lost += 1
            log.exception("an alert failed")
        else:
            self._end(delivery)

    def _end(self, delivery: _Delivery) -> None:
        if self._newest.get(delivery.key) is delivery:
            del self._newest[delivery.key]

    def _again(self, delivery: _Delivery, error: Exception) -> None:
        delivery.attempt += 1
        if self._newest.get(delivery.key) is not delivery:
            return  # it was cancelled, or a newer one replaces it
        if delivery.attempt >= len(self._waits_s):
            self._end(delivery)
            self.lost += 1
            log.warning("an alert was given up", attempts=delivery.attempt, error=str(error))
            return
        wanted = error.after_s if isinstance(error, TryLater) else None
        wait_s = min(LONGEST_WAIT_S, max(self._waits_s[delivery.attempt], wanted or 0.0))

        def due() -> None:
            del self._timers[delivery.key]
            self._waiting[delivery.key] = delivery
            self._fill()

        self._timers[delivery.key] = asyncio.get_running_loop().call_later(wait_s, due)
