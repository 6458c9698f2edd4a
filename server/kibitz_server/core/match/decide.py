"""Dispatch of commands to the rules of a match.

The rules are pure functions of the state, the command and `now`: `seats` before the start, `moves` while a match runs,
`offer_rules` for what needs consent, `claims` for disconnected opponents. Each returns events, a move with its events,
or a refusal, and leaves the match unchanged.
"""

from typing import assert_never

from kibitz_server.core.match.claims import claim
from kibitz_server.core.match.commands import (
    Abort,
    AcceptOffer,
    AllLeft,
    CheckClock,
    Claim,
    Command,
    DeclineOffer,
    EngineFailed,
    EngineMoved,
    EngineSettles,
    GiveClientSeed,
    GoBerserk,
    MakeOffer,
    PlayMove,
    RematchFailed,
    RematchMade,
    Resign,
    SetPace,
    StartMatch,
    TakeSeat,
    UpdatePresence,
    WithdrawOffer,
)
from kibitz_server.core.match.deadlines import all_left
from kibitz_server.core.match.moves import DecidedMove, engine_failed, engine_moved, go_berserk, play, resign, set_pace
from kibitz_server.core.match.offer_rules import accept, decline, engine_settles, offer, rematch_ended, withdraw
from kibitz_server.core.match.phase import ALLOWED_PHASES, Phase
from kibitz_server.core.match.seats import give_client_seed, leave, not_host, not_seated, start, take_seat
from kibitz_server.core.match.state import MatchState
from kibitz_server.core.match.visibility import may_act
from kibitz_server.core.values.events import Event, MatchAborted
from kibitz_server.core.values.refusal import Reason, Refusal

OF_PLAYERS = (
    StartMatch
    | GiveClientSeed
    | GoBerserk
    | PlayMove
    | Resign
    | MakeOffer
    | AcceptOffer
    | DeclineOffer
    | WithdrawOffer
    | Claim
    | SetPace
)
"""Commands of the players of a match and of its host."""
OF_HOSTS = StartMatch | Resign | MakeOffer | SetPace
"""Commands that a host may send without a seat."""


def decide(match: MatchState, command: Command, now: float) -> list[Event] | DecidedMove | Refusal:
    """Return the events that a command causes, or its refusal. The caller has handled overdue deadlines before."""
    if isinstance(command, PlayMove) and match.phase is Phase.RUNNING:
        return play(match, command, now)  # the most frequent command; it refuses players without a seat
    if isinstance(command, OF_PLAYERS) and not may_act(match, command.by, host=isinstance(command, OF_HOSTS)):
        return not_host() if isinstance(command, StartMatch) else not_seated(_hint_for_viewers(command))
    if match.phase not in ALLOWED_PHASES[type(command)]:
        return _wrong_phase(match, command)
    match command:
        case TakeSeat(player, seat):
            return take_seat(match, player, seat)
        case StartMatch(by):
            return start(match, by, now)
        case GiveClientSeed(by, text):
            return give_client_seed(match, by, text)
        case GoBerserk(by):
            return go_berserk(match, by)
        case PlayMove():
            return play(match, command, now)
        case Resign(by):
            return leave(match, by) if match.phase is Phase.OPEN else resign(match, by, now)
        case EngineMoved():
            return engine_moved(match, command, now)
        case EngineFailed(turn):
            return engine_failed(match, turn, now)
        case EngineSettles():
            return engine_settles(match, command)
        case AllLeft():
            return [all_left(match, now)]
        case CheckClock() | UpdatePresence():
            return []
        case Claim():
            return claim(match, command, now)
        case Abort(reason):
            return [MatchAborted(reason)]
        case MakeOffer():
            return offer(match, command, now)
        case AcceptOffer():
            return accept(match, command, now)
        case DeclineOffer():
            return decline(match, command)
        case WithdrawOffer():
            return withdraw(match, command)
        case SetPace():
            return set_pace(match, command)
        case RematchMade() | RematchFailed():
            return rematch_ended(match, command)
        case _:
            assert_never(command)


def _hint_for_viewers(command: Command) -> str:
    match command:
        case Resign():
            return "to leave a match you watch, stop watching"
        case MakeOffer() | AcceptOffer() | DeclineOffer() | WithdrawOffer():
            return "offers are for players"
        case Claim():
            return "only players can claim a match"
        case SetPace():
            return "its host sets the pace of two engines"
        case _:
            return "you can watch it"


def _wrong_phase(match: MatchState, command: Command) -> Refusal:
    match match.phase:
        case Phase.OPEN:
            return Refusal(Reason.NOT_RUNNING, "the match has not started yet", "wait until every seat is taken")
        case Phase.FINISHED | Phase.ABORTED:
            why = match.result.reason if match.result else "it was given up"
            return Refusal(Reason.NOT_RUNNING, f"the match is over: {why}", "start another one")
        case _ if isinstance(command, TakeSeat):
            if match.seat_of(command.player.id) is not None:
                return Refusal(Reason.ALREADY_SEATED, "you already sit in this match", "watch it to play on")
            return Refusal(Reason.MATCH_FULL, "every seat of this match is taken", "you can watch it")
        case _ if isinstance(command, GiveClientSeed):
            return Refusal(Reason.NOT_OPEN, "the match has already started", "it is played without your client seed")
        case Phase.PAUSED if not isinstance(command, StartMatch):
            return Refusal(Reason.NOT_RUNNING, "the match is paused", "offer to resume it")
        case _:
            return Refusal(Reason.NOT_OPEN, "the match has already started", "you can watch it")
