"""A client: its connections, its commands, and what it knows of the matches that it follows."""

import json
from typing import TYPE_CHECKING, Any

from tests.simulation.machine.network import Link

if TYPE_CHECKING:
    from tests.simulation.simulation import Simulation

WRITERS = (
    "create",
    "join",
    "start",
    "give_client_seed",
    "move",
    "resign",
    "offer",
    "accept",
    "decline",
    "withdraw",
    "claim",
)


class View:
    """What a client knows of a match from its last snapshot and the events after it."""

    def __init__(self, snapshot: Any) -> None:
        self.match: str = snapshot["match"]
        self.code: str = snapshot["code"]
        self.seq: int = snapshot["seq"]
        self.phase: str = snapshot["phase"]
        self.state: Any = snapshot["state"]
        self.yours: list[int] = snapshot["yours"]
        self.offers: list[tuple[int, str]] = [(offer["seat"], offer["offer"]) for offer in snapshot["offers"]]
        self.snapshot = snapshot

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.phase in ("finished", "aborted")

    @property
    def my_turn(self) -> bool:
        """Whether the client is to move."""
        return self.phase == "running" and self.state["to_move"] in self.yours

    def follow(self, message: Any) -> None:
        """Apply an event."""
        fact = message["event"]
        self.seq, self.phase = message["seq"], message["phase"]
        if message["state"] is not None:
            self.state = message["state"]
        match fact["kind"]:
            case "offered":
                self.offers.append((fact["seat"], fact["offer"]))
            case "moved" | "paused" | "resumed" | "taken_back" | "finished" | "aborted":
                self.offers.clear()
            case "agreed" | "declined" | "withdrawn":
                self.offers = [each for each in self.offers if each != (fact["seat"], fact["offer"])]


