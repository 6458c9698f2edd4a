"""Examiner of a client: it follows one match, applies a scenario to each turn of the client, and collects findings."""

import json
from dataclasses import dataclass
from typing import Any

from kibitz_protocol.codec import BadMessage, decode_to_server
from kibitz_server.conformance.scenarios import ProxiedConnection, Scenario, scenarios
from kibitz_server.messages.outgoing import Data

FAULTS = {
    "illegal_move": "it played an illegal move",
    "not_your_turn": "it moved out of turn",
    "bad_message": "it sent an invalid message",
    "unknown_type": "it sent a message of an unknown type",
}
REMATCH = "it answers a rematch offer, or leaves after the match"
CLIENT_SEED = "it gives a client seed before a match with chance"
VALID = "all its messages fit the protocol, and every move is legal and in turn"


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """Result of a scenario; `reason` may also hold a remark on a client that passed."""

    sentence: str
    passed: bool
    reason: str


class Examiner:
    """Observer and editor of the messages between the client and the server, in a match against an engine.

    `over` is set at the end of the match. `answered` is set when the client answers the rematch offer or leaves.
    `progress` counts the client's turns.
    """

    def __init__(self, match: str) -> None:
        self.match = match
        self.findings: list[ScenarioResult] = []
        self.over = False
        self.answered = False
        self.progress = 0
        self._scenarios = scenarios()
        self._scenario: Scenario | None = None
        self._ply = -1
        self._seat: int | None = None
        self._player: str | None = None
        # How many events were inserted: later ones of the server are renumbered by it.
        self._shift = 0
        self._faults: list[str] = []
        # The text of each command, by its id.
        self._commands: dict[str, str] = {}
        self._move_ids: set[str] = set()
        self._chance = False
        self._gave_seed = False

    # -- messages of the client

    async def from_client(self, connection: ProxiedConnection, text: str) -> tuple[str | None, Data | None]:
        """Return what to forward to the server, and what to answer in its place."""
        try:
            decode_to_server(text)
        except BadMessage as error:
            self._fault(f"{FAULTS['bad_message']}: {error}")
            return text, None
        command: Data = json.loads(text)
        if command["t"] != "hello" and self._commands.setdefault(command["id"], text) != text:
            self._fault("it used the id of one command for another")
        if command["t"] == "watch" and command.get("match"):
            if self._scenario is not None and self._seat is not None:
                self._scenario.on_reconnect(command, same_player=True)
            if command.get("since") is not None:
                command["since"] = max(0, command["since"] - self._shift)
        elif command["t"] == "give_client_seed":
            self._gave_seed = True
        elif command["t"] == "unwatch" and command.get("match"):
            self.answered = self.over
        elif command["t"] in ("accept", "decline") and command.get("match"):
            # The examiner made the offer, so the server knows nothing of it.
            self.answered = self.over
            return None, {"t": "accepted", "id": command["id"], "result": None}
        elif command["t"] == "move" and self._scenario is not None and command.get("match"):
            self._move_ids.add(command["id"])
            answer = await self._scenario.on_move(connection, command)
            return (json.dumps(command), None) if answer is None else (None, answer)
        return json.dumps(command), None

    # -- messages of the server

    async def from_server(self, connection: ProxiedConnection, text: str) -> list[Data]:
        """Return the messages that the client receives in place of one of the server."""
        message: Data = json.loads(text)
        kind = message["t"]
        if kind == "welcome":
            self._welcome(message)
        elif kind == "refused" and message["code"] in FAULTS:
            self._fault(f"{FAULTS[message['code']]}: {message['message']}")
        elif kind == "accepted" and message["id"] in self._move_ids and self._scenario is not None:
            answer = await self._scenario.on_answer(connection, message)
            return [] if answer is None else [answer]
        elif kind in ("snapshot", "event") and message["match"] == self.match:
            return await self._match_message(connection, message)
        return [message]

    def _welcome(self, welcome: Data) -> None:
        player = welcome["you"]["id"]
        if self._seat is not None and self._scenario is not None and player != self._player:
            self._scenario.on_reconnect(None, same_player=False)
        if self._seat is None:
            self._player = player

    async def _match_message(self, connection: ProxiedConnection, message: Data) -> list[Data]:
        message["seq"] += self._shift
        if message["t"] == "snapshot" and message["you"] is not None:
            self._seat = message["you"]
            self._chance = message["server_seed_hash"] is not None
        state = message["state"]
        if message["phase"] in ("finished", "aborted"):
            return self._finish(message)
        if state is None or self._seat is None or message["phase"] != "running" or state["to_move"] != self._seat:
            return [message]
        if state["ply"] == self._ply:
            return [message]
        self._end_scenario()
        self._ply, self._scenario = state["ply"], next(self._scenarios, None) or Scenario()
        return await self._scenario.on_turn(connection, message)

    def insert_event(self, fact: Data, after: Data) -> Data:
        """Return an extra event numbered after `after`, and renumber later ones."""
        self._shift += 1
        match = {key: after[key] for key in ("match", "phase")}
        return {
            "t": "event",
            **match,
            "seq": after["seq"] + 1,
            "at": after.get("at", 0.0),
            "event": fact,
            "state": None,
        }

    # -- findings

    def _fault(self, sentence: str) -> None:
        if sentence not in self._faults:
            self._faults.append(sentence)

    def _end_scenario(self) -> None:
        """Record the result of the scenario: the client has moved, or will not move any more."""
        scenario, self._scenario = self._scenario, None
        if scenario is None:
            return
        self.progress += 1
        if type(scenario) is not Scenario or self.progress == 1:
            self.findings.append(
                ScenarioResult(scenario.sentence, not scenario.failed, scenario.failed or scenario.remark)
            )

    def _finish(self, message: Data) -> list[Data]:
        """Record the end of the match; return its message and, for a player, a rematch offer."""
        if self.over:
            return [message]
        self.over = True
        result: Any = message.get("result") or message.get("event", {}).get("result") or {}
        resigned = result.get("reason") == "resignation"
        if resigned and self._scenario is not None:
            self._scenario.failed = self._scenario.failed or "it resigned instead"
        self._end_scenario()
        for scenario in self._scenarios:
            self.findings.append(ScenarioResult(scenario.sentence, False, "the match ended before this scenario"))
        if self._seat is None:
            return [message]
        return [message, self.insert_event({"kind": "offered", "seat": 1 - self._seat, "offer": "rematch"}, message)]

    def finish_rematch(self, *, disconnected: bool) -> None:
        """Record whether the client answered the rematch offer or disconnected."""
        if self._seat is not None:
            passed = self.answered or disconnected
            reason = "" if passed else "it did neither, and the opponent would wait"
            self.findings.append(ScenarioResult(REMATCH, passed, reason))

    def stop(self, reason: str) -> None:
        """Fail the current scenario: the client made no progress in time."""
        if self._seat is None:
            self.findings.append(ScenarioResult("it joins the match", False, reason))
        elif self._scenario is not None:
            self._scenario.failed = self._scenario.failed or reason
            self._end_scenario()

    def conclude(self) -> list[ScenarioResult]:
        """Return all findings; the last one is on all messages of the client."""
        if self._chance:
            reason = (
                ""
                if self._gave_seed
                else "send `give_client_seed` once a snapshot has a server_seed_hash, and no client seed of your seat"
            )
            self.findings.append(ScenarioResult(CLIENT_SEED, self._gave_seed, reason))
        return [*self.findings, ScenarioResult(VALID, not self._faults, "; ".join(self._faults))]
