"""What one client may ask for, and the answers it gets: each command exactly one.

Identity comes from the connection. Answers to commands that change something are remembered for a while by their id,
so that a command sent again after a dropped connection is answered again and not done twice.
"""

import time
from typing import Any

from kibitz_protocol import to_server, values
from kibitz_protocol.archive import SearchArchive, ShowRatings
from kibitz_protocol.codec import encode
from kibitz_protocol.match_info import ShowSeries, ShowWatchers
from kibitz_protocol.refusals import SENTENCES, Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.core.lobby.exhibition import is_exhibition
from kibitz_server.core.match.commands import Claim, Command, PlayMove, Resign, StartMatch, TakeSeat
from kibitz_server.core.match.match import Decision
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.visibility import analysis_allowed
from kibitz_server.core.values.players import Engine
from kibitz_server.core.values.refusal import Reason
from kibitz_server.engine.driver import Report
from kibitz_server.games.registry import declarations
from kibitz_server.handlers import access, archive, create, explain, lobby, series
from kibitz_server.handlers.accounts import People
from kibitz_server.handlers.answers import Answers
from kibitz_server.limits.limiter import ClientLimiter
from kibitz_server.messages import commands, match_data, record, replies, searches
from kibitz_server.messages.games import game_data
from kibitz_server.messages.outgoing import Data, OutgoingMessage
from kibitz_server.runtime.engine_turns import HINT_S
from kibitz_server.runtime.room import Client, Room
from kibitz_server.runtime.runtime import COME_BACK, Runtime

READING = {
    to_server.Ping,
    to_server.ListGames,
    to_server.ListMatches,
    to_server.Watch,
    to_server.Unwatch,
    to_server.Record,
    to_server.Explain,
    SearchArchive,
    ShowRatings,
    ShowSeries,
    ShowWatchers,
}
"""Commands that change nothing but what their client is told: done again when they come again."""
MAKING = {to_server.Create, to_server.Seek, to_server.Hint}
"""Commands for which a server that is about to stop has no time."""


