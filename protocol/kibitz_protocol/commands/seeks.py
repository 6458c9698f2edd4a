"""A player's open search for an opponent, as all clients of the player receive it."""

from pydantic import Field

from kibitz_protocol.validation.bounds import ShortText, Timestamp
from kibitz_protocol.values.base import ServerModel
from kibitz_protocol.values.clocks import Clock
from kibitz_protocol.values.games import GivenOptions

MAX_SEEKS = 5
"""Most seeks of one player at a time."""


class SeekView(ServerModel):
    """An open seek of yours, with the terms of its `seek`."""

    seek: ShortText = Field(description="id of the seek, for `unseek`")
    game: ShortText | None = Field(description="null for any game")
    options: GivenOptions
    clock: Clock | None
    rated: bool
    since: Timestamp
