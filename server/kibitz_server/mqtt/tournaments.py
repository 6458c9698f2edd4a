"""Tournaments on the MQTT feed: which are public, and their payloads, equal to what followers receive."""

from collections.abc import Callable, Sequence

from kibitz_protocol.mqtt import feed as topics
from kibitz_server.core.tournament.events import TournamentEnded
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.tournaments.snapshot import row_of
from kibitz_server.mqtt.queue import Publication, PublishQueue, Subject
from kibitz_server.runtime.ports import TournamentListener
from kibitz_server.runtime.room import Room
from kibitz_server.runtime.tournaments.followers import TournamentMessages
from kibitz_server.runtime.tournaments.running import TournamentRoom
from kibitz_server.runtime.tournaments.tournaments import TournamentRooms
from kibitz_server.store import Store, TournamentEntry

INDEX, STATE = "tournaments", "tournament"
"""Kinds of subjects."""
RETRY_S = 5.0


def on_feed(state: TournamentState) -> bool:
    """Return whether the feed may publish a tournament."""
    return state.public and state.terms.watchable


class TournamentFeed(TournamentListener):
    """Publishes tournaments by the queue of the feed. `wake` tells the publisher that there is something to do."""

    def __init__(
        self,
        outgoing: PublishQueue,
        store: Store,
        rooms: TournamentRooms,
        messages: TournamentMessages,
        now: Callable[[], float],
        wake: Callable[[], object],
    ) -> None:
        self._outgoing = outgoing
        self._store = store
        self._rooms = rooms
        self._messages = messages
        self._now = now
        self._wake = wake
        self._shown: dict[str, TournamentRoom] = {}
        """Tournaments whose state is on the broker, by id."""

    @property
    def subjects(self) -> list[Subject]:
        """All subjects of tournaments, which are due after a connection to the broker."""
        return [Subject(INDEX), *(Subject(STATE, id) for id in self._shown)]

    def restored(self, room: TournamentRoom) -> None:
        self._show(room)

    def committed(
        self,
        room: TournamentRoom,
        entries: Sequence[TournamentEntry],
        matches: Sequence[Room],  # noqa: ARG002
    ) -> None:
        if not entries:
            return
        if not on_feed(room.tournament):
            if room.id in self._shown:  # it was hidden
                self._withdraw(room)
                self._wake()
            return
        now = self._now()
        for entry in entries:
            message = self._messages.event(room, entry)
            self._outgoing.add(Publication(topics.tournament_events(room.id), message.data), str(entry.seq), now)
        self._show(room)
        if any(isinstance(entry.event, TournamentEnded) for entry in entries):
            self._end(room)
        self._wake()

    def is_stale(self, tournament_id: str) -> bool:
        """Return whether a retained message belongs to a tournament that is over."""
        return tournament_id not in self._shown

    def make(self, subject: Subject) -> None:
        """Publish a subject that is due, once what it shows is durable."""
        if subject.kind == INDEX:
            self._save(subject, lambda: Publication(topics.TOURNAMENTS, self._index(), retain=True))
        elif (room := self._shown.get(subject.id)) is not None:
            data = self._messages.snapshot(room, None, None).data
            self._save(subject, lambda: Publication(topics.tournament_state(room.id), data, retain=True))

    def _show(self, room: TournamentRoom) -> None:
        if on_feed(room.tournament) and room.tournament.ended is None:
            self._shown[room.id] = room
            for subject in (Subject(INDEX), Subject(STATE, room.id)):
                self._outgoing.touch(subject, self._now())

    def _end(self, room: TournamentRoom) -> None:
        """Publish the final standings, and clear the retained state."""
        self._withdraw(room)
        final = self._messages.snapshot(room, None, None).data
        self._outgoing.add(Publication(topics.tournament_result(room.id), final), "end", self._now())

    def _withdraw(self, room: TournamentRoom) -> None:
        """Clear the retained state."""
        self._shown.pop(room.id, None)
        self._outgoing.remove(Subject(STATE, room.id))
        self._outgoing.replace(Publication(topics.tournament_state(room.id), b"", retain=True))
        self._outgoing.touch(Subject(INDEX), self._now())

    def _index(self) -> bytes:
        time = self._rooms.time()
        shown = [room.tournament for room in self._rooms.all if on_feed(room.tournament)]
        rows = [row_of(state, None, time) for state in reversed(shown)]
        return encode({"t": "tournaments", "tournaments": rows[: topics.MAX_ROWS]})

    def _save(self, subject: Subject, made: Callable[[], Publication]) -> None:
        publication = made()

        def saved(error: Exception | None) -> None:
            if error is not None:
                self._outgoing.touch(subject, self._now(), RETRY_S)
            elif subject.kind == INDEX or subject.id in self._shown:
                self._outgoing.replace(publication)
            self._wake()

        self._store.append([], saved)
