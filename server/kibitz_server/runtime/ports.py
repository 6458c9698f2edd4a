"""Interfaces between the parts of the runtime, and between the runtime and an MQTT feed.

Every method is called on the event loop and returns without waiting.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from kibitz_protocol.refusals import Code
from kibitz_server.core.lobby.registry import CreateMatch
from kibitz_server.core.match.commands import Command
from kibitz_server.core.match.match import Decision
from kibitz_server.core.values.events import Event
from kibitz_server.core.values.refusal import Refusal
from kibitz_server.runtime.room import Calls, ConnectedClient, Room, only_moves
from kibitz_server.runtime.tournaments.running import TournamentRoom
from kibitz_server.store import TournamentEntry


def _unheard(_error: Exception | None) -> None:
    pass


class MatchServer(Protocol):
    """Creates matches and applies commands to them."""

    def create(self, command: CreateMatch, then: Callable[[Room | None], None]) -> Refusal | None:
        """Create a match, or return why it is refused.

        `then` is called once: with the room after the match is durable, or with None if it could not be saved.
        """

    def act(self, room: Room, command: Command, then: Callable[[Decision | Code], None]) -> None:
        """Apply a command to a match.

        `then` is called once: with the decision after its events are durable, or with NOT_SAVED or INTERNAL.
        """


@dataclass(slots=True)
class Following:
    """What is saved in one commit with the end of a match, so that a killed server has all of it or nothing.

    Attributes:
        matches: New matches with their first events, in the order in which clients learn of them.
        entries: Events of tournaments.
        saved: Called once after the commit, when clients have the events of all matches, or with the error of it.
    """

    matches: Sequence[tuple[Room, tuple[Event, ...]]] = ()
    entries: Sequence[TournamentEntry] = ()
    saved: Callable[[Exception | None], None] = _unheard


class Follower(Protocol):
    """Decides what follows the end of a match: the next game of a series, or of a tournament."""

    def after(self, room: Room, at: float) -> Following | None:
        """Return what follows a match that has just ended, and is not saved yet; None if nothing does.

        `at` is the time of day in seconds since 1970.
        """


class MatchListener:
    """Follows all matches of a server. A subclass overrides the calls that it needs.

    A new match is `opened`. Then each decision is `decided`, `published` and `committed`, its creation first.
    A match that is restored from the store is `opened`, then `published` and `committed` once without events.
    """

    follows_moves: ClassVar[bool] = True
    """Whether it is also called for decisions that only play moves, as most do."""

    def opened(self, room: Room) -> None:
        """Follow a match that was added to memory. No client has received any of it yet."""

    def decided(self, room: Room, events: tuple[Event, ...]) -> None:
        """Stop work that the match no longer needs. The events, perhaps none, are applied but not durable yet."""

    def published(self, room: Room, events: tuple[Event, ...]) -> None:
        """Note events that spectators may see from now on: after the commit, or later if the match has a delay."""

    def committed(self, room: Room, events: tuple[Event, ...]) -> None:
        """Note events that are durable and were sent to the players."""

    def closed(self, room: Room) -> None:
        """Remove a match that was evicted from memory."""


class MatchListeners:
    """The listeners of a server, in the order in which they are called.

    There is a list for each call, because a move would else cause 20 empty calls.
    """

    def __init__(self) -> None:
        self.opened: list[Callable[[Room], None]] = []
        self.closed: list[Callable[[Room], None]] = []
        self._for_all, self._for_moves = Calls(), Calls(of_moves=True)

    def add(self, *listeners: MatchListener) -> None:
        """Add listeners behind the others."""
        self.opened += _overridden("opened", listeners)
        self.closed += _overridden("closed", listeners)
        following = [each for each in listeners if each.follows_moves]
        for calls, those in ((self._for_all, listeners), (self._for_moves, following)):
            calls.decided += _overridden("decided", those)
            calls.published += _overridden("published", those)
            calls.committed += _overridden("committed", those)

    def of(self, events: tuple[Event, ...]) -> Calls:
        """Return the calls for a decision with these events."""
        return self._for_moves if only_moves(events) else self._for_all


def _overridden(name: str, listeners: Iterable[MatchListener]) -> list[Callable[..., None]]:
    default = getattr(MatchListener, name)
    return [getattr(each, name) for each in listeners if getattr(type(each), name) is not default]


class ClientListener:
    """Follows which clients are connected. A subclass overrides the calls that it needs."""

    def arrived(self, client: ConnectedClient) -> None:
        """Note that a client has connected and sent its hello."""

    def departed(self, client: ConnectedClient) -> None:
        """Remove a client whose connection is closed."""


class TournamentListener:
    """Follows all tournaments of a server. A subclass overrides the calls that it needs."""

    def committed(self, room: TournamentRoom, entries: Sequence[TournamentEntry], matches: Sequence[Room]) -> None:
        """Note events that are durable, in their order, and the matches that began with them.

        Clients that follow those matches have received their first events.
        """

    def restored(self, room: TournamentRoom) -> None:
        """Note a tournament that goes on after a restart of the server."""


class EventSink(MatchListener):
    """Publishes matches outside of the server, as an MQTT feed does. This base class publishes nothing."""

    @property
    def tournament_listeners(self) -> Sequence[TournamentListener]:
        """What follows the tournaments."""
        return ()

    @property
    def watched(self) -> bool:
        """Whether TV must show a match even if no client watches, because readers of the feed cannot be counted."""
        return False

    def tell_turns(self, player_id: str, on: bool, then: Callable[[str | None, bool], None]) -> None:  # noqa: ARG002
        """Start or stop turn alerts for a player.

        `then` gets the topic of the alerts, or None without a feed, and whether the choice was saved.
        """
        then(None, False)

    def redirected(self, room: Room, next_room: Room, why: str) -> None:
        """Note that all subscribers of a match are sent to the match that follows it."""
