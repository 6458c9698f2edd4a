"""A match that a program plays or hosts: its state, its updates, and the commands of its seat."""

from collections.abc import AsyncGenerator, Callable, Collection
from typing import Literal, Self

from kibitz_client.errors import UsageError
from kibitz_client.match.state import MatchState
from kibitz_client.network.client import NetworkClient
from kibitz_client.parsing.arguments import engine as parse_engine
from kibitz_client.requests import build
from kibitz_client.sdk.feeds import Feed, Feeds, Update
from kibitz_protocol.to_client import Hinted
from kibitz_protocol.to_server import (
    Accept,
    Chat,
    Claim,
    Decline,
    GoBerserk,
    Hint,
    Move,
    Offer,
    Resign,
    Start,
    Withdraw,
)
from kibitz_protocol.values.matches import OfferKind


class LiveMatch:
    """A match of a `Client`: `create`, `join`, `back` and `seek` return one. `state` is always its latest state.

    Every command raises `RefusedError` if the server refuses it, and `NetworkError` if the connection is lost for good.
    A short disconnection delays the answer only.
    """

    def __init__(
        self,
        client: NetworkClient,
        feeds: Feeds,
        feed: Feed,
        watch: Callable[[str], AsyncGenerator[Update, None]],
        key: str | None,
    ) -> None:
        self.key = key
        """The key of a private match that this program has created: other players need it."""
        self._client = client
        self._feeds = feeds
        self._feed = feed
        self._watch = watch
        self._held = True

    @property
    def state(self) -> MatchState:
        """The match now. It changes while the program awaits anything."""
        assert self._feed.state is not None
        return self._feed.state

    @property
    def code(self) -> str:
        """The code by which other players join."""
        return self.state.code

    @property
    def seat(self) -> int | None:
        """Your seat; None in a match that you only host."""
        return self.state.you

    def events(self) -> AsyncGenerator[Update, None]:
        """Return a stream of the match until its end. It begins with a snapshot of the present state."""
        return self._watch(self.state.match)

    async def turn(self) -> MatchState | None:
        """Wait until it is your turn, and return the state then. Return None once the match is over.

        Raises:
            NetworkError: The client has given up reconnecting.
        """
        await self._feed.until(lambda _: self.state.over or self.state.your_turn)
        return None if self.state.over else self.state

    async def over(self) -> MatchState:
        """Wait for the end of the match and the seed of its chance events, and return its last state.

        Raises:
            NetworkError: The client has given up reconnecting.
        """
        await self._feed.until(lambda _: self.state.over and not self.state.awaits_seed)
        return self.state

    async def next(self) -> "LiveMatch | None":
        """Wait for the match after this one: the next of a series, or a rematch. Return None once the series is over.

        This object has then ended. After a match without a series, it waits for a rematch.

        Raises:
            NetworkError: The client has given up reconnecting.
        """
        await self._feed.until(lambda feed: feed.last or feed.next is not None)
        following = self._feeds.take_next(self._feed)
        self._held = False
        if following is None:
            return None
        match = LiveMatch(self._client, self._feeds, following, self._watch, self.key)
        await following.until(lambda feed: feed.state is not None)
        return match

    async def move(self, text: str) -> MatchState:
        """Play a move in the present position, and return the state after it and the chance events that follow.

        Raises:
            RefusedError: The move is not legal, or it is not your turn.
            NetworkError: The client has given up reconnecting.
        """
        before, turns = self.state, self._feed.turns
        position = before.position
        await self._client.ask(build(Move, match=before.match, ply=position.ply, move=text, position=position.position))
        # The answer comes before the event.
        await self._feed.until(
            lambda feed: self.state.over or (feed.turns != turns and not self.state.position.chances)
        )
        return self.state

    async def resign(self) -> None:
        """Resign; before the start, leave the seat."""
        await self._client.ask(build(Resign, match=self.state.match))

    async def go_berserk(self) -> None:
        """Give up half of your time and your increment before your first move, in an arena that allows it."""
        await self._client.ask(build(GoBerserk, match=self.state.match))

    async def offer(self, offer: OfferKind) -> None:
        """Offer a draw, takeback, pause, resumption, adjournment, abort or rematch, or accept the same offer."""
        await self._client.ask(build(Offer, match=self.state.match, offer=offer))

    async def settle(self, dead: Collection[int] = ()) -> None:
        """Propose to take off the pieces of the groups of these cells (`state.position.removable`), or agree to it."""
        await self._client.ask(build(Offer, match=self.state.match, offer="settle", dead=sorted(dead)))

    async def accept(self, offer: OfferKind | None = None) -> None:
        """Accept an offer of the other side: the given one, or the newest (`state.offered`)."""
        await self._client.ask(build(Accept, match=self.state.match, offer=offer))

    async def decline(self, offer: OfferKind | None = None) -> None:
        """Decline an offer of the other side: the given one, or the newest (`state.offered`)."""
        await self._client.ask(build(Decline, match=self.state.match, offer=offer))

    async def withdraw(self, offer: OfferKind | None = None) -> None:
        """Withdraw an offer of yours: the given one, or the newest."""
        await self._client.ask(build(Withdraw, match=self.state.match, offer=offer))

    async def claim(self, result: Literal["win", "draw"] = "win") -> None:
        """End the match after the other player has been disconnected for too long."""
        await self._client.ask(build(Claim, match=self.state.match, result=result))

    async def chat(self, text: str) -> None:
        """Send a chat line of at most 400 characters."""
        await self._client.ask(build(Chat, match=self.state.match, text=text))

    async def hint(self, engine: str | None = None) -> Hinted:
        """Let an engine, such as `level:5`, suggest a move."""
        spec = parse_engine(engine) if engine is not None else None
        return await self._client.ask(build(Hint, match=self.state.match, engine=spec))

    async def start(self) -> None:
        """Start a hosted match that does not start by itself."""
        await self._client.ask(build(Start, match=self.state.match))

    async def leave(self) -> None:
        """Stop following the match. Your seat stays yours: `Client.back` returns to it."""
        if self._held:
            self._held = False
            self._feeds.release(self._feed)

    async def __aenter__(self) -> Self:
        if not self._held:
            raise UsageError("this match object has ended", "get a new one: client.back(code)")
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.leave()