class Session:
    """One connection's view of the runtime. `pending` counts the commands that are not answered yet."""

    def __init__(
        self, runtime: Runtime, answers: Answers, people: People, peer: Client, visitor: ClientLimiter | None = None
    ) -> None:
        self._runtime = runtime
        self._matches = runtime.matches
        self._people = people
        self._answers = answers
        self._peer = peer
        self._visitor = visitor
        self._hinting = False
        self._asked: dict[str, tuple[str, float]] = {}
        self.pending = 0

    def receive(self, message: to_server.AnyCommand) -> None:
        """Do one command. Its answer is sent sooner or later."""
        self.pending += 1
        denial = self._visitor.command(message, guest=not self._peer.player.account) if self._visitor else None
        if denial is not None:
            # Not remembered as the command's answer, so that it may come again under its id.
            self.pending -= 1
            self._runtime.metrics.refusals.labels(denial.code.value).inc()
            refusal = replies.refused(
                message.id, denial.code, denial.sentence, denial.hint, retry_after_s=denial.retry_after_s
            )
            self._peer.send(OutgoingMessage(encode(refusal)))
            return
        self._asked[message.id] = message.t, time.perf_counter()
        if type(message) in READING:
            self._read(message)
        elif not self._answers.begin(self._peer, message.id):
            self.pending -= 1
            self._asked.pop(message.id, None)
        elif not self._runtime.store.healthy:
            self._refuse(message.id, Code.NOT_SAVED, hint="try again in a moment")
        elif self._runtime.draining and type(message) in MAKING:
            self._refuse(message.id, Code.DRAINING, hint=COME_BACK, retry_after_s=60)
        else:
            self._do(message)

    def _read(self, message: to_server.AnyCommand) -> None:
        match message:
            case to_server.Ping():
                self._reply(message.id, {"kind": "pong", "at": self._runtime.wall_clock()})
            case to_server.ListGames():
                games = [game_data(game) for game in declarations()]
                self._reply(message.id, {"kind": "games", "games": games})
            case to_server.ListMatches():
                lobby.list_matches(self._runtime, self._peer, message, self._reply, self._refuse)
            case SearchArchive():
                archive.search(self._runtime.store, self._peer, message, self._reply, self._refuse)
            case ShowRatings():
                archive.ratings(self._runtime.store, self._runtime.ratings, message, self._reply, self._refuse)
            case ShowSeries() | ShowWatchers():
                series.answer(self._runtime, self._peer, message, self._reply, self._refuse)
            case to_server.Watch() if not access.is_tv(message.match) and self._matches.find(message.match) is None:
                self._matches.fetch(message.match, lambda _: self._follow(message))
            case to_server.Watch() | to_server.Unwatch():
                self._follow(message)
            case to_server.Record() if self._matches.find(message.match) is None:
                self._matches.fetch(message.match, lambda _: self._record(message))
            case to_server.Record():
                self._record(message)
            case to_server.Explain():
                explain.answer(self._runtime, self._peer, message, self._reply, self._refuse)

    def _do(self, message: Any) -> None:
        match message:
            # First what comes most: to find out that a message is of none of twenty kinds takes longer than to do it.
            case to_server.Move():
                by, lag_s = self._peer.player.id, self._peer.lag_s
                move = PlayMove(by, message.ply, message.move, message.position, lag_s, message.id)
                self._act(message, move)
            case to_server.TellTurns():
                self._tell_turns(message)
            case to_server.Create():
                create.create(self._runtime, self._peer, message, self._reply, self._refuse)
            case to_server.Hint():
                self._hint(message)
            case to_server.Chat():
                self._chat(message)
            case to_server.Mute():
                self._mute(message)
            case to_server.Seek():
                self._runtime.seeking.seek(self._peer, message, self._reply, self._refuse)
            case to_server.Unseek():
                self._runtime.seeking.cancel(self._peer)
                self._reply(message.id)
            case to_server.Join():
                self._act(message, TakeSeat(self._peer.player, message.seat), follow=True)
            case to_server.Start():
                self._act(message, StartMatch(self._peer.player.id), follow=True)
            case to_server.Resign():
                self._act(message, Resign(self._peer.player.id))
            case to_server.Offer() | to_server.Accept() | to_server.Decline() | to_server.Withdraw():
                self._act(message, commands.offer_command(message, self._peer.player.id))
            case to_server.Claim():
                self._act(message, Claim(self._peer.player.id, message.result == "draw"))
            case _:
                self._people.receive(self._peer, message, self._reply, self._refuse)

    def _tell_turns(self, message: to_server.TellTurns) -> None:
        def told(topic: str | None, saved: bool) -> None:
            if topic is None:
                self._refuse(message.id, Code.NO_FEED, hint="who runs it may name one with --mqtt")
            elif not saved:
                self._refuse(message.id, Code.NOT_SAVED, hint="try again in a moment")
            else:
                self._reply(message.id, {"kind": "turns", "topic": topic, "on": message.on})

        self._runtime.feed.tell_turns(self._peer.player.id, message.on, told)

    # -- answers

    def _reply(self, id: str, result: Data | None = None) -> None:
        self._answer(id, replies.accepted(id, result))

    def _refuse(
        self,
        id: str,
        code: Code | Reason,
        message: str | None = None,
        hint: str | None = None,
        state: Data | None = None,
        *,
        retry_after_s: float | None = None,
    ) -> None:
        sentence = message or SENTENCES[Code(code.value)]
        self._runtime.metrics.refusals.labels(code.value).inc()
        self._answer(id, replies.refused(id, code.value, sentence, hint, state, retry_after_s))

    def _answer(self, id: str, data: Data) -> None:
        self.pending -= 1
        if asked := self._asked.pop(id, None):
            command, asked_at = asked
            self._runtime.metrics.answer_s[command].observe(time.perf_counter() - asked_at)
        self._answers.end(self._peer, id, encode(data))

    def _room(self, message: to_server.AnyCommand, reference: str) -> Room | None:
        room = self._runtime.tv.seen_by(self._peer) if access.is_tv(reference) else self._matches.find(reference)
        if room is None:
            sentence, hint = f"there is no match {reference!r}", "`kibitz lobby` lists the open ones"
            self._refuse(message.id, Code.UNKNOWN_MATCH, sentence, hint)
        elif not access.admits(room, self._peer, message):
            self._refuse(message.id, Code.WRONG_KEY, hint="its host was told the key: kibitz join CODE --key-file FILE")
            return None
        return room

    def _enter(self, message: to_server.AnyCommand, room: Room, since: int | None = None) -> None:
        """Let the client follow a match, and tell it where it sits there."""
        entered = replies.entered(room.match, self._peer.player.id)

        def tell(let_in: bool) -> None:
            if let_in:
                self._reply(message.id, entered)
            else:
                self._refuse(message.id, Code.NOT_SAVED, hint="watch the match again in a moment")

        self._runtime.watch(room, self._peer, since, tell)

    # -- commands

    def _tune_in(self, message: to_server.Watch) -> None:
        """Watch what is on, and be led to what comes after it."""

        def told(room: Room | None) -> None:
            if room is None:
                hint = "start one: kibitz duel connect4 alphabeta minimax"
                self._refuse(message.id, Code.UNKNOWN_MATCH, "no match is live at the moment", hint)
            else:
                self._reply(message.id, replies.entered(room.match, self._peer.player.id))

        self._runtime.tv.tune_in(self._peer, told)

    def _follow(self, message: to_server.Watch | to_server.Unwatch) -> None:
        if isinstance(message, to_server.Watch) and access.is_tv(message.match):
            self._tune_in(message)
            return
        room = self._room(message, message.match)
        if room is None:
            return
        if isinstance(message, to_server.Watch):
            if not access.may_watch(room, self._peer.player):
                self._refuse(message.id, Code.NO_WATCHERS, hint="`kibitz lobby` lists others")
                return
            self._enter(message, room, message.since)
        elif room in self._peer.rooms:
            room.leave(self._peer)
            self._runtime.tv.tune_out(self._peer, room)
            self._reply(message.id)
        else:
            self._refuse(message.id, Code.NOT_WATCHING, hint="watch it first")

    def _record(self, message: to_server.Record) -> None:
        room = self._room(message, message.match)
        if room is None:
            return
        if not access.may_watch(room, self._peer.player):
            self._refuse(message.id, Code.NO_WATCHERS, hint="`kibitz lobby` lists others")
            return
        if is_exhibition(room.match.created):
            hint = "engines play them for those who watch; those of `kibitz duel` are kept"
            self._refuse(message.id, Code.NOT_SAVED, "exhibition matches are not kept", hint)
            return
        store, shown = self._runtime.store, room.shown_to(self._peer)
        last, told = shown.seq, record.thinking_told(shown)

        def tell(page: Data | Exception) -> None:
            if isinstance(page, Exception):
                self._refuse(message.id, Code.NOT_SAVED, "the record cannot be read now", "try again in a moment")
            else:
                self._reply(message.id, page)

        match_id, since = room.match.created.id, message.since
        store.read(lambda: record.page(store.history(match_id), since, last, thinking=told), tell)

    def _act(self, message: Any, command: Command, follow: bool = False) -> None:
        room = self._room(message, message.match)
        if room is None:
            return

        def tell(decision: Decision | Code) -> None:
            if isinstance(decision, Code):
                self._refuse(message.id, decision)
            elif decision.refusal is not None:
                stale = decision.refusal.reason in (Reason.STALE_PLY, Reason.NOT_YOUR_TURN)
                state = match_data.match_state(room.match, self._runtime.now()) if stale else None
                refusal = decision.refusal
                self._refuse(message.id, refusal.reason, refusal.message, refusal.hint, state)
            elif follow and room not in self._peer.rooms:
                self._enter(message, room)
            else:
                self._reply(message.id, replies.entered(room.match, self._peer.player.id) if follow else None)

        self._runtime.act(room, command, tell)

    def _hint(self, message: to_server.Hint) -> None:
        room = self._room(message, message.match)
        if room is None:
            return
        match = room.match
        seat = match.seat_of(self._peer.player.id)
        spec = message.engine or values.EngineSpec(algorithm="alphabeta")
        engine = commands.engine(spec, create.DEFAULT_S, HINT_S)
        if seat is None:
            self._refuse(message.id, Code.NOT_SEATED, hint="hints are for players")
        elif not analysis_allowed(match):
            self._refuse(message.id, Code.NO_HELP, hint="hints are for casual matches")
        elif match.phase is not Phase.RUNNING:
            self._refuse(message.id, Code.NOT_RUNNING, hint="hints are for running matches")
        elif seat != match.to_move:
            self._refuse(message.id, Code.NOT_YOUR_TURN, hint="ask again when you are to move")
        elif self._hinting:
            self._refuse(message.id, Code.TOO_MANY, "a hint is on its way already", "wait for it")
        elif access.fits(engine, match.game.name, match.game.options, message.id, self._refuse):
            self._give_hint(message, room, engine)

    def _give_hint(self, message: to_server.Hint, room: Room, engine: Engine) -> None:
        self._hinting = True
        ply = room.match.ply

        def tell(report: Report | None) -> None:
            self._hinting = False
            if report is None:
                self._refuse(message.id, Code.STALE_PLY, "the match went on before the hint was found")
                return
            found = {"move": report.move, "search": searches.search_data(report)}
            self._reply(message.id, {"kind": "hinted", "match": room.match.created.id, "ply": ply, **found})

        self._runtime.hint(room, engine, self._peer.player.id, tell)

    def _mute(self, message: to_server.Mute) -> None:
        mutes, me = self._runtime.mutes, self._peer.player.id
        if not message.on:
            mutes.unmute(me, message.name)
        elif not mutes.mute(me, message.name):
            self._refuse(message.id, Code.TOO_MANY, "you hear too many no longer", "hear one of them again first")
            return
        self._reply(message.id)

    def _chat(self, message: to_server.Chat) -> None:
        room = self._room(message, message.match)
        if room is None:
            return
        if room not in self._peer.rooms:
            self._refuse(message.id, Code.NOT_WATCHING, hint="watch the match to talk there")
            return
        if not room.match.created.terms.chat:
            self._refuse(message.id, Code.CHAT_OFF)
            return
        try:
            self._people.moderation.check_not_muted(self._peer.player)
        except CommandRefused as denied:
            self._refuse(message.id, denied.code, str(denied), denied.hint, retry_after_s=denied.retry_after_s)
            return
        self._reply(message.id)
        room.say(self._peer.player, message.text, self._runtime.wall_clock())
