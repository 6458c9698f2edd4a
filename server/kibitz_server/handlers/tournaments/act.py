"""Actions that change a tournament: those of its entrants, and those of its organiser."""

from collections.abc import Sequence
from typing import assert_never, get_args

from kibitz_protocol.refusals import Code
from kibitz_protocol.tournaments import commands as protocol
from kibitz_server.accounts.accounts import BOT
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.names import skeleton
from kibitz_server.core.tournament import commands as core
from kibitz_server.core.tournament.rules.organising import not_organiser
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.tournament import Decision
from kibitz_server.core.tournament.values import Entrant, GameOutcome, HowEnded
from kibitz_server.core.values.players import Human
from kibitz_server.handlers.create import LATER
from kibitz_server.handlers.request import AwaitedOutcome
from kibitz_server.handlers.tournaments.access import TournamentRequest, find, named, refused
from kibitz_server.handlers.tournaments.create import engine_entrant, entrant_of
from kibitz_server.handlers.tournaments.show import done_data
from kibitz_server.runtime.tournaments.running import TournamentRoom
from kibitz_server.store import people
from kibitz_server.store.people import AuditEntry

OfEntrant = protocol.LeaveTournament | protocol.Rest | protocol.Ready | protocol.Challenge | protocol.AnswerChallenge
OfOrganiser = (
    protocol.StartTournament
    | protocol.PauseTournament
    | protocol.ResumeTournament
    | protocol.ExtendTournament
    | protocol.CancelTournament
    | protocol.RemoveEntrant
    | protocol.ApproveEntrant
    | protocol.PairByHand
    | protocol.SetResult
    | protocol.ChooseTieBreaks
)
PLAIN: Sequence[type] = (*get_args(OfEntrant), *get_args(OfOrganiser))
"""Actions that name no new entrant."""
OUTCOMES = {
    "1-0": GameOutcome((1.0, 0.0), HowEnded.SET),
    "0-1": GameOutcome((0.0, 1.0), HowEnded.SET),
    "draw": GameOutcome((0.5, 0.5), HowEnded.SET),
    "forfeit-first": GameOutcome((0.0, 1.0), HowEnded.FORFEIT),
    "forfeit-second": GameOutcome((1.0, 0.0), HowEnded.FORFEIT),
}


async def act(request: TournamentRequest, asked: OfEntrant | OfOrganiser) -> None:
    """Carry out an action that names no new entrant, and answer."""
    room, player = await find(request, asked), request.client.player
    if isinstance(asked, OfEntrant):
        command = _of_entrant(player, asked, room.tournament)
    else:
        _check_organiser(request, room)
        command = _of_organiser(player, asked, room.tournament)
    await _act(request, room, command)
    if isinstance(asked, protocol.SetResult):
        _note_result(request, room, asked)


def _of_entrant(by: Human, asked: OfEntrant, state: TournamentState) -> core.Command:
    """Return the command of the core for an action of an entrant."""
    match asked:
        case protocol.LeaveTournament():
            return core.Leave(by)
        case protocol.Rest():
            return core.Rest(by)
        case protocol.Ready():
            return core.Ready(by)
        case protocol.Challenge():
            return core.Challenge(by, named(state, asked.entrant).number)
        case protocol.AnswerChallenge():
            return core.AnswerChallenge(by, asked.challenge, asked.accept)
        case _:
            assert_never(asked)


