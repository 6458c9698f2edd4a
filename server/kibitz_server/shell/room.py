"""A match and those who follow it. Frames are made once and sent to all; the last few are kept for those who return."""

from collections import deque
from typing import Protocol

from kibitz_protocol.codec import encode
from kibitz_server.core.events import Event, MatchAborted, MatchFinished, MatchStarted, MovePlayed
from kibitz_server.core.match import Match
from kibitz_server.core.phase import Phase
from kibitz_server.core.players import Human
from kibitz_server.core.view import visible
from kibitz_server.shell import translate
from kibitz_server.shell.outbox import Letter
from kibitz_server.shell.scheduler import Timer

KEPT_FRAMES = 32


class Peer(Protocol):
    """One client's connection, as the runtime sees it."""

    player: Human
    rooms: "set[Room]"

    @property
    def lag_s(self) -> float:
        """How long a message of ours and its answer are on the way together, as we measured it; 0 before that."""

    def send(self, letter: Letter) -> None:
        """Queue a message; never waits."""


class Room:
    """Who is in it changes only when all earlier events have been sent, so that nobody misses or repeats one."""

    def __init__(self, match: Match, begun: tuple[Event, ...] = ()) -> None:
        self.match = match
        self.begun = begun
        """The events with which it was made, where they are not told by themselves."""
        self.next: Room | None = None
        """The next of its series, once this one is over."""
        self.peers: dict[Peer, None] = {}
        self.timer: Timer | None = None
        self.halted = False
        self._frames: deque[tuple[int, Letter]] = deque(maxlen=KEPT_FRAMES)

    @property
    def watchers(self) -> int:
        """How many follow the match without playing in it."""
        return sum(self.match.seat_of(peer.player.id) is None for peer in self.peers)

    def enter(self, peer: Peer) -> None:
        """From now on the peer gets every event."""
        self.peers[peer] = None
        peer.rooms.add(self)

    def leave(self, peer: Peer) -> None:
        """The peer gets nothing more."""
        self.peers.pop(peer, None)
        peer.rooms.discard(self)

    def broadcast(self, letter: Letter) -> None:
        """Send to everyone here."""
        for peer in self.peers:
            peer.send(letter)

    def say(self, speaker: Human, text: str, at: float) -> None:
        """Chat: players are heard by everyone here, watchers by watchers, so that nobody is helped from the side."""
        plays = self.match.seat_of(speaker.id) is not None
        data = translate.said_data(self.match.created.id, "players" if plays else "watchers", speaker.name, text, at)
        letter = Letter(encode(data))
        for peer in self.peers:
            if plays or self.match.seat_of(peer.player.id) is None:
                peer.send(letter)

    def frames(self, events: tuple[Event, ...], at: float, now: float) -> list[Letter]:
        """The messages of events that were just applied, and kept for those who come back."""
        first = self.match.seq - len(events) + 1
        letters = []
        for seq, event in enumerate(events, first):
            phase, state = _standing_after(self.match, event, now)
            told = visible(self.match, event)
            data = translate.event_data(self.match.created.id, seq, at, phase, told, state)
            letters.append(Letter(encode(data), self.match.created.id))
            self._frames.append((seq, letters[-1]))
        return letters

    def since(self, seq: int) -> list[Letter] | None:
        """The messages after `seq`; None when some are no longer kept or `seq` is not one of this match's."""
        missing = self.match.seq - seq
        if missing == 0:
            return []
        if not 0 < missing <= len(self._frames):
            return None
        return [letter for number, letter in self._frames if number > seq]

    def snapshot(self, peer: Peer, now: float) -> Letter:
        """The whole match for one viewer."""
        data = translate.snapshot_data(self.match, peer.player.id, self.watchers, now)
        return Letter(encode(data), self.match.created.id)


def _standing_after(match: Match, event: Event, now: float) -> tuple[Phase, translate.Data | None]:
    """The phase after one of the events of a decision, and the state where the event changes it."""
    match event:
        case MovePlayed():
            state = translate.state_data(match.position, match.ply, False, translate.times_data(match, now))
            return Phase.RUNNING, state
        case MatchStarted() | MatchFinished() | MatchAborted():
            return match.phase, translate.match_state(match, now)
        case _:
            return Phase.OPEN, None
