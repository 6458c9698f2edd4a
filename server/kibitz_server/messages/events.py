"""Conversion of stored events to `Event` messages with their facts and states."""

from typing import assert_never

from kibitz_server.core.match.match import Match
from kibitz_server.core.values.events import (
    Agreement,
    Event,
    MatchAborted,
    MatchCreated,
    MatchFinished,
    MatchPaused,
    MatchResumed,
    MatchStarted,
    MovePlayed,
    OfferAccepted,
    OfferDeclined,
    OfferMade,
    OfferWithdrawn,
    RematchAgreed,
    RematchDropped,
    Rematched,
    SeatLeft,
    SeatTaken,
    TakenBack,
)
from kibitz_server.messages import match_data
from kibitz_server.messages.match_data import move_data, result_data, seat_data
from kibitz_server.messages.outgoing import Data


def agreement_data(event: Agreement) -> Data:
    """Return a `Fact` about an offer of a player or its consequences."""
    match event:
        case OfferMade(seat, kind):
            return {"kind": "offered", "seat": seat, "offer": kind.value}
        case OfferAccepted(seat, kind, by):
            return {"kind": "agreed", "seat": seat, "offer": kind.value, "by": by}
        case OfferDeclined(seat, kind, by):
            return {"kind": "declined", "seat": seat, "offer": kind.value, "by": by}
        case OfferWithdrawn(seat, kind):
            return {"kind": "withdrawn", "seat": seat, "offer": kind.value}
        case TakenBack(seat, plies):
            return {"kind": "taken_back", "seat": seat, "plies": plies}
        case MatchPaused(elapsed_s, adjourned):
            return {"kind": "paused", "adjourned": adjourned, "elapsed_ms": round(1000 * elapsed_s)}
        case MatchResumed():
            return {"kind": "resumed"}
        case RematchAgreed():
            return {"kind": "rematch_agreed"}
        case Rematched(match_id, code):
            return {"kind": "rematched", "match": match_id, "code": code}
        case RematchDropped(reason):
            return {"kind": "rematch_dropped", "reason": reason}
        case _:
            assert_never(event)


def state_after(match: Match, event: Event, now: float) -> Data | None:
    """Return the `State` after an event, to be encoded; None if the event does not change it."""
    match event:
        case MovePlayed():
            times = match_data.times_data(match, now)
            return match_data.state_to_encode(match.position, match.ply, False, times)
        case MatchStarted() | MatchFinished() | MatchAborted() | TakenBack() | MatchPaused() | MatchResumed():
            return match_data.match_state(match, now)
        case _:
            return None


def fact_data(event: Event, game: str) -> Data:
    """Return a `Fact` of an event in a match of a game. `visibility.visible` has reduced the event."""
    match event:
        case MovePlayed():
            return {"kind": "moved", "move": move_data(game, event, event.thought)}
        case MatchCreated():
            control = str(event.control) if event.control else None
            return {"kind": "created", "game": event.game, "options": dict(event.options), "clock": control}
        case SeatTaken(seat, player):
            return {"kind": "seated", "seat": seat_data(seat, player)}
        case SeatLeft(seat):
            return {"kind": "left", "seat": seat}
        case MatchStarted():
            return {"kind": "started"}
        case MatchFinished(result):
            return {"kind": "finished", "result": result_data(result)}
        case MatchAborted(reason):
            return {"kind": "aborted", "reason": reason}
        case _:
            return agreement_data(event)


def event_data(match_id: str, seq: int, at: float, phase: str, event: Event, state: Data | None, game: str) -> Data:
    """Return an `Event` message."""
    return {
        "t": "event",
        "match": match_id,
        "seq": seq,
        "at": at,
        "phase": phase,
        "event": fact_data(event, game),
        "state": state,
    }
