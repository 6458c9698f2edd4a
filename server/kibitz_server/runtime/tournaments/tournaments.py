"""The tournaments in memory: those that have not ended, and those that ended or were read a short time ago.

Older ones are in the store's archive and are read back on request.
"""

from collections.abc import Callable
from functools import cache, partial
from threading import Thread

from kibitz_protocol.match_codes import TOURNAMENT, canonical
from kibitz_server.accounts.ids import new_code
from kibitz_server.core.tournament.formats import arena_pairing
from kibitz_server.core.tournament.values import Format
from kibitz_server.jobs.tournaments import rebuilt_if_found, rows_of_ended
from kibitz_server.messages.tournaments.snapshot import TimeOfDay
from kibitz_server.runtime.rooms import SlowWork
from kibitz_server.runtime.tournaments.running import TournamentRoom

MOST_OVER = 50
"""Tournaments that have ended and are in memory."""


class TournamentRooms:
    """Registry of tournaments. `time` returns the time of day on the clock of all tournaments."""

    def __init__(self, time: Callable[[], TimeOfDay]) -> None:
        self.time = time
        self._rooms: dict[str, TournamentRoom] = {}
        self._ids: dict[str, str] = {}
        self._over: dict[str, None] = {}

    @property
    def made(self) -> list[TournamentRoom]:
        """All tournaments that have not ended, the oldest first, also those whose creation is not stored yet."""
        return [room for id, room in self._rooms.items() if id not in self._over]

    @property
    def all(self) -> list[TournamentRoom]:
        """All tournaments that have not ended and that clients may know of, the oldest first."""
        return [room for room in self.made if room.stored]

    def census(self) -> dict[str, int]:
        """Return the number of tournaments that have not ended, by state."""
        counts = {"announced": 0, "running": 0, "paused": 0}
        for room in self.all:
            counts[room.tournament.phase] = counts.get(room.tournament.phase, 0) + 1
        return counts

    @property
    def games(self) -> int:
        """Number of games of all tournaments that run."""
        return sum(len(room.tournament.running) for room in self.all)

    def room(self, tournament_id: str) -> TournamentRoom | None:
        """Return a tournament that has not ended by its id."""
        return None if tournament_id in self._over else self._rooms.get(tournament_id)

    def known(self, tournament_id: str) -> TournamentRoom | None:
        """Return a tournament in memory by its id, also if it has ended or is not stored yet."""
        return self._rooms.get(tournament_id)

    def find(self, reference: str) -> TournamentRoom | None:
        """Return the tournament in memory with that id or code, if clients may know of it."""
        room = self._rooms.get(reference) or self._rooms.get(self._ids.get(canonical(reference), ""))
        return room if room is not None and room.stored else None

    async def fetch(self, reference: str, slow: SlowWork) -> TournamentRoom | None:
        """Return the tournament with that id or code, which may be read from the archive; None if there is none."""
        room = self.find(reference)
        if room is not None:
            return room
        read = partial(rows_of_ended, reference=reference.strip(), code=canonical(reference))
        found = await slow.query(read, rebuilt_if_found, self.time())
        if found is None:
            return None
        tournament, entries = found
        room = self._rooms.get(tournament.created.id)
        if room is None:
            room = TournamentRoom(tournament)
            room.note(entries)
            room.stored = True
            self.add(room)
            self.note_over(room)
        return room

    def unused_code(self, *, listed: bool) -> str:
        """Return a random code that no tournament in memory has."""
        while (code := f"{TOURNAMENT}-{new_code(listed=listed)}") in self._ids:
            pass
        return code

    def add(self, room: TournamentRoom) -> None:
        """Add a tournament that was created, restored or read."""
        self._rooms[room.id] = room
        self._ids[room.tournament.created.code] = room.id
        if room.tournament.format is Format.ARENA and room.tournament.ended is None:
            _load_pairing()

    def remove(self, room: TournamentRoom) -> None:
        """Remove a tournament."""
        self._over.pop(room.id, None)
        del self._rooms[room.id]
        self._ids.pop(room.tournament.created.code, None)

    def note_over(self, room: TournamentRoom) -> None:
        """Note that a tournament has ended, and remove the oldest of these that are more than memory keeps."""
        self._over[room.id] = None
        # One that waits for the store would be read without its last events, and the next command would repeat them.
        saved = [old for old in map(self._rooms.__getitem__, self._over) if not old.unsaved]
        for old in saved[: max(0, len(self._over) - MOST_OVER)]:
            self.remove(old)


@cache
def _load_pairing() -> None:
    """Import what arenas pair with, in a thread, before the first of them needs it: that takes too long for a move."""
    Thread(target=arena_pairing.load, name="arena pairing", daemon=True).start()
