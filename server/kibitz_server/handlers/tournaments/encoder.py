"""Encodes what followers of a tournament receive, each message once for all of them."""

from collections.abc import Callable
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
from kibitz_server.messages.tournaments.snapshot import TimeOfDay, tournament_data
from kibitz_server.messages.tournaments.standings import own_data, rows_data, sprt_data
from kibitz_server.runtime.tournaments.running import TournamentRoom
from kibitz_server.store import TournamentEntry


class _Table(NamedTuple):
    """The standings after an event, and the message that tells what changed since those before."""

    seq: int
    shown: Standings
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

    def standings(self, room: TournamentRoom, since: int, player: Human | None) -> OutgoingMessage:  # noqa: ARG002
        """Return a `Standings` message with the rows that differ from those of the last one."""
        table = self._tables.get(room)
        if table is None or table.seq != room.tournament.seq:
            table = self._tables[room] = self._table(room, table)
        message = table.message
        own = room.tournament.find(player.id) if player is not None else None
        if own is not None:
            message = {**message, "own": own_data(room.tournament, own, table.shown, self._time().now)}
        return OutgoingMessage(encode(message))

    def _table(self, room: TournamentRoom, before: _Table | None) -> _Table:
        state = room.tournament
        shown = standings(state)
        known = {row.number: row for row in before.shown.rows} if before is not None else {}
        changed = [row for row in shown.rows if known.get(row.number) != row]
        order = [row.number for row in shown.rows]
        same = before is not None and order == [row.number for row in before.shown.rows]
        message = {
            "t": "standings",
            "tournament": room.id,
            "seq": state.seq,
            "rows": rows_data(state, changed, ratings),
            "ranks": None if same else order,
            "sprt": sprt_data(state, course=False),
            "live": len(state.running),
            "games_played": state.counted,
        }
        return _Table(state.seq, shown, message)
