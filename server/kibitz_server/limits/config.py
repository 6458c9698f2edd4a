"""How much of everything one client, one address and all together may have. A rate is written like `30/m` or `10/20s`.

The numbers leave room for a school behind one address, and for a bot that plays as fast as it can think.
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
    """Off, nobody is counted; what keeps the memory bounded stays."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    enabled: bool = True
    connections: Count = 5000
    """Open connections, all together."""
    connections_per_address: Count = 250
    unfinished_per_address: Count = 64
    """Connections whose handshake is not done."""
    handshakes: Allowed = Rate(600, 60)
    """New connections of one address."""
    messages: Allowed = Rate(1000, 10)
    """Of one connection."""
    patience: Allowed = Rate(100, 60)
    """How many messages too many are answered before the connection is closed."""
    matches: Allowed = Rate(60, 60)
    """Made by one player."""
    hints: Allowed = Rate(60, 60)
    """Asked for by one player."""
    explains: Allowed = Rate(30, 60)
    """Trees explained to one player."""
    chat: Allowed = Rate(10, 20)
    """Lines said by one player."""
    per_address: Count = 8
    """An address may do what so many players may."""
    searches_waiting: Count = 16
    """Searches of one player that wait for an engine."""
    guest_search: Allowed = Rate(1800, 3600)
    """Seconds of engine time for the guests of one address."""
