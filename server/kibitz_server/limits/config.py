"""Configured limits for one client, one address and the whole server. A rate is written like `30/m` or `10/20s`.

The defaults leave room for a school behind one address, and for a bot that plays as fast as it can search.
"""

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_settings import NoDecode

from kibitz_server.limits.token_bucket import Rate

Allowed = Annotated[
    Rate, NoDecode, BeforeValidator(lambda given: Rate.read(given) if isinstance(given, str) else given)
]
Count = Annotated[int, Field(ge=1)]


class Limits(BaseModel):
    """Limits of a server. With `enabled` off only the bounds of memory apply."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    enabled: bool = True
    connections: Count = 5000
    """Open connections of the whole server."""
    connections_per_address: Count = 250
    unfinished: Count = 500
    """Connections beyond that number that have not said hello: room for answers to excess clients."""
    unfinished_per_address: Count = 250
    """Connections of one address that have not said hello: a browser opens six at a time to load the page."""
    handshakes: Allowed = Rate(600, 60)
    """New WebSocket connections from one address."""
    pages: Allowed = Rate(3000, 60)
    """Other requests from one address: for the page, about 30 at the first visit, and for texts."""
    messages: Allowed = Rate(1000, 10)
    """Messages of one connection."""
    patience: Allowed = Rate(100, 60)
    """Refused messages of one connection, before the server closes it."""
    matches: Allowed = Rate(60, 60)
    """Matches that one player creates."""
    matches_per_address: Count = 250
    """Matches that all players of one address host and that are not over."""
    hints: Allowed = Rate(60, 60)
    """Hints for one player."""
    explains: Allowed = Rate(30, 60)
    """Explained trees for one player."""
    explores: Allowed = Rate(600, 60)
    """Positions of analysis boards for one player."""
    analyses: Allowed = Rate(30, 60)
    """Analyses of finished matches for one player, stored ones included."""
    puzzles: Allowed = Rate(120, 60)
    """Commands of one player about puzzles, answers included."""
    lessons: Allowed = Rate(240, 60)
    """Commands of one player about lessons and classes, answers and steps included."""
    studies: Allowed = Rate(120, 60)
    """Commands of one player about studies, each save included."""
    new_studies: Allowed = Rate(30, 3600)
    """Studies that one player makes."""
    changes: Allowed = Rate(60, 60)
    """Commands of one player about accounts, names, mutes and alerts: most of them write to the database."""
    chat: Allowed = Rate(10, 20)
    """Chat lines of one player."""
    per_address: Count = 8
    """How many times the rate of one player an address may use."""
    tournaments: Allowed = Rate(6, 3600)
    """Tournaments that one account creates, its bots included, or a guest."""
    searches_waiting: Count = 16
    """Searches of one player that may wait for an engine."""
    compile_time: Allowed = Rate(120, 3600)
    """Processor seconds of compiling searches with unusual options, for all players of one address."""
    guest_search: Allowed = Rate(1800, 3600)
    """Seconds of engine time for all guests of one address."""
    query_time: Allowed = Rate(0.05, 1)
    """Seconds of processor time of the server for one address, for all commands but those of playing."""
    query_time_per_client: Allowed = Rate(0.001, 1)
    """Seconds of it that each connection has in any case."""
    query_bytes: Allowed = Rate(2_000_000, 1)
    """Bytes that the server sends to one address, before its commands other than those of playing wait."""
    play_time: Allowed = Rate(0.1, 1)
    """Seconds of processor time of the server for one address, for commands of playing."""
    play_time_per_client: Allowed = Rate(0.005, 1)
    """Seconds of it that each connection has in any case."""
