"""Entry of a tournament: the commands by which entrants enter, withdraw, return, rest and are ready."""

from kibitz_server.core.tournament.commands import (
    AddEntrant,
    ApproveEntrant,
    Enter,
    Leave,
    Ready,
    RemoveEntrant,
    Rest,
)
from kibitz_server.core.tournament.events import (
    EntrantApproved,
    EntrantJoined,
    EntrantLeft,
    EntrantReady,
    EntrantRested,
    EntrantReturned,
    Event,
)
from kibitz_server.core.tournament.records import EntrantRecord
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.values import Entrant, EntrantKind, Format
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason, Refusal

MOST_CHANGES = 200
"""How often an entrant may leave, return, rest and be ready: each is an event that is kept."""
MOST_ENTRIES, MOST_ENTRIES_IN_ALL = 20, 10_000
"""How often one player may enter before the start, and all players together."""
ENGINE_ON_LADDER = "engines challenge no other entrant, so a ladder is for people and bots"
_MANY = {EntrantKind.PERSON: "people", EntrantKind.BOT: "bots", EntrantKind.ENGINE: "engines"}


def enter(state: TournamentState, command: Enter) -> list[Event] | Refusal:
    """Return what happens when a player enters, or returns."""
    known = state.find(command.entrant.key)
    if known is None and command.entrant.key in state.barred:
        return _removed()
    if known is None:
        refusal = entry_refusal(state, command.entrant)
        return refusal or [EntrantJoined(len(state.entrants) + 1, command.entrant, approved=not state.terms.approve)]
    if state.ended is not None:
        return _closed(state)
    if not known.left:
        return Refusal(Reason.ALREADY_ENTERED, "you have entered this tournament already")
    if known.removed:
        return _removed()
    return _returned(state, known)


def leave(state: TournamentState, command: Leave) -> list[Event] | Refusal:
    """Return what happens when a player withdraws."""
    found = _own(state, command.by)
    return found if isinstance(found, Refusal) else [EntrantLeft(found.number, entrant=found.entrant)]


def rest(state: TournamentState, command: Rest) -> list[Event] | Refusal:
    """Return what happens when a player pauses."""
    found = _own(state, command.by)
    if isinstance(found, Refusal) or found.resting:
        return found if isinstance(found, Refusal) else []
    return _too_often(found) or [EntrantRested(found.number, command.reason)]


def be_ready(state: TournamentState, command: Ready) -> list[Event] | Refusal:
    """Return what happens when a player ends its pause. One that has withdrawn returns."""
    known = state.find(command.by.id)
    if known is not None and known.left and not known.removed and state.ended is None:
        return _returned(state, known)
    found = _own(state, command.by)
    if isinstance(found, Refusal) or not found.resting:
        return found if isinstance(found, Refusal) else []
    return [EntrantReady(found.number)]


def add(state: TournamentState, command: AddEntrant) -> list[Event] | Refusal:
    """Return what happens when the organiser adds an entrant, or lets a removed one return."""
    known = state.find(command.entrant.key)
    if known is None:
        refusal = entry_refusal(state, command.entrant, by_organiser=True)
        return refusal or [EntrantJoined(len(state.entrants) + 1, command.entrant)]
    if state.ended is not None:
        return _closed(state)
    if not known.left:
        return Refusal(Reason.ALREADY_ENTERED, f"{known.entrant.name} has entered already")
    return _returned(state, known)


def remove(state: TournamentState, command: RemoveEntrant) -> list[Event] | Refusal:
    """Return what happens when the organiser removes an entrant."""
    found = _numbered(state, command.number)
    if isinstance(found, Refusal):
        return found
    if found.left:
        return Refusal(Reason.NOT_ENTERED, f"{found.entrant.name} has left already")
    return [EntrantLeft(found.number, removed=True, reason=command.reason, entrant=found.entrant)]


def approve(state: TournamentState, command: ApproveEntrant) -> list[Event] | Refusal:
    """Return what happens when the organiser approves an entrant."""
    found = _numbered(state, command.number)
    if isinstance(found, Refusal):
        return found
    if found.approved or found.left:
        return Refusal(Reason.ALREADY_ENTERED, f"{found.entrant.name} does not wait for approval")
    if state.started and not state.enterable:
        return _closed(state)
    return [EntrantApproved(found.number)]


def entry_refusal(state: TournamentState, entrant: Entrant, by_organiser: bool = False) -> Refusal | None:
    """Return why a new entrant cannot enter now; None if it can."""
    if not state.enterable:
        return _closed(state)
    terms = state.terms
    if entrant.kind not in terms.kinds:
        allowed = " and ".join(_MANY[kind] for kind in terms.kinds)
        return Refusal(Reason.NOT_ALLOWED, f"this tournament is for {allowed}")
    if entrant.kind is EntrantKind.ENGINE and state.format is Format.LADDER:
        return Refusal(Reason.NOT_ALLOWED, ENGINE_ON_LADDER)
    if entrant.kind is EntrantKind.ENGINE and not by_organiser:
        return Refusal(Reason.NOT_ALLOWED, "the organiser enters engines")
    if terms.rated and isinstance(entrant.player, Human) and not (entrant.player.account or entrant.player.owner):
        return Refusal(Reason.NOT_ALLOWED, "guests enter no rated tournament", "log in first")
    if state.entries[entrant.key] >= MOST_ENTRIES or state.entries.total() >= MOST_ENTRIES_IN_ALL:
        return Refusal(Reason.TOO_MANY, f"{entrant.name} has entered and left too often", "wait for another tournament")
    if len(state.entrants) >= terms.most_entrants:
        return Refusal(Reason.TOURNAMENT_FULL, f"this tournament has its {terms.most_entrants} entrants")
    if state.named(entrant.name) is not None:
        return Refusal(Reason.ALREADY_ENTERED, f"another entrant is called {entrant.name}", "choose another name")
    return None


def _removed() -> Refusal:
    return Refusal(Reason.NOT_ALLOWED, "the organiser removed you from this tournament", "ask the organiser")


def _returned(state: TournamentState, entrant: EntrantRecord) -> list[Event] | Refusal:
    if state.format is Format.KNOCKOUT and state.started:
        return Refusal(Reason.ENTRY_CLOSED, "an entrant that left a knockout is out of it")
    return _too_often(entrant) or [EntrantReturned(entrant.number)]


def _own(state: TournamentState, by: Human) -> EntrantRecord | Refusal:
    """Return the own entrant of a player, which takes part."""
    found = state.find(by.id)
    if found is None or found.left:
        return Refusal(Reason.NOT_ENTERED, "you are not in this tournament", "enter it first")
    if state.ended is not None:
        return _closed(state)
    return found


def _numbered(state: TournamentState, number: int) -> EntrantRecord | Refusal:
    if state.ended is not None:
        return _closed(state)
    if not 1 <= number <= len(state.entrants):
        return Refusal(Reason.NOT_ENTERED, f"there is no entrant {number}")
    return state.entrant(number)


def _closed(state: TournamentState) -> Refusal:
    if state.ended is not None:
        return Refusal(Reason.ENTRY_CLOSED, "this tournament is over")
    if state.format is Format.SWISS:
        return Refusal(Reason.ENTRY_CLOSED, "half of the rounds are paired, so entry is closed")
    return Refusal(Reason.ENTRY_CLOSED, "this tournament has started, so entry is closed")


def _too_often(entrant: EntrantRecord) -> Refusal | None:
    if entrant.changes < MOST_CHANGES:
        return None
    return Refusal(Reason.TOO_MANY, f"you have left or rested {MOST_CHANGES // 2} times", "leave for good, or stay")
