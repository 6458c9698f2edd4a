"""Access to tournaments: find the one that an action names, check its key, and find entrants by name."""

from collections.abc import Callable
from typing import TypeVar, cast

from kibitz_protocol.refusals import Code
from kibitz_protocol.tournaments.commands import OfTournament, Tournament
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.ids import hash_key
from kibitz_server.core.tournament.records import EntrantRecord
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.handlers.request import Request
from kibitz_server.runtime.tournaments.running import TournamentRoom

SHOW = "kibitz tournament show CODE tells how it stands"
HINTS = {
    Reason.NOT_ORGANISER: "ask the organiser",
    Reason.NOT_ALLOWED: "ask the organiser",
    Reason.ENTRY_CLOSED: "kibitz tournament list shows others",
    Reason.TOURNAMENT_FULL: "kibitz tournament list shows others",
    Reason.NOT_ENTERED: "kibitz tournament standings CODE lists the entrants",
    Reason.BAD_FORMAT: "kibitz tournament create --help lists what each format has",
}
"""What helps after a refusal of the core that has no hint of its own; otherwise `SHOW`."""
TournamentRequest = Request[Tournament]
A = TypeVar("A")
W = TypeVar("W")


def doing(handler: Callable[[TournamentRequest, A], W]) -> Callable[[TournamentRequest], W]:
    """Return the handler of a command whose action is of the kind that `handler` takes."""

    def handle(request: TournamentRequest) -> W:
        return handler(request, cast(A, request.message.do))

    return handle


async def find(request: TournamentRequest, of: OfTournament) -> TournamentRoom:
    """Return the tournament that an action names, from memory or the archive.

    Raises:
        CommandRefused: There is none, or the client does not have its key.
        Unreadable: The archive does not answer.
    """
    room = await request.runtime.tournaments.rooms.fetch(of.tournament, request)
    if room is None:
        sentence = f"there is no tournament {of.tournament!r}"
        raise CommandRefused(Code.UNKNOWN_TOURNAMENT, sentence, "kibitz tournament list shows them")
    if not admits(room.tournament, request.client.player, of):
        raise CommandRefused(Code.WRONG_KEY, hint="ask the organiser for the key of the tournament")
    return room


def admits(state: TournamentState, player: Human, of: OfTournament) -> bool:
    """Return whether a client may know of a tournament: a private one needs the key, or to be in it."""
    key_hash = state.terms.key_hash
    if key_hash is None or player.id == state.created.organiser.id or state.find(player.id) is not None:
        return True
    return of.key is not None and hash_key(of.key) == key_hash


def named(state: TournamentState, name: str) -> EntrantRecord:
    """Return an entrant by its name, with or without a mark, or by its number.

    Raises:
        CommandRefused: There is none.
    """
    text = name.strip()
    found = state.named(text) or state.named(text.removeprefix("@").removeprefix("engine ").strip())
    number = text.removeprefix("#")
    if found is None and number.isdecimal() and len(number) <= 6 and 0 < int(number) <= len(state.entrants):
        found = state.entrant(int(number))
    if found is None:
        sentence = f"no entrant is called {name!r}"
        raise CommandRefused(Code.UNKNOWN_PLAYER, sentence, "kibitz tournament standings CODE lists the entrants")
    return found


def refused(refusal: Refusal) -> CommandRefused:
    """Return a refusal of the core, with a hint."""
    return CommandRefused(Code(refusal.reason.value), refusal.message, refusal.hint or HINTS.get(refusal.reason, SHOW))
