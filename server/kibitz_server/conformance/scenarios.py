"""What a client is put through, one task for each time that it is to move.

A task may change what the client hears as its turn comes, break the connection, or hold back what it sends. It is
passed when the client then plays its move, and says why when it is not.
"""

from collections.abc import Iterator
from typing import Protocol

from kibitz_server.messages.outgoing import Data


class Relay(Protocol):
    """The connection of the client, as a task may use it."""

    def cut(self) -> None:
        """Break it without a word, when what was sent has left."""

    def restart(self) -> None:
        """Close it as a server that restarts does, with 1012."""

    async def ask_snapshot(self, match: str) -> None:
        """Have the server send a snapshot, without the client having asked."""

    def numbered(self, fact: Data, like: Data) -> Data:
        """An event of our own, numbered as the next; those that follow move up."""


class Task:
    """Plays fair: the client is to play a legal move when it is to move."""

    sentence = "it plays a legal move when it is to move"

    def __init__(self) -> None:
        self.failed = ""
        self.remark = ""

    async def turn(self, _relay: Relay, message: Data) -> list[Data]:
        """What the client hears as its turn comes."""
        return [message]

    async def move(self, _relay: Relay, _command: Data) -> Data | None:
        """The client moves: None lets it through, a message is the answer in its place."""
        return None

    async def answer(self, _relay: Relay, answer: Data) -> Data | None:
        """The answer to a move that was let through; None keeps it back."""
        return answer

    def back(self, watched: Data | None, *, same: bool) -> None:
        """The client came back; `watched` is how it asked for the match, `same` whether as the same player."""
        if not same:
            self.failed = "it came back as somebody else: the token of its welcome must go into the next hello"
        elif watched is not None and watched.get("since") is None:
            self.remark = "it could say `since` and get the gap alone"


class Strange(Task):
    """What a newer server may say."""

    sentence = "it leaves alone what it does not know: fields, messages and events"

    async def turn(self, relay: Relay, message: Data) -> list[Data]:
        sparkle = {"t": "sparkle", "match": message["match"], "colour": "red"}
        strange = relay.numbered({"kind": "applauded", "by": 7}, message)
        return [sparkle, {**message, "sparkling": True, "state": {**message["state"], "mood": "good"}}, strange]

    def back(self, watched: Data | None, *, same: bool) -> None:
        """To ask for a fresh snapshot is a good answer to an event that one does not understand."""


class Twice(Task):
    sentence = "it does not move twice when it is told twice that it is to move"

    def __init__(self) -> None:
        super().__init__()
        self._ids: set[str] = set()

    async def turn(self, _relay: Relay, message: Data) -> list[Data]:
        return [message, message]

    async def move(self, _relay: Relay, command: Data) -> Data | None:
        self._ids.add(command["id"])
        if len(self._ids) > 1:
            self.failed = "it sent two moves for one turn"
        return None


class Dropped(Task):
    sentence = "it comes back by itself when the connection breaks before it moves"

    async def turn(self, relay: Relay, _message: Data) -> list[Data]:
        relay.cut()
        return []


class Unanswered(Task):
    sentence = "it comes back when the connection breaks after its move, before the answer"

    def __init__(self) -> None:
        super().__init__()
        self._first: str | None = None
        self._kept_back = False

    async def move(self, _relay: Relay, command: Data) -> Data | None:
        if self._first is not None and command["id"] != self._first:
            self.remark = "it sent the move again under a new id; under the old one it would be answered from memory"
        self._first = self._first or command["id"]
        return None

    async def answer(self, relay: Relay, answer: Data) -> Data | None:
        if self._kept_back:
            return answer
        self._kept_back = True
        relay.cut()
        return None


class Restarted(Task):
    sentence = "it comes back by itself when the server restarts (close code 1012)"

    async def turn(self, relay: Relay, _message: Data) -> list[Data]:
        relay.restart()
        return []


class Snapshotted(Task):
    sentence = "it takes a snapshot in place of the events that it missed"

    def __init__(self) -> None:
        super().__init__()
        self._asked = False

    async def turn(self, relay: Relay, message: Data) -> list[Data]:
        if message["t"] == "snapshot" or self._asked:
            return [message]
        self._asked = True
        await relay.ask_snapshot(message["match"])
        return []


class NotSaved(Task):
    sentence = "it tries again when the server cannot save its move at the moment"

    def __init__(self) -> None:
        super().__init__()
        self._refused = False

    async def move(self, _relay: Relay, command: Data) -> Data | None:
        if self._refused:
            return None
        self._refused = True
        sentence = "the server cannot save moves at the moment, so it takes none"
        refused = {"t": "refused", "id": command["id"], "code": "not_saved", "message": sentence}
        return {**refused, "hint": "try again in a moment", "state": None, "retry_after_s": 0.2}


class Offered(Task):
    sentence = "it plays on when a draw is offered, whether it answers or not"

    async def turn(self, relay: Relay, message: Data) -> list[Data]:
        offered = relay.numbered({"kind": "offered", "seat": 1 - message["state"]["to_move"], "offer": "draw"}, message)
        return [message, offered]


class Chatter(Task):
    sentence = "it is not held up by chat, thinking and notices"

    async def turn(self, _relay: Relay, message: Data) -> list[Data]:
        match = message["match"]
        noise: list[Data] = []
        for number in range(50):
            noise.append({"t": "notice", "text": f"notice {number}"})
            noise.append(
                {"t": "said", "match": match, "room": "players", "name": "eve", "text": f"line {number}", "at": 0.0}
            )
        return [*noise, message, *noise]


def tasks() -> Iterator[Task]:
    """Every task once, in order, and then fair play to the end."""
    for kind in (Task, Strange, Twice, Dropped, Unanswered, Restarted, Snapshotted, NotSaved, Offered, Chatter):
        yield kind()
