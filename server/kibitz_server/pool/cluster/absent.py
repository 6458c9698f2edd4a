"""Workers that an operator must see, though no search runs there: those that are refused, and those that are gone."""

from dataclasses import replace

from kibitz_server.pool.cluster.wire import Here
from kibitz_server.pool.status import PlaceStatus

GONE_S = 600.0
"""How long a worker that is gone is listed, with the searches that it lost."""
MOST_GONE = 16
"""Number of such workers that are listed, the last ones."""


class AbsentWorkers:
    """Refused workers and gone workers, by address. Times are those of the event loop, in seconds."""

    def __init__(self) -> None:
        self._refused: dict[str, tuple[PlaceStatus, float]] = {}
        self._gone: dict[str, tuple[PlaceStatus, float]] = {}

    def refuse(self, here: Here, why: str, now: float) -> None:
        """List a worker that announces itself and cannot be used."""
        status = PlaceStatus(here.worker, "refused", slots=here.slots, version=here.versions.get("kibitz", ""), why=why)
        self._refused[here.worker] = status, now

    def part(self, status: PlaceStatus, why: str, now: float) -> None:
        """List a worker that was used until now, and is gone."""
        heard_at = now - (status.heard_s or 0.0)
        self._gone.pop(status.place, None)
        self._gone[status.place] = replace(status, state="gone", slots=0, busy=0, taken=0, unused={}, why=why), heard_at
        while len(self._gone) > MOST_GONE:
            del self._gone[next(iter(self._gone))]

    def accept(self, worker: str) -> None:
        """List a worker no more, because it is used."""
        self._refused.pop(worker, None)
        self._gone.pop(worker, None)

    def forget(self, now: float, refused_s: float) -> None:
        """Forget refused workers that have been silent for `refused_s` seconds, and those that are gone for long."""
        self._refused = {at: entry for at, entry in self._refused.items() if now - entry[1] <= refused_s}
        self._gone = {at: entry for at, entry in self._gone.items() if now - entry[1] <= GONE_S}

    def forget_refused(self) -> None:
        """Forget the refused workers: nothing is heard of them any more."""
        self._refused.clear()

    def status(self, now: float) -> tuple[PlaceStatus, ...]:
        """Return the state of each, the refused ones first."""
        entries = (*self._refused.values(), *self._gone.values())
        return tuple(replace(status, heard_s=now - heard_at) for status, heard_at in entries)
