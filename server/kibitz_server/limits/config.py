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
    unfinished_per_address: Count = 64
    """Connections in their handshake."""
    handshakes: Allowed = Rate(600, 60)
    """New connections from one address."""
    messages: Allowed = Rate(1000, 10)
    """Messages of one connection."""
    patience: Allowed = Rate(100, 60)
    """Refused messages of one connection, before the server closes it."""
    matches: Allowed = Rate(60, 60)
    """Matches that one player creates."""
    hints: Allowed = Rate(60, 60)
    """Hints for one player."""
    explains: Allowed = Rate(30, 60)
    """Explained trees for one player."""
    explores: Allowed = Rate(600, 60)
    """Positions of analysis boards for one player."""
    analyses: Allowed = Rate(30, 60)
    """Analyses of finished matches for one player, stored ones included."""
    chat: Allowed = Rate(10, 20)
    """Chat lines of one player."""
    per_address: Count = 8
    """How many times the rate of one player an address may use."""
    searches_waiting: Count = 16
    """Searches of one player that may wait for an engine."""
    guest_search: Allowed = Rate(1800, 3600)
    """Seconds of engine time for all guests of one address."""
