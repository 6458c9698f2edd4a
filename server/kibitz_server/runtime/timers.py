"""Timers that look at a match's clock when time may decide something."""

from collections.abc import Callable

from kibitz_server.core.match.commands import CheckClock
from kibitz_server.core.values.events import Event
from kibitz_server.runtime.ports import MatchListener, MatchServer
from kibitz_server.runtime.room import Room
from kibitz_server.scheduler import Scheduler
from kibitz_server.store import Store


class MatchTimers(MatchListener):
    """One timer for each match, at its next deadline or before it.

    `search_wait_s` returns how long the search that a match waits for was queued, which its clock must not pay.
    """

    def __init__(
        self, server: MatchServer, store: Store, scheduler: Scheduler, search_wait_s: Callable[[Room], float]
    ) -> None:
        self._server = server
        self._store = store
        self._scheduler = scheduler
        self._search_wait_s = search_wait_s

    def decided(self, room: Room, events: tuple[Event, ...]) -> None:
        if not events:  # nothing will be committed, and presence alone can move the deadline
            self.set(room)

    def committed(self, room: Room, events: tuple[Event, ...]) -> None:  # noqa: ARG002
        self.set(room)

    def set(self, room: Room) -> None:
        """Set the timer of a match at its next deadline, unless it is set to an earlier time already.

        Each move extends the deadline, so most timers would be cancelled by the next move. An early timer sets itself
        again.
        """
        deadline = room.match.next_deadline()
        if room.timer is not None:
            if deadline is not None and room.timer_at <= deadline:
                return
            room.timer.cancel()
        if deadline is None:
            room.timer = None
        else:
            room.timer, room.timer_at = self._scheduler.call_at(deadline, self._check_clock, room), deadline

    def _check_clock(self, room: Room) -> None:
        room.timer = None
        if room.unsaved or not self._store.healthy:
            return  # the timer is set again after the commit, or when the store is healthy again
        now = self._scheduler.time()
        deadline = room.match.next_deadline()
        if deadline is None or deadline > now:
            self.set(room)
            return
        # An engine must not lose on time because other searches ran before its own.
        room.match.credit_time(self._search_wait_s(room), now)
        self._server.act(room, CheckClock(), lambda _: None)
