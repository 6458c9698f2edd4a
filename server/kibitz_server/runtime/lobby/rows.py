"""The rows of the lobby in pages. A row is encoded once for all clients that see the same.

A row is encoded again when its match has changed, when the number of its spectators has, or after a while. A client
that has a seat in a match, or for which a seat is kept, gets a row of its own.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from kibitz_server.core.lobby.listing import LobbyFilter, is_listed
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.seats import kept_for
from kibitz_server.core.values.players import Human, Invited
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.outgoing import Data
from kibitz_server.runtime.attendance.away import away_since, is_deserted
from kibitz_server.runtime.lobby.quiet import QuietMatches
from kibitz_server.runtime.room import Room
from kibitz_server.store.archive.ratings import Ratings

ALL = LobbyFilter()
TICKING_S = 1.0
"""How long a row with a running clock may be sent, in seconds: the clock in it is as old."""
KEPT_S = 30.0
"""The same for other rows: ratings of the players change without an event of the match."""
Place = tuple[bool, bool, float, str]
"""The order of rows: open matches first, then live ones; those with absent players last; the newest first."""


class BadCursor(ValueError):
    """A cursor that the server did not create."""


class Page(NamedTuple):
    """A page of encoded rows. `next` is the cursor of the next page; None on the last one."""

    rows: list[bytes]
    next: str | None


@dataclass(slots=True)
class _Encoded:
    data: bytes
    watchers: int
    until: float


@dataclass(slots=True)
class _Order:
    """The matches that are not over, in the order of the list."""

    listed: dict[Room, Place] = field(default_factory=dict)
    """Those that every client may see, with their places."""
    seats: dict[str, list[Room]] = field(default_factory=dict)
    """All with a seat of a player, by the player's id."""
    kept: list[Room] = field(default_factory=list)
    """All that keep a seat for a player."""


class LobbyRows:
    """Rows of the lobby for any viewer.

    Args:
        rooms: returns all matches in memory.
        row: returns the row of a match for a viewer, with its number of spectators.
        ratings: the ratings of players, for filters.
        now: returns the time on the clock of the matches.
        quiet: the matches that only their owners see.
    """

    def __init__(
        self,
        rooms: Callable[[], Iterable[Room]],
        row: Callable[[Match, int, Human | None], Data],
        ratings: Ratings,
        now: Callable[[], float],
        quiet: QuietMatches,
    ) -> None:
        self._rooms = rooms
        self._row = row
        self._ratings = ratings
        self._now = now
        self._quiet = quiet
        self._order: _Order | None = None
        self._encoded: dict[Room, _Encoded] = {}

    def moved(self, room: Room) -> None:
        """Note that only the position of a match has changed."""
        self._encoded.pop(room, None)

    def changed(self, room: Room) -> None:
        """Note that a match has changed, was added or removed, or that a player of it came or went."""
        self._encoded.pop(room, None)
        self._order = None

    def visible(self, viewer: Human, wanted: LobbyFilter = ALL) -> list[Room]:
        """Return the matches that a viewer may see and that pass a filter, in the order of the list."""
        order = self._ordered()
        mine = self._involving(viewer)
        mine |= {room for room in self._quiet.owned(viewer.id) if is_listed(room.public, viewer)}
        hidden = [room for room in mine if room not in order.listed]
        found = sorted([*order.listed, *hidden], key=self._place) if hidden else list(order.listed)
        if wanted == ALL:
            return found
        return [room for room in found if wanted.passes(room.public, viewer, self._ratings.number)]

    def page(self, viewer: Human, wanted: LobbyFilter, cursor: str | None, limit: int) -> Page:
        """Return a page of the list for a viewer.

        Raises:
            BadCursor: the server did not create the cursor.
        """
        found = self.visible(viewer, wanted)
        first = 0 if cursor is None else bisect_right(found, _read(cursor), key=self._place)
        rooms = found[first : first + limit]
        mine = self._involving(viewer)
        now = self._now()
        rows = [self._own_row(room, viewer) if room in mine else self._shared_row(room, now) for room in rooms]
        return Page(rows, _write(self._place(rooms[-1])) if len(found) > first + limit else None)

    def _own_row(self, room: Room, viewer: Human) -> bytes:
        return encode(self._row(room.public, room.watchers, viewer))

    def _shared_row(self, room: Room, now: float) -> bytes:
        watchers = room.watchers if room.clients else 0
        known = self._encoded.get(room)
        if known is None or known.watchers != watchers or known.until < now:
            kept_s = KEPT_S if room.public.ticking is None else TICKING_S
            known = _Encoded(encode(self._row(room.public, watchers, None)), watchers, now + kept_s)
            self._encoded[room] = known
        return known.data

    def _involving(self, viewer: Human) -> set[Room]:
        """Return the matches whose rows are different for this viewer."""
        order = self._ordered()
        mine = set(order.seats.get(viewer.id, ()))
        mine.update(room for room in order.kept if kept_for(room.public, viewer))
        return mine

    def _ordered(self) -> _Order:
        if self._order is None:
            self._order = order = _Order()
            now = self._now()
            rooms = [room for room in self._rooms() if not room.public.over]
            for room in sorted(rooms, key=self._place):
                match = room.public
                if is_listed(match, None) and not is_deserted(room, now) and room not in self._quiet:
                    order.listed[room] = self._place(room)
                for id in {player.id for player in match.seats if isinstance(player, Human)}:
                    order.seats.setdefault(id, []).append(room)
                if match.phase is Phase.OPEN and any(isinstance(player, Invited) for player in match.seats):
                    order.kept.append(room)
        return self._order

    def _place(self, room: Room) -> Place:
        """Return the place of a row, which stays as it was when the order was made."""
        known = self._order.listed.get(room) if self._order is not None else None
        if known is not None:
            return known
        match, away = room.public, away_since(room, self._now()) is not None
        return match.phase is not Phase.OPEN, away, -match.created.created_at, match.created.id


def _write(place: Place) -> str:
    live, away, newest, id = place
    return f"{'live' if live else 'open'} {'away' if away else 'here'} {-newest!r} {id}"


def _read(cursor: str) -> Place:
    """Return the place of the last row before a page. Raises BadCursor."""
    try:
        phase, there, created_at, id = cursor.split(" ")
        return {"open": False, "live": True}[phase], {"here": False, "away": True}[there], -float(created_at), id
    except (ValueError, KeyError):
        raise BadCursor from None
