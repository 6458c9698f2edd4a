"""Conversion of stored events to `Event` messages with their facts and states."""

from typing import assert_never

from kibitz_server.core.match.match import Match
from kibitz_server.core.values.events import (
    Agreement,
    ChanceDecided,
    ClientSeedGiven,
    Event,
    MatchAborted,
    MatchCreated,
    MatchFinished,
    MatchPaused,
    MatchResumed,
    MatchSettled,
    MatchStarted,
    MovePlayed,
    OfferAccepted,
    OfferDeclined,
    OfferMade,
    OfferWithdrawn,
    PaceSet,
    RematchAgreed,
    RematchDropped,
    Rematched,
    SeatLeft,
    SeatTaken,
    SeedKept,
    SeedRevealed,
    TakenBack,
    WentBerserk,
)
from kibitz_server.core.values.offers import MadeOffer
from kibitz_server.messages import match_data
from kibitz_server.messages.match_data import chance_data, move_data, result_data, seat_data
from kibitz_server.messages.outgoing import Data


def agreement_data(match: Match, event: Agreement) -> Data:
    """Return a `Fact` about an offer of a player or its consequences."""
    match event:
        case OfferMade(seat, kind, _, cells):
            return {"kind": "offered", **match_data.offer_data(match, MadeOffer(seat, kind, cells))}
        case OfferAccepted(seat, kind, by):
            return {"kind": "agreed", "seat": seat, "offer": kind.value, "by": by}
        case OfferDeclined(seat, kind, by):
            return {"kind": "declined", "seat": seat, "offer": kind.value, "by": by}
        case OfferWithdrawn(seat, kind):
            return {"kind": "withdrawn", "seat": seat, "offer": kind.value}
        case TakenBack(seat, plies):
            return {"kind": "taken_back", "seat": seat, "plies": plies}
        case MatchSettled(cells):
            return {"kind": "settled", "dead": cells}
        case MatchPaused(elapsed_s, adjourned):
            return {"kind": "paused", "adjourned": adjourned, "elapsed_ms": round(1000 * elapsed_s)}
        case MatchResumed():
            return {"kind": "resumed"}
        case PaceSet(pace_s, step):
            return {"kind": "pace_set", "pace_s": pace_s, "step": step}
        case RematchAgreed():
            return {"kind": "rematch_agreed"}
        case Rematched(match_id, code):
            return {"kind": "rematched", "match": match_id, "code": code}
        case RematchDropped(reason):
            return {"kind": "rematch_dropped", "reason": reason}
        case _:
            assert_never(event)


def state_after(match: Match, event: Event, seq: int, now: float, audience: int | None) -> Data | None:
    """Return the `State` after an event of the last decision, to be encoded; None if the event does not change it.

    It is as the audience may see it at the event, also if the decision has ended the match.
    """
    match event:
        case MovePlayed() | ChanceDecided() | MatchStarted() | MatchResumed() if match.chance:
            return _state_between_chances(match, seq, now, audience)
        case MovePlayed():
            times = match_data.times_data(match, now)
            position = match.position if audience is None else match.position.seen_by(audience)
            return match_data.state_to_encode(position, match.ply, False, times)
        case (
            MatchStarted()
            | WentBerserk()
            | MatchFinished()
            | MatchAborted()
            | TakenBack()
            | MatchSettled()
            | MatchPaused()
            | MatchResumed()
        ):
            return match_data.match_state(match, now, audience)
        case _:
            return None


def _state_between_chances(match: Match, seq: int, now: float, audience: int | None) -> Data:
    """Return the `State` after an event of a match with chance, which chance events of the same decision may follow."""
    position, ply = match.reached(seq)
    if audience is not None:
        position = position.seen_by(audience)
    times = match_data.times_data(match, now)
    if position.chances:
        times = {**times, "ticking": None, "first_move_ms": None}
    return match_data.state_data(position, ply, False, times)


def fact_data(match: Match, event: Event) -> Data:
    """Return a `Fact` of an event that the match has applied. `visibility.visible` has reduced the event."""
    match event:
        case MovePlayed():
            return {"kind": "moved", "move": move_data(match.game, event, event.thought)}
        case MatchCreated():
            control = str(event.control) if event.control else None
            return {"kind": "created", "game": event.game, "options": dict(event.options), "clock": control}
        case SeatTaken(seat, player):
            return {"kind": "seated", "seat": seat_data(seat, player)}
        case SeatLeft(seat):
            return {"kind": "left", "seat": seat}
        case MatchStarted(uncounted):
            return {"kind": "started", "uncounted": match_data.uncounted_data(uncounted)}
        case ClientSeedGiven(seat, client_seed):
            return {"kind": "client_seed_given", "seat": seat, "client_seed": client_seed}
        case WentBerserk(seat):
            return {"kind": "went_berserk", "seat": seat}
        case ChanceDecided(number):
            return {"kind": "chance_decided", "chance": chance_data(event, match.history.chance_plies[number - 1])}
        case SeedRevealed(seed):
            chance_events = match_data.chance_events_data(match, None) if match.hidden else []
            return {"kind": "seed_revealed", "server_seed": seed, "chance_events": chance_events}
        case SeedKept():
            return {"kind": "seed_kept"}
        case MatchFinished(result, _, uncounted):
            return {"kind": "finished", "result": result_data(result, uncounted)}
        case MatchAborted(reason):
            return {"kind": "aborted", "reason": reason}
        case _:
            return agreement_data(match, event)


def event_data(match: Match, seq: int, at: float, phase: str, event: Event, state: Data | None) -> Data:
    """Return an `Event` message about an event that the match has applied."""
    return {
        "t": "event",
        "match": match.created.id,
        "seq": seq,
        "at": at,
        "phase": phase,
        "event": fact_data(match, event),
        "state": state,
    }
