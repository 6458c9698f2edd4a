"""The disk of the simulated machine: what survives the death of a server, and its faults."""

from collections.abc import Callable
from typing import NamedTuple

import sqlalchemy as sql
from sqlalchemy.pool import StaticPool

from kibitz_server.core.tournament.events import Event as TournamentEvent
from kibitz_server.core.values.events import Event
from kibitz_server.store.interface import Entry, TournamentEntry
from kibitz_server.store.tables import metadata
from tests.simulation.world import World

_engine: sql.Engine | None = None


class Row(NamedTuple):
    """A stored event, and when it became durable on the clock of the world."""

    event: Event | TournamentEvent
    kind: str
    body: str
    at: float
    durable_at: float
    commit_s: float
    """Time from the decision to the end of the commit."""


def _empty_tables() -> sql.Engine:
    """Return the tables of people and of the archive, empty. One engine serves all simulations of this process."""
    global _engine  # the engine keeps its compiled statements, which take most of the time
    if _engine is None:
        arguments = {"check_same_thread": False}
        _engine = sql.create_engine("sqlite://", poolclass=StaticPool, connect_args=arguments)
        metadata.create_all(_engine)
    with _engine.begin() as connection:
        for table in reversed(metadata.sorted_tables):
            connection.exec_driver_sql(f"DELETE FROM {table.name}")
    return _engine


class Disk:
    """What is durable, and the faults of the disk."""

    def __init__(
        self,
        world: World,
        committed: Callable[[str, int, Row], None],
        confirmed: Callable[[str, int], None],
        health_changed: Callable[[bool], None] = lambda _: None,
    ) -> None:
        """Create an empty disk.

        Args:
            world: The time.
            committed: Called with each event as soon as it is durable.
            confirmed: Called with the match and the number of each event when the server learns that it is durable.
            health_changed: Called when a server begins or ends to refuse moves because it cannot write.
        """
        self.world = world
        self.engine = _empty_tables()
        self.events: dict[str, list[Row]] = {}
        self.tournaments: dict[str, list[Row]] = {}
        self.runs: dict[str, tuple[float, float]] = {}
        """Begin and last recorded time of the runs of all servers, in seconds since 1970, by id."""
        self.outage = False
        """Whether nothing can be written."""
        self.unreadable = False
        """Whether nothing can be read during an outage either."""
        self.slowness = 1.0
        self.reject_next = 0
        """Number of commits of events that fail for good."""
        self.health_changed = health_changed
        self.confirmed = confirmed
        self._committed = committed

    def add(self, entry: Entry, body: str, asked_at: float) -> None:
        """Make an event durable.

        Raises:
            ValueError: Its number is not the next one of its match or tournament.
        """
        logs = self.tournaments if isinstance(entry, TournamentEntry) else self.events
        rows = logs.setdefault(entry[0], [])
        if entry.seq != len(rows) + 1:
            raise ValueError(f"{entry[0]} has {len(rows)} events, so {entry.seq} is not the next")
        row = Row(entry.event, type(entry.event).__name__, body, entry.at, self.world.now, self.world.now - asked_at)
        rows.append(row)
        self.world.note("durable", entry[0], entry.seq, row.kind, body)
        if logs is self.events:
            self._committed(entry[0], entry.seq, row)
