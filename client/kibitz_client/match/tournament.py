"""What is known of a followed tournament: its snapshot, with what later messages change in it. Pure."""

from typing import Any

from kibitz_protocol.to_client import Standings, TournamentEvent, TournamentSnapshot
from kibitz_protocol.tournaments.messages import Happened, RoundEnded, RoundPaired, TieBreaksChanged
from kibitz_protocol.tournaments.views import TournamentView

ENDED = ("finished", "cancelled")
"""States of a tournament that is over."""


def concerns(message: Any, tournament: str) -> bool:
    """Return whether a message is about a followed tournament."""
    match message:
        case TournamentSnapshot():
            return message.tournament.tournament == tournament
        case Standings() | TournamentEvent():
            return message.tournament == tournament
    return False


def advance(view: TournamentView | None, message: Any) -> TournamentView | None:
    """Return a tournament after a message. Messages about others change nothing."""
    match message:
        case TournamentSnapshot():
            return message.tournament if view is None or message.tournament.tournament == view.tournament else view
        case Standings() if view is not None and message.tournament == view.tournament:
            return _with_standings(view, message)
        case TournamentEvent() if view is not None and message.tournament == view.tournament:
            return _after_event(view, message)
    return view


def is_over(view: TournamentView | None) -> bool:
    """Return whether a tournament has ended."""
    return view is not None and view.state in ENDED


def _with_standings(view: TournamentView, message: Standings) -> TournamentView:
    order = {number: place for place, number in enumerate(message.ranks or ())}
    rows = {row.entrant.number: row for row in view.rows}
    if view.pages <= 1:
        rows |= {row.entrant.number: row for row in message.rows}
    else:
        # The view has one page: of the others, rows alone say nothing.
        rows |= {row.entrant.number: row for row in message.rows if row.entrant.number in rows}
    # Those that have left stay in the standings.
    entrants = sum(row.state != "left" for row in rows.values()) if view.pages <= 1 else view.entrants
    played = max(view.games_played, message.games_played)
    changed = {
        # Those that share a rank are in the order of the server.
        "rows": sorted(rows.values(), key=lambda row: (row.rank, order.get(row.entrant.number, 0))),
        "own": message.own or view.own,
        "sprt": message.sprt or view.sprt,
        "live": message.live,
        "games_played": played,
        # Late entrants bring more games than were planned.
        "games_planned": None if played > (view.games_planned or played) else view.games_planned,
        "entrants": entrants,
        "ends_at": message.ends_at,
    }
    return view.model_copy(update=changed)


def _after_event(view: TournamentView, message: TournamentEvent) -> TournamentView:
    # The events before the last one may have its state already.
    changed: dict[str, Any] = {"state": view.state if message.state in ENDED and not message.ends else message.state}
    match message.event:
        case Happened(kind="paused" | "ended" | "cancelled" as kind, reason=reason):
            changed |= {"reason": reason, "paused_since": message.at if kind == "paused" else None}
        case Happened(kind="resumed" | "started"):
            changed |= {"reason": "", "paused_since": None}
        case Happened(kind="extended", rounds=rounds, seconds=seconds):
            changed |= {
                "rounds": view.rounds and view.rounds + rounds,
                "ends_at": view.ends_at and view.ends_at + seconds,
                "games_planned": None if rounds else view.games_planned,
            }
        case RoundPaired(round=number):
            changed |= {"round": number, "next_at": None}
        case RoundEnded(next_at=next_at):
            changed |= {"next_at": next_at}
        case TieBreaksChanged(tie_breaks=names):
            changed |= {"tie_breaks": names}
    return view.model_copy(update=changed)
