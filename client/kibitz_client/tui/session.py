"""What the app knows of the server: one link, the state of each match that is followed, the lobby. No Textual.

The hub is imported after the first frame, because the protocol's models take a while to load.
"""

import asyncio
import contextlib
import io
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from kibitz_client.errors import ClientError, RefusedError, UsageError
from kibitz_client.match.state import MatchState, advance, row_of
from kibitz_client.network.client import Client, Status
from kibitz_client.network.connect import Connected
from kibitz_client.network.discovery import DiscoveredServer
from kibitz_client.network.record import fetch_record
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.storage.files import seats_path
from kibitz_client.storage.seat_keeper import SeatKeeper
from kibitz_client.storage.seats import SeatMemory
from kibitz_client.terminal.output import Output
from kibitz_client.text.leaving import app_exit_message
from kibitz_client.text.pgn import pgn_text
from kibitz_client.tui.locate_server import Arrival
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Entered, Event, Invitation, Lobby, Next, Notice, Paired, Snapshot
from kibitz_protocol.to_server import Join, ListGames, ListMatches, Ping, Unwatch, Watch
from kibitz_protocol.values import GameInfo, MatchRow

PING_EVERY_S = 15.0
Opener = Callable[[Output], AbstractAsyncContextManager[Connected]]


class Listener(Protocol):
    """Who is told what happens."""

    def connection_changed(self, text: str) -> None:
        """The link is up, down, slower or faster; `text` says what happened, or is empty."""

    def lobby_changed(self) -> None:
        """Other matches are listed."""

    def match_told(self, match: str, message: Any, before: MatchState | None) -> None:
        """A followed match has changed; `before` is its state before the message."""

    def entered(self, match: str) -> None:
        """The server has led us into a match."""

    def remark(self, text: str, *, trouble: bool = False) -> None:
        """Something worth a notice."""

    async def choose_server(self, found: Sequence[DiscoveredServer]) -> DiscoveredServer | None:
        """Which of several servers of the local network; None is a private one."""


class _Remarks(Output):
    """An output whose lines become notices: the terminal belongs to the app."""

    def __init__(self, remark: Callable[[str], None], status: Callable[[Status, str], None]) -> None:
        super().__init__(stdout=io.StringIO(), stderr=io.StringIO())
        self._remark = remark
        self._on_status = status

    def warn(self, *lines: str) -> None:
        """A remark each."""
        for line in lines:
            self._remark(line)

    def status(self, status: object, text: str) -> None:
        """How the connection is."""
        self._on_status(Status.ONLINE if status == Status.ONLINE else Status.OFFLINE, text)


@dataclass(frozen=True, slots=True)
class About:
    """What there is to know of a match for those who might come. `free`: somebody could still sit down."""

    match: str
    code: str
    game: str
    free: bool
    watchable: bool
    private: bool


