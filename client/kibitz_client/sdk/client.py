"""Client for programs: lists, live lobby, streams of matches and seats, over one connection that restores itself."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable
from typing import Any, Literal, Self

from kibitz_client.errors import ClientError, NetworkError, RefusedError, SeekEnded, UsageError
from kibitz_client.network.client import NetworkClient, Status
from kibitz_client.network.connection import Pace
from kibitz_client.network.record import fetch_record
from kibitz_client.network.resume import is_tv
from kibitz_client.parsing.arguments import MatchSetup
from kibitz_client.parsing.arguments import create as create_command
from kibitz_client.parsing.arguments import seek as seek_command
from kibitz_client.requests import build
from kibitz_client.sdk.feeds import Feeds, Reader, Update
from kibitz_client.sdk.lobby import LobbyView
from kibitz_client.sdk.mailbox import Mailbox
from kibitz_client.sdk.match import LiveMatch
from kibitz_client.settings import server_address
from kibitz_client.text.seeks import seeks_end
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import (
    Entered,
    Event,
    Identity,
    Invitation,
    Lobby,
    Next,
    Notice,
    Paired,
    Presence,
    Said,
    Seeks,
    Snapshot,
    Thinking,
)
from kibitz_protocol.to_server import AnyCommand, Join, ListGames, ListMatches, Unwatch, Watch
from kibitz_protocol.values.games import GameInfo
from kibitz_protocol.values.matches import MatchRow


def connect(
    url: str,
    *,
    name: str | None = None,
    token: str | None = None,
    cafile: str | None = None,
    program: str = "kibitz sdk",
    give_up_after_s: float = 60.0,
    on_status: Callable[[Status, str], None] = lambda _status, _text: None,
) -> "Client":
    """Return a client of a server, to be used as an asynchronous context manager.

        async with connect("ws://127.0.0.1:8765", name="otter") as client:
            async for update in client.watch("tv"):
                print(update.state.position.text)

    Args:
        url: Address of the server: `games.example.org`, `host:9000` or `wss://host/path`.
        name: The name of a guest; an account has its own.
        token: Identifies a player: the token of an account or bot, or `Client.token` of an earlier guest.
        cafile: File of certificate authorities to trust besides those of the system.
        program: The name of your program, which the server logs.
        give_up_after_s: How long to try again after a disconnection, in seconds; `math.inf` for no limit.
        on_status: Called on the event loop after each disconnection and reconnection, with a sentence.

    Raises:
        UsageError: `url` is not an address.
    """
    address = server_address(url)
    pace = Pace(give_up_after_s=give_up_after_s)
    return Client(NetworkClient(address, name, token, on_status=on_status, pace=pace, client=program, cafile=cafile))


class Client:
    """A connection of a program to a server. `connect` makes one.

    Entering it raises `NetworkError` if no server answers, and `RefusedError` if the server refuses the player. After
    a disconnection it opens a new connection, fetches the missed events and repeats unanswered commands: streams go on
    without gaps or repetitions. If that fails for `give_up_after_s`, every stream and command raises `NetworkError`.
    """

    def __init__(self, client: NetworkClient) -> None:
        self._client = client
        self._feeds = Feeds(self._leave)
        self._leaving: set[asyncio.Task[None]] = set()
        self._lobby: Mailbox[Lobby] | None = None
        self._announcements: set[Mailbox[Invitation | Notice]] = set()
        self._paired: asyncio.Future[Paired] | None = None
        self._listener: asyncio.Task[None]
        self._error: Exception | None = None

    async def __aenter__(self) -> Self:
        await self._client.__aenter__()
        self._listener = asyncio.create_task(self._listen())
        return self

    async def __aexit__(self, *error: object) -> None:
        self._listener.cancel()
        for task in self._leaving:
            task.cancel()
        await asyncio.wait([self._listener, *self._leaving])
        self._fail(NetworkError("the client is closed"))
        await self._client.__aexit__(*error)

    @property
    def you(self) -> Identity:
        """The player that the server knows this client as."""
        return self._client.welcome.you

    @property
    def token(self) -> str | None:
        """The player's token. Save it, and pass it to `connect`, to be the same player again."""
        return self._client.token

    @property
    def url(self) -> str:
        """The address of the server."""
        return self._client.url

    @property
    def engines(self) -> list[str]:
        """The names of the server's engines."""
        return list(self._client.welcome.engines)

    async def games(self) -> list[GameInfo]:
        """Return the games that the server offers, with their options."""
        return (await self._client.ask(build(ListGames))).games

    async def matches(
        self,
        *,
        game: str | None = None,
        phase: Literal["open", "live"] | None = None,
        player: str | None = None,
        rated: bool | None = None,
        free: bool = False,
        min_rating: float | None = None,
    ) -> list[MatchRow]:
        """Return the matches of the lobby: open ones first, then live ones, the newest of each first.

        Args:
            game: Only matches of this game.
            phase: Only open, or only live matches.
            player: A part of a player's name, in upper or lower case.
            rated: Only rated, or only casual matches.
            free: Only matches with a seat that you can take.
            min_rating: Minimum rating of the strongest player.

        Raises:
            RefusedError: There is no such game.
        """
        fields = {"game": game, "phase": phase, "player": player, "rated": rated, "free": free}
        return (await self._client.ask(build(ListMatches, min_rating=min_rating, **fields))).matches

    async def lobby(
        self,
        *,
        game: str | None = None,
        phase: Literal["open", "live"] | None = None,
        player: str | None = None,
        rated: bool | None = None,
        free: bool = False,
        min_rating: float | None = None,
    ) -> AsyncGenerator[LobbyView, None]:
        """Yield the matches of the lobby, at once and after each change, without end. `matches` explains the filters.

        Rows that changed only by moves come together, every two seconds.

        Raises:
            UsageError: Another stream of this client follows the lobby.
            RefusedError: There is no such game.
            NetworkError: The client has given up reconnecting.
        """
        if self._lobby is not None:
            raise UsageError("this client follows the lobby already", "end that stream, or open a second connection")
        mailbox = self._lobby = Mailbox(self._error)
        try:
            fields = {"game": game, "phase": phase, "player": player, "rated": rated, "free": free}
            answer = await self._client.ask(build(ListMatches, follow=True, min_rating=min_rating, **fields))
            # Changes that came before the answer are part of it, and applying them again changes nothing.
            view = LobbyView.of(answer.matches)
            yield view
            while True:
                view = view.after(await mailbox.next())
                if not view.unchanged:
                    yield view
        finally:
            self._lobby = None

    async def watch(self, match: str, *, key: str | None = None, follow: bool = False) -> AsyncGenerator[Update, None]:
        """Yield the updates of a match until it is over: first a snapshot, then every event, chat line and search info.

        A spectator delay of the match applies. The stream of `tv` goes on with the next match, without end. After a
        gap, which only a long disconnection can cause, another snapshot comes in place of the missed events.

        Args:
            match: Code or id of the match, or `tv`.
            key: Key of a private match.
            follow: Go on with the next games of a series until it is over, and with rematches.

        Raises:
            RefusedError: There is no such match, or it may not be watched.
            NetworkError: The client has given up reconnecting.
            TooSlow: The program has left too many updates unread.
        """
        television = is_tv(match)
        reader = Reader(follows=follow, tv=television)
        await self._left()
        with self._feeds.entering():
            entered = await self._client.ask(build(Watch, match=match, key=key))
            self._feeds.attach(entered.match, reader)
        try:
            first = True
            while True:
                update = await reader.updates.next()
                yield update
                message, state = update.message, update.state
                series_over = isinstance(message, Next) and message.next is None
                over = (state.over and (first or not follow)) or series_over
                if over and not television and not state.awaits_seed:
                    return
                first = False
        finally:
            self._feeds.detach(reader)

    async def create(self, setup: MatchSetup | str) -> LiveMatch:
        """Create a match, and return it. A name of a game alone means an open match of it.

        Raises:
            UsageError: The setup is invalid.
            RefusedError: The server refuses it: there is no such game, option or engine.
            NetworkError: The client has given up reconnecting.
        """
        return await self._enter(create_command(MatchSetup(setup) if isinstance(setup, str) else setup))

    async def join(self, match: str, *, seat: int | None = None, key: str | None = None) -> LiveMatch:
        """Take an open seat: the given one or, without `seat`, one that is reserved for you, otherwise the first.

        Raises:
            RefusedError: There is no such match, or no free seat.
            NetworkError: The client has given up reconnecting.
        """
        try:
            return await self._enter(build(Join, match=match, seat=seat, key=key))
        except RefusedError as error:
            if error.refused.code != Code.ALREADY_SEATED:
                raise
            return await self.back(match, key=key)

    async def back(self, match: str, *, key: str | None = None) -> LiveMatch:
        """Return to a match in which this player has a seat, or which it hosts.

        Raises:
            RefusedError: There is no such match.
            NetworkError: The client has given up reconnecting.
        """
        return await self._enter(build(Watch, match=match, key=key))

    async def seek(
        self, game: str, *, clock: str | None = None, options: tuple[str, ...] = (), rated: bool = False
    ) -> LiveMatch:
        """Wait for an opponent at a game, and return the match. Cancel the call to stop looking.

        Raises:
            UsageError: The clock or an option is invalid, or another call waits already.
            SeekEnded: Another client of the player has ended the search, or began a match with a clock.
            RefusedError: The server refuses it: there is no such game or option.
            NetworkError: The client has given up reconnecting.
        """
        if self._paired is not None:
            raise UsageError("this client looks for an opponent already", "cancel that call first")
        paired = self._paired = asyncio.get_running_loop().create_future()
        try:
            with self._feeds.entering():
                found = await self._client.seek(seek_command(game, options, clock, rated=rated))
                if isinstance(found, Entered):
                    return await self._opened(found.match, None)
            return await self._opened((await paired).match, None, held=True)
        except asyncio.CancelledError:
            await self._client.stop_seeking()
            raise
        finally:
            self._paired = None

    async def announcements(self) -> AsyncGenerator[Invitation | Notice, None]:
        """Yield invitations to matches, and notices of the server, as they come, without end.

        Raises:
            NetworkError: The client has given up reconnecting.
        """
        mailbox: Mailbox[Invitation | Notice] = Mailbox(self._error)
        self._announcements.add(mailbox)
        try:
            while True:
                yield await mailbox.next()
        finally:
            self._announcements.discard(mailbox)

    async def record(self, match: str, *, key: str | None = None) -> list[Snapshot | Event]:
        """Return the whole record of a match: the snapshot of its creation, and all events.

        Raises:
            RefusedError: There is no such match, or it may not be watched.
            NetworkError: The client has given up reconnecting.
        """
        return [message async for message in fetch_record(self._client, match, key)]

    async def ask(self, command: AnyCommand) -> Any:
        """Send any command of the protocol, and return its result. `kibitz_client.requests.build` makes commands.

        Raises:
            RefusedError: The server refuses it.
            NetworkError: The client has given up reconnecting.
        """
        return await self._client.ask(command)

    async def _enter(self, command: Any) -> LiveMatch:
        await self._left()
        with self._feeds.entering():
            entered: Entered = await self._client.ask(command)
            return await self._opened(entered.match, entered.key)

    async def _opened(self, match: str, key: str | None, *, held: bool = False) -> LiveMatch:
        """Return a match that the server has let the client enter, after its snapshot."""
        feed = self._feeds.hold(match)
        if held:
            self._feeds.release(feed)
        try:
            await feed.until(lambda feed: feed.state is not None)
        except BaseException:
            self._feeds.release(feed)
            raise
        return LiveMatch(self._client, self._feeds, feed, self.watch, key)

    async def _listen(self) -> None:
        try:
            async for message in self._client.messages():
                match message:
                    case Snapshot() | Event() | Thinking() | Presence() | Said() | Next():
                        self._feeds.receive(message, self._client.tv_match)
                    case Lobby():
                        if self._lobby is not None:
                            self._lobby.put(message)
                    case Seeks():
                        waiting = self._paired if self._paired is not None and not self._paired.done() else None
                        if waiting is not None and self._client.ends_search(message):
                            waiting.set_exception(SeekEnded(seeks_end(message)))
                    case Paired():
                        if self._paired is not None and not self._paired.done():
                            # Held before its snapshot arrives: a match that is not needed would be left.
                            self._feeds.hold(message.match)
                            self._paired.set_result(message)
                    case Invitation() | Notice():
                        for mailbox in self._announcements:
                            mailbox.put(message)
        except Exception as error:
            # Bugs too: they must reach the streams of the program.
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        self._error = self._error or error
        self._feeds.fail(self._error)
        for mailbox in self._announcements:
            mailbox.fail(self._error)
        if self._lobby is not None:
            self._lobby.fail(self._error)
        if self._paired is not None and not self._paired.done():
            self._paired.set_exception(self._error)

    def _leave(self, match: str) -> None:
        """Unsubscribe from a match, in the background."""

        async def unwatch() -> None:
            with contextlib.suppress(ClientError):
                await self._client.ask(build(Unwatch, match=match))

        task = asyncio.get_running_loop().create_task(unwatch())
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    async def _left(self) -> None:
        """Wait for pending commands that leave matches, since one may be about the match that is entered next."""
        if self._leaving:
            await asyncio.wait(self._leaving)
