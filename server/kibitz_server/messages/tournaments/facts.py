"""Events of a tournament as the facts of the protocol."""

from typing import assert_never

from kibitz_server.core.tournament import events as core
from kibitz_server.core.tournament.rules.figures import figures, sprt_progress
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.values import Format
from kibitz_server.messages.outgoing import Data
from kibitz_server.messages.tournaments.rows import LivePly, entrant_data, game_data, pair_data, view_data
from kibitz_server.messages.tournaments.tables import met_data


def fact_data(state: TournamentState, event: core.Event, live: LivePly, next_at: float | None = None) -> Data:
    """Return the `TournamentFact` of an event.

    Args:
        state: The tournament after the event, perhaps after later ones.
        event: The event.
        live: Phase and plies of matches.
        next_at: When the next round begins, in seconds since 1970.
    """
    match event:
        case core.TournamentCreated():
            return {"kind": "created", "by": event.organiser.shown}
        case core.TournamentStarted():
            return {"kind": "started"}
        case core.TournamentPaused():
            return {"kind": "paused", "reason": event.reason, "by": event.by}
        case core.TournamentResumed():
            return {"kind": "resumed"}
        case core.Extended():
            return {"kind": "extended", "rounds": event.rounds, "seconds": event.seconds}
        case core.TournamentHidden():
            return {"kind": "hidden", "reason": event.reason}
        case core.TournamentEnded():
            return {"kind": "cancelled" if event.cancelled else "ended", "reason": event.reason}
        case core.RoundPaired():
            pairs = [pair_data(state, state.pairs[pair.number - 1], live) for pair in event.pairs]
            return {"kind": "paired", "round": event.round, "pairs": pairs, "manual": event.manual}
        case core.RoundEnded():
            return {"kind": "round_ended", "round": event.round, "next_at": next_at}
        case core.TieBreaksChanged():
            return {"kind": "tie_breaks", "tie_breaks": list(event.tie_breaks)}
        case core.SprtDecided():
            return {"kind": "sprt", "verdict": event.verdict, "llr": event.llr, "pairs": event.pairs}
        case core.SeasonEnded():
            places = [entrant_data(state.entrant(number)) for number in event.places]
            return {"kind": "season", "season": event.season, "places": places}
        case core.GameBegun() | core.GameCounted() | core.GameVoided() | core.ResultSet():
            return _game_fact(state, event, live)
        case core.Challenged() | core.ChallengeAnswered():
            return _challenge_fact(state, event)
        case _:
            return _entrant_fact(state, event)


def _game_fact(
    state: TournamentState, event: core.GameBegun | core.GameCounted | core.GameVoided | core.ResultSet, live: LivePly
) -> Data:
    kind, reason, by = _told_of_game(event)
    data: Data = {"kind": kind, "game": game_data(state, state.games[event.game - 1], live), "reason": reason, "by": by}
    if state.format is Format.MATCH and isinstance(event, core.GameCounted) and (met := figures(state).met):
        progress = sprt_progress(state)
        data |= {"statistics": met_data(met[0]), "llr": progress.llr if progress is not None else None}
    return data


def _told_of_game(event: core.GameBegun | core.GameCounted | core.GameVoided | core.ResultSet) -> tuple[str, str, str]:
    """Return the kind of a fact, the reason, and the name of the player that caused it."""
    match event:
        case core.GameBegun():
            return "begun", "", ""
        case core.GameCounted():
            return "counted", event.reason, ""
        case core.GameVoided():
            return "voided", event.reason, event.by
        case core.ResultSet():
            return "result", event.reason, event.by
        case _:
            assert_never(event)


def _challenge_fact(state: TournamentState, event: core.Challenged | core.ChallengeAnswered) -> Data:
    accepted = isinstance(event, core.ChallengeAnswered) and event.accepted
    kind = "accepted" if accepted else "challenged" if isinstance(event, core.Challenged) else "dropped"
    first, second = (entrant_data(state.entrant(number)) for number in (event.challenger, event.challenged))
    return {"kind": kind, "challenge": event.challenge, "challenger": first, "challenged": second}


def _entrant_fact(
    state: TournamentState,
    event: core.EntrantJoined
    | core.EntrantApproved
    | core.EntrantLeft
    | core.EntrantReturned
    | core.EntrantRested
    | core.EntrantReady,
) -> Data:
    reason, entrant = "", None
    match event:
        case core.EntrantJoined():
            kind, entrant = "joined", event.entrant
        case core.EntrantApproved():
            kind = "approved"
        case core.EntrantLeft():
            kind, reason, entrant = ("removed" if event.removed else "left"), event.reason, event.entrant
        case core.EntrantReturned():
            kind = "returned"
        case core.EntrantRested():
            kind, reason = "rested", event.reason
        case core.EntrantReady():
            kind = "ready"
        case _:
            assert_never(event)
    # After an entrant has left, another one may have its number.
    known = entrant_data(state.entrant(event.number)) if entrant is None else view_data(event.number, entrant)
    return {"kind": kind, "entrant": known, "reason": reason}
