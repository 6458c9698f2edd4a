"""What those who bring matches about (pairing, television, sequels) need of the runtime."""

from collections.abc import Callable
from typing import Protocol

from kibitz_protocol.refusals import Code
from kibitz_server.core.lobby.registry import CreateMatch
from kibitz_server.core.match.commands import Command
from kibitz_server.core.match.match import Decision
from kibitz_server.core.values.events import Event
from kibitz_server.core.values.refusal import Refusal
from kibitz_server.runtime.room import Client, Room
from kibitz_server.runtime.rooms import Rooms
from kibitz_server.scheduler import WallClock


class MatchServer(Protocol):
    """What it gives back later comes once everything is safe."""

    @property
    def matches(self) -> Rooms:
        """All of them."""

    @property
    def wall_clock(self) -> WallClock:
        """Clock that gives the time of day."""

    def create(self, command: CreateMatch, then: Callable[[Room | None], None]) -> Refusal | None:
        """Make a match."""

    def act(self, room: Room, command: Command, then: Callable[[Decision | Code], None]) -> None:
        """Put a command to a match."""

    def watch(self, room: Room, peer: Client, since: int | None, then: Callable[[bool], None]) -> None:
        """Let a client follow a match."""

    def lead(self, peer: Client, room: Room, follower: Room, why: str) -> None:
        """Take somebody from a match to another."""

    def lobby_followed(self) -> bool:
        """Whether anybody follows the lobby."""


class EventSink(Protocol):
    """Everything here is called on the event loop, and nothing of it waits."""

    @property
    def watched(self) -> bool:
        """Whether there is to be something on TV for those who read the feed, whom the server cannot see."""

    def tell_turns(self, player_id: str, on: bool, then: Callable[[str | None, bool], None]) -> None:
        """Somebody wants to hear when it is their turn, or no longer; `then` gets the topic and whether it is kept.

        Without a feed there is no topic.
        """

    def follow(self, room: Room) -> None:
        """A match was opened."""

    def published(self, room: Room, events: tuple[Event, ...]) -> None:
        """Everybody may know of these events now."""

    def led(self, room: Room, follower: Room, why: str) -> None:
        """Everybody who followed a match is led to the one that comes after it."""

    def happened(self, room: Room) -> None:
        """Something of a match was saved, and those who play in it may know."""

    def forget(self, match_id: str) -> None:
        """A match is kept no longer."""


class NoFeed:
    """Nobody to publish for."""

    watched = False

    def tell_turns(self, player_id: str, on: bool, then: Callable[[str | None, bool], None]) -> None:  # noqa: ARG002
        """See `Sink`."""
        then(None, False)

    def follow(self, room: Room) -> None:
        """See `Sink`."""

    def published(self, room: Room, events: tuple[Event, ...]) -> None:
        """See `Sink`."""

    def led(self, room: Room, follower: Room, why: str) -> None:
        """See `Sink`."""

    def happened(self, room: Room) -> None:
        """See `Sink`."""

    def forget(self, match_id: str) -> None:
        """See `Sink`."""
