"""The director of all tournaments: decides commands, begins games, counts their ends, and keeps their timers.

A decision takes the same steps as one of a match: decide in memory, save, answer, tell the listeners. Games that begin
with it are saved with it in one commit, and so is the count of a game with the end of its match. So a server that is
killed at any moment has all of it or nothing.
"""

from collections.abc import Callable, Sequence

import structlog

from kibitz_protocol.refusals import SENTENCES, Code
from kibitz_server.accounts.ids import new_id
from kibitz_server.core.tournament.commands import (
    BeginGame,
    CheckClock,
    Command,
    CreateTournament,
    NotePresence,
    Pause,
)
from kibitz_server.core.tournament.events import (
    EntrantJoined,
    EntrantLeft,
    GameVoided,
    ResultSet,
    TournamentEnded,
    TournamentStarted,
)
from kibitz_server.core.tournament.rules.match_ends import end_of
from kibitz_server.core.tournament.tournament import Decision, DueGame, PairingWanted, Tournament
from kibitz_server.core.tournament.values import Format
from kibitz_server.core.values.events import Event
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.runtime.ports import Following, TournamentListener
from kibitz_server.runtime.room import Room
from kibitz_server.runtime.rooms import Rooms
from kibitz_server.runtime.runner import RETRY_HINT, Runner
from kibitz_server.runtime.tournaments.clock import TournamentClock
from kibitz_server.runtime.tournaments.games import UnwantedMatches, is_listed, make_match, match_of
from kibitz_server.runtime.tournaments.limits import CreationLimits, GameLimits
from kibitz_server.runtime.tournaments.running import TournamentRoom
from kibitz_server.runtime.tournaments.tournaments import TournamentRooms
from kibitz_server.scheduler import Timer, WallClock
from kibitz_server.store import Store, TournamentEntry
from kibitz_server.store.archive.tournament_summary import tournament_summary

log = structlog.get_logger(__name__)

MOST_AT_ONCE = 10
"""Games that begin in one step of the event loop. Others begin in the next steps, so that moves need not wait."""
RETRY_S = 5.0
"""Time after which games are tried again for which the server had no room."""
LEAST_S = 0.05
"""Shortest time between two looks at the deadlines of a tournament."""
Then = Callable[[Decision | Code], None]
"""Called once for a command: with the decision after its events are durable, or with NOT_SAVED or INTERNAL."""
RENUMBERED = EntrantJoined | EntrantLeft | TournamentStarted
"""Events after which entrants may have other numbers."""


def _ignore(_outcome: Decision | Code) -> None:
    pass


