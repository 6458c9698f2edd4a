"""Followed matches, tournaments and lobby of a client, so that a new connection continues where the old one ended.

The events of a match are numbered without gaps, and so are those of a tournament. Known events are dropped. After a
gap, the client requests one snapshot. A gap directly after that snapshot means that client and server disagree. No I/O.
"""

from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from kibitz_client.errors import LostSync
from kibitz_client.match.state import OVER
from kibitz_protocol.commands.analysis import Analysing
from kibitz_protocol.to_client import (
    Event,
    Invitation,
    Lobby,
    LobbySaid,
    Matches,
    Next,
    Notice,
    Paired,
    Presence,
    Said,
    Seeks,
    Snapshot,
    Standings,
    Thinking,
    TournamentEvent,
    TournamentSnapshot,
)
from kibitz_protocol.to_server import ListMatches
from kibitz_protocol.validation.bounds import MAX_ROWS
from kibitz_protocol.values.fields import Seq
from kibitz_protocol.values.matches import MatchRow

Message = (
    Snapshot
    | Event
    | Thinking
    | Analysing
    | Presence
    | Said
    | Seeks
    | Paired
    | Next
    | Invitation
    | Lobby
    | LobbySaid
    | TournamentSnapshot
    | TournamentEvent
    | Standings
    | Notice
)
"""Messages that a server sends by itself, not as the answer to a command."""

ENDED = ("finished", "cancelled")
"""States of a tournament that is over."""
MOST_OVER = 4
"""Matches that are over and that a new connection requests."""

CLOCKS_RUN = "new connection: clocks run again unless the server says otherwise"
"""Notice after a reconnection: a server repeats to new connections that its clocks are halted, not that they run."""


class Verdict(Enum):
    """What to do with a message."""

    DELIVER = auto()
    DROP = auto()
    REFETCH = auto()


@dataclass(slots=True)
class Followed:
    """A followed match and the last known event.

    `awaiting`: a snapshot was requested after a gap. `refetched`: that snapshot was the last message of the match.
    """

    code: str
    seq: Seq
    over: bool
    awaiting: bool = False
    refetched: bool = False


class LobbyPages:
    """Pages of lists of the lobby. The caller of a list receives all pages as one answer.

    A change of a followed lobby that arrives between two pages is applied to the rows of the earlier ones.
    """

    def __init__(self, new_id: Callable[[], str]) -> None:
        self._new_id = new_id
        self._rows: dict[str, dict[str, MatchRow]] = {}
        self._followed: set[str] = set()
        self._commands: dict[str, str] = {}

    def clear(self) -> None:
        """Forget all pages: the connection has ended, and the lists are requested again."""
        self._rows.clear()
        self._followed.clear()
        self._commands.clear()

    def command(self, id: str) -> str:
        """Return the id of the command whose list has this page: its own id for the first page."""
        return self._commands.get(id, id)

    def add(self, id: str, command: ListMatches, page: Matches) -> ListMatches | Matches:
        """Add the page that answers the command `id`. Return the command for the next one, or the whole list."""
        self._commands.pop(id, None)
        rows = self._rows.setdefault(command.id, {})
        known = len(rows)
        rows.update((row.match, row) for row in page.matches)
        wanted = command.cursor is None and "limit" not in command.model_fields_set
        if wanted and page.next is not None and known < len(rows) < MAX_ROWS:
            more = command.model_copy(update={"id": self._new_id(), "cursor": page.next, "follow": False})
            self._commands[more.id] = command.id
            if command.follow:
                self._followed.add(command.id)
            return more
        self.drop(command.id)
        return Matches(matches=list(rows.values())[:MAX_ROWS], next=page.next)

    def drop(self, command: str) -> None:
        """Forget the pages of a command that is answered or was refused."""
        self._rows.pop(command, None)
        self._followed.discard(command)

    def apply(self, change: Lobby) -> None:
        """Apply a change of the lobby to the pages that have arrived."""
        for command in self._followed:
            rows = self._rows[command]
            rows.update((row.match, row) for row in change.changed)
            for match in change.gone:
                rows.pop(match, None)


