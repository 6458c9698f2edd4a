"""Carries out what the core decides. The order of effects, everywhere and always:

1. decide: the core turns a command into events, in memory;
2. persist: the store makes the events durable;
3. answer and broadcast: who asked gets the answer, everyone who follows the match gets the events;
4. publish: those who follow the lobby, and the feed, hear of it;
5. search: an engine that is to move begins to think.

A search that nobody needs any more is stopped with 1 already: that takes nothing back if 2 fails.

The store finishes in the order in which it was asked, so whatever must come after earlier events (a snapshot, a place
in the audience) is sent through it too, with no events of its own. One timer a match stands at its next deadline, or
before it.
"""

import asyncio
from collections.abc import Callable, Iterable

import structlog

from kibitz_protocol.codec import encode
from kibitz_protocol.refusals import SENTENCES, Code
from kibitz_server.accounts.mutes import Mutes
from kibitz_server.core.lobby.exhibition import is_exhibition
from kibitz_server.core.lobby.listing import LobbyFilter
from kibitz_server.core.lobby.registry import CreateMatch, MatchRegistry
from kibitz_server.core.match.commands import CheckClock, Command, EngineFailed, EngineMoved
from kibitz_server.core.match.match import Decision, Match
from kibitz_server.core.values.events import Event, MatchAborted, MatchFinished, MovePlayed
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.engine.driver import Report
from kibitz_server.messages import outgoing, searches
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.pool.interface import EnginePool
from kibitz_server.runtime.background import BackgroundWorker
from kibitz_server.runtime.engine_turns import EngineTimeBudget, EngineTurns
from kibitz_server.runtime.lobby.invitations import Invitations
from kibitz_server.runtime.lobby.listing import ALL, LobbySubscriptions
from kibitz_server.runtime.lobby.matchmaking import Matchmaking
from kibitz_server.runtime.lobby.tv import Tv
from kibitz_server.runtime.ports import EventSink, NoFeed
from kibitz_server.runtime.presence import PresenceTracker
from kibitz_server.runtime.rng import RandomChoices
from kibitz_server.runtime.room import Client, Room
from kibitz_server.runtime.rooms import Rooms
from kibitz_server.runtime.series import NextMatches
from kibitz_server.scheduler import SYSTEM_CLOCK, Scheduler, WallClock
from kibitz_server.store import Entry, Store
from kibitz_server.store.archive.ratings import Ratings
from kibitz_server.store.archive.summary import summary
from kibitz_server.telemetry.metrics import Metrics, count_events

log = structlog.get_logger(__name__)

CANNOT_SAVE = "the server cannot save moves at the moment: none are taken, clocks stand still, and nothing is lost"
SAVES_AGAIN = "moves are saved again; play on"
SERVER_FAULT = "the server made a mistake"
STOPPING = "the server is about to stop; your matches are kept, and you will be back at them when it has started again"
ENDS = (MatchFinished, MatchAborted)
COME_BACK = "try again in a minute"


