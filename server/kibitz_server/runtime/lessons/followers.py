"""The clients that have a lesson open: pupils, and teachers who follow the results. All calls are on the event loop.

Results and steps are in the store. What is here ends with the connections.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from kibitz_server.messages.encoding import encode
from kibitz_server.messages.outgoing import Data, OutgoingMessage
from kibitz_server.runtime.ports import ClientListener
from kibitz_server.runtime.room import ConnectedClient

MOST_OPEN = 10
"""Lessons that one client has open. A further one closes the oldest."""


@dataclass(slots=True)
class LessonRoom:
    """The clients of one lesson. Pupils get steps; teachers get steps and the rows of pupils, each with own numbers."""

    pupils: dict[ConnectedClient, bool] = field(default_factory=dict)
    """With whether each follows the steps of the teacher."""
    teachers: dict[ConnectedClient, None] = field(default_factory=dict)
    rows: dict[str, Data] = field(default_factory=dict)
    """The last row of each pupil who has had the lesson open, by player."""
    pupil_seq: int = 0
    teacher_seq: int = 0

    def presence(self, player_id: str) -> tuple[bool, bool]:
        """Return whether a player has the lesson open, and whether it follows the teacher."""
        own = [following for client, following in self.pupils.items() if client.player.id == player_id]
        return bool(own), any(own)


@dataclass(slots=True, eq=False)
class Opening:
    """A client that is about to open a lesson, and waits for the store.

    Attributes:
        left: Whether it has left the lesson or the server meanwhile.
    """

    code: str
    client: ConnectedClient
    left: bool = False


class LessonFollowers(ClientListener):
    """The rooms of lessons by code."""

    def __init__(self) -> None:
        self._rooms: dict[str, LessonRoom] = {}
        self._of: dict[ConnectedClient, dict[str, None]] = {}
        self._openings: list[Opening] = []

    @contextmanager
    def opening(self, code: str, client: ConnectedClient) -> Iterator[Opening]:
        """Note that a client is about to open a lesson, until it is added."""
        opening = Opening(code, client)
        self._openings.append(opening)
        try:
            yield opening
        finally:
            self._openings.remove(opening)

    def room(self, code: str) -> LessonRoom:
        """Return the room of a lesson, which is empty before a client has opened it."""
        return self._rooms.get(code) or LessonRoom()

    def open(self, code: str, client: ConnectedClient, *, following: bool) -> LessonRoom:
        """Add a pupil, or note whether it follows the teacher."""
        room = self._enter(code, client)
        room.pupils[client] = following
        return room

    def follow(self, code: str, client: ConnectedClient) -> LessonRoom:
        """Add a client of the teacher."""
        room = self._enter(code, client)
        room.teachers[client] = None
        return room

    def leave(self, code: str, client: ConnectedClient) -> None:
        """Remove a client from a lesson, also one that is about to open it."""
        for opening in self._openings:
            opening.left |= opening.client is client and opening.code == code
        room = self._rooms.get(code)
        if room is None:
            return
        self._of.get(client, {}).pop(code, None)
        room.teachers.pop(client, None)
        was_pupil = room.pupils.pop(client, None) is not None
        if not room.pupils and not room.teachers:
            del self._rooms[code]
        elif was_pupil and (row := room.rows.get(client.player.id)) is not None:
            here, following = room.presence(client.player.id)
            self.tell_pupil(code, client.player.id, {**row, "here": here, "following": following})

    def departed(self, client: ConnectedClient) -> None:
        for opening in self._openings:
            opening.left |= opening.client is client
        for code in list(self._of.pop(client, ())):
            self.leave(code, client)

    def tell_step(self, code: str, step: str) -> None:
        """Send a new step to all clients of a lesson."""
        room = self._rooms.get(code)
        if room is not None:
            self._tell_pupils(code, room, {"step": step})
            self._tell_teachers(code, room, {"step": step})

    def tell_pupil(self, code: str, player_id: str, row: Data) -> None:
        """Send the row of a pupil to the teacher's clients."""
        room = self._rooms.get(code)
        if room is not None:
            room.rows[player_id] = row
            self._tell_teachers(code, room, {"pupil": row})

    def end(self, code: str) -> None:
        """Tell all clients of a lesson that it was deleted, and remove them."""
        room = self._rooms.pop(code, None)
        if room is None:
            return
        self._tell_pupils(code, room, {"ended": True})
        self._tell_teachers(code, room, {"ended": True})
        for client in (*room.pupils, *room.teachers):
            self._of.get(client, {}).pop(code, None)

    def _enter(self, code: str, client: ConnectedClient) -> LessonRoom:
        own = self._of.setdefault(client, {})
        if code not in own and len(own) >= MOST_OPEN:
            self.leave(next(iter(own)), client)
        own[code] = None
        return self._rooms.setdefault(code, LessonRoom())

    def _tell_pupils(self, code: str, room: LessonRoom, change: Data) -> None:
        room.pupil_seq += 1
        message = OutgoingMessage(encode({"t": "lesson", "lesson": code, "seq": room.pupil_seq, **change}))
        for client in room.pupils:
            if client not in room.teachers:
                client.send(message)

    def _tell_teachers(self, code: str, room: LessonRoom, change: Data) -> None:
        room.teacher_seq += 1
        message = OutgoingMessage(encode({"t": "lesson", "lesson": code, "seq": room.teacher_seq, **change}))
        for client in room.teachers:
            client.send(message)
