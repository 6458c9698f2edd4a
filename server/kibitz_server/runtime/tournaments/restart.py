"""Tournaments of the server process before this one: rebuilt from their events, and compared with their matches.

The end of a match and its count are one commit, and so are the begin of a game and its match. Only a database that was
changed or damaged from outside has one without the other. Then the matches decide: an end that is not counted counts,
in the order of the ends, and a game without a match begins as the one that its event names.
"""

from collections.abc import Iterator

import structlog

from kibitz_server.core.match.match import Match
from kibitz_server.core.tournament.commands import CheckClock, Command, VoidGame
from kibitz_server.core.tournament.records import GameRecord
from kibitz_server.core.tournament.rules.games import due_again
from kibitz_server.core.tournament.rules.match_ends import end_of
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.core.tournament.values import Format
from kibitz_server.core.values.events import MatchAborted, MatchFinished
from kibitz_server.core.values.refusal import Refusal
from kibitz_server.runtime.ports import Following
from kibitz_server.runtime.rooms import Rooms
from kibitz_server.runtime.runner import Runner
from kibitz_server.runtime.tournaments.clock import TournamentClock
from kibitz_server.runtime.tournaments.director import Director
from kibitz_server.runtime.tournaments.games import match_of
from kibitz_server.runtime.tournaments.running import TournamentRoom
from kibitz_server.scheduler import WallClock
from kibitz_server.store import Store, TournamentEntry
from kibitz_server.store.uptime import Uptime

log = structlog.get_logger(__name__)

ROWS_AT_ONCE = 200
"""Events that are decoded in one step."""
UNREADABLE = "its match cannot be read"


class TournamentRestart:
    """Restores the tournaments of a store once."""

    def __init__(
        self,
        director: Director,
        rooms: Rooms,
        runner: Runner,
        store: Store,
        clock: TournamentClock,
        wall_clock: WallClock,
    ) -> None:
        self._director = director
        self._rooms = rooms
        self._runner = runner
        self._store = store
        self._clock = clock
        self._wall_clock = wall_clock

    @property
    def needed(self) -> bool:
        """Whether the store has a tournament to restore."""
        return bool(self._store.unfinished_tournaments())

    def steps(self, uptime: Uptime) -> Iterator[None]:
        """Rebuild all tournaments that have not ended, and yield after each step."""
        self._director.ready = False
        for tournament_id in self._store.unfinished_tournaments():
            try:
                yield from self._rebuild(tournament_id, uptime)
            except Exception:  # the others go on, and this one stays in the store unchanged
                log.exception("a tournament cannot be restored; run `kibitz-server db check`", tournament=tournament_id)

    def go_on(self) -> None:
        """Let the tournaments go on, after the matches do."""
        self._director.ready = True
        for room in self._director.rooms.made:
            try:
                self._go_on(room)
            except Exception:
                log.exception("a tournament cannot go on", tournament=room.id)

    def _rebuild(self, tournament_id: str, uptime: Uptime) -> Iterator[None]:
        entries: list[TournamentEntry] = []
        for number, row in enumerate(self._store.tournament_rows(tournament_id), 1):
            entries.append(row.tournament_entry(tournament_id))
            if number % ROWS_AT_ONCE == 0:
                yield
        now = self._clock.time()
        timed = [(entry.event, now - uptime.since(entry.at)) for entry in entries]
        room = TournamentRoom(Tournament.rebuild(timed, now, self._wall_clock()))
        room.stored = True
        room.note(entries)
        self._director.rooms.add(room)
        yield

    def _go_on(self, room: TournamentRoom) -> None:
        state = room.tournament
        for game in state.games:
            if not game.runs:
                self._director.end_match(game.begun.match_id, game.reason)
        for command in self._ends(room):
            self._director.act(room, command)
        if state.format is Format.ARENA:
            self._director.act(room, self._director.present(room))
        self._director.act(room, CheckClock())
        for listener in self._director.listeners:
            listener.restored(room)

    def _ends(self, room: TournamentRoom) -> list[Command]:
        """Return the counts of games whose matches are over, in the order of their ends, and create missing matches."""
        found: list[tuple[float, Command]] = []
        for game in list(room.tournament.running.values()):
            match_id = game.begun.match_id
            match = self._rooms.room(match_id)
            if match is not None and not match.match.over:
                continue
            rows = self._store.rows(match_id)
            if not rows:
                self._begin_again(room, game)
                continue
            at = next((row.at for row in rows if row.kind in (MatchFinished.__name__, MatchAborted.__name__)), None)
            try:
                stored = Match.from_events((row.entry(match_id).event for row in rows), 0.0)
                command: Command = end_of(stored) if at is not None else VoidGame(match_id, UNREADABLE)
            except Exception:
                log.exception("a match of a tournament cannot be read", match=match_id, tournament=room.id)
                command = VoidGame(match_id, UNREADABLE)
            found.append((at or 0.0, command))
        return [command for _, command in sorted(found, key=lambda each: each[0])]

    def _begin_again(self, room: TournamentRoom, game: GameRecord) -> None:
        """Create the match of a game that has begun without one."""
        state, begun, at = room.tournament, game.begun, self._wall_clock()
        command = match_of(state, due_again(state, game), begun.game, begun.match_id, begun.code, at)
        made = self._rooms.make(command)
        if isinstance(made, Refusal):
            self._director.act(room, VoidGame(begun.match_id, made.message))
        else:
            log.warning("a game without a match begins again", match=begun.match_id, tournament=room.id)
            self._runner.save(Following([made]), at)
