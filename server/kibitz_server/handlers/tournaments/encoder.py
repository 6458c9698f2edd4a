"""Encodes what followers of a tournament receive, each message once for all of them."""

from collections.abc import Callable, Mapping
from typing import NamedTuple
from weakref import WeakKeyDictionary

from kibitz_server.core.tournament.rules.figures import ratings
from kibitz_server.core.tournament.rules.progress import next_round_at
from kibitz_server.core.tournament.standings import Standings, standings
from kibitz_server.core.values.players import Human
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.outgoing import Data, OutgoingMessage
from kibitz_server.messages.tournaments.facts import fact_data
from kibitz_server.messages.tournaments.rows import LivePly
from kibitz_server.messages.tournaments.snapshot import TimeOfDay, ends_at, tournament_data
from kibitz_server.messages.tournaments.standings import own_data, rows_data, sprt_data
from kibitz_server.runtime.tournaments.running import TournamentRoom
from kibitz_server.store import TournamentEntry


class _Table(NamedTuple):
    """The standings after an event, and the message that tells what changed since those before."""

    seq: int
    shown: Standings
    keys: Mapping[int, object]
    """All that a row shows, by entrant."""
    message: Data


class TournamentEncoder:
    """Encodes snapshots, events and standings. `time` returns the time of day, `live` the phase of matches."""

    def __init__(
        self, time: Callable[[], TimeOfDay], live: LivePly, obstacles: Callable[[TournamentRoom], list[str]]
    ) -> None:
        self._time = time
        self._live = live
        self._obstacles = obstacles
        self._tables: WeakKeyDictionary[TournamentRoom, _Table] = WeakKeyDictionary()

    def snapshot(self, room: TournamentRoom, player: Human | None, page: int | None) -> OutgoingMessage:
        """Return a `TournamentSnapshot`."""
        shown = tournament_data(room.tournament, player, page, self._time(), self._live, self._obstacles(room))
        return OutgoingMessage(encode({"t": "tournament", "seq": room.tournament.seq, "tournament": shown}))

    def event(self, room: TournamentRoom, entry: TournamentEntry) -> OutgoingMessage:
        """Return a `TournamentEvent`."""
        state = room.tournament
        next_at = self._time().of(next_round_at(state) or None)
        data = {
            "t": "tournament_event",
            "tournament": room.id,
            "seq": entry.seq,
            "at": entry.at,
            "state": state.phase,
            "event": fact_data(state, entry.event, self._live, next_at),
        }
        return OutgoingMessage(encode(data), seq=entry.seq)

    def standings(self, room: TournamentRoom, player: Human | None, *, whole: bool) -> OutgoingMessage:
        """Return a `Standings` message with the rows that differ from those of the last one, or with all rows."""
        table = self._tables.get(room)
        if whole:
            table = _table(room, None)
        elif table is None or table.seq != room.tournament.seq:
            table = self._tables[room] = _table(room, table)
        message = {**table.message, "ends_at": self._time().of(ends_at(room.tournament))}
        own = room.tournament.find(player.id) if player is not None else None
        if own is not None:
            message = {**message, "own": own_data(room.tournament, own, table.shown, self._time().now)}
        return OutgoingMessage(encode(message))


def _table(room: TournamentRoom, before: _Table | None) -> _Table:
    state = room.tournament
    shown = standings(state)
    listed = {each.entrant: each for each in ratings(state)}
    # A row also changes when its number becomes that of another entrant, and its Elo with the games of others.
    keys = {row.number: (row, state.entrant(row.number).entrant, listed.get(row.number)) for row in shown.rows}
    known: Mapping[int, object] = before.keys if before is not None else {}
    changed = [row for row in shown.rows if known.get(row.number) != keys[row.number]]
    same = list(keys) == list(known)
    message = {
        "t": "standings",
        "tournament": room.id,
        "seq": state.seq,
        "rows": rows_data(state, changed, ratings),
        "ranks": None if same else list(keys),
        "sprt": sprt_data(state, course=False),
        "live": len(state.running),
        "games_played": state.counted,
    }
    return _Table(state.seq, shown, keys, message)
