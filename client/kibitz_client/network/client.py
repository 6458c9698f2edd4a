"""Client of a server, with automatic reconnection.

    async with Client("ws://127.0.0.1:8765", name="otter") as client:
        entered = await client.ask(Watch(id=new_id(), match="tv"))
        async for message in client.messages():
            ...

A player of a game with chance gives a client seed before the start without being asked: the chance events depend on it.
After a disconnection, the client opens a new connection. It fetches the missed events of every followed match, and
sends each unanswered command again with its old id. The server answers a repeated command from memory.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from enum import StrEnum
from functools import partial
from typing import Self

from kibitz_client.errors import ClientError, LostSync, NetworkError, RefusedError, UnreadableMessage
from kibitz_client.match.fairness import received_before_start, wants_client_seed
from kibitz_client.network.connection import TRANSIENT_REFUSALS, Connection, Pace, stays_closed
from kibitz_client.network.pending import Pending, PendingCommands
from kibitz_client.network.resume import Resumable, ResumeState
from kibitz_client.network.subscriptions import LobbyPages, Message, Subscriptions, Verdict
from kibitz_client.network.typed_ask import TypedAsk
from kibitz_client.network.unread import UnreadMessages
from kibitz_client.requests import new_id, random_client_seed
from kibitz_protocol.codec import BadMessage, decode_to_client
from kibitz_protocol.commands.accounts import Identified, SignedIn
from kibitz_protocol.fairness.check import Received
from kibitz_protocol.refusals import Close, Code
from kibitz_protocol.to_client import (
    Accepted,
    Entered,
    Event,
    Lobby,
    LobbyChatLog,
    Matches,
    Outcome,
    Paired,
    Refused,
    Seeking,
    Seeks,
    Snapshot,
    Starting,
    TournamentEvent,
    Welcome,
)
from kibitz_protocol.to_server import (
    AnyCommand,
    FollowLobbyChat,
    GiveClientSeed,
    Hello,
    ListMatches,
    Seek,
    Tournament,
    Unseek,
    Unwatch,
    Watch,
)
from kibitz_protocol.tournaments.commands import Action, CreateTournament, ShowTournament, UnfollowTournament
from kibitz_protocol.tournaments.views import TournamentDone

SIGNED_OUT = {
    "message": "you are signed out here, because your token has ended",
    "hint": "sign in again: kibitz account login NAME",
}
"""The refusal of a token that has ended while its connection was open."""
STOP_S = 2.0
"""How long a client that is about to stop waits for the server to end its seeks."""
MOST_SEEDS = 1000
"""How many of the client seeds that were sent last are remembered, in case that a server asks again."""


class Status(StrEnum):
    """Whether the connection is open."""

    ONLINE = "online"
    OFFLINE = "offline"


class NetworkClient(TypedAsk):
    """A player's or a spectator's client of a server. Use it as an asynchronous context manager.

    Entering it raises `NetworkError` if no server answers, and `RefusedError` if the server refuses the player. A later
    permanent error is raised by `ask` and by `messages`. `token` identifies the player: save it to connect as the same
    player again.
    """

    def __init__(
        self,
        url: str,
        name: str | None = None,
        token: str | None = None,
        *,
        on_status: Callable[[Status, str], None] = lambda _status, _text: None,
        on_received: Callable[[Received], None] = lambda _received: None,
        pace: Pace | None = None,
        client: str = "kibitz",
        cafile: str | None = None,
        replaceable: bool = False,
        renewals: Callable[[], Sequence[str]] | None = None,
    ) -> None:
        """Prepare a client.

        Args:
            name: The name of a guest; an account has its own.
            on_status: Called from the event loop after each disconnection and reconnection, and if the server is
                starting.
            on_received: Called from the event loop before a match with chance that this client plays: with the hash of
                the server seed, and again when the server has accepted a client seed.
            client: The program's name, which the server logs.
            cafile: Certificate authorities to trust besides those of the system.
            replaceable: Whether a restarted server may make a new guest in place of the token's player.
            renewals: Returns tokens that the player may have got by another program, after this one has ended.
        """
        self.url = url
        self.token = token
        self._name = name
        self._program = client
        self._cafile = cafile
        self._on_status = on_status
        self._on_received = on_received
        self._pace = pace or Pace()
        # A guest's token, which the server made, can be replaced. Any other token asks for one particular player.
        self._guest = token is None or replaceable
        self._renewals = renewals
        self._subscriptions = Subscriptions()
        self._pending = PendingCommands(url, self._pace)
        self._resume_state = ResumeState(new_id)
        self._resuming: dict[str, Resumable] = {}
        self._pages = LobbyPages(new_id)
        # Resumed commands that a busy server has refused, and that wait to be sent again.
        self._repeats: set[asyncio.Task[None]] = set()
        self._repeat_delays, self._resumed_at = self._pace.delays(), 0.0
        # Entered matches whose snapshot has not arrived, and the timer that ends the wait on this connection.
        self._awaiting_snapshot: dict[str, asyncio.TimerHandle] = {}
        # The commands that give a client seed, by match.
        self._client_seeds: dict[str, asyncio.Task[None]] = {}
        self._seeds_sent: dict[str, str] = {}
        self._unread: UnreadMessages[Message] = UnreadMessages(f"the server at {url}")
        self._error: Exception | None = None
        self._search_end: Seeks | None = None
        self._connection: Connection
        self._task: asyncio.Task[None]

    async def __aenter__(self) -> Self:
        self._connection = await self._connect()
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._task.cancel()
        await asyncio.wait([self._task])
        self._stop_awaiting()
        self._stop_repeating()
        for task in self._client_seeds.values():
            task.cancel()
        await self._connection.close()
        self._fail(NetworkError("the connection was closed"))

    @property
    def welcome(self) -> Welcome:
        """The server's welcome: its capabilities, and the player that it knows the client as."""
        return self._connection.welcome

    @property
    def tv_match(self) -> str | None:
        """The match that TV shows, which a reconnection may change; None if the client does not follow TV."""
        return self._resume_state.tv

    def ends_search(self, message: Message) -> bool:
        """Return whether a message ended the last seek of this client. Seeks of the player's others do not count."""
        return message is self._search_end

    async def seek(self, command: Seek) -> Entered | Seeking:
        """Look for an opponent. If the call is cancelled, the seek that it has begun is ended too.

        Raises:
            RefusedError: The server refuses it: there is no such game or option.
            NetworkError: The client has given up reconnecting.
        """
        asked = asyncio.ensure_future(self.ask(command))
        try:
            return await asyncio.shield(asked)
        except asyncio.CancelledError:
            # Only the answer has the id by which the seek can be ended.
            with contextlib.suppress(ClientError, TimeoutError):
                async with asyncio.timeout(STOP_S):
                    await asked
            await self.stop_seeking()
            raise

    async def stop_seeking(self) -> None:
        """End the seeks that this client has sent, and leave those of the player's other clients alone.

        It takes at most STOP_S. A seek that is left ends with the last client of the player.
        """
        with contextlib.suppress(ClientError, TimeoutError):
            async with asyncio.timeout(STOP_S):
                for id in self._resume_state.seeks:
                    await self.ask(Unseek(id=new_id(), seek=id or None))

    async def _ask(self, command: AnyCommand) -> Outcome | None:
        if self._error is not None:
            raise self._error
        if isinstance(command, Watch) and command.since is not None:
            self._subscriptions.follow_from(command.match, command.since)
        if isinstance(command, Tournament) and isinstance(command.do, ShowTournament) and command.do.since is not None:
            self._subscriptions.follow_tournament(command.do.tournament, command.do.since)
        pending = self._pending.add(command)
        try:
            # A server that reads nothing holds up sending. The time limit of the answer then settles the command.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._pace.answer_s):
                    await self._send_pending(pending)
            return await pending.answer
        finally:
            self._pending.remove(pending)

    async def messages(self) -> AsyncIterator[Message]:
        """Yield the server's messages in order, without gaps and repetitions, until the client is closed.

        Raises:
            NetworkError: The client has given up reconnecting.
            RefusedError: The server refuses the player after a reconnection.
            LostSync: Events of a match are missing.
            UnreadableMessage: The server sent a message that is not one of the protocol, or more than are read.
        """
        while (message := await self._unread.next()) is not None:
            yield message
        if self._error is not None and not self._task.cancelled():
            raise self._error

    async def _run(self) -> None:
        try:
            while True:
                await self._connection.listen(self._receive)
                self._stop_awaiting()
                self._pending.disconnected()
                await self._reconnect()
                await self._resume()
        except Exception as error:
            # Bugs too: they must reach the callers that wait for an answer or a message.
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        if self._error is None:
            self._error = error
            self._pending.fail(error)
            self._unread.end()

    async def _connect(self) -> Connection:
        connection = await self._open(self.token)
        self.token = connection.welcome.token or self.token
        return connection

    async def _open(self, token: str | None) -> Connection:
        hello = Hello(client=self._program, name=self._name, token=token)
        starting = partial(self._on_status, Status.OFFLINE)
        return await Connection.open(self.url, hello, self._pace, self._cafile, starting)

    async def _reconnect(self) -> None:
        """Open a new connection. Raises `NetworkError` or `RefusedError` after the last attempt."""
        clock = asyncio.get_running_loop().time
        (code, reason), lost_at = self._connection.end, clock()
        if stays_closed(code):
            raise NetworkError(f"the server at {self.url} ended the connection: {reason}", permanent=True)
        signed_out = f"signed out: {reason}" if code == Close.UNKNOWN_TOKEN else None
        self._on_status(Status.OFFLINE, signed_out or f"lost the connection: {reason}; trying again")
        delays = self._pace.delays()
        delay = self._pace.longest_delay_s if code == Close.TOO_MANY else next(delays)
        while True:
            await asyncio.sleep(delay)
            delay = next(delays)
            try:
                self._connection = await self._connect()
                break
            except NetworkError as error:
                if error.permanent or clock() - lost_at >= self._pace.give_up_after_s:
                    raise
            except RefusedError as error:
                if error.refused.code != Code.UNKNOWN_TOKEN or self.token is None:
                    raise
                if await self._renew(lost_at + self._pace.renewal_s if signed_out else lost_at):
                    break
                if not self._guest:
                    raise RefusedError(error.refused.model_copy(update=SIGNED_OUT)) if signed_out else error from None
                # A restarted server knows no guests, but the watched matches may still exist.
                self.token = None
        back = f"you are {self.welcome.you.name} now" if signed_out else f"back after {clock() - lost_at:.1f} s"
        self._on_status(Status.ONLINE, back)

    async def _renew(self, until: float) -> bool:
        """Connect as the same player with a token that another program has got, and may still have to store.

        Args:
            until: When to stop looking, on the clock of the event loop.
        """
        you, tried = self.welcome.you.id, {self.token}
        while self._renewals is not None:
            for token in self._renewals():
                if token in tried:
                    continue
                try:
                    connection = await self._open(token)
                except NetworkError:
                    continue  # a server that is away for a moment is asked again
                except RefusedError:
                    tried.add(token)
                    continue
                if connection.welcome.you.id == you:
                    self._connection, self.token = connection, token
                    return True
                tried.add(token)
                await connection.close()
            if asyncio.get_running_loop().time() >= until:
                break
            await asyncio.sleep(self._pace.renewal_s / 20)
        return False

    async def _resume(self) -> None:
        """Request everything that the old connection did not deliver."""
        self._resuming.clear()
        self._pages.clear()
        self._stop_repeating()
        self._resumed_at, self._repeat_delays = asyncio.get_running_loop().time(), self._pace.delays()
        if (notice := self._subscriptions.reconnected()) is not None:
            self._unread.put(notice, 0)
        seeks = self.welcome.seeks
        if seeks is not None and self._resume_state.keep_seeks({seek.seek for seek in seeks}) and not seeks:
            # They ended while the connection was lost, and the server tells a new connection only of open ones.
            self._end_search()
        matches, tournaments = self._subscriptions.resume(), self._subscriptions.tournaments
        for command in self._resume_state.commands(matches, tournaments, seeks=seeks is None):
            await self._send_resuming(command)
        for match in self._awaiting_snapshot.keys() - self._subscriptions.matches.keys():
            self._await_snapshot(match)
            await self._send_resuming(self._resume_state.watch(match))
        for pending in self._pending:
            await self._send_pending(pending)

    async def _receive(self, frame: str | bytes) -> None:
        try:
            message = decode_to_client(frame)
        except BadMessage as error:
            self._unreadable(error)
            return
        match message:
            case Accepted():
                await self._accepted(message, len(frame))
            case Refused():
                self._refused(message)
            case Welcome() | Starting():
                pass
            case _:
                if isinstance(message, Snapshot) and (timer := self._awaiting_snapshot.pop(message.match, None)):
                    timer.cancel()
                if isinstance(message, Event) and message.match in self._awaiting_snapshot:
                    raise LostSync(f"the server sent an event of match {message.match} without its snapshot")
                if isinstance(message, Lobby):
                    self._pages.apply(message)
                verdict = self._subscriptions.admit(message)
                sought = self._resume_state.seeks
                self._resume_state.observe(message)
                if isinstance(message, Seeks) and sought and not self._resume_state.seeks and message.why != "paired":
                    self._search_end = message
                self._pending.observe(message)
                if isinstance(message, Snapshot) and (received := received_before_start(message)) is not None:
                    self._on_received(received)
                    if wants_client_seed(message):
                        self._give_client_seed(received)
                if verdict is Verdict.DELIVER:
                    self._unread.put(message, len(frame))
                elif verdict is Verdict.REFETCH and isinstance(message, TournamentEvent):
                    await self._send_resuming(self._resume_state.show(message.tournament))
                elif verdict is Verdict.REFETCH:
                    await self._send_resuming(self._resume_state.watch(message.match))

    def _end_search(self) -> None:
        """Pass on that the seeks have ended, of which the server tells nothing."""
        self._search_end = Seeks(seeks=[], others=0)
        self._unread.put(self._search_end, 0)

    def _give_client_seed(self, received: Received) -> None:
        """Send a client seed for a match, unless one is on its way. After a refusal, the match starts without it."""
        match = received.match
        # A server that asks again gets the same one: of several, it could use the one that suits it.
        client_seed = self._seeds_sent.pop(match, None) or random_client_seed()
        self._seeds_sent[match] = client_seed
        if len(self._seeds_sent) > MOST_SEEDS:
            del self._seeds_sent[next(iter(self._seeds_sent))]

        async def give() -> None:
            with contextlib.suppress(ClientError):
                await self._ask(GiveClientSeed(id=new_id(), match=match, client_seed=client_seed))
                self._on_received(received._replace(client_seed=client_seed))

        if match not in self._client_seeds:
            task = self._client_seeds[match] = asyncio.create_task(give())
            task.add_done_callback(lambda _: self._client_seeds.pop(match))

    def _unreadable(self, error: BadMessage) -> None:
        """Handle a message that cannot be read.

        A newer server may send unknown types. An event lost this way shows as a gap, which is refetched.
        """
        if pending := self._pending.get(error.id):
            sentence = f"the server's answer cannot be read: {error}"
            pending.settle(NetworkError(sentence, "update kibitz") if error.newer else UnreadableMessage(sentence))
        elif not error.newer:
            raise UnreadableMessage(f"the server at {self.url} sent an unreadable message: {error}")

    def _await_snapshot(self, match: str) -> None:
        """Expect the snapshot of an entered match within the time of the pace."""

        def expire() -> None:
            self._fail(LostSync(f"the server did not send the snapshot of match {match}", "try again"))

        self._awaiting_snapshot[match] = asyncio.get_running_loop().call_later(self._pace.snapshot_s, expire)

    def _stop_awaiting(self) -> None:
        """Stop the timers of a connection that ended. The next one has its own."""
        for timer in self._awaiting_snapshot.values():
            timer.cancel()

    async def _accepted(self, accepted: Accepted, size: int) -> None:
        """Pass on an answer, which came in a text of this length."""
        result = accepted.result
        if isinstance(result, Matches):
            asked, whole = self._pages.command(accepted.id), await self._whole_list(accepted.id, result)
            if whole is None:
                return
            result, accepted = whole, Accepted(id=asked, result=whole)
        resumed = self._resuming.pop(accepted.id, None)
        if isinstance(resumed, ListMatches) and isinstance(result, Matches):
            self._unread.put(self._subscriptions.compare_lobby(result.matches), size)
        elif isinstance(resumed, FollowLobbyChat) and isinstance(result, LobbyChatLog):
            # What was said meanwhile is among these; the receiver knows the others.
            for said in result.said:
                self._unread.put(said, size // len(result.said))
        elif isinstance(resumed, Seek) and isinstance(result, Entered):
            self._unread.put(Paired(match=result.match, code=result.code, seat=result.seat or 0, opponent=""), size)
        if resumed is not None and (left := self._resume_state.completed(resumed, result)) is not None:
            self._subscriptions.forget(left)
        pending = self._pending.get(accepted.id)
        if pending is None:
            return
        command = pending.command
        self._resume_state.completed(command, result)
        if isinstance(result, Identified) and result.token is not None:
            self.token, self._guest = result.token, False
        elif isinstance(result, SignedIn) and result.guest_token is not None:
            self.token = result.guest_token
        if isinstance(result, Entered) and result.match not in self._subscriptions.matches:
            self._await_snapshot(result.match)
        if isinstance(command, Tournament) and isinstance(result, TournamentDone):
            await self._followed(command.do, result, again=pending.tries > 1)
        if isinstance(command, Unwatch):
            self._subscriptions.forget(command.match)
            if timer := self._awaiting_snapshot.pop(command.match, None):
                timer.cancel()
        elif isinstance(command, ListMatches) and command.follow and isinstance(result, Matches):
            self._subscriptions.follow_lobby(result.matches)
        elif isinstance(result, Entered) and pending.tries > 1 and result.match not in self._subscriptions.matches:
            # The server answered from memory, and the snapshot was lost with the old connection.
            await self._send_resuming(self._resume_state.watch(result.match))
        pending.settle(result)

    async def _followed(self, do: Action, done: TournamentDone, *, again: bool) -> None:
        """Note that the client follows a tournament, or that it does not any more.

        Args:
            again: Whether the command was sent on several connections: the snapshot may have been lost with the first.
        """
        if isinstance(do, UnfollowTournament):
            self._subscriptions.unfollow_tournament(done.tournament)
        elif isinstance(do, CreateTournament | ShowTournament) and do.follow:
            known = done.tournament in self._subscriptions.tournaments
            self._subscriptions.follow_tournament(done.tournament)
            if again and not known:
                await self._send_resuming(self._resume_state.show(done.tournament))

    async def _whole_list(self, id: str, page: Matches) -> Matches | None:
        """Return the list of the lobby that a page completes. Otherwise request the next page and return None."""
        asked = self._pages.command(id)
        pending = self._pending.get(asked)
        command = self._resuming.get(asked) or (pending.command if pending is not None else None)
        if not isinstance(command, ListMatches):
            return page
        found = self._pages.add(id, command, page)
        if isinstance(found, ListMatches):
            await self._connection.send(found)
            return None
        return found

    def _refused(self, refused: Refused) -> None:
        if refused.id is not None and (asked := self._pages.command(refused.id)) != refused.id:
            self._pages.drop(asked)
            refused = refused.model_copy(update={"id": asked})
        resumed = self._resuming.pop(refused.id or "", None)
        if isinstance(resumed, Watch) and self._subscriptions.is_over(resumed.match):
            self._subscriptions.forget(resumed.match)
        elif isinstance(resumed, Seek) and refused.code not in TRANSIENT_REFUSALS:
            # Such as that a match with a clock has begun meanwhile: the player must not lose the connection for it.
            self._resume_state.drop_repeated(resumed)
            self._end_search()
        elif resumed is not None:
            self._repeat(resumed, refused)
        elif pending := self._pending.get(refused.id):
            pending.settle(RefusedError(refused))

    def _repeat(self, command: Resumable, refused: Refused) -> None:
        """Send a resumed command again after a pause: a busy server may refuse it now, and not a moment later.

        Raises:
            RefusedError: The refusal is permanent, or the server has refused for too long.
        """
        clock = asyncio.get_running_loop().time
        if refused.code not in TRANSIENT_REFUSALS or clock() - self._resumed_at >= self._pace.give_up_after_s:
            raise RefusedError(refused)
        delay_s = max(refused.retry_after_s or 0.0, next(self._repeat_delays))

        async def send() -> None:
            await asyncio.sleep(delay_s)
            await self._send_resuming(command.model_copy(update={"id": new_id()}))

        task = asyncio.create_task(send())
        self._repeats.add(task)
        task.add_done_callback(self._repeats.discard)

    def _stop_repeating(self) -> None:
        for task in self._repeats:
            task.cancel()

    async def _send_pending(self, pending: Pending) -> None:
        self._pending.sending(pending)
        await self._connection.send(pending.command)

    async def _send_resuming(self, command: Resumable) -> None:
        self._resuming[command.id] = command
        await self._connection.send(command)
