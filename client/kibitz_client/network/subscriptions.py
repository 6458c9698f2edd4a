"""What a connection follows, so that a new connection can go on where the one before broke off. No I/O.

The events of a match are numbered without gaps. What is known already is dropped; a gap is mended by one fresh
snapshot; a gap right behind that snapshot means that client and server no longer agree.
"""

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from kibitz_client.errors import LostSync
from kibitz_protocol.to_client import Event, Invitation, Lobby, Next, Notice, Paired, Presence, Said, Snapshot, Thinking
from kibitz_protocol.values import MatchRow, Seq

Message = Snapshot | Event | Thinking | Presence | Said | Paired | Next | Invitation | Lobby | Notice
"""What a server sends without having been asked just then."""

OVER = ("finished", "aborted")
RUN_AGAIN = "the connection is a new one: clocks run again, unless it says otherwise"
"""A server says again to whoever comes that it cannot save, and does not say that it can."""


class Verdict(Enum):
    """What to do with a message."""

    DELIVER = auto()
    DROP = auto()
    REFETCH = auto()


@dataclass(slots=True)
class Followed:
    """A match that is followed, and how far. `awaited`: a snapshot is on its way; `mended`: it was the last to come."""

    code: str
    seq: Seq
    over: bool
    awaited: bool = False
    mended: bool = False


class Subscriptions:
    """The matches that are followed, by id, and whether the lobby is."""

    def __init__(self) -> None:
        self._followed: dict[str, Followed] = {}
        self._lobby: set[str] | None = None
        self._halted = False

    @property
    def matches(self) -> dict[str, Seq]:
        """Each match that is followed, and the last event that is known of it."""
        return {match: followed.seq for match, followed in self._followed.items()}

    @property
    def lobby(self) -> bool:
        """Whether the lobby is followed."""
        return self._lobby is not None

    def admit(self, message: Message) -> Verdict:
        """Take note of a message. Raises LostSync."""
        match message:
            case Snapshot():
                before = self._followed.get(message.match)
                mended = before is not None and before.awaited
                over = message.phase in OVER
                self._followed[message.match] = Followed(message.code, message.seq, over, mended=mended)
                return Verdict.DELIVER
            case Event():
                return self._admit_event(message)
            case Next():
                # The server has let go of the match for us; what follows it comes with a snapshot of its own.
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
            case Invitation() | Paired():
                return Verdict.DELIVER

    def _admit_event(self, event: Event) -> Verdict:
        followed = self._followed.get(event.match)
        # The snapshot that is awaited holds whatever comes before it.
        if followed is None or followed.awaited or event.seq <= followed.seq:
            return Verdict.DROP
        if event.seq == followed.seq + 1:
            followed.seq = event.seq
            followed.over = event.phase in OVER
            followed.mended = False
            return Verdict.DELIVER
        if followed.mended:
            raise LostSync(
                f"events of match {followed.code} are missing: {followed.seq} was followed by {event.seq}",
                f"start anew: kibitz watch {followed.code}",
            )
        followed.awaited = True
        return Verdict.REFETCH

    def take_up(self, match: str, seq: Seq) -> None:
        """Follow a match, known by its id, of which another connection told everything up to an event."""
        self._followed.setdefault(match, Followed(match, seq, over=False))

    def resume(self) -> dict[str, Seq]:
        """What a new connection has to ask for: the matches, and the last event that is known of each."""
        for followed in self._followed.values():
            followed.awaited = False
        return self.matches

    def come_back(self) -> Notice | None:
        """There is a new connection: what it says nothing of, if it is so no longer."""
        halted, self._halted = self._halted, False
        return Notice(text=RUN_AGAIN, halted=False) if halted else None

    def is_over(self, match: str) -> bool:
        """Whether no more events can come of a match."""
        return match in self._followed and self._followed[match].over

    def forget(self, reference: str) -> None:
        """Stop following a match, named by its id or its code."""
        wanted = reference.strip().casefold()
        self._followed = {
            match: followed
            for match, followed in self._followed.items()
            if wanted not in (match.casefold(), followed.code.casefold())
        }

    def follow_lobby(self, rows: Iterable[MatchRow]) -> None:
        """Follow the lobby from a list of its matches on."""
        self._lobby = {row.match for row in rows}

    def compare_lobby(self, rows: list[MatchRow]) -> Lobby:
        """The lobby listed anew, as the change that it is from what was known."""
        now = {row.match for row in rows}
        gone = sorted((self._lobby or set()) - now)
        self._lobby = now
        return Lobby(changed=rows, gone=gone)


class MessageSource(Protocol):
    """Who tells what happens in matches: a `Link`, or what speaks to a broker."""

    def messages(self) -> AsyncIterator[Message]:
        """In order; raises what it gave up for."""
