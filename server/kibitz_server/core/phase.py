"""Where a match stands in its life, and which commands make sense there."""

from enum import StrEnum

from kibitz_server.core.commands import (
    Abort,
    Command,
    EngineFailed,
    EngineMoved,
    LookAtClock,
    PlayMove,
    Resign,
    StartMatch,
    TakeSeat,
)


class Phase(StrEnum):
    """OPEN -> RUNNING <-> PAUSED -> FINISHED; ABORTED from any but the last."""

    OPEN = "open"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    ABORTED = "aborted"


OVER = (Phase.FINISHED, Phase.ABORTED)

ALLOWED: dict[type[Command], tuple[Phase, ...]] = {
    TakeSeat: (Phase.OPEN,),
    StartMatch: (Phase.OPEN,),
    PlayMove: (Phase.RUNNING,),
    Resign: (Phase.OPEN, Phase.RUNNING),
    EngineMoved: (Phase.RUNNING,),
    EngineFailed: (Phase.RUNNING,),
    LookAtClock: tuple(Phase),
    Abort: (Phase.OPEN, Phase.RUNNING, Phase.PAUSED),
}
"""The phases in which a command makes sense; in the others it is refused and changes nothing."""
