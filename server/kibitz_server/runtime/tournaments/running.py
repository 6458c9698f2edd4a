"""A tournament in memory, with what the server keeps of it besides its events."""

import math
from collections import deque
from collections.abc import Sequence

from kibitz_server.core.tournament.events import Event, TournamentEnded
from kibitz_server.core.tournament.records import GameRecord
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.scheduler import Timer
from kibitz_server.store import TournamentEntry

KEPT_EVENTS = 200
"""Newest events that are kept for followers that come back."""


class TournamentRoom:
    """A tournament that has not ended, or that ended a short time ago."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.recent: deque[TournamentEntry] = deque(maxlen=KEPT_EVENTS)
        """Newest events that are durable."""
        self.ended_at: float | None = None
        """Time of day of its end, once that is durable."""
        self.stored = False
        """Whether its creation is durable. Before that no client may know of it."""
        self.halted = False
        """Whether it takes no commands any more, because its state in memory is ahead of the store."""
        self.unsaved = 0
        """Decisions that wait for the store."""
        self.obstacle = ""
        """Why games that are due have not begun, if not because all slots are in use."""
        self.timer: Timer | None = None
        self.checked_at = -math.inf
        """When its deadlines were last looked at, because its timer said so."""
        self.retry_at: float | None = None
        """When to try again to begin games that were refused."""

    @property
    def id(self) -> str:
        """Id of the tournament."""
        return self.tournament.created.id

    def note(self, entries: Sequence[TournamentEntry]) -> None:
        """Note events that are durable."""
        self.recent.extend(entries)
        ends = (entry.at for entry in entries if isinstance(entry.event, TournamentEnded))
        self.ended_at = next(ends, self.ended_at)

    @property
    def engine_games(self) -> int:
        """Games between engines that run."""
        return sum(map(self.of_engines, self.tournament.running.values()))

    def of_engines(self, game: GameRecord) -> bool:
        """Return whether both entrants of a game are engines."""
        state = self.tournament
        return state.entrant(game.first).engine and state.entrant(game.second).engine

    def entries(self, events: Sequence[Event], at: float) -> list[TournamentEntry]:
        """Return the events of the last decision with their numbers and their time of day."""
        first = self.tournament.seq - len(events) + 1
        return [TournamentEntry(self.id, first + number, event, at) for number, event in enumerate(events)]

    def since(self, seq: int) -> list[TournamentEntry] | None:
        """Return the durable events after a number; None if older ones than those that are kept are missing."""
        if self.recent and seq + 1 >= self.recent[0].seq:
            return [entry for entry in self.recent if entry.seq > seq]
        return None
