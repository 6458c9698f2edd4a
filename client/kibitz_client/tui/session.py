"""The session with the server: one connection, the state of each followed match, the lobby. No Textual.

This module is imported after the first frame, because the protocol's models are slow to load.
"""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from kibitz_client.commands.records.kept import kept_records
from kibitz_client.errors import ClientError, RefusedError, UsageError
from kibitz_client.match.record import file_text
from kibitz_client.match.state import CHAT_KEPT, MatchState, advance, row_of
from kibitz_client.network.client import NetworkClient, Status
from kibitz_client.network.record import fetch_record
from kibitz_client.network.servers.connect import Connected, Reporter
from kibitz_client.network.servers.discovery import DiscoveredServer
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.storage.files import seats_path
from kibitz_client.storage.seat_keeper import SeatKeeper
from kibitz_client.storage.seats import SeatMemory
from kibitz_client.text.leaving import app_exit_message
from kibitz_client.text.seeks import seeks_end
from kibitz_client.tui.locate_server import ServerLocator
from kibitz_client.tui.models.followed_tournaments import FollowedTournaments
from kibitz_protocol.commands.accounts import Identity
from kibitz_protocol.commands.seeks import SeekView
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import (
    Entered,
    Event,
    Invitation,
    Lobby,
    LobbySaid,
    Next,
    Notice,
    Paired,
    Seeks,
    Snapshot,
    Standings,
    TournamentEvent,
    TournamentSnapshot,
)
from kibitz_protocol.to_server import FollowLobbyChat, Join, ListGames, ListMatches, Ping, Unwatch, Watch
from kibitz_protocol.values.games import GameInfo
from kibitz_protocol.values.matches import MatchRow

PING_EVERY_S = 15.0
Opener = Callable[[Reporter], AbstractAsyncContextManager[Connected]]


class SessionListener(Protocol):
    """Receives the updates of a session, in the thread of its event loop."""

    def connection_changed(self, text: str) -> None:
        """Handle a change of the connection or of its latency. `text` says what happened, or is empty."""

    def lobby_changed(self) -> None:
        """Handle a change of the list of matches."""

    def match_changed(self, match: str, message: Any, before: MatchState | None) -> None:
        """Handle a change of a followed match; `before` is its state before the message."""

    def tournament_changed(self, tournament: str, *, event: bool) -> None:
        """Handle a message of a followed tournament, which may be an `event`."""

    def paired(self, message: Paired) -> None:
        """Handle the match of a seek that found an opponent, or of a tournament."""

    def notice(self, text: str, *, warning: bool = False) -> None:
        """Show a notification."""

    async def choose_server(self, found: Sequence[DiscoveredServer]) -> DiscoveredServer | None:
        """Choose one of several servers of the local network; None is a private one."""


class _SessionReporter:
    """A `Reporter` whose warnings become notifications, because the app owns the terminal."""

    def __init__(self, notice: Callable[[str], None], status: Callable[[Status, str], None]) -> None:
        self._notice = notice
        self._status = status

    def warn(self, *lines: str) -> None:
        for line in lines:
            self._notice(line)

    def status(self, status: Status, text: str, /) -> None:
        self._status(Status.ONLINE if status == Status.ONLINE else Status.OFFLINE, text)


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """What an invitation says of a match. `joinable`: a seat is open."""

    match: str
    code: str
    game: str
    joinable: bool
    watchable: bool
    private: bool


