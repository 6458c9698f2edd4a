"""What the runtime tells a feed; a server without a broker has one that hears nothing."""

from collections.abc import Callable
from typing import Protocol

from kibitz_server.core.events import Event
from kibitz_server.shell.room import Room


class Sink(Protocol):
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
