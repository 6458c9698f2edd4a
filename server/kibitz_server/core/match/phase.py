"""Phases of a match, and the commands that are valid in each."""

from enum import StrEnum

from kibitz_server.core.match import commands
from kibitz_server.core.match.commands import Command
from kibitz_server.core.values.events import (
    Event,
    MatchAborted,
    MatchCreated,
    MatchFinished,
    MatchPaused,
    MatchResumed,
    MatchStarted,
)


class Phase(StrEnum):
    """Phase of a match: OPEN -> RUNNING <-> PAUSED -> FINISHED; ABORTED from any but the last."""

    OPEN = "open"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    ABORTED = "aborted"


OVER = (Phase.FINISHED, Phase.ABORTED)
STARTED = (Phase.RUNNING, Phase.PAUSED, Phase.FINISHED, Phase.ABORTED)

ALLOWED_PHASES: dict[type[Command], tuple[Phase, ...]] = {
    commands.TakeSeat: (Phase.OPEN,),
    commands.StartMatch: (Phase.OPEN,),
    commands.GiveClientSeed: (Phase.OPEN,),
    commands.GoBerserk: (Phase.RUNNING,),
    commands.PlayMove: (Phase.RUNNING,),
    commands.Resign: (Phase.OPEN, Phase.RUNNING, Phase.PAUSED),
    commands.EngineMoved: (Phase.RUNNING,),
    commands.EngineFailed: (Phase.RUNNING,),
    commands.EngineSettles: (Phase.PAUSED,),
    commands.AllLeft: (Phase.RUNNING,),
    commands.CheckClock: tuple(Phase),
    commands.UpdatePresence: tuple(Phase),
    commands.Claim: (Phase.RUNNING,),
    commands.Abort: (Phase.OPEN, Phase.RUNNING, Phase.PAUSED),
    commands.MakeOffer: STARTED,
    commands.AcceptOffer: STARTED,
    commands.DeclineOffer: STARTED,
    commands.WithdrawOffer: STARTED,
    commands.SetPace: (Phase.RUNNING, Phase.PAUSED),
    commands.RematchMade: OVER,
    commands.RematchFailed: OVER,
}
"""Phases in which a command is valid; in others it is refused and changes nothing."""


PHASE_AFTER: dict[type[Event], Phase] = {
    MatchCreated: Phase.OPEN,
    MatchStarted: Phase.RUNNING,
    MatchResumed: Phase.RUNNING,
    MatchPaused: Phase.PAUSED,
    MatchFinished: Phase.FINISHED,
    MatchAborted: Phase.ABORTED,
}
"""Phase after an event; other events do not change the phase."""


def phase_after(phase: Phase, event: Event) -> Phase:
    """Return the phase after an event in `phase`."""
    return PHASE_AFTER.get(type(event), phase)