class AppSession:
    """The connection and the state that arrived over it.

    `run` connects and listens until it is cancelled or the connection is lost for good.
    """

    def __init__(
        self,
        settings: Settings,
        listener: SessionListener,
        opener: Opener | None = None,
        seats: SeatMemory | None = None,
    ) -> None:
        self.states: dict[str, MatchState] = {}
        self.rows: dict[str, MatchRow] = {}
        self.listing_received = False
        """Whether `rows` has what the server lists. It answers some time after it welcomed us."""
        self.games: list[GameInfo] = []
        self.tournaments = FollowedTournaments(lambda: self.client)
        self.keys: dict[str, str] = {}
        """The keys of private matches that we created or entered."""
        self._previews: set[str] = set()
        self.lobby_chat: list[LobbySaid] = []
        """The chat of the lobby, oldest first, while we follow it."""
        self.in_lobby_chat = False
        self.seeks: list[SeekView] = []
        """Our searches for an opponent, those of our other clients too."""
        self.online = False
        self.latency_ms: int | None = None
        self.private = False
        self.found = False
        self.halted = False
        self._listener = listener
        self._opener = opener or ServerLocator(settings, listener.choose_server).open
        self._client: NetworkClient | None = None
        self._you: Identity | None = None
        self._seats = SeatKeeper(seats or SeatMemory(seats_path(), listener.notice))
        self._created: set[str] = set()
        self._kept: list[str] = []
        """The commands that show the matches of a private server, which has ended."""
        self._tv: str | None = None
        """The match that TV shows, as far as the screens know."""
        self._last_seq: dict[str, int] = {}
        """The last event of each match before the connection was lost."""

    @property
    def client(self) -> NetworkClient:
        """The connection.

        Raises:
            RuntimeError: `run` has not connected yet.
        """
        if self._client is None:
            raise RuntimeError("not connected yet")
        return self._client

    @property
    def ready(self) -> bool:
        """Whether `run` has connected."""
        return self._client is not None

    @property
    def you(self) -> Identity:
        """The player that the server knows this client as. Only while `ready`."""
        return self._you or self.client.welcome.you

    def identified(self, you: Identity) -> None:
        """Note a new name or account, which the server sent after its welcome."""
        self._you = you
        self._listener.connection_changed("")

    @property
    def name(self) -> str:
        """Our name at the server."""
        return self.you.name if self.ready else ""

    @property
    def engines(self) -> list[str]:
        """The engines of the server."""
        return list(self._client.welcome.engines) if self._client is not None else []

    async def run(self) -> None:
        """Connect, follow the lobby, and pass on what the server sends.

        Raises:
            ClientError: No server can be reached, or the connection is lost for good.
        """
        reporter = _SessionReporter(self._listener.notice, self._status)
        async with self._opener(reporter) as connected:
            self._client, self.private, self.online = connected.client, connected.private, True
            self.found = connected.found
            self.games = (await self.client.ask(build(ListGames))).games
            listing = (await self.client.ask(build(ListMatches, follow=True))).matches
            self.listing_received = True
            self._update_rows(listing)
            await self._restore_matches()
            self._listener.connection_changed("")
            pinging = asyncio.create_task(self._measure_latency())
            try:
                async for message in self.client.messages():
                    self._receive(message)
            finally:
                pinging.cancel()
                # A private server ends with the connection.
                self._kept = await kept_records(self.client, self._ours()) if self.private else []
                self.online = False

    async def follow_lobby_chat(self) -> None:
        """Receive the chat of the lobby, if the server has one. Further calls do nothing.

        Raises:
            ClientError: The server refused.
        """
        if "lobby_chat" in self.client.welcome.capabilities and not self.in_lobby_chat:
            self.in_lobby_chat = True
            self.lobby_chat[:0] = (await self.client.ask(build(FollowLobbyChat))).said
            self._listener.lobby_changed()

    async def watch(self, reference: str, key: str | None = None) -> Entered:
        """Follow a match, by id, code or `tv`. Raise RefusedError if the server refuses."""
        entered = await self._enter(Watch, reference, key)
        self._previews.discard(entered.match)
        return entered

    async def preview(self, match: str) -> None:
        """Follow a match without being one of its spectators. Raise RefusedError if the server refuses."""
        if "preview" not in self.client.welcome.capabilities:
            await self.watch(match)
            return
        await self._enter(Watch, match, None, preview=True)
        self._previews.add(match)

    def watches(self, match: str) -> bool:
        """Return whether we follow a match, and not only for a preview."""
        return match in self.states and match not in self._previews

    async def join(self, reference: str, key: str | None = None) -> Entered:
        """Take a seat, or return to ours.

        Raises:
            RefusedError: The server refused.
        """
        try:
            return await self._enter(Join, reference, key)
        except RefusedError as refusal:
            if refusal.refused.code != Code.ALREADY_SEATED:
                raise
            return await self.watch(reference, key)

    async def _enter(self, kind: type[Watch] | type[Join], reference: str, key: str | None, **fields: bool) -> Entered:
        key = key or self.keys.get(reference)
        entered = await self.client.ask(build(kind, match=reference, key=key, **fields))
        if key is not None:
            self.keys[entered.match] = key
        return entered

    async def leave(self, match: str) -> None:
        """Stop following a match, unless we play in it."""
        state = self.states.get(match)
        if state is not None and state.plays and not state.over:
            return
        self._tv = None if match == self._tv else self._tv
        self.states.pop(match, None)
        self._previews.discard(match)
        with contextlib.suppress(ClientError):
            await self.client.ask(build(Unwatch, match=match))

    async def record(self, reference: str, key: str | None = None, *, followed: bool = False) -> list[Snapshot | Event]:
        """Return the messages of a match from its first event on. One that is not `followed` may be archived."""
        match = reference
        if not followed:
            # Watching an archived match makes the server restore it.
            match = (await self.watch(reference, key)).match
        messages = [message async for message in fetch_record(self.client, match, self.keys.get(match))]
        if not followed:
            await self.leave(match)
        return messages

    async def record_text(self, match: str) -> str:
        """Return the record of a match as text, in the form that is usual for its game."""
        return file_text(await self.record(match, followed=match in self.states))

    def summary(self, match: str) -> MatchSummary:
        """Return the summary of a match that is followed or listed.

        Raises:
            UsageError: The match is neither.
        """
        state, row = self.states.get(match), self.rows.get(match)
        if state is not None:
            return MatchSummary(
                match,
                state.code,
                state.game.title,
                state.empty_seats > 0,
                state.watchable,
                state.visibility == "private",
            )
        if row is not None:
            joinable = any(seat.kind == "open" for seat in row.seats)
            return MatchSummary(match, row.code, row.game, joinable, row.watchable, row.visibility == "private")
        raise UsageError("the match is no longer listed")

    def note_created(self, entered: Entered) -> None:
        """Note that we created a match; the server sends its key only now."""
        self._created.add(entered.match)
        if entered.key is not None:
            self.keys[entered.match] = entered.key

    def exit_message(self) -> list[str]:
        """Return what to print after the app: which matches go on, and how to return to them."""
        if not self.ready:
            return []
        return [*app_exit_message(self._ours(), self.client.url, private=self.private), *self._kept]

    def _ours(self) -> list[MatchState]:
        """Return the followed matches that we play in or created."""
        return [state for state in self.states.values() if state.plays or state.match in self._created]

    async def _restore_matches(self) -> None:
        """Follow the matches in which a previous run of the app left a seat."""
        for seat in [] if self.private else self._seats.left(self.client.url, self.client.token):
            try:
                await self.watch(seat.match)
            except RefusedError:
                self._seats.forget(seat)

    def own_matches(self) -> list[MatchState]:
        """Return the followed matches that we play in."""
        return [state for state in self.states.values() if state.plays and not state.over]

    def listed(self) -> list[MatchRow]:
        """Return the lobby with our own matches. Those that we follow are more current than their rows."""
        own = {state.match: state for state in self.own_matches()}
        rows = [_updated(row, own[row.match]) if row.match in own else row for row in self.rows.values()]
        return [*rows, *(row_of(state) for match, state in own.items() if match not in self.rows)]

    def _receive(self, message: Any) -> None:
        match message:
            case Lobby():
                self._update_rows(message.changed, message.gone)
            case Notice(text=text, halted=halted):
                self.halted = self.halted if halted is None else halted
                self._listener.notice(f"server: {text}")
            case LobbySaid() if message in self.lobby_chat:
                # The server repeats the last messages to a new connection.
                pass
            case LobbySaid():
                self.lobby_chat = [*self.lobby_chat, message][-CHAT_KEPT:]
                self._listener.lobby_changed()
            case Invitation():
                self._listener.notice(f"{message.by} invites you: {message.row.game} {message.row.code}")
            case Seeks(seeks=seeks):
                if self.seeks and not seeks and message.why != "paired":
                    self._listener.notice(seeks_end(message))
                self.seeks = seeks
                self._listener.lobby_changed()
            case Paired():
                if message.tournament is None:
                    self._listener.notice(f"you play {message.opponent}" if message.opponent else "paired")
                self._listener.paired(message)
            case TournamentSnapshot() | TournamentEvent() | Standings():
                tournament = self.tournaments.receive(message)
                self._listener.tournament_changed(tournament, event=isinstance(message, TournamentEvent))
            case _:
                self._follow_tv(message)
                before = self.states.get(message.match)
                after = advance(before, message)
                if after is not None:
                    self.states[message.match] = after
                    if not self.private:
                        self._seats.note(after, self.client.url, self.client.token)
                if isinstance(message, Snapshot):
                    self._listener.lobby_changed()
                if isinstance(message, Next) and message.next is not None:
                    self.states.pop(message.match, None)
                self._listener.match_changed(message.match, message, before)

    def _follow_tv(self, message: Any) -> None:
        """Lead the screens from match to match on TV after a reconnection too, when the server sends no redirect."""
        if isinstance(message, Next) and message.match == self._tv:
            self._tv = message.next
        elif isinstance(message, Snapshot) and message.match == self.client.tv_match:
            before, self._tv = self._tv, message.match
            if before not in (None, message.match):
                redirect = Next(match=before, why="tv", next=message.match, code=message.code, series=None)
                self._listener.match_changed(before, redirect, self.states.pop(before, None))

    def _update_rows(self, changed: list[MatchRow], gone: list[str] | None = None) -> None:
        for row in changed:
            self.rows[row.match] = row
        for match in gone or []:
            self.rows.pop(match, None)
        self._listener.lobby_changed()

    def missed(self, match: str) -> int | None:
        """Return how many events of a match came while the connection was down; None when it was not."""
        before, state = self._last_seq.get(match), self.states.get(match)
        return None if before is None or state is None else state.seq - before

    def _status(self, status: Status, text: str) -> None:
        self.online = status is Status.ONLINE
        if self.online:
            # The welcome of the new connection has the current name.
            self._you = None
        if not self.online and not self._last_seq:
            self._last_seq = {match: state.seq for match, state in self.states.items()}
        self._listener.connection_changed(text)

    def clear_missed(self) -> None:
        """Forget the last break of the connection, after `missed` was shown."""
        self._last_seq = {}

    async def _measure_latency(self) -> None:
        """Measure the round trip every PING_EVERY_S."""
        clock = asyncio.get_running_loop().time
        while True:
            sent_at = clock()
            with contextlib.suppress(ClientError):
                await self.client.ask(build(Ping))
                self.latency_ms = round(1000 * (clock() - sent_at))
                self._listener.connection_changed("")
            await asyncio.sleep(PING_EVERY_S)


def _updated(row: MatchRow, state: MatchState) -> MatchRow:
    """Return a row of the lobby with the position of a followed match."""
    now = row_of(state)
    fresh = {name: getattr(now, name) for name in ("phase", "ply", "to_move", "remaining_ms", "you")}
    return row.model_copy(update=fresh)
