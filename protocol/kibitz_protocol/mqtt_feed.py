"""The MQTT feed: every topic and every payload. Nothing else spells a topic.

    kibitz/v1/matches/ID/state      retained, QoS 1   a `Snapshot`, as somebody sees it who only watches
    kibitz/v1/matches/ID/events     QoS 1             each `Event` after it, under the same numbers as on WebSocket
    kibitz/v1/matches/ID/thinking   QoS 0             `Thinking`; the newest replaces the one before
    kibitz/v1/matches/ID/next       retained, QoS 1   `Next`: what comes after it, once it is over
    kibitz/v1/lobby                 retained, QoS 1   `Index` of the matches that wait for players
    kibitz/v1/live                  retained, QoS 1   `Index` of the matches that are played
    kibitz/v1/tv                    retained, QoS 1   `OnTv`: the featured match
    kibitz/v1/results               QoS 1             `MatchRow` of each match that has ended
    kibitz/v1/players/ID/turn       retained, QoS 1   `Turns`: the matches that wait for a move of a player who asked
    kibitz/v1/nodes/NODE/status     retained, QoS 1   `Status` of a server; "offline" is its last will

Payloads are UTF-8 JSON; an empty one takes a retained message away. Only public matches that may be watched are on the
feed, except on the topic of a player. A server only publishes: it takes no command from a broker.
"""

import sys
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, StringConstraints, TypeAdapter

from kibitz_protocol.to_client import Event, Next, Snapshot, Thinking
from kibitz_protocol.values import MatchRow, Ply, Seat, Told

ROOT = "kibitz/v1"
LOBBY = f"{ROOT}/lobby"
LIVE = f"{ROOT}/live"
TV = f"{ROOT}/tv"
RESULTS = f"{ROOT}/results"
MOST_ROWS = 200
"""How many matches an index lists: the newest."""
NODE_USER_PROPERTY = "node"
"""The MQTT 5 user property of retained messages that names the server they come from, which alone clears them."""

Node = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.-]{1,40}$")]
"""The name of a server on the feed; it is a part of a topic, so it has none of the characters that mean something."""


class Index(Told):
    """Matches as the lobby lists them, the newest first."""

    t: Literal["index"] = "index"
    matches: list[MatchRow]
    more: int = Field(default=0, description="how many there are beside these")


class OnTv(Told):
    """The featured match; null while there is none."""

    t: Literal["tv"] = "tv"
    match: str | None
    code: str | None


class Turn(Told):
    """A match that waits for a move of yours."""

    match: str
    code: str
    game: str
    ply: Ply
    seat: Seat
    against: list[str] = Field(description="who else plays")
    flag_at: float | None = Field(description="when your time is up, in seconds since 1970; null without a clock")


class Turns(Told):
    """Every match that waits for a move of one player."""

    t: Literal["turns"] = "turns"
    turns: list[Turn]


class Status(Told):
    """Whether a server is there."""

    t: Literal["status"] = "status"
    node: Node
    status: Literal["online", "offline"]
    server: str = Field(description="program and version")
    url: str | None = Field(description="where players find it")


class Topic(NamedTuple):
    """A topic as it is described: its address, what comes there and how."""

    address: str
    payload: Any
    retained: bool
    qos: Literal[0, 1]
    meaning: str


def state(match: str) -> str:
    """Where a match stands: retained, so that who comes late has it at once."""
    return f"{ROOT}/matches/{match}/state"


def events(match: str) -> str:
    """The numbered events of a match."""
    return f"{ROOT}/matches/{match}/events"


def thinking(match: str) -> str:
    """What the engine that is to move has found so far."""
    return f"{ROOT}/matches/{match}/thinking"


def next_match(match: str) -> str:
    """The rematch of a match, or the next of its series."""
    return f"{ROOT}/matches/{match}/next"


def turn(player: str) -> str:
    """Which matches wait for a player's move, by the player's id."""
    return f"{ROOT}/players/{player}/turn"


def status(node: str) -> str:
    """Whether a server is there."""
    return f"{ROOT}/nodes/{node}/status"


def match_of(topic: str) -> str | None:
    """The id of the match that one of its topics belongs to; None for any other topic."""
    return _between(topic, f"{ROOT}/matches/", ("state", "events", "thinking", "next"))


def player_of(topic: str) -> str | None:
    """The id of the player whose topic it is; None for any other topic."""
    return _between(topic, f"{ROOT}/players/", ("turn",))


def _between(topic: str, before: str, last: tuple[str, ...]) -> str | None:
    id, _, end = topic.removeprefix(before).partition("/")
    return id if topic.startswith(before) and end in last else None


TOPICS: dict[str, Topic] = {
    "state": Topic(state("{match}"), Snapshot, True, 1, "a whole match, as of event `seq`"),
    "events": Topic(events("{match}"), Event, False, 1, "the numbered events of a match"),
    "thinking": Topic(thinking("{match}"), Thinking, False, 0, "what a running search has found so far"),
    "next": Topic(next_match("{match}"), Next, True, 1, "the match after one that is over"),
    "lobby": Topic(LOBBY, Index, True, 1, "the matches that wait for players"),
    "live": Topic(LIVE, Index, True, 1, "the matches that are played"),
    "tv": Topic(TV, OnTv, True, 1, "the featured match"),
    "results": Topic(RESULTS, MatchRow, False, 1, "each match that has ended"),
    "turn": Topic(turn("{player}"), Turns, True, 1, "the matches that wait for a move of a player who asked"),
    "status": Topic(status("{node}"), Status, True, 1, "whether a server is there"),
}
"""Every topic by its name; what stands in braces is an id."""

Payload = Annotated[Snapshot | Event | Thinking | Next | Index | OnTv | Turns | Status, Field(discriminator="t")]
"""Whatever has a type of its own; only a result is a bare `MatchRow`."""

_payload: TypeAdapter[Any] = TypeAdapter(Payload)


def decode(payload: bytes) -> Any:
    """The message in a payload. Raises ValueError."""
    return _payload.validate_json(payload)


def table() -> str:
    """The topics as Markdown, for docs/mqtt.md."""
    rows = ["| Topic | Payload | Retained | QoS | |", "|---|---|---|---|---|"]
    for topic in TOPICS.values():
        address = topic.address.replace("{match}", "ID").replace("{player}", "ID").replace("{node}", "NODE")
        retained = "yes" if topic.retained else ""
        rows.append(f"| `{address}` | `{topic.payload.__name__}` | {retained} | {topic.qos} | {topic.meaning} |")
    return "\n".join(rows) + "\n"


def main(page: str) -> None:
    """Write the table into a page, between its marks."""
    text = Path(page).read_text()
    before, begin, rest = text.partition("<!-- topics: begin -->\n")
    Path(page).write_text(f"{before}{begin}{table()}<!-- topics: end -->{rest.partition('<!-- topics: end -->')[2]}")


if __name__ == "__main__":
    main(sys.argv[1])