class Director:
    """Runs the tournaments of a server. Used on the event loop only; never waits."""

    def __init__(
        self,
        rooms: TournamentRooms,
        matches: Rooms,
        runner: Runner,
        store: Store,
        clock: TournamentClock,
        wall_clock: WallClock,
        creation: CreationLimits,
        games: GameLimits,
    ) -> None:
        """Direct no tournament yet.

        Args:
            rooms: The tournaments in memory.
            matches: The matches in memory.
            runner: Saves matches and tournaments.
            store: Tells whether it can save.
            clock: Clock and timers of all tournaments.
            wall_clock: Time of day.
            creation: Limits of the creation of tournaments.
            games: Limits of the games that run at a time.
        """
        self.rooms = rooms
        self.listeners: list[TournamentListener] = []
        self.pair: Callable[[TournamentRoom, PairingWanted], None] = lambda _room, _wanted: None
        """Has the pairs of a Swiss round made, and puts them to `act`."""
        self.is_present: Callable[[str], bool] = lambda _player_id: False
        """Returns whether a player is connected."""
        self.ready = True
        """Whether games may begin: not while matches and tournaments are restored."""
        self._matches = matches
        self._runner = runner
        self._store = store
        self._clock = clock
        self._wall_clock = wall_clock
        self._creation = creation
        self._limits = games
        self._poke_timer: Timer | None = None
        self._unwanted = UnwantedMatches(matches, runner)
        self._first = 0
        """Where the next round over all tournaments begins, so that each is the first in turn."""

    # -- commands

    def create(self, command: CreateTournament, then: Callable[[TournamentRoom | None], None]) -> Refusal | None:
        """Create a tournament, or return why it is refused. Creating it again gives the one that is there.

        `then` is called once: with the tournament after it is durable, or with None if it could not be saved.
        """
        known = self.rooms.known(command.id)
        if known is not None:
            self._store.append([], lambda error: then(known if error is None and known.stored else None))
            return None
        if not self._store.healthy:
            then(None)
            return None
        if self._runner.draining:
            return Refusal(Reason.DRAINING, SENTENCES[Code.DRAINING], RETRY_HINT)
        made = Tournament.create(self._creation.bounded(command), self._clock.time())
        if isinstance(made, Refusal):
            return made
        tournament, decision = made
        if (refusal := self._creation.refusal(tournament)) is not None:
            return refusal
        room = TournamentRoom(tournament)
        decision = self._with_presence(room, decision)
        self.rooms.add(room)
        self._save(room, decision, lambda outcome: then(room if isinstance(outcome, Decision) else None))
        return None

    def act(self, room: TournamentRoom, command: Command, then: Then = _ignore) -> None:
        """Apply a command to a tournament.

        `then` is called once: with the decision after its events are durable, or with NOT_SAVED or INTERNAL.
        """
        if room.halted:
            then(Code.NOT_SAVED)
            return
        if (refusal := self._creation.refusal_of(room.tournament, command)) is not None:
            then(Decision(refusal=refusal))
            return
        decision = self._decide(room, command)
        if decision is None:
            then(Code.INTERNAL)
        else:
            self._save(room, decision, then)

    def after(self, room: Room, at: float) -> Following | None:
        """Return what follows the end of a match: its count, and the games that can begin after it."""
        place = room.match.created.terms.tournament
        tournament = self.rooms.room(place.id) if place is not None else None
        if tournament is None or tournament.halted:
            return None
        decision = self._decide(tournament, end_of(room.match))
        if decision is None:
            return None
        if len(self.rooms.made) > 1:
            self.poke()  # another tournament may have waited for the slot
        return self._following(tournament, decision, at, _ignore)

    def poke(self) -> None:
        """Begin the games that can begin in all tournaments, in the next step of the event loop."""
        if self._poke_timer is None:
            self._poke_timer = self._clock.call_soon(self._go_on)

    def present(self, room: TournamentRoom) -> NotePresence:
        """Return which entrants are connected, by number. Engines always are."""
        entrants = room.tournament.entrants
        return NotePresence(tuple(each.number for each in entrants if each.engine or self.is_present(each.entrant.key)))

    def end_match(self, match_id: str, reason: str) -> None:
        """Abort a match that its tournament does not wait for any more, in one of the next steps of the event loop."""
        if self._unwanted.add(match_id, reason):
            self.poke()

    # -- lifecycle

    def health_changed(self, healthy: bool, for_s: float) -> None:
        """Let time stand while the store cannot save, as it could not for `for_s` seconds, and go on afterwards."""
        if not healthy:
            self._clock.stop(for_s)
            return
        self._clock.go_on()
        for room in self.rooms.made:
            self.set_timer(room)
        self.poke()

    def close(self) -> None:
        """Begin no more games, and stop all timers."""
        self.ready = False
        for timer in (self._poke_timer, *(room.timer for room in self.rooms.made)):
            if timer is not None:
                timer.cancel()

    def warnings(self, room: TournamentRoom) -> list[str]:
        """Return sentences about what harms the results of a tournament, or holds it up."""
        return ([room.obstacle] if room.obstacle else []) + self._limits.warnings(room.tournament)

    # -- decisions

    def _decide(self, room: TournamentRoom, command: Command) -> Decision | None:
        """Return the decision of a command; None after a mistake of the server, which halts the tournament."""
        try:
            decision = room.tournament.handle(command, self._clock.time())
            return self._with_presence(room, decision)
        except Exception:
            log.exception("a tournament is halted after an internal error", tournament=room.id)
            room.halted, room.obstacle = True, "the server made a mistake; a restart may help"
            return None

    def _with_presence(self, room: TournamentRoom, decision: Decision) -> Decision:
        """Return a decision with what follows from the presence of entrants, and have the pairs made that it wants."""
        if room.tournament.format is Format.ARENA and any(isinstance(each, RENUMBERED) for each in decision.events):
            more = room.tournament.handle(self.present(room), self._clock.time())
            decision = decision._replace(events=decision.events + more.events)
        if decision.wanted is not None:
            self.pair(room, decision.wanted)
        return decision

    def _save(self, room: TournamentRoom, decision: Decision, then: Then) -> None:
        at = self._wall_clock()
        self._runner.save(self._following(room, decision, at, then), at)

    def _following(self, room: TournamentRoom, decision: Decision, at: float, then: Then) -> Following:
        """Return the events of a decision and the games that begin with it, for one commit."""
        entries = room.entries(decision.events, at)
        matches: list[tuple[Room, tuple[Event, ...]]] = []
        self._begin_games(room, entries, matches, at)
        room.unsaved += bool(entries)

        def saved(error: Exception | None) -> None:
            room.unsaved -= bool(entries)
            if error is not None:
                if entries:
                    self._halt(room, error)
                then(Code.NOT_SAVED)
                return
            then(decision)
            self._saved(room, entries, [made for made, _ in matches])

        return Following(matches, entries, saved)

    def _saved(self, room: TournamentRoom, entries: Sequence[TournamentEntry], matches: Sequence[Room]) -> None:
        """Do what follows the commit of a decision."""
        room.stored = True
        room.note(entries)
        for listener in self.listeners:
            listener.committed(room, entries, matches)
        for entry in entries:
            if isinstance(entry.event, GameVoided | ResultSet):
                game = room.tournament.games[entry.event.game - 1]
                self.end_match(game.begun.match_id, entry.event.reason)
        if any(isinstance(entry.event, TournamentEnded) for entry in entries):
            self.rooms.note_over(room)
        if entries and room.ended_at is not None:  # also after the end, a result or the place in lists may change
            self._archive(room, room.ended_at)
        self.set_timer(room)

    def _archive(self, room: TournamentRoom, ended_at: float) -> None:
        """Put a tournament that is over into the archive, in place of what that has of it."""
        try:
            self._store.note_tournament(tournament_summary(room.tournament, ended_at))
        except Exception:  # the next start derives it from the events
            log.exception("a tournament could not be put into the archive", tournament=room.id)

    def _halt(self, room: TournamentRoom, error: Exception) -> None:
        """Take no commands for a tournament any more, because its state in memory is ahead of the store."""
        log.error("tournament halted because it could not be saved", tournament=room.id, error=str(error))
        room.halted = True
        if not room.stored:
            self.rooms.remove(room)

    # -- games

    def _begin_games(
        self,
        room: TournamentRoom,
        entries: list[TournamentEntry],
        matches: list[tuple[Room, tuple[Event, ...]]],
        at: float,
    ) -> None:
        """Begin the games that can begin, and add their events and their matches."""
        if not self._may_begin(room):
            return
        room.obstacle = ""
        engine_games = room.engine_games
        alone = room.tournament.engines_alone
        if alone and not (room.tournament.due and self._has_slot(room, engine_games)):
            return
        for due in room.tournament.each_due_game(self._clock.time()):
            if len(room.tournament.running) >= self._limits.most:
                return
            if due.engines and not self._has_slot(room, engine_games):
                if alone:
                    return
                continue
            if len(matches) == MOST_AT_ONCE:
                self.poke()
                return
            if not self._begin(room, due, entries, matches, at):
                return
            engine_games += due.engines

    def _may_begin(self, room: TournamentRoom) -> bool:
        if not self.ready or self._runner.draining or room.halted or not self._store.healthy:
            return False
        return room.retry_at is None or self._clock.time() >= room.retry_at

    def _has_slot(self, room: TournamentRoom, engine_games: int) -> bool:
        """Return whether another game between engines can begin in a tournament."""
        if wait_s := self._limits.wait_s(room):
            self._retry(room, wait_s, "the organiser's engine time is used up; games between engines begin later")
            return False
        return self._limits.has_slot(room, engine_games)

    def _begin(
        self,
        room: TournamentRoom,
        due: DueGame,
        entries: list[TournamentEntry],
        matches: list[tuple[Room, tuple[Event, ...]]],
        at: float,
    ) -> bool:
        """Begin a game as a match. Return False if the server has no room for it, or cannot create it."""
        state = room.tournament
        code = self._matches.unused_code(listed=is_listed(state, due.engines))
        made = make_match(self._matches, match_of(state, due, len(state.games) + 1, new_id(), code, at))
        if isinstance(made, Refusal):
            self._refused(room, made, entries, at)
            return False
        match = made[0].match.created
        decision = self._decide(room, BeginGame(due.pair, due.slot, match.id, match.code))
        if decision is None or decision.refusal is not None:
            log.error("a game that was due cannot begin", tournament=room.id, refusal=decision and decision.refusal)
            self._matches.discard(made[0])
            return False
        entries += room.entries(decision.events, at)
        matches.append(made)
        return True

    def _refused(self, room: TournamentRoom, refusal: Refusal, entries: list[TournamentEntry], at: float) -> None:
        """Try again later if the server is full; otherwise pause the tournament, because no game of it can begin."""
        if refusal.reason is Reason.TOO_MANY:
            self._retry(room, RETRY_S, refusal.message)
            return
        decision = self._decide(room, Pause(None, f"a game cannot begin: {refusal.message}"))
        if decision is not None:
            entries += room.entries(decision.events, at)

    def _retry(self, room: TournamentRoom, wait_s: float, obstacle: str) -> None:
        room.obstacle, room.retry_at = obstacle, self._clock.time() + wait_s
        self.set_timer(room)

    def _go_on(self) -> None:
        """Begin games that can begin, and end matches that no tournament waits for; the rest in the next step."""
        self._poke_timer = None
        if self._unwanted.end_some(MOST_AT_ONCE):
            self.poke()
        rooms = self.rooms.made
        self._first = (self._first + 1) % max(1, len(rooms))
        for room in (*rooms[self._first :], *rooms[: self._first]):
            if room.tournament.due and self._may_begin(room):
                if room.tournament.engines_alone and not self._has_slot(room, room.engine_games):
                    continue
                self.act(room, CheckClock())

    # -- time

    def set_timer(self, room: TournamentRoom) -> None:
        """Set the timer of a tournament at its next deadline, or at the time to try games again."""
        times = [at for at in (room.tournament.next_deadline(), room.retry_at) if at is not None]
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        if times and not room.halted:
            at = max(min(times), room.checked_at + LEAST_S)
            room.timer = self._clock.call_at(at, self._check_clock, room)

    def _check_clock(self, room: TournamentRoom) -> None:
        room.timer = None
        if room.unsaved or not self._store.healthy:
            return  # the timer is set again after the commit, or when the store is healthy again
        room.checked_at = self._clock.time()
        if room.retry_at is not None and room.checked_at >= room.retry_at:
            room.retry_at = None
        self.act(room, CheckClock())
