"""Topics and payloads of the MQTT feed. No other module writes a topic as text.

    kibitz/v1/matches/ID/state      retained, QoS 1   a `Snapshot`, as a spectator sees it
    kibitz/v1/matches/ID/events     QoS 1             each later `Event`, with the same number as on WebSocket
    kibitz/v1/matches/ID/thinking   QoS 0             `Thinking`; the newest replaces the previous one
    kibitz/v1/matches/ID/next       retained, QoS 1   `Next`: the next match, once this one is over
    kibitz/v1/lobby                 retained, QoS 1   `Index` of the matches that wait for players
    kibitz/v1/live                  retained, QoS 1   `Index` of the live matches
    kibitz/v1/tv                    retained, QoS 1   `OnTv`: the featured match
    kibitz/v1/results               QoS 1             `MatchRow` of each match that has ended
    kibitz/v1/tournaments           retained, QoS 1   `TournamentIndex` of the tournaments that run or are announced
    kibitz/v1/tournaments/ID/state  retained, QoS 1   a `TournamentSnapshot`, as a spectator sees it
    kibitz/v1/tournaments/ID/events QoS 1             each later `TournamentEvent`, numbered as on WebSocket
    kibitz/v1/tournaments/ID/result QoS 1             the `TournamentSnapshot` at the end
    kibitz/v1/players/ID/turn       retained, QoS 1   `Turns`: matches that wait for a move of a player who asked
    kibitz/v1/nodes/NODE/status     retained, QoS 1   `Status` of a server; "offline" is the last will

Payloads are UTF-8 JSON. An empty payload clears a retained message. Only public matches and tournaments with spectators
allowed are on the feed, except on the topic of a player. A server only publishes: it accepts no commands from a broker.
"""

import sys
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, StringConstraints, TypeAdapter

from kibitz_protocol.codec import decode_legible
from kibitz_protocol.to_client import Event, Next, Snapshot, Thinking, TournamentEvent, TournamentSnapshot
from kibitz_protocol.tournaments.views import TournamentRow
from kibitz_protocol.validation.bounds import MAX_ROWS as MAX_LISTED
from kibitz_protocol.validation.bounds import MAX_SEATS, Count, ShortText, Timestamp
from kibitz_protocol.values.base import ServerModel
from kibitz_protocol.values.fields import Ply, Seat
from kibitz_protocol.values.matches import MatchRow

ROOT = "kibitz/v1"
LOBBY = f"{ROOT}/lobby"
LIVE = f"{ROOT}/live"
TV = f"{ROOT}/tv"
RESULTS = f"{ROOT}/results"
TOURNAMENTS = f"{ROOT}/tournaments"
MAX_ROWS = 200
"""The largest number of matches in an index, which lists the newest ones."""
NODE_USER_PROPERTY = "node"
"""The MQTT 5 user property of a retained message that names its server. Only that server clears the message."""

Node = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.-]{1,40}$")]
"""The name of a server on the feed. It is part of a topic, so it has none of the special characters of topics."""


class Index(ServerModel):
    """Matches in the form of the lobby, newest first."""

    t: Literal["index"] = "index"
    matches: list[MatchRow] = Field(max_length=MAX_LISTED)
    more: Count = Field(default=0, description="number of matches that are not listed")


class OnTv(ServerModel):
    """The featured match on TV. `match` and `code` are null while there is none."""

    t: Literal["tv"] = "tv"
    match: ShortText | None
    code: ShortText | None


class TournamentIndex(ServerModel):
    """Tournaments that run or are announced, in the form of lists."""

    t: Literal["tournaments"] = "tournaments"
    tournaments: list[TournamentRow] = Field(max_length=MAX_LISTED)


class Turn(ServerModel):
    """A match that waits for your move."""

    match: ShortText
    code: ShortText
    game: ShortText
    ply: Ply
    seat: Seat
    against: list[ShortText] = Field(
        max_length=MAX_SEATS, description="the others as lists show them: `@ann`, `engine level:5`"
    )
    flag_at: Timestamp | None = Field(
        description="when your time runs out, in seconds since 1970; null without a clock"
    )


class Turns(ServerModel):
    """All matches that wait for a move of one player."""

    t: Literal["turns"] = "turns"
    turns: list[Turn] = Field(max_length=MAX_LISTED)


class Status(ServerModel):
    """The status of a server: online or offline."""

    t: Literal["status"] = "status"
    node: Node
    status: Literal["online", "offline"]
    server: ShortText = Field(description="program and version")
    url: ShortText | None = Field(description="public address of the server")


class Topic(NamedTuple):
    """Description of a topic: its address, its payload and its delivery."""

    address: str
    payload: Any
    retained: bool
    qos: Literal[0, 1]
    meaning: str


def state(match: str) -> str:
    """Return the topic of the state of a match. It is retained, so that late subscribers get it at once."""
    return f"{ROOT}/matches/{match}/state"


def events(match: str) -> str:
    """Return the topic of the numbered events of a match."""
    return f"{ROOT}/matches/{match}/events"