def _of_organiser(by: Human, asked: OfOrganiser, state: TournamentState) -> core.Command:
    """Return the command of the core for an action of the organiser."""
    match asked:
        case protocol.StartTournament():
            return core.StartTournament(by)
        case protocol.PauseTournament():
            return core.Pause(by, asked.reason)
        case protocol.ResumeTournament():
            return core.Resume(by)
        case protocol.ExtendTournament():
            return core.Extend(by, asked.rounds, asked.minutes * 60)
        case protocol.CancelTournament():
            return core.Cancel(by, asked.reason)
        case protocol.RemoveEntrant():
            return core.RemoveEntrant(by, named(state, asked.entrant).number, asked.reason)
        case protocol.ApproveEntrant():
            return core.ApproveEntrant(by, named(state, asked.entrant).number)
        case protocol.PairByHand():
            second = named(state, asked.second).number if asked.second is not None else None
            return core.SetPair(by, asked.round, named(state, asked.first).number, second)
        case protocol.SetResult():
            outcome, void = OUTCOMES.get(asked.result), asked.result == "void"
            return core.SetResult(by, asked.game, outcome, asked.reason, void=void)
        case protocol.ChooseTieBreaks():
            return core.SetTieBreaks(by, tuple(asked.tie_breaks))
        case _:
            assert_never(asked)


def _note_result(request: TournamentRequest, room: TournamentRoom, asked: protocol.SetResult) -> None:
    """Put a result by the organiser into the audit log."""
    player, detail = request.client.player, f"game {asked.game}: {asked.result}; {asked.reason}"
    entry = AuditEntry(
        request.runtime.wall_clock(), player.id, player.name, "result", room.tournament.created.code, detail
    )
    request.runtime.store.people.note(lambda connection: people.add(connection, entry))


async def enter(request: TournamentRequest, asked: protocol.EnterTournament) -> None:
    """Enter the client's player, and answer."""
    room = await find(request, asked)
    player = request.client.player
    await _act(request, room, core.Enter(player, entrant_of(request, player, room.tournament.terms.game)))


async def add(request: TournamentRequest, asked: protocol.AddEntrant) -> None:
    """Enter an engine or another player for the organiser, and answer.

    Raises:
        CommandRefused: The client is not the organiser, or names no entrant.
    """
    room = await find(request, asked)
    _check_organiser(request, room)
    terms = room.tournament.terms
    entrant: Entrant | None
    if asked.engine is not None and asked.player is None:
        entrant = engine_entrant(request, asked.engine, terms.game, dict(terms.options))
        if entrant is None:
            return
    elif asked.player is not None and asked.engine is None:
        entrant = entrant_of(request, await _player(request, asked.player), terms.game)
    else:
        raise CommandRefused(Code.BAD_MESSAGE, "name an engine or a player, and not both")
    await _act(request, room, core.AddEntrant(request.client.player, entrant))


def _check_organiser(request: TournamentRequest, room: TournamentRoom) -> None:
    """Refuse a player that is not the organiser before it learns which players and entrants there are."""
    if (refusal := not_organiser(room.tournament, request.client.player)) is not None:
        raise refused(refusal)


async def _act(request: TournamentRequest, room: TournamentRoom, command: core.Command) -> None:
    director = request.runtime.tournaments
    outcome = await AwaitedOutcome[Decision | Code](lambda then: director.act(room, command, then))
    if isinstance(outcome, Code):
        raise CommandRefused(outcome, hint=LATER)
    if outcome.refusal is not None:
        raise refused(outcome.refusal)
    request.reply(done_data(room))


async def _player(request: TournamentRequest, name: str) -> Human:
    """Return the account with a name, otherwise the only connected player with it.

    Raises:
        CommandRefused: No player, or more than one, has the name.
        Unreadable: The database does not answer.
    """
    text, store = name.strip().removeprefix("@"), request.runtime.store
    key = skeleton(text)
    account = (await request.read(lambda: store.find_accounts({key}))).get(key)
    if account is not None:
        return Human(account.id, account.name, account=True, bot=account.role == BOT, owner=account.owner_id)
    found = {
        client.player.id: client.player
        for client in request.runtime.clients.all
        if client.player.name.casefold() == text.casefold()
    }
    if len(found) != 1:
        count = f"{len(found)} connected players have" if found else "no account and no connected player has"
        raise CommandRefused(Code.UNKNOWN_PLAYER, f"{count} the name {text!r}", "let the player enter with the code")
    return next(iter(found.values()))
