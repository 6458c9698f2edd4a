"""Where a match stands in its life, and which commands make sense there."""

from enum import StrEnum

from kibitz_server.core.commands import (
    Abort,
    AcceptOffer,
    Claim,
    Command,
    DeclineOffer,
    EngineFailed,
    EngineMoved,
    LookAtClock,
    MakeOffer,
    NotePresence,
    PlayMove,
    RematchFailed,
    RematchMade,
    Resign,
    StartMatch,
    TakeSeat,
    WithdrawOffer,
)
from kibitz_server.core.events import (
    Event,
    MatchAborted,
    MatchCreated,
    MatchFinished,
    MatchPaused,
    MatchResumed,
    MatchStarted,
)


class Phase(StrEnum):
    """OPEN -> RUNNING <-> PAUSED -> FINISHED; ABORTED from any but the last."""

    OPEN = "open"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    ABORTED = "aborted"


OVER = (Phase.FINISHED, Phase.ABORTED)
BEGUN = (Phase.RUNNING, Phase.PAUSED, Phase.FINISHED, Phase.ABORTED)

ALLOWED: dict[type[Command], tuple[Phase, ...]] = {
    TakeSeat: (Phase.OPEN,),
    StartMatch: (Phase.OPEN,),
    PlayMove: (Phase.RUNNING,),
    Resign: (Phase.OPEN, Phase.RUNNING, Phase.PAUSED),
    EngineMoved: (Phase.RUNNING,),
    EngineFailed: (Phase.RUNNING,),
    LookAtClock: tuple(Phase),
    NotePresence: tuple(Phase),
    Claim: (Phase.RUNNING,),
    Abort: (Phase.OPEN, Phase.RUNNING, Phase.PAUSED),
    MakeOffer: BEGUN,
    AcceptOffer: BEGUN,
    DeclineOffer: BEGUN,
    WithdrawOffer: BEGUN,
    RematchMade: OVER,
    RematchFailed: OVER,
}
"""The phases in which a command makes sense; in the others it is refused and changes nothing."""


def phase_after(phase: Phase, event: Event) -> Phase:
    """Where a match stands after an event, when it stood in `phase` before."""
    match event:
        case MatchCreated():
            return Phase.OPEN
        case MatchStarted() | MatchResumed():
            return Phase.RUNNING
        case MatchPaused():
            return Phase.PAUSED
        case MatchFinished():
            return Phase.FINISHED
        case MatchAborted():
            return Phase.ABORTED
        case _:
            return phase