def thinking(match: str) -> str:
    """Return the topic of the search info of the engine to move."""
    return f"{ROOT}/matches/{match}/thinking"


def next_match(match: str) -> str:
    """Return the topic of the match that follows a match: its rematch, or the next game of its series."""
    return f"{ROOT}/matches/{match}/next"


def tournament_state(tournament: str) -> str:
    """Return the topic of the state of a tournament. It is retained."""
    return f"{TOURNAMENTS}/{tournament}/state"


def tournament_events(tournament: str) -> str:
    """Return the topic of the numbered events of a tournament."""
    return f"{TOURNAMENTS}/{tournament}/events"


def tournament_result(tournament: str) -> str:
    """Return the topic of the final standings of a tournament."""
    return f"{TOURNAMENTS}/{tournament}/result"


def turn(player: str) -> str:
    """Return the topic of the matches that wait for a move of a player, by player id."""
    return f"{ROOT}/players/{player}/turn"


def status(node: str) -> str:
    """Return the topic of the status of a server."""
    return f"{ROOT}/nodes/{node}/status"


def match_of(topic: str) -> str | None:
    """Return the id of the match that a topic belongs to, or None for any other topic."""
    return _between(topic, f"{ROOT}/matches/", ("state", "events", "thinking", "next"))


def tournament_of(topic: str) -> str | None:
    """Return the id of the tournament that a topic belongs to, or None for any other topic."""
    return _between(topic, f"{TOURNAMENTS}/", ("state", "events", "result"))


def player_of(topic: str) -> str | None:
    """Return the id of the player that a topic belongs to, or None for any other topic."""
    return _between(topic, f"{ROOT}/players/", ("turn",))


def _between(topic: str, before: str, last: tuple[str, ...]) -> str | None:
    id, _, end = topic.removeprefix(before).partition("/")
    return id if topic.startswith(before) and end in last else None


TOPICS: dict[str, Topic] = {
    "state": Topic(state("{match}"), Snapshot, True, 1, "a complete match, as of event `seq`"),
    "events": Topic(events("{match}"), Event, False, 1, "the numbered events of a match"),
    "thinking": Topic(thinking("{match}"), Thinking, False, 0, "search info of a running search"),
    "next": Topic(next_match("{match}"), Next, True, 1, "the match that follows a finished match"),
    "lobby": Topic(LOBBY, Index, True, 1, "the matches that wait for players"),
    "live": Topic(LIVE, Index, True, 1, "the live matches"),
    "tv": Topic(TV, OnTv, True, 1, "the featured match"),
    "results": Topic(RESULTS, MatchRow, False, 1, "each finished match"),
    "tournaments": Topic(TOURNAMENTS, TournamentIndex, True, 1, "the tournaments that run or are announced"),
    "tournament_state": Topic(
        tournament_state("{tournament}"), TournamentSnapshot, True, 1, "a tournament with its standings"
    ),
    "tournament_events": Topic(
        tournament_events("{tournament}"), TournamentEvent, False, 1, "the numbered events of a tournament"
    ),
    "tournament_result": Topic(
        tournament_result("{tournament}"), TournamentSnapshot, False, 1, "a tournament at its end"
    ),
    "turn": Topic(turn("{player}"), Turns, True, 1, "the matches that wait for a move of a player who asked"),
    "status": Topic(status("{node}"), Status, True, 1, "whether a server is online"),
}
"""Every topic by its name. The parts in braces are ids."""

Payload = Annotated[
    Snapshot
    | Event
    | Thinking
    | Next
    | Index
    | OnTv
    | TournamentIndex
    | TournamentSnapshot
    | TournamentEvent
    | Turns
    | Status,
    Field(discriminator="t"),
]
"""All payloads with a type. Only the payload of a result is a `MatchRow`, which has none."""

_payload: TypeAdapter[Any] = TypeAdapter(Payload)


def decode(payload: bytes) -> Any:
    """Decode the message in a payload.

    Raises:
        BadMessage: The payload is not a message of the feed.
    """
    return decode_legible(_payload, payload)


def table() -> str:
    """Return the table of topics as Markdown, for docs/mqtt.md."""
    rows = ["| Topic | Payload | Retained | QoS | |", "|---|---|---|---|---|"]
    for topic in TOPICS.values():
        address = (
            topic.address.replace("{match}", "ID")
            .replace("{tournament}", "ID")
            .replace("{player}", "ID")
            .replace("{node}", "NODE")
        )
        retained = "yes" if topic.retained else ""
        rows.append(f"| `{address}` | `{topic.payload.__name__}` | {retained} | {topic.qos} | {topic.meaning} |")
    return "\n".join(rows) + "\n"


def main(page: str) -> None:
    """Write the table into the page at this path, between its markers."""
    text = Path(page).read_text()
    before, begin, rest = text.partition("<!-- topics: begin -->\n")
    Path(page).write_text(f"{before}{begin}{table()}<!-- topics: end -->{rest.partition('<!-- topics: end -->')[2]}")


if __name__ == "__main__":
    main(sys.argv[1])
