"""Phases: commands that are valid in each, and the refusal codes of the others."""

from typing import get_args

import pytest

from kibitz_server.core.match import commands
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import ALLOWED_PHASES, Phase
from kibitz_server.core.values.events import (
    MatchAborted,
    MatchFinished,
    MatchPaused,
    MatchStarted,
    OfferMade,
    RematchAgreed,
    Result,
)
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.refusal import Reason
from kibitz_server.core.values.terms import Terms
from tests.games.chance import SEED
from tests.server.core.make import ADA, BEN, CAT, ENGINE, SUDDEN_DEATH, make_match, refused, state_of

pytestmark = pytest.mark.usefixtures("games_with_chance")

TABLE = """
command        open         running      paused       finished     aborted
TakeSeat       acts         match_full   match_full   not_running  not_running
StartMatch     acts         not_open     not_open     not_running  not_running
GiveClientSeed       acts         not_open     not_open     not_running  not_running
GoBerserk      not_running  acts         not_running  not_running  not_running
PlayMove       not_running  acts         not_running  not_running  not_running
Resign         acts         acts         acts         not_running  not_running
EngineMoved    not_running  acts         not_running  not_running  not_running
EngineFailed   not_running  acts         not_running  not_running  not_running
EngineSettles  not_running  refused  acts      not_running  not_running
AllLeft        not_running  acts         not_running  not_running  not_running
CheckClock    idle         idle         idle         idle         idle
UpdatePresence   idle         idle         idle         idle         idle
Claim          not_running  acts         not_running  not_running  not_running
Abort          acts         acts         acts         not_running  not_running
SetPace        not_running  acts         acts         not_running  not_running
MakeOffer      not_running  acts         acts         acts         acts
AcceptOffer    not_running  acts         acts         acts         acts
DeclineOffer   not_running  acts         acts         acts         acts
WithdrawOffer  not_running  acts         acts         acts         acts
RematchMade    refused      refused      refused      acts         acts
RematchFailed  refused      refused      refused      acts         acts
"""
"""Outcome of each command in each phase; `refused` stands for any code. The phases of each offer are in another table,
in `test_offer_rules`."""

HEAD, *LINES = (line.split() for line in TABLE.strip().splitlines())
CELLS = [
    pytest.param(kind, phase, cell, id=f"{kind}-{phase}")
    for kind, *cells in LINES
    for phase, cell in zip(HEAD[1:], cells, strict=True)
]


def match_in(phase: Phase, kind: str) -> Match:
    """Return a match in a phase, with players for which a command of this kind is valid."""
    engine_first = kind in ("EngineMoved", "EngineFailed")
    waits = kind == "TakeSeat" and phase is Phase.OPEN
    seats = (ENGINE if engine_first else ADA, None if waits else BEN)
    if kind == "SetPace":
        match = make_match(seats=(ENGINE, ENGINE), autostart=False)
    elif kind == "GiveClientSeed":
        match = make_match("dash", server_seed=SEED, seats=seats, autostart=False)
    elif kind == "GoBerserk":
        match = make_match(seats=seats, autostart=False, control=SUDDEN_DEATH, terms=Terms(berserk=True))
    else:
        match = make_match(seats=seats, autostart=False)
    if phase is not Phase.OPEN:
        match.apply(MatchStarted())
    if kind == "EngineSettles" and phase is Phase.PAUSED:
        match = make_match("go", seats=(ENGINE, BEN), position="-B-/---/--W W pass", options=(("size", 3),))
        match.handle(commands.PlayMove(BEN.id, 0, "pass"), 1.0)
        return match
    if phase is Phase.PAUSED:
        match.apply(MatchPaused(0.0, adjourned=False))
    if phase is Phase.FINISHED:
        match.apply(MatchFinished(Result(1, "resignation"), 0.0))
    if phase is Phase.ABORTED:
        match.apply(MatchAborted("a test"))
    if kind in ("AcceptOffer", "DeclineOffer"):
        match.apply(OfferMade(1, OFFERS[phase]))
    if kind == "WithdrawOffer":
        match.apply(OfferMade(0, OFFERS[phase]))
    if kind in ("RematchMade", "RematchFailed"):
        match.apply(RematchAgreed())
    assert match.phase is phase
    if kind == "Claim" and phase is Phase.RUNNING:
        match.handle(commands.UpdatePresence(BEN.id, False), -1e6)
    return match