class Client:
    """One program of a player. Another client of the same player shares its token."""

    def __init__(self, simulation: "Simulation", name: str, address: str, owner: "Client | None" = None) -> None:
        self.simulation = simulation
        self.name = name
        self.address = address
        self.owner = owner
        """The first client of the same player; None if this is the first one."""
        self.token: str | None = None
        self.player: str | None = None
        self.link: Link | None = None
        self.ready = False
        """Whether the server has welcomed the client on its connection."""
        self.views: dict[str, View] = {}
        self.following: set[str] = set()
        """Ids of the matches that this connection follows."""
        self.keys: dict[str, str] = {}
        """Keys of private matches, by code."""
        self.unanswered: dict[str, Any] = {}
        self.answered: list[Any] = []
        """The last commands that were answered, to be sent again."""
        self.rows: dict[str, Any] = {}
        self.retired = False
        """Whether the client does not come back."""
        self.random = simulation.world.stream(f"client {name}")
        self._chance = simulation.world.stream(f"texts of {name}")
        self._ids = 0

    # -- connection

    def connect(self) -> None:
        """Connect to the server, or try again later."""
        if self.retired or self.link is not None:
            return
        if self.owner is not None:
            self.token = self.owner.token
            if self.token is None:
                self._later()
                return
        self.link = self.simulation.connect(self)
        if self.link is None:
            self._later()

    def _later(self) -> None:
        slow = self.random.random() < 0.1
        self.simulation.world.after(self.random.uniform(0.2, 60.0 if slow else 5.0), self.connect)

    def opened(self) -> None:
        hello: dict[str, Any] = {"t": "hello", "client": "simulated"}
        hello |= {"token": self.token} if self.token else {"name": self.name}
        if self.link is not None:
            self.link.send(json.dumps(hello).encode())

    def lost(self, code: int | None) -> None:
        if self.link is not None:
            self.simulation.referee.closed(self.link)
        self.simulation.world.note("lost", self.name, code)
        self.link, self.ready = None, False
        self.rows.clear()
        self.following.clear()
        self._later()

    def drop(self, notice_s: float) -> None:
        """Lose the connection. The server notices after `notice_s`."""
        if self.link is not None:
            self.link.drop(notice_s)

    # -- commands

    def send(self, t: str, **fields: Any) -> str:
        """Send a command, and return its id."""
        self._ids += 1
        message = {"t": t, "id": f"{self.name}-{self._ids}", **fields}
        self.send_again(message)
        return str(message["id"])

    def send_again(self, message: Any) -> None:
        """Send a command with its id, perhaps not for the first time."""
        if self.link is None or not self.ready:
            return
        self.unanswered[message["id"]] = message
        self.simulation.referee.asked(self.link, message)
        self.simulation.world.note("asks", self.name, message)
        self.link.send(json.dumps(message).encode())

    # -- messages

    def received(self, message: Any) -> None:
        match message["t"]:
            case "welcome":
                self._welcomed(message)
            case "accepted" | "refused":
                self._answered(message)
            case "snapshot":
                self.views[message["match"]] = View(message)
                self.following.add(message["match"])
                self._give_text(self.views[message["match"]])
            case "event":
                view = self.views.get(message["match"])
                if view is None or message["seq"] != view.seq + 1:
                    known = view.seq if view is not None else "nothing"
                    self.simulation.world.fail(
                        "no gap, no double", f"{self.name} knows {known} and got {json.dumps(message)[:300]}"
                    )
                    return
                view.follow(message)
            case "lobby":
                for row in message["changed"]:
                    self.rows[row["match"]] = row
                for match_id in message["gone"]:
                    self.rows.pop(match_id, None)
            case "paired" | "next" | "invited":
                self._named(message)

    def _give_text(self, view: View) -> None:
        """Give a client seed for the chance events of a match that has any, as most programs do."""
        missing = any(view.snapshot["client_seeds"][seat : seat + 1] == [None] for seat in view.yours)
        if view.phase == "open" and missing and self._chance.random() < 0.8:
            self.send(
                "give_client_seed", match=view.match, client_seed=f"of-{self.name}-{self._chance.randrange(1000)}"
            )

    def _named(self, message: Any) -> None:
        if message["t"] == "invited":
            self.rows[message["row"]["match"]] = message["row"]

    def _welcomed(self, message: Any) -> None:
        self.ready = True
        self.player = message["you"]["id"]
        if message["token"]:
            self.token = message["token"]
        waiting, self.unanswered = self.unanswered, {}
        for view in list(self.views.values()):
            if self.random.random() < 0.9 or view.yours:
                since = view.seq if self.random.random() < 0.9 else None
                fields = {"since": since} if since else {}
                self.send("watch", match=view.match, **fields, **self.key_of(view.code))
            else:
                del self.views[view.match]
        for again in waiting.values():
            if again["t"] in WRITERS and self.random.random() < 0.8:
                self.send_again(again)

    def key_of(self, code: str) -> dict[str, str]:
        """Return the key of a private match, if the client has one."""
        return {"key": self.keys[code]} if code in self.keys else {}

    def _answered(self, message: Any) -> None:
        if not self.ready:
            if message["code"] == "unknown_token":  # a guest who owned nothing, and begins again
                self.token = self.player = None
                self.views.clear()
                self.unanswered.clear()
            return
        asked = self.unanswered.pop(message["id"], None)
        if asked is None:
            return
        self.answered = [*self.answered[-9:], asked]
        if message["t"] == "refused":
            # A refused repetition changes nothing on a connection that follows the match.
            if asked["t"] == "watch" and asked["match"] not in self.following:
                self._forget(asked["match"])
            return
        result = message["result"] or {}
        if result.get("kind") == "entered" and result.get("key"):
            self.keys[result["code"]] = result["key"]
            self.simulation.note_key(self, result["code"], result["key"])
        if result.get("kind") == "entered":
            self.simulation.note_code(result["code"])
        elif result.get("kind") == "matches":
            self.rows |= {row["match"]: row for row in result["matches"]}
        if asked["t"] == "watch" and "since" in asked and result["match"] in self.views:
            self.views[result["match"]].seq = asked["since"]  # later events come again
            self.following.add(result["match"])
        if asked["t"] == "unwatch":
            self.following.discard(asked["match"])
            self._forget(asked["match"])

    def _forget(self, match: str) -> None:
        """Forget a match, unless the client has asked to go on from what it knows of it."""
        if not any(asked["t"] == "watch" and asked["match"] == match for asked in self.unanswered.values()):
            self.views.pop(match, None)
