"""Scenarios of `check-client`: one fault or peculiarity of real networks for each turn of the client.

A scenario may change the messages that announce the client's turn, break the connection, or withhold the client's move
from the server. The client passes when it then plays its move; otherwise the scenario says why it failed.
"""

from collections.abc import Iterator
from typing import Protocol

from kibitz_server.messages.outgoing import Data


class ProxiedConnection(Protocol):
    """The client's connection, as a scenario may use it."""

    def cut(self) -> None:
        """Abort the connection without a close frame, once the pending messages are sent."""

    def restart(self) -> None:
        """Close the connection with 1012, as a restarting server does."""

    async def ask_snapshot(self, match: str) -> None:
        """Request a snapshot that the client did not ask for."""

    def insert_event(self, fact: Data, after: Data) -> Data:
        """Return an extra event numbered after `after`; later events are renumbered."""


class Scenario:
    """No fault: the client must play a legal move at its turn. Base of the other scenarios."""

    sentence = "it plays a legal move at its turn"

    def __init__(self) -> None:
        self.failed = ""
        self.remark = ""

    async def on_turn(self, _connection: ProxiedConnection, message: Data) -> list[Data]:
        """Return the messages that the client receives when its turn begins."""
        return [message]

    async def on_move(self, _connection: ProxiedConnection, _command: Data) -> Data | None:
        """Handle the client's move: None forwards it, a message is the answer in place of the server's."""
        return None

    async def on_answer(self, _connection: ProxiedConnection, answer: Data) -> Data | None:
        """Return the answer to a forwarded move, or None to withhold it."""
        return answer

    def on_reconnect(self, watch: Data | None, *, same_player: bool) -> None:
        """Handle a reconnection; `watch` is the command with which the client subscribed again."""
        if not same_player:
            self.failed = "it returned as another player: the token of welcome must go into the next hello"
        elif watch is not None and watch.get("since") is None:
            self.remark = "with `since` it would receive only the missed events"


class UnknownContent(Scenario):
    """Fields, messages and events of a newer server."""

    sentence = "it ignores unknown fields, messages and events"

    async def on_turn(self, connection: ProxiedConnection, message: Data) -> list[Data]:
        sparkle = {"t": "sparkle", "match": message["match"], "colour": "red"}
        event = connection.insert_event({"kind": "applauded", "by": 7}, message)
        return [sparkle, {**message, "sparkling": True, "state": {**message["state"], "mood": "good"}}, event]

    def on_reconnect(self, watch: Data | None, *, same_player: bool) -> None:
        """Accept every reconnection: a client may ask for a new snapshot after an unknown event."""


class RepeatedTurn(Scenario):
    """The message that begins a turn comes twice."""

    sentence = "it moves once when the server announces its turn twice"

    def __init__(self) -> None:
        super().__init__()
        self._ids: set[str] = set()

    async def on_turn(self, _connection: ProxiedConnection, message: Data) -> list[Data]:
        return [message, message]

    async def on_move(self, _connection: ProxiedConnection, command: Data) -> Data | None:
        self._ids.add(command["id"])
        if len(self._ids) > 1:
            self.failed = "it sent two moves for one turn"
        return None


class CutBeforeMove(Scenario):
    """The connection breaks when the turn begins."""

    sentence = "it reconnects when the connection breaks before its move"

    async def on_turn(self, connection: ProxiedConnection, _message: Data) -> list[Data]:
        connection.cut()
        return []


class CutAfterMove(Scenario):
    """The connection breaks after the move, and the answer is lost."""

    sentence = "it reconnects when the connection breaks after its move, before the answer"

    def __init__(self) -> None:
        super().__init__()
        self._first_id: str | None = None
        self._withheld = False

    async def on_move(self, _connection: ProxiedConnection, command: Data) -> Data | None:
        if self._first_id is not None and command["id"] != self._first_id:
            self.remark = "it sent the move again with a new id; with the old one the server repeats its answer"
        self._first_id = self._first_id or command["id"]
        return None

    async def on_answer(self, connection: ProxiedConnection, answer: Data) -> Data | None:
        if self._withheld:
            return answer
        self._withheld = True
        connection.cut()
        return None


class ServerRestart(Scenario):
    """The server closes the connection with 1012."""

    sentence = "it reconnects when the server restarts (close code 1012)"

    async def on_turn(self, connection: ProxiedConnection, _message: Data) -> list[Data]:
        connection.restart()
        return []


class SnapshotForEvents(Scenario):
    """A snapshot comes in place of the event that begins the turn."""

    sentence = "it takes a snapshot in place of missed events"

    def __init__(self) -> None:
        super().__init__()
        self._requested = False

    async def on_turn(self, connection: ProxiedConnection, message: Data) -> list[Data]:
        if message["t"] == "snapshot" or self._requested:
            return [message]
        self._requested = True
        await connection.ask_snapshot(message["match"])
        return []


class MoveNotSaved(Scenario):
    """The server refuses the first attempt to move with `not_saved`."""

    sentence = "it tries again when the server cannot save its move"

    def __init__(self) -> None:
        super().__init__()
        self._refused = False

    async def on_move(self, _connection: ProxiedConnection, command: Data) -> Data | None:
        if self._refused:
            return None
        self._refused = True
        sentence = "the server cannot save moves at the moment, so it takes none"
        refused = {"t": "refused", "id": command["id"], "code": "not_saved", "message": sentence}
        return {**refused, "hint": "try again in a moment", "state": None, "retry_after_s": 0.2}


class DrawOffer(Scenario):
    """The opponent offers a draw."""

    sentence = "it continues to play after a draw offer, with or without an answer"

    async def on_turn(self, connection: ProxiedConnection, message: Data) -> list[Data]:
        fact = {"kind": "offered", "seat": 1 - message["state"]["to_move"], "offer": "draw"}
        return [message, connection.insert_event(fact, message)]


class ManyMessages(Scenario):
    """Notices and chat come in large numbers."""

    sentence = "it plays on under many chat messages and notices"

    async def on_turn(self, _connection: ProxiedConnection, message: Data) -> list[Data]:
        match = message["match"]
        noise: list[Data] = []
        for number in range(50):
            noise.append({"t": "notice", "text": f"notice {number}"})
            noise.append(
                {"t": "said", "match": match, "room": "players", "name": "eve", "text": f"line {number}", "at": 0.0}
            )
        return [*noise, message, *noise]


SCENARIOS = (
    Scenario,
    UnknownContent,
    RepeatedTurn,
    CutBeforeMove,
    CutAfterMove,
    ServerRestart,
    SnapshotForEvents,
    MoveNotSaved,
    DrawOffer,
    ManyMessages,
)


def scenarios() -> Iterator[Scenario]:
    """Yield each scenario once, in order. Later turns have no fault."""
    for scenario in SCENARIOS:
        yield scenario()