class Runtime:
    """Every match of one server. Used in one thread; nothing here waits."""

    def __init__(
        self,
        hall: MatchRegistry,
        store: Store,
        pool: EnginePool,
        scheduler: Scheduler,
        lots: RandomChoices | None = None,
        meter: EngineTimeBudget | None = None,
        *,
        exhibitions: bool = False,
        metrics: Metrics | None = None,
        wall_clock: WallClock = SYSTEM_CLOCK,
    ) -> None:
        self.wall_clock = wall_clock
        self.metrics = metrics or Metrics()
        self.store = store
        store.watch_health(self._health_changed)
        self.draining = False
        self._scheduler = scheduler
        self.lots = lots or RandomChoices()
        self._searches = EngineTurns(pool, scheduler, self._engine_moved, self.lots, meter, self.metrics)
        self.ratings = Ratings(store.ratings())
        self._peers: dict[Client, None] = {}
        self._invitations = Invitations()
        self._feed: EventSink = NoFeed()
        self.mutes = Mutes(store.people)
        self.matches = Rooms(hall, store, scheduler.time, self._furnish, self._forgotten)
        self._lobby = LobbySubscriptions(self.matches.watchers, self.ratings)
        self._sequels = NextMatches(self, lambda *led: self._feed.led(*led))
        self.aside = BackgroundWorker()
        self.seeking = Matchmaking(self, scheduler, self.lots, self.ratings.number)
        self.tv = Tv(self, scheduler, self.ratings.number, exhibitions=exhibitions)
        self._attendance = PresenceTracker(scheduler, self.act, self.tv.changed)

    # -- life of the server

    @property
    def feed(self) -> EventSink:
        """Who publishes what happens."""
        return self._feed

    def publish_to(self, feed: EventSink) -> None:
        """Tell a feed of every match from now on; called before there is one."""
        self._feed = feed

    def recover(self) -> int:
        """Take up every match that was not over; the number of them. The time the server was down is nobody's."""
        rooms = self.matches.recover()
        for room in rooms:
            self._set_timer(room)
            self._invitations.follow(room, ())
            self._searches.follow(room)
            self._attendance.follow(room)
            self.tv.changed(room)
        return len(rooms)

    def _health_changed(self, healthy: bool, for_s: float) -> None:
        """Nothing could be saved, or can be again. Clocks stood still: nobody could move."""
        if not healthy:
            self.announce(CANNOT_SAVE, halted=True)
            return
        now = self.now()
        for room in self.matches.rooms:
            if not room.match.over:
                room.match.credit_time(for_s, now)
                self._set_timer(room)
        self.announce(SAVES_AGAIN, halted=False)

    def announce(self, text: str, *, halted: bool | None = None) -> None:
        """Tell everyone who is connected."""
        letter = _notice(text, halted)
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
        self.aside.close()
        self.tv.close()
        self.seeking.close()
        self._searches.close()
        self._attendance.close()
        for room in self.matches.rooms:
            room.close()

    def now(self) -> float:
        """The time that matches go by: seconds on the scheduler's clock."""
        return self._scheduler.time()

    # -- who is there

    @property
    def peers(self) -> list[Client]:
        """Everyone who said hello and is still there."""
        return list(self._peers)

    def arrive(self, peer: Client) -> None:
        """A client said hello."""
        self._peers[peer] = None
        if not self.store.healthy:
            peer.send(_notice(CANNOT_SAVE, halted=True))
        self._invitations.arrived(peer)
        self._attendance.arrive(peer.player.id)

    def depart(self, peer: Client) -> None:
        """A client is gone. Its seats stay its own."""
        for room in list(peer.rooms):
            room.leave(peer)
        self._lobby.forget(peer)
        if self._peers.pop(peer, 0) is None:
            self._attendance.depart(peer.player.id)
        self.tv.tune_out(peer)
        self.seeking.cancel(peer)

    # -- the lobby

    def rooms(self) -> list[Room]:
        """All matches, oldest first."""
        return self.matches.rooms

    def rows(self, viewer: Human | None = None, wanted: LobbyFilter = ALL) -> list[outgoing.Data]:
        """The lobby's list, as this viewer wants it."""
        return self._lobby.rows((room.public for room in self.matches.rooms), viewer, wanted)

    def rows_of(self, matches: Iterable[Match]) -> list[outgoing.Data]:
        """The rows of these matches, as anybody sees them."""
        return self._lobby.rows(matches, None)

    def follow_lobby(self, peer: Client, wanted: LobbyFilter = ALL) -> None:
        """Tell this client of changes in the lobby from now on."""
        self._lobby.follow(peer, (room.public for room in self.matches.rooms), wanted)
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
        made = self.matches.make(command)
        if isinstance(made, Refusal):
            return made
        room, events = made
        self._carry_out(room, events, lambda saved: then(room if saved else None))
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

    def watch(self, room: Room, peer: Client, since: int | None, then: Callable[[bool], None]) -> None:
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
            if since is not None and room.match.over:
                self._sequels.catch_up(peer, room)

        self.store.append([], enter)

    def resend(self, match_id: str, peer: Client) -> None:
        """A client fell behind and is owed a snapshot of a match it still follows."""
        room = self.matches.with_id(match_id)
        if room is not None and room in peer.rooms:
            self.watch(room, peer, None, lambda _: None)

    def hint(self, room: Room, engine: Engine, owner: str, then: Callable[[Report | None], None]) -> None:
        """Let an engine look at a match for a player; `then` gets None when the match has gone on meanwhile."""
        self._searches.hint(room, engine, owner, then)

    def lead(self, peer: Client, room: Room, follower: Room, why: str) -> None:
        """Take somebody who followed a match to another."""
        self._sequels.lead(peer, room, follower, why)

    def _furnish(self, match: Match, begun: tuple[Event, ...]) -> Room:
        room = Room(match, self._scheduler, self._publish, self.mutes, begun, self.ratings)
        self._feed.follow(room)
        return room

    def _forgotten(self, room: Room) -> None:
        self._feed.forget(room.match.created.id)

    # -- effects

    def _carry_out(self, room: Room, events: tuple[Event, ...], then: Callable[[bool], None]) -> None:
        """Effects 2 to 5; `then` hears, in its place, whether the events were saved."""
        at = self.wall_clock()
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
        ended = match.over and any(isinstance(event, ENDS) for event in events)
        follower = self._sequels.next_of_series(room, at) if ended else None
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
                # Nobody could know of the move while it was being saved.
                now = self.now()
                self.metrics.commit_s.observe(now - decided_at)
                room.match.credit_time(now - decided_at, now)
            if ended:
                room.ended_at = at
            if entries and ended:
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

    def _put_into_words(self, room: Room, events: tuple[Event, ...], at: float) -> list[OutgoingMessage] | None:
        """The messages of events that were decided; None when our own mistake prevents them, and the match must end."""
        try:
            if events:
                return room.frames(events, at, self.now())
            self._set_timer(room)
            return []
        except Exception:
            log.exception("a match broke and is stopped", match=room.match.created.id)
            return None

    def _tell(
        self, room: Room, events: tuple[Event, ...], letters: list[OutgoingMessage], follower: Room | None
    ) -> None:
        """Effects 3 to 5, after the answer."""
        try:
            if events:
                self._set_timer(room)
            room.tell(events, letters)
            if events:
                count_events(self.metrics, room.match, events)
                self._feed.happened(room)
                self._searches.follow(room)
            if not _only_moves(events):
                self._invitations.follow(room, self._peers)
                self._attendance.follow(room)
                if follower is not None:
                    self._begin(follower)
                if any(isinstance(event, ENDS) for event in events):
                    self._sequels.take_to_next(room, follower)
                if room.match.over:
                    self.matches.forget_old(room)
                self._sequels.see_to_rematch(room, events)
        except Exception:
            log.exception("a match broke and is stopped", match=room.match.created.id)
            self._break_off(room)

    def _begin(self, follower: Room) -> None:
        """A match that was saved together with the end of the one before it is told of, and goes on by itself."""
        self._set_timer(follower)
        follower.tell(follower.begun, follower.frames(follower.begun, self.wall_clock(), self.now()))
        self._searches.follow(follower)
        self._attendance.follow(follower)

    def _halt(self, room: Room, error: Exception) -> None:
        """What is in memory is ahead of what is saved, so the match must not go on from there."""
        log.error("a match could not be saved and is halted", match=room.match.created.id, error=str(error))
        room.halted = True
        room.close()
        text = f"match {room.match.created.code} could not be saved and is halted; its last saved move stands"
        room.broadcast(OutgoingMessage(encode({"t": "notice", "text": text})))

    def _publish(self, room: Room, events: Iterable[Event]) -> None:
        """The lobby and television change when a match changes its phase or players, not at every move."""
        if not _only_moves(events):
            self._lobby.publish(room.public)
            self.tv.changed(room)
        self._feed.published(room, tuple(events))

    def _set_timer(self, room: Room) -> None:
        """See to it that the clock is looked at when time decides something, or before: then it is looked at again.

        With each move the deadline goes on, so most timers would be cancelled by the next one.
        """
        deadline = room.match.next_deadline()
        if room.timer is not None:
            if deadline is not None and room.timer_at <= deadline:
                return
            room.timer.cancel()
        if deadline is None:
            room.timer = None
        else:
            room.timer, room.timer_at = self._scheduler.call_at(deadline, self._look_at_clock, room), deadline

    def _look_at_clock(self, room: Room) -> None:
        room.timer = None
        if room.unsaved or not self.store.healthy:
            return  # the timer is set again when what waits is saved
        deadline = room.match.next_deadline()
        if deadline is None or deadline > self.now():
            self._set_timer(room)
            return
        # No engine loses on time because others were served before it.
        room.match.credit_time(self._searches.waited_s(room), self.now())
        self.act(room, CheckClock(), lambda _: None)

    def _engine_moved(self, room: Room, turn: int, report: Report | None) -> None:
        if report is None:
            self.act(room, EngineFailed(turn), lambda _: None)
            return

        def check(decision: Decision | Code) -> None:
            # A move that the rules refuse must not leave the match waiting for ever; one for another turn is old news,
            # and so is its failure.
            if isinstance(decision, Decision) and decision.refusal is not None:
                self.act(room, EngineFailed(turn), lambda _: None)

        self.act(room, EngineMoved(turn, report.move, searches.search_info(report)), check)

    def _break_off(self, room: Room) -> None:
        """Our own mistake ends the match it happened in, and no other."""
        if room.match.over:
            # It cannot even be ended in good order.
            self._halt(room, RuntimeError(SERVER_FAULT))
            return
        event = MatchAborted(SERVER_FAULT)
        room.match.apply(event)
        self._carry_out(room, (event,), lambda _: None)


def _notice(text: str, halted: bool | None) -> OutgoingMessage:
    return OutgoingMessage(encode({"t": "notice", "text": text} | ({} if halted is None else {"halted": halted})))


def _only_moves(events: Iterable[Event]) -> bool:
    """Whether nothing has changed but the position, as most of the time."""
    for event in events:  # noqa: SIM110  # twice as fast as `all`, and asked twice a move
        if type(event) is not MovePlayed:
            return False
    return True