class Subscriptions:
    """The followed matches and tournaments by id, and the lobby if it is followed."""

    def __init__(self) -> None:
        self._followed: dict[str, Followed] = {}
        self._tournaments: dict[str, Followed] = {}
        self._lobby: set[str] | None = None
        self._halted = False

    @property
    def matches(self) -> dict[str, Seq]:
        """The last known event of each followed match."""
        return {match: followed.seq for match, followed in self._followed.items()}

    @property
    def lobby(self) -> bool:
        """Whether the lobby is followed."""
        return self._lobby is not None

    def admit(self, message: Message) -> Verdict:
        """Update the state after a message, and return what to do with the message.

        Raises:
            LostSync: There is a gap directly after a refetched snapshot.
        """
        match message:
            case Snapshot():
                before = self._followed.get(message.match)
                refetched = before is not None and before.awaiting
                over = message.phase in OVER
                self._followed[message.match] = Followed(message.code, message.seq, over, refetched=refetched)
                return Verdict.DELIVER
            case Event():
                followed = self._followed.get(message.match)
                return self._admit_event(followed, message.seq, "match", over=message.phase in OVER)
            case TournamentSnapshot(tournament=view):
                before = self._tournaments.get(view.tournament)
                refetched = before is not None and before.awaiting and before.seq > 0
                ended = view.state in ENDED
                self._tournaments[view.tournament] = Followed(view.code, message.seq, ended, refetched=refetched)
                return Verdict.DELIVER
            case TournamentEvent():
                followed = self._tournaments.get(message.tournament)
                return self._admit_event(followed, message.seq, "tournament", over=message.ends)
            case Standings():
                return Verdict.DELIVER if message.tournament in self._tournaments else Verdict.DROP
            case Next():
                # The server has unsubscribed the client from the match; the next match starts with a snapshot.
                self._followed.pop(message.match, None)
                return Verdict.DELIVER
            case Thinking() | Presence() | Said():
                return Verdict.DELIVER if message.match in self._followed else Verdict.DROP
            case Lobby():
                if self._lobby is not None:
                    self._lobby.update(row.match for row in message.changed)
                    self._lobby.difference_update(message.gone)
                return Verdict.DELIVER
            case Notice(halted=halted):
                self._halted = self._halted if halted is None else halted
                return Verdict.DELIVER
            case Invitation() | Seeks() | Paired() | Analysing() | LobbySaid():
                return Verdict.DELIVER

    def _admit_event(self, followed: Followed | None, seq: Seq, kind: str, *, over: bool) -> Verdict:
        # An awaited snapshot includes all events before it.
        if followed is None or followed.awaiting or seq <= followed.seq:
            return Verdict.DROP
        if seq == followed.seq + 1:
            followed.seq = seq
            followed.over = over
            followed.refetched = False
            return Verdict.DELIVER
        if followed.refetched:
            raise LostSync(
                f"events of {kind} {followed.code} are missing: {followed.seq} was followed by {seq}",
                f"start again: kibitz watch {followed.code}",
            )
        followed.awaiting = True
        return Verdict.REFETCH

    def follow_tournament(self, tournament: str, seq: Seq | None = None) -> None:
        """Follow a tournament, given by its id: from its snapshot, which may have come already, or after an event."""
        self._tournaments.setdefault(tournament, Followed(tournament, seq or 0, over=False, awaiting=seq is None))

    def unfollow_tournament(self, reference: str) -> None:
        """Stop following a tournament, given by its id or code."""
        name = reference.strip().casefold()
        self._tournaments = {
            id: event for id, event in self._tournaments.items() if name not in (id.casefold(), event.code.casefold())
        }

    @property
    def tournaments(self) -> dict[str, Seq]:
        """The last known event of each followed tournament that is not over."""
        return {id: event.seq for id, event in self._tournaments.items() if not event.over}

    def follow_from(self, match: str, seq: Seq) -> None:
        """Follow a match, given by its id, whose events up to `seq` came over another connection."""
        self._followed.setdefault(match, Followed(match, seq, over=False))

    def resume(self) -> dict[str, Seq]:
        """Return the matches that a new connection must request, with the last known event of each.

        Of the matches that are over, only the last few can still have a rematch or a next game. The others are
        forgotten: a server reads each of them from its archive.
        """
        over = [match for match, followed in self._followed.items() if followed.over]
        for match in over[:-MOST_OVER]:
            del self._followed[match]
        for followed in (*self._followed.values(), *(event for event in self._tournaments.values() if event.seq)):
            followed.awaiting = False
        return self.matches

    def reconnected(self) -> Notice | None:
        """Return a notice for a new connection that clocks run again, if the old one had said that they are halted."""
        halted, self._halted = self._halted, False
        return Notice(text=CLOCKS_RUN, halted=False) if halted else None

    def is_over(self, match: str) -> bool:
        """Return whether a followed match is over."""
        return match in self._followed and self._followed[match].over

    def forget(self, reference: str) -> None:
        """Stop following a match, given by its id or code."""
        name = reference.strip().casefold()
        self._followed = {
            match: followed
            for match, followed in self._followed.items()
            if name not in (match.casefold(), followed.code.casefold())
        }

    def follow_lobby(self, rows: Iterable[MatchRow]) -> None:
        """Follow the lobby, starting from a list of its matches."""
        self._lobby = {row.match for row in rows}

    def compare_lobby(self, rows: list[MatchRow]) -> Lobby:
        """Return a new list of the lobby as a change from the known list."""
        now = {row.match for row in rows}
        gone = sorted((self._lobby or set()) - now)
        self._lobby = now
        return Lobby(changed=rows, gone=gone)


class MessageSource(Protocol):
    """Source of a match's messages: a `NetworkClient`, or a client of a broker."""

    def messages(self) -> AsyncIterator[Message]:
        """Yield the messages in order. Raise the error that ended the connection."""
