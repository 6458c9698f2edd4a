"""Carries out what the core decides. The order of effects, everywhere and always:

1. decide: the core turns a command into events, in memory;
2. persist: the store makes the events durable;
3. answer and broadcast: who asked gets the answer, everyone who follows the match gets the events;
4. publish: those who follow the lobby, and the feed, hear of it;
5. search: an engine that is to move begins to think.

A search that nobody needs any more is stopped with 1 already: that takes nothing back if 2 fails.

The store finishes in the order in which it was asked, so whatever must come after earlier events (a snapshot, a place
in the audience) is sent through it too, with no events of its own. One timer a match stands at its next deadline.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable

import structlog

from kibitz_protocol.codec import encode
from kibitz_protocol.refusals import SENTENCES, Code
from kibitz_server.core.commands import (
    Command,
    EngineFailed,
    EngineMoved,
    LookAtClock,
    RematchFailed,
    RematchMade,
)
from kibitz_server.core.events import Event, MatchAborted, MatchFinished, MatchStarted, MovePlayed, Rematched
from kibitz_server.core.exhibition import is_exhibition
from kibitz_server.core.hall import CreateMatch, Hall, as_code
from kibitz_server.core.lobby import Wanted
from kibitz_server.core.match import Decision, Match
from kibitz_server.core.players import Engine, Human
from kibitz_server.core.refusal import Reason, Refusal
from kibitz_server.core.rematch import rematch_of
from kibitz_server.core.series import goes_on, next_game
from kibitz_server.engine.driver import Report
from kibitz_server.shell import translate
from kibitz_server.shell.attendance import Attendance
from kibitz_server.shell.feed.sink import NoFeed, Sink
from kibitz_server.shell.identity import new_code, new_id
from kibitz_server.shell.invitations import Invitations
from kibitz_server.shell.lobby_feed import ALL, LobbyFeed
from kibitz_server.shell.lots import Lots
from kibitz_server.shell.metrics import Metrics
from kibitz_server.shell.mutes import Mutes
from kibitz_server.shell.outbox import Letter
from kibitz_server.shell.pool import EnginePool
from kibitz_server.shell.room import Peer, Room
from kibitz_server.shell.scheduler import Scheduler
from kibitz_server.shell.searches import Meter, Searches
from kibitz_server.shell.seeking import Seeking
from kibitz_server.shell.store import Entry, Store
from kibitz_server.shell.store.ending import Ratings, summary
from kibitz_server.shell.store.uptime import Uptime
from kibitz_server.shell.tv import Tv

log = structlog.get_logger(__name__)

CANNOT_SAVE = "the server cannot save moves at the moment: none are taken, clocks stand still, and nothing is lost"
SAVES_AGAIN = "moves are saved again; play on"
KEPT_S, MOST_KEPT = 600.0, 500
"""Matches that ended this long before a restart are taken up with the others, so many of them at most."""
SERVER_FAULT = "the server made a mistake"
STOPPING = "the server is about to stop; your matches are kept, and you will be back at them when it has started again"
COME_BACK = "try again in a minute"


class Runtime:
    """Every match of one server. Used in one thread; nothing here waits."""

    def __init__(
        self,
        hall: Hall,
        store: Store,
        pool: EnginePool,
        scheduler: Scheduler,
        lots: Lots | None = None,
        meter: Meter | None = None,
        *,
        exhibitions: bool = False,
        metrics: Metrics | None = None,
    ) -> None:
        self.metrics = metrics or Metrics()
        self.store = store
        store.watch_health(self._health_changed)
        self.draining = False
        self._hall = hall
        self._scheduler = scheduler
        self._rooms: dict[str, Room] = {}
        self.lots = lots or Lots()
        self._searches = Searches(pool, scheduler, self._engine_moved, self.lots, meter, self.metrics)
        self.ratings = Ratings(store.ratings())
        self._lobby = LobbyFeed(self.watchers, self.ratings)
        self._peers: dict[Peer, None] = {}
        self._invitations = Invitations()
        self._feed: Sink = NoFeed()
        self.mutes = Mutes()
        self.seeking = Seeking(self, scheduler, self.lots, self.ratings.number)
        self.tv = Tv(self, scheduler, self.ratings.number, exhibitions=exhibitions)
        self._attendance = Attendance(scheduler, self.act)

    # -- life of the server

    @property
    def feed(self) -> Sink:
        """Who publishes what happens."""
        return self._feed

    def publish_to(self, feed: Sink) -> None:
        """Tell a feed of every match from now on; called before there is one."""
        self._feed = feed

    def recover(self) -> int:
        """Take up every match that was not over; the number of them. The time the server was down is nobody's.

        Those that had just ended are there for who has not heard of it. One that cannot be rebuilt stays in the store
        as it is and holds up no other.
        """
        uptime = self.store.uptime()
        for match_id in reversed(self.store.ended_since(uptime.before(KEPT_S))[:MOST_KEPT]):
            self._take_up(match_id, uptime)
        rooms = [room for match_id in self.store.unfinished() if (room := self._take_up(match_id, uptime))]
        for room in rooms:
            self._set_timer(room)
            self._invitations.follow(room, ())
            self._searches.follow(room)
            self._attendance.follow(room)
        return len(rooms)

    def _relived(self, match_id: str, uptime: Uptime, now: float) -> tuple[Match, list[Event]]:
        """A match as it is stored. Touches nothing of ours, so that a thread may do it."""
        entries = self.store.history(match_id)
        match = Match.relived((entry.event, now - uptime.since(entry.at)) for entry in entries)
        return match, [entry.event for entry in entries]

    def _take_up(self, match_id: str, uptime: Uptime) -> Room | None:
        try:
            match, events = self._relived(match_id, uptime, self.now())
            self._hall.add(match)
        except Exception:
            log.exception("a match cannot be taken up; `kibitz-server db check` says more", match=match_id)
            return None
        room = self._open(match)
        room.catch_up(events)
        return room

    def _health_changed(self, healthy: bool, for_s: float) -> None:
        """Nothing could be saved, or can be again. Clocks stood still: nobody could move."""
        if not healthy:
            self.announce(CANNOT_SAVE)
            return
        now = self.now()
        for room in self._rooms.values():
            if not room.match.over:
                room.match.excuse(for_s, now)
                self._set_timer(room)
        self.announce(SAVES_AGAIN)

    def announce(self, text: str) -> None:
        """Tell everyone who is connected."""
        letter = Letter(encode({"t": "notice", "text": text}))
        for peer in self._peers:
            peer.send(letter)

    def drain(self) -> None:
        """From now on no match is made; those that run go on. Everyone is told."""
        if not self.draining:
            self.draining = True
            self.announce(STOPPING)

    async def wind_down(self) -> None:
        """Let the searches that run finish, and wait until what they found is safe and told."""
        self.drain()
        await self._searches.wind_down()
        safe: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def found_safe(_error: Exception | None) -> None:
            if not safe.done():
                safe.set_result(None)

        self.store.append([], found_safe)
        await safe

    def close(self) -> None:
        """Stop searching and watching the clock. What was accepted is in the store's hands."""
        self.tv.close()
        self.seeking.close()
        self._searches.close()
        self._attendance.close()
        for room in self._rooms.values():
            room.close()

    def now(self) -> float:
        """The time that matches go by: seconds on the scheduler's clock."""
        return self._scheduler.time()

    # -- who is there

    @property
    def peers(self) -> list[Peer]:
        """Everyone who said hello and is still there."""
        return list(self._peers)

    def arrive(self, peer: Peer) -> None:
        """A client said hello."""
        self._peers[peer] = None
        self._invitations.arrived(peer)
        self._attendance.arrive(peer.player.id)

    def depart(self, peer: Peer) -> None:
        """A client is gone. Its seats stay its own."""
        for room in list(peer.rooms):
            room.leave(peer)
        self._lobby.forget(peer)
        if self._peers.pop(peer, 0) is None:
            self._attendance.depart(peer.player.id)
        self.tv.tune_out(peer)
        self.seeking.cancel(peer)

    # -- finding

    def find(self, reference: str) -> Room | None:
        """The match with that id or code."""
        match = self._hall.find(reference)
        return self._rooms[match.created.id] if match else None

    def fetch(self, reference: str, then: Callable[[Room | None], None]) -> None:
        """Find a match that is over and has left the memory; `then` gets its room, or None if there is none."""

        now = self.now()

        def read() -> tuple[Match, list[Event]] | None:
            match_id = self.store.find_ended(reference.strip(), as_code(reference))
            return self._relived(match_id, Uptime(), now) if match_id is not None else None

        def found(old: tuple[Match, list[Event]] | Exception | None) -> None:
            if isinstance(old, Exception):
                log.error("a match cannot be read from the archive", match=reference, error=str(old))
            then(self._bring_back(*old) if isinstance(old, tuple) else None)

        self.store.read(read, found)

    def _bring_back(self, match: Match, events: list[Event]) -> Room | None:
        """The room of a match from the archive; it is let go again as others end."""
        room = self._rooms.get(match.created.id)
        if room is None:
            try:
                self._hall.add(match)
            except ValueError:  # a match that runs has the same code
                return None
            room = self._open(match)
            room.catch_up(events)
            self._forget_old(room)
        return room

    def unused_code(self) -> str:
        """A code for a new match."""
        while self._hall.find(code := new_code()) is not None:
            pass
        return code

    def watchers(self) -> dict[str, int]:
        """How many watch each match, by its id."""
        return {id: room.watchers for id, room in self._rooms.items() if room.peers}

    def rooms(self) -> list[Room]:
        """All matches, oldest first."""
        return list(self._rooms.values())

    def rows(self, viewer: Human | None = None, wanted: Wanted = ALL) -> list[translate.Data]:
        """The lobby's list, as this viewer wants it."""
        return self._lobby.rows((room.public for room in self.rooms()), viewer, wanted)

    def rows_of(self, matches: Iterable[Match]) -> list[translate.Data]:
        """The rows of these matches, as anybody sees them."""
        return self._lobby.rows(matches, None)

    def follow_lobby(self, peer: Peer, wanted: Wanted = ALL) -> None:
        """Tell this client of changes in the lobby from now on."""
        self._lobby.follow(peer, (room.public for room in self.rooms()), wanted)
        self.tv.look_around()

    def lobby_followed(self) -> bool:
        """Whether anybody follows the lobby."""
        return self._lobby.followed or self._feed.watched

    # -- matches

    def create(self, command: CreateMatch, then: Callable[[Room | None], None]) -> Refusal | None:
        """Make a match; `then` is called once it is safe, with None if it could not be saved."""
        if not self.store.healthy:
            then(None)
            return None
        if self.draining:
            return Refusal(Reason.DRAINING, SENTENCES[Code.DRAINING], COME_BACK)
        made = self._hall.create(command, self.now())
        if isinstance(made, Refusal):
            return made
        match, events = made
        room = self._open(match)
        self._carry_out(room, tuple(events), lambda saved: then(room if saved else None))
        return None

    def act(self, room: Room, command: Command, then: Callable[[Decision | Code], None]) -> None:
        """Put a command to a match; `then` gets the decision once it is safe, or the code of what prevented that."""
        if room.halted:
            then(Code.NOT_SAVED)
            return
        try:
            decision = room.match.handle(command, self.now())
        except Exception:
            log.exception("a match broke and is stopped", match=room.match.created.id, command=command)
            self._break_off(room)
            then(Code.INTERNAL)
            return
        self._carry_out(room, decision.events, lambda saved: then(decision if saved else Code.NOT_SAVED))

    def watch(self, room: Room, peer: Peer, since: int | None, then: Callable[[bool], None]) -> None:
        """Let a client follow a match: the gap after `since` where that is known, else a snapshot, then all events."""
        room.leave(peer)
        letters = room.since(since, peer) if since is not None else None
        if letters is None:
            letters = [room.snapshot(peer, self.now())]
        elif room.absences and not room.match.over:
            # Who came or went meanwhile has no number, and so is in no gap.
            letters = [*letters, room.presence(self.now())]

        def enter(error: Exception | None) -> None:
            if peer not in self._peers:
                return
            then(error is None)
            if error is not None:
                return
            for letter in letters:
                peer.send(letter)
            room.enter(peer)
            if since is None or not room.match.over:
                return
            # Who was away when the game ended was not taken along.
            if room.next is not None:
                self.lead(peer, room, room.next, "rematch" if room.match.rematch else "series")
            elif room.match.created.terms.series is not None:
                peer.send(Letter(encode(translate.next_data(room.match, None, "series"))))

        self.store.append([], enter)

    def resend(self, match_id: str, peer: Peer) -> None:
        """A client fell behind and is owed a snapshot of a match it still follows."""
        room = self._rooms.get(match_id)
        if room is not None and room in peer.rooms:
            self.watch(room, peer, None, lambda _: None)

    def hint(self, room: Room, engine: Engine, owner: str, then: Callable[[Report | None], None]) -> None:
        """Let an engine look at a match for a player; `then` gets None when the match has gone on meanwhile."""
        self._searches.hint(room, engine, owner, then)

    def _open(self, match: Match, begun: tuple[Event, ...] = ()) -> Room:
        """The room of a new match."""
        room = self._rooms[match.created.id] = Room(
            match, self._scheduler, self._publish, self.mutes, begun, self.ratings
        )
        self._feed.follow(room)
        return room

    # -- effects

    def _carry_out(self, room: Room, events: tuple[Event, ...], then: Callable[[bool], None]) -> None:
        """Effects 2 to 5; `then` hears, in its place, whether the events were saved."""
        at = time.time()
        match = room.match
        first = match.seq - len(events) + 1
        entries = [Entry(match.created.id, seq, event, at) for seq, event in enumerate(events, first)]
        if is_exhibition(match.created):
            entries = []  # nobody misses one
        letters = self._put_into_words(room, events, at)
        decided_at = self.now()
        room.unsaved += bool(events)
        self._searches.stop_old(room)
        # In one commit with the end of the game before, so that no restart loses a series.
        follower = self._next_of_series(room, at) if _ended(events) else None
        if follower is not None:
            entries += [Entry(follower.match.created.id, seq, event, at) for seq, event in enumerate(follower.begun, 1)]

        def done(error: Exception | None) -> None:
            room.unsaved -= bool(events)
            if error is not None:
                for lost in filter(None, (room, follower)):
                    self._halt(lost, error)
                then(False)
                return
            if events:
                self.metrics.commit_s.observe(self.now() - decided_at)
                # Nobody could know of the move while it was being saved.
                room.match.excuse(self.now() - decided_at, self.now())
                self._set_timer(room)
            if entries and _ended(events):
                self._note_end(match, at)
            then(True)
            if letters is None:
                self._break_off(room)
            else:
                self._tell(room, events, letters, follower)

        self.store.append(entries, done)

    def _note_end(self, match: Match, at: float) -> None:
        """Put a match that is over into the archive, and rate who played."""
        try:
            self.store.note_end(summary(match, at, self.ratings.note(match)))
        except Exception:  # the next start tries again, from the events
            log.exception("a match could not be put into the archive", match=match.created.id)

    def _put_into_words(self, room: Room, events: tuple[Event, ...], at: float) -> list[Letter] | None:
        """The messages of events that were decided; None when our own mistake prevents them, and the match must end."""
        try:
            self._set_timer(room)
            return room.frames(events, at, self.now()) if events else []
        except Exception:
            log.exception("a match broke and is stopped", match=room.match.created.id)
            return None

    def _tell(self, room: Room, events: tuple[Event, ...], letters: list[Letter], follower: Room | None) -> None:
        """Effects 3 to 5, after the answer."""
        try:
            room.tell(events, letters)
            if events:
                self._count(room, events)
                self._feed.happened(room)
                self._invitations.follow(room, self._peers)
                self._searches.follow(room)
                self._attendance.follow(room)
                if _ended(events):
                    self._go_on(room, follower)
                self._forget_old(room)
                if room.next is not None and isinstance(events[-1], Rematched):
                    self._lead_all(room, room.next, "rematch")
                elif room.match.rematch_wanted:
                    self._make_rematch(room)
        except Exception:
            log.exception("a match broke and is stopped", match=room.match.created.id)
            self._break_off(room)

    def _count(self, room: Room, events: tuple[Event, ...]) -> None:
        for event in events:
            match event:
                case MatchStarted():
                    log.info("a match began", match=room.match.created.id, game=room.match.created.game)
                case MovePlayed():
                    engine = isinstance(room.match.seats[event.seat], Engine)
                    self.metrics.moves.labels("engine" if engine else "human").inc()
                case MatchFinished(result):
                    self.metrics.matches.labels(result.reason).inc()
                    log.info("a match is over", match=room.match.created.id, reason=result.reason)
                case MatchAborted():
                    self.metrics.matches.labels("aborted").inc()
                case _:
                    pass

    def census(self) -> dict[str, int]:
        """How many matches are in each phase."""
        return Counter(room.match.phase.value for room in self._rooms.values())

    def _next_of_series(self, room: Room, at: float) -> Room | None:
        """The room of the next game, made when a game of a series has ended."""
        if not goes_on(room.match):
            return None
        made = self._hall.create(next_game(room.match, new_id(), self.unused_code(), at), self.now())
        if isinstance(made, Refusal):
            log.warning("a series cannot go on", match=room.match.created.id, reason=made.message)
            return None
        match, events = made
        room.next = self._open(match, tuple(events))
        return room.next

    def _go_on(self, room: Room, follower: Room | None) -> None:
        """After a game of a series: take everyone to the next, or say how it ended."""
        if follower is not None:
            self._set_timer(follower)
            follower.tell(follower.begun, follower.frames(follower.begun, time.time(), self.now()))
            self._searches.follow(follower)
            self._attendance.follow(follower)
            self._lead_all(room, follower, "series")
        elif room.match.created.terms.series is not None:
            room.broadcast(Letter(encode(translate.next_data(room.match, None, "series"))))

    def _lead_all(self, room: Room, follower: Room, why: str) -> None:
        self._feed.led(room, follower, why)
        for peer in list(room.peers):
            self.lead(peer, room, follower, why)

    def lead(self, peer: Peer, room: Room, follower: Room, why: str) -> None:
        """Take somebody who followed a match that is over to the one that comes after it."""
        peer.send(Letter(encode(translate.next_data(room.match, follower.match, why))))
        room.leave(peer)
        self.watch(follower, peer, None, lambda _: None)

    def _halt(self, room: Room, error: Exception) -> None:
        """What is in memory is ahead of what is saved, so the match must not go on from there."""
        log.error("a match could not be saved and is halted", match=room.match.created.id, error=str(error))
        room.halted = True
        room.close()
        text = f"match {room.match.created.code} could not be saved and is halted; its last saved move stands"
        room.broadcast(Letter(encode({"t": "notice", "text": text})))

    def _publish(self, room: Room, events: Iterable[Event]) -> None:
        """The lobby and television change when a match changes its phase or players, not at every move."""
        if not all(isinstance(event, MovePlayed) for event in events):
            self._lobby.publish(room.public)
            self.tv.changed(room)
        self._feed.published(room, tuple(events))

    def _forget_old(self, room: Room) -> None:
        if room.match.over:
            for match_id in self._hall.let_go(room.match):
                old = self._rooms.pop(match_id)
                self._feed.forget(match_id)
                old.close()
                for peer in list(old.peers):
                    old.leave(peer)

    def _set_timer(self, room: Room) -> None:
        if room.timer is not None:
            room.timer.cancel()
        deadline = room.match.next_deadline()
        room.timer = None if deadline is None else self._scheduler.call_at(deadline, self._look_at_clock, room)

    def _look_at_clock(self, room: Room) -> None:
        if room.unsaved or not self.store.healthy:
            return  # the timer is set again when what waits is saved
        # No engine loses on time because others were served before it.
        room.match.excuse(self._searches.waited_s(room), self.now())
        self.act(room, LookAtClock(), lambda _: None)

    def _engine_moved(self, room: Room, turn: int, report: Report | None) -> None:
        if report is None:
            self.act(room, EngineFailed(turn), lambda _: None)
            return

        def check(decision: Decision | Code) -> None:
            # A move that the rules refuse must not leave the match waiting for ever; one for another turn is old news,
            # and so is its failure.
            if isinstance(decision, Decision) and decision.refusal is not None:
                self.act(room, EngineFailed(turn), lambda _: None)

        self.act(room, EngineMoved(turn, report.move, translate.thought(report)), check)

    def _make_rematch(self, room: Room) -> None:
        """Those who played want to play again: a new match, whose code the old one tells."""
        again = rematch_of(room.match, new_id(), self.unused_code(), time.time())

        def made(rematch: Room | None) -> None:
            if rematch is None:
                self.act(room, RematchFailed(SENTENCES[Code.NOT_SAVED]), lambda _: None)
            else:
                room.next = rematch
                created = rematch.match.created
                self.act(room, RematchMade(created.id, created.code), lambda _: None)

        refusal = self.create(again, made)
        if refusal is not None:
            self.act(room, RematchFailed(refusal.message), lambda _: None)

    def _break_off(self, room: Room) -> None:
        """Our own mistake ends the match it happened in, and no other."""
        if room.match.over:
            # It cannot even be ended in good order.
            self._halt(room, RuntimeError(SERVER_FAULT))
            return
        event = MatchAborted(SERVER_FAULT)
        room.match.apply(event)
        self._carry_out(room, (event,), lambda _: None)


def _ended(events: tuple[Event, ...]) -> bool:
    return any(isinstance(event, MatchFinished | MatchAborted) for event in events)
