"""Follows one match of a client, gives it a task at each of its turns, and keeps what was found."""

import json
from dataclasses import dataclass
from typing import Any

from kibitz_protocol.codec import BadMessage, decode_to_server
from kibitz_server.conformance.scenarios import Relay, Task, tasks
from kibitz_server.messages.outgoing import Data

FAULTS = {
    "illegal_move": "it played a move that is not legal",
    "not_your_turn": "it moved when it was not to move",
    "bad_message": "it sent a message that does not fit the protocol",
    "unknown_type": "it sent a message that the protocol does not have",
}


REMATCH = "it answers who wants a rematch, or leaves when the match is over"


@dataclass(frozen=True, slots=True)
class Finding:
    """How a task went."""

    sentence: str
    holds: bool
    why: str


class Examiner:
    """One match between the client and an engine. `done` when it is over or the tasks are."""

    def __init__(self, match: str) -> None:
        self.match = match
        self.findings: list[Finding] = []
        self.over = False
        self.answered = False
        self.progress = 0
        self._tasks = tasks()
        self._task: Task | None = None
        self._ply = -1
        self._seat: int | None = None
        self._player: str | None = None
        self._shift = 0
        self._faults: list[str] = []
        self._ids: dict[str, str] = {}
        self._moves: dict[str, int] = {}

    # -- what the client sends

    async def from_client(self, relay: Relay, text: str) -> tuple[str | None, Data | None]:
        """What goes on to the server, and what is answered in its place."""
        try:
            decode_to_server(text)
        except BadMessage as error:
            self._fault(f"{FAULTS['bad_message']}: {error}")
            return text, None
        command: Data = json.loads(text)
        if command["t"] != "hello" and self._ids.setdefault(command["id"], text) != text:
            self._fault("it used the id of one command for another")
        if command["t"] == "watch" and self._concerns(command):
            self._came_back(command)
            if command.get("since") is not None:
                command["since"] = max(0, command["since"] - self._shift)
        elif command["t"] == "unwatch" and self._concerns(command):
            self.answered = self.over
        elif command["t"] in ("accept", "decline") and self._concerns(command):
            self.answered = self.over
            return None, {"t": "accepted", "id": command["id"], "result": None}
        elif command["t"] == "move" and self._task is not None and self._concerns(command):
            self._moves[command["id"]] = command["ply"]
            answer = await self._task.move(relay, command)
            return (json.dumps(command), None) if answer is None else (None, answer)
        return json.dumps(command), None

    def _concerns(self, command: Data) -> bool:
        return bool(command.get("match"))

    def _came_back(self, command: Data) -> None:
        if self._task is not None and self._seat is not None:
            self._task.back(command, same=True)

    # -- what the server sends

    async def from_server(self, relay: Relay, text: str) -> list[Data]:
        """What the client hears of it."""
        message: Data = json.loads(text)
        kind = message["t"]
        if kind == "welcome":
            self._welcome(message)
        elif kind == "refused" and message["code"] in FAULTS:
            self._fault(f"{FAULTS[message['code']]}: {message['message']}")
        elif kind == "accepted" and message["id"] in self._moves and self._task is not None:
            answer = await self._task.answer(relay, message)
            return [] if answer is None else [answer]
        elif kind in ("snapshot", "event") and message["match"] == self.match:
            return await self._told(relay, message)
        return [message]

    def _welcome(self, welcome: Data) -> None:
        player = welcome["you"]["id"]
        if self._seat is not None and self._task is not None and player != self._player:
            self._task.back(None, same=False)
        if self._seat is None:
            self._player = player

    async def _told(self, relay: Relay, message: Data) -> list[Data]:
        message["seq"] += self._shift
        if message["t"] == "snapshot" and message["you"] is not None:
            self._seat = message["you"]
        state = message["state"]
        if message["phase"] in ("finished", "aborted"):
            return self._finish(message)
        if state is None or self._seat is None or message["phase"] != "running" or state["to_move"] != self._seat:
            return [message]
        if state["ply"] == self._ply:
            return [message]
        self._pass()
        self._ply, self._task = state["ply"], next(self._tasks, None) or Task()
        return await self._task.turn(relay, message)

    def numbered(self, fact: Data, like: Data) -> Data:
        """An event of our own, right after `like`."""
        self._shift += 1
        made = {key: like[key] for key in ("match", "phase")}
        return {"t": "event", **made, "seq": like["seq"] + 1, "at": like.get("at", 0.0), "event": fact, "state": None}

    # -- what was found

    def _fault(self, sentence: str) -> None:
        if sentence not in self._faults:
            self._faults.append(sentence)

    def _pass(self) -> None:
        """The client has moved, so its task is over."""
        task, self._task = self._task, None
        if task is None:
            return
        self.progress += 1
        if type(task) is not Task or self.progress == 1:
            self.findings.append(Finding(task.sentence, not task.failed, task.failed or task.remark))

    def _finish(self, message: Data) -> list[Data]:
        """The match is over; gives what the client hears of that: also that a rematch is offered."""
        if self.over:
            return [message]
        self.over = True
        result: Any = message.get("result") or message.get("event", {}).get("result") or {}
        resigned = result.get("reason") == "resignation"
        if resigned and self._task is not None:
            self._task.failed = self._task.failed or "it resigned instead"
        self._pass()
        for task in self._tasks:
            self.findings.append(Finding(task.sentence, False, "the match was over before that came up"))
        if self._seat is None:
            return [message]
        return [message, self.numbered({"kind": "offered", "seat": 1 - self._seat, "offer": "rematch"}, message)]

    def parted(self, *, gone: bool) -> None:
        """Nothing more is to come after the match; `gone`: the client has hung up."""
        if self._seat is not None:
            why = "" if self.answered or gone else "it did neither, and people would wait for it"
            self.findings.append(Finding(REMATCH, not why, why))

    def give_up(self, why: str) -> None:
        """Nothing more comes of the client."""
        if self._seat is None:
            self.findings.append(Finding("it joins the match", False, why))
        elif self._task is not None:
            self._task.failed = self._task.failed or why
            self._pass()

    def conclude(self) -> list[Finding]:
        """Everything that was found, with what holds of the whole."""
        whole = "all that it sends fits the protocol, and every move is legal and in turn"
        return [*self.findings, Finding(whole, not self._faults, "; ".join(self._faults))]
