"""Statistics of two players, as answers about series and tournaments have them."""

from typing import Annotated

from pydantic import Field

from kibitz_protocol.validation.bounds import Number
from kibitz_protocol.values.base import ServerModel

Share = Annotated[float, Field(ge=0, le=1)]


class EloFigures(ServerModel):
    """What results say about the strength of a player against another. A figure is null while it is not known yet."""

    score: Share | None = Field(default=None, description="mean score of a game, from 0 to 1")
    elo: Number | None = None
    elo_low: Number | None = Field(default=None, description="begin of the 95 % interval; null if it has none")
    elo_high: Number | None = Field(default=None, description="its end; null if it has none")
    elo_error: Number | None = Field(default=None, description="half width of the interval; null without both ends")
    normalized_elo: Number | None = None
    normalized_error: Number | None = Field(default=None, description="half width of its 95 % interval")
    superiority: Share | None = Field(default=None, description="likelihood of superiority, from 0 to 1")