OFFERS = {
    Phase.OPEN: OfferKind.DRAW,
    Phase.RUNNING: OfferKind.DRAW,
    Phase.PAUSED: OfferKind.RESUME,
    Phase.FINISHED: OfferKind.REMATCH,
    Phase.ABORTED: OfferKind.REMATCH,
}
"""An offer that is valid in each phase."""


def command_of(kind: str, phase: Phase = Phase.RUNNING) -> commands.Command:
    """Return a command that is accepted in every phase where its kind is valid."""
    each: list[commands.Command] = [
        commands.TakeSeat(CAT, None),
        commands.StartMatch(ADA.id),
        commands.SetPace(ADA.id, 1.5),
        commands.GiveClientSeed(ADA.id, "Ada-3_x9"),
        commands.GoBerserk(ADA.id),
        commands.PlayMove(ADA.id, 0, "b2"),
        commands.Resign(ADA.id),
        commands.EngineMoved(0, "b2", None),
        commands.EngineFailed(0),
        commands.EngineSettles(1, ()),
        commands.AllLeft(),
        commands.CheckClock(),
        commands.UpdatePresence(BEN.id, True),
        commands.Claim(ADA.id),
        commands.Abort("a test"),
        commands.MakeOffer(ADA.id, OFFERS[phase]),
        commands.AcceptOffer(ADA.id),
        commands.DeclineOffer(ADA.id),
        commands.WithdrawOffer(ADA.id),
        commands.RematchMade("m2", "7QX42K"),
        commands.RematchFailed("a test"),
    ]
    return next(command for command in each if type(command).__name__ == kind)


@pytest.mark.parametrize(("kind", "phase", "cell"), CELLS)
def test_a_command_acts_in_its_phases(kind: str, phase: str, cell: str) -> None:
    """A command acts in its valid phases; in others it is refused with a code and changes nothing."""
    match = match_in(Phase(phase), kind)
    before = state_of(match), match.next_deadline()
    decision = match.handle(command_of(kind, match.phase), 5.0)
    if cell == "acts":
        assert decision.refusal is None
        assert decision.events
        assert match.seq == before[0]["seq"] + len(decision.events)
        return
    assert decision.events == ()
    assert (state_of(match), match.next_deadline()) == before
    if cell == "idle":
        assert decision.refusal is None
    else:
        refusal = refused(decision)
        assert cell in ("refused", refusal.reason.value)
        assert refusal.message


def test_the_table_names_every_command_and_phase() -> None:
    """The table of this module is complete, and equals that of the core."""
    kinds = {kind.__name__: kind for kind in get_args(commands.Command)}
    assert {line[0] for line in LINES} == set(kinds)
    assert HEAD[1:] == [phase.value for phase in Phase]
    for kind, *cells in LINES:
        act = {Phase(name) for name, cell in zip(HEAD[1:], cells, strict=True) if cell in ("acts", "idle")}
        assert set(ALLOWED_PHASES[kinds[kind]]) == act


@pytest.mark.parametrize("kind", [line[0] for line in LINES if "idle" not in line])
def test_a_passed_deadline_precedes_any_command(kind: str) -> None:
    """A command after the deadline is refused, and the match ends on time."""
    seats = (ENGINE, BEN) if kind in ("EngineMoved", "EngineFailed") else (ADA, BEN)
    match = make_match(seats=seats, control=SUDDEN_DEATH)
    decision = match.handle(command_of(kind), 75.0)
    assert decision.events == (MatchFinished(Result(1, "time"), 60.0),)
    assert decision.refusal is not None
    assert decision.refusal.reason is Reason.NOT_RUNNING
    assert match.result == Result(1, "time")
    assert match.ply == 0