class Session:
    """The link and what came over it. `run` connects and listens until it is cancelled or the link gives up."""

    def __init__(
        self,
        settings: Settings,
        listener: Listener,
        opener: Opener | None = None,
        seats: SeatMemory | None = None,
    ) -> None:
        self.states: dict[str, MatchState] = {}
        self.rows: dict[str, MatchRow] = {}
        self.games: list[GameInfo] = []
        self.keys: dict[str, str] = {}
        """The keys of private matches that we made or were let into."""
        self.online = False
        self.latency_ms: int | None = None
        self.private = False
        self.found = False
        self.halted = False
        self._listener = listener
        self._opener = opener or Arrival(settings, listener.choose_server).open
        self._link: Client | None = None
        self._seated = SeatKeeper(seats or SeatMemory(seats_path(), listener.remark))
        self._made: set[str] = set()
        self._lost_at: dict[str, int] = {}

    @property
    def link(self) -> Client:
        """The link. Raises RuntimeError before there is one."""
        if self._link is None:
            raise RuntimeError("not connected yet")
        return self._link

    @property
    def ready(self) -> bool:
        """Whether there is a link."""
        return self._link is not None

    @property
    def name(self) -> str:
        """Who the server takes us for."""
        return self._link.welcome.you.name if self._link is not None else ""

    @property
    def engines(self) -> list[str]:
        """The algorithms of the server."""
        return list(self._link.welcome.engines) if self._link is not None else []

    async def run(self) -> None:
        """Connect, follow the lobby, and pass on what the server tells. Raises ClientError."""
        output = _Remarks(self._listener.remark, self._status)
        async with self._opener(output) as connected:
            self._link, self.private, self.online = connected.client, connected.private, True
            self.found = connected.found
            self.games = (await self.link.ask(build(ListGames))).games
            self._list((await self.link.ask(build(ListMatches, follow=True))).matches)
            await self._come_back()
            self._listener.connection_changed("")
            pinging = asyncio.create_task(self._measure())
            try:
                async for message in self.link.messages():
                    self._receive(message)
            finally:
                pinging.cancel()
                self.online = False

    async def watch(self, reference: str, key: str | None = None) -> Entered:
        """Follow a match, by id, code or `tv`. Raises RefusedError."""
        return await self._enter(Watch, reference, key)

    async def join(self, reference: str, key: str | None = None) -> Entered:
        """Take a seat, or come back to ours. Raises RefusedError."""
        try:
            return await self._enter(Join, reference, key)
        except RefusedError as refusal:
            if refusal.refused.code != Code.ALREADY_SEATED:
                raise
            return await self.watch(reference, key)

    async def _enter(self, kind: type[Watch] | type[Join], reference: str, key: str | None) -> Entered:
        key = key or self.keys.get(reference)
        entered = await self.link.ask(build(kind, match=reference, key=key))
        if key is not None:
            self.keys[entered.match] = key
        return entered

    async def leave(self, match: str) -> None:
        """Follow a match no longer, unless we play in it."""
        state = self.states.get(match)
        if state is not None and state.you is not None and not state.over:
            return
        self.states.pop(match, None)
        with contextlib.suppress(ClientError):
            await self.link.ask(build(Unwatch, match=match))

    async def record(self, reference: str, key: str | None = None, *, followed: bool = False) -> list[Snapshot | Event]:
        """A match as it was told from its first event on; unless it is `followed`, it may be one of the archive."""
        match = reference
        if not followed:
            # Who watches a match of the archive brings it back.
            match = (await self.watch(reference, key)).match
        messages = [message async for message in fetch_record(self.link, match, self.keys.get(match))]
        if not followed:
            await self.leave(match)
        return messages

    async def record_text(self, match: str) -> str:
        """A match as text, for people and other programs."""
        return pgn_text(await self.record(match, followed=match in self.states))

    def about(self, match: str) -> About:
        """A match that is followed or listed. Raises Misuse."""
        state, row = self.states.get(match), self.rows.get(match)
        if state is not None:
            return About(
                match,
                state.code,
                state.game.title,
                state.empty_seats > 0,
                state.watchable,
                state.visibility == "private",
            )
        if row is not None:
            free = any(seat.kind == "open" for seat in row.seats)
            return About(match, row.code, row.game, free, row.watchable, row.visibility == "private")
        raise UsageError("that match is not known here any more")

    def made(self, entered: Entered) -> None:
        """We have made a match, whose key is told this once."""
        self._made.add(entered.match)
        if entered.key is not None:
            self.keys[entered.match] = entered.key

    def farewell(self) -> list[str]:
        """What to know on leaving: which matches go on, and how to come back."""
        if not self.ready:
            return []
        ours = [state for state in self.states.values() if state.you is not None or state.match in self._made]
        return app_exit_message(ours, self.link.url, private=self.private)

    async def _come_back(self) -> None:
        """Follow the matches that we left when we were here last."""
        for kept in [] if self.private else self._seated.left(self.link.url, self.link.token):
            try:
                await self.watch(kept.match)
            except RefusedError:
                self._seated.forget(kept)

    def own_matches(self) -> list[MatchState]:
        """The matches that we play in, as far as they are followed."""
        return [state for state in self.states.values() if state.you is not None and not state.over]

    def listed(self) -> list[MatchRow]:
        """The lobby, and those of our matches that are in no lobby, because they are unlisted or private."""
        own = [row_of(state) for state in self.own_matches() if state.match not in self.rows]
        return [*self.rows.values(), *own]

    def _receive(self, message: Any) -> None:
        match message:
            case Lobby():
                self._list(message.changed, message.gone)
            case Notice(text=text, halted=halted):
                self.halted = self.halted if halted is None else halted
                self._listener.remark(f"server: {text}")
            case Invitation():
                self._listener.remark(f"{message.by} keeps a seat for you: {message.row.game} {message.row.code}")
            case Paired(match=match, opponent=opponent):
                self._listener.remark(f"you play {opponent}" if opponent else "paired")
                self._listener.entered(match)
            case _:
                before = self.states.get(message.match)
                after = advance(before, message)
                if after is not None:
                    self.states[message.match] = after
                    if not self.private:
                        self._seated.note(after, self.link.url, self.link.token)
                if isinstance(message, Snapshot):
                    self._listener.lobby_changed()
                if isinstance(message, Next) and message.next is not None:
                    self.states.pop(message.match, None)
                self._listener.match_told(message.match, message, before)

    def _list(self, changed: list[MatchRow], gone: list[str] | None = None) -> None:
        for row in changed:
            self.rows[row.match] = row
        for match in gone or []:
            self.rows.pop(match, None)
        self._listener.lobby_changed()

    def missed(self, match: str) -> int | None:
        """How many events of a match came after the last break; None when there was none."""
        before, state = self._lost_at.get(match), self.states.get(match)
        return None if before is None or state is None else state.seq - before

    def _status(self, status: Status, text: str) -> None:
        self.online = status is Status.ONLINE
        if not self.online and not self._lost_at:
            self._lost_at = {match: state.seq for match, state in self.states.items()}
        self._listener.connection_changed(text)

    def forget_break(self) -> None:
        """What was missed has been told."""
        self._lost_at = {}

    async def _measure(self) -> None:
        """Measure the round trip now and then."""
        clock = asyncio.get_running_loop().time
        while True:
            asked_at = clock()
            with contextlib.suppress(ClientError):
                await self.link.ask(build(Ping))
                self.latency_ms = round(1000 * (clock() - asked_at))
                self._listener.connection_changed("")
            await asyncio.sleep(PING_EVERY_S)
