"""Creation of a tournament: its terms, its engines, its openings, and the key of a private one."""

from collections.abc import Callable
from typing import Any

from kibitz_protocol.refusals import Code
from kibitz_protocol.tournaments.commands import CreateTournament
from kibitz_protocol.tournaments.fits import misfit
from kibitz_protocol.tournaments.terms import EngineEntrant, TournamentTerms
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.ids import hash_key, id_of, key_of
from kibitz_server.accounts.names import BadName, check_free
from kibitz_server.core.tournament import commands as core
from kibitz_server.core.tournament.values import Entrant
from kibitz_server.core.tournament.values import TournamentTerms as CoreTerms
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.games.game import BadOption
from kibitz_server.games.registry import UnknownGame, load_request, named_game
from kibitz_server.handlers.access import check_host, engine_fits
from kibitz_server.handlers.answers import NEW_ID_HINT
from kibitz_server.handlers.create import DEFAULT_S, LATER
from kibitz_server.handlers.request import AwaitedOutcome
from kibitz_server.handlers.tournaments.access import TournamentRequest, refused
from kibitz_server.handlers.tournaments.show import done_data
from kibitz_server.jobs.openings import openings_of_terms
from kibitz_server.messages import commands
from kibitz_server.messages.tournaments.terms import tournament_terms
from kibitz_server.runtime.engines.engine_turns import MAX_S
from kibitz_server.runtime.tournaments.running import TournamentRoom


async def create(request: TournamentRequest, asked: CreateTournament) -> None:
    """Create a tournament, let the client follow it if it wants that, and answer.

    Raises:
        CommandRefused: The terms do not fit, the id is of another tournament, or it cannot be saved.
    """
    client, runtime = request.client, request.runtime
    terms = named_terms(asked.terms)
    check_host(request, terms.game)
    entrants = [engine_entrant(request, each, terms.game, terms.options) for each in asked.engines]
    if None in entrants:
        return
    id = id_of(client.player.id, request.message.id)
    key = key_of(client.info.seed, request.message.id) if terms.private else None
    room = await runtime.tournaments.rooms.fetch(id, request)
    if room is None:
        core_terms = await terms_of(request, terms, key)
        room = await make(request, id, asked.name, core_terms, tuple(filter(None, entrants)), asked.start_now)
    elif (room.tournament.created.name, room.tournament.format) != (asked.name, terms.format):
        raise CommandRefused(Code.ID_REUSED, hint=NEW_ID_HINT)
    # Otherwise the command was repeated when its answer was forgotten, as after a restart.
    request.reply(done_data(room, key))
    if asked.follow:
        runtime.followers.follow(room, client, None, None, lambda _: None)


async def make(
    request: TournamentRequest,
    id: str,
    name: str,
    terms: CoreTerms,
    entrants: tuple[Entrant, ...] = (),
    start_now: bool = False,
) -> TournamentRoom:
    """Create a tournament of the client's player, or return the one with that id.

    Raises:
        CommandRefused: It may not be created, or it could not be saved.
    """
    runtime = request.runtime
    command = core.CreateTournament(
        id=id,
        code=runtime.tournaments.rooms.unused_code(listed=terms.listed),
        name=name,
        organiser=request.client.player,
        terms=terms,
        entrants=entrants,
        created_at=runtime.wall_clock(),
        start_now=start_now,
    )

    def begin(then: Callable[[TournamentRoom | None], None]) -> None:
        refusal = runtime.tournaments.create(command, then)
        if refusal is not None:
            raise refused(refusal)

    room = await AwaitedOutcome(begin)
    if room is None:
        raise CommandRefused(Code.NOT_SAVED, hint=LATER)
    return room


async def terms_of(request: TournamentRequest, terms: TournamentTerms, key: str | None) -> CoreTerms:
    """Return terms that a client asks for as those of the core. `key` is that of a private tournament."""
    openings = None
    if terms.openings is not None:
        openings = await request.in_background(openings_of_terms, terms.game, terms.options, terms.openings)
    return tournament_terms(terms, openings, request.runtime.random.below(2**53), hash_key(key) if key else None)


def engine_entrant(request: TournamentRequest, asked: EngineEntrant, game: str, options: Any) -> Entrant | None:
    """Return an engine as an entrant. If it cannot play the game, refuse the command and return None.

    Raises:
        CommandRefused: Its name may not be used.
    """
    engine = commands.engine(asked.engine, DEFAULT_S, MAX_S)
    if request.answered or not engine_fits(request, engine, game, options):
        return None
    if asked.name is not None:
        try:
            check_free(asked.name)
        except BadName as error:
            raise CommandRefused(Code.BAD_NAME, str(error), "give the engine another name") from None
    return entrant_of(request, engine, game, asked.name)


def entrant_of(request: TournamentRequest, player: Human | Engine, game: str, name: str | None = None) -> Entrant:
    """Return a player as an entrant, with the rating by which entrants are seeded."""
    found = request.runtime.ratings.of(player, game)
    return Entrant(player, name or player.name, round(found.shown) if found is not None else None)


def named_terms(terms: TournamentTerms) -> TournamentTerms:
    """Return terms with the game and the options that an alias names.

    Raises:
        CommandRefused: The server does not have the game, or the game not the options, or a term does not fit.
    """
    try:
        name, options = named_game(terms.game, terms.options, new=True)
        load_request(name, options)
    except UnknownGame as error:
        raise CommandRefused(Code.UNKNOWN_GAME, str(error), "`kibitz games` lists them") from None
    except BadOption as error:
        raise CommandRefused(Code.BAD_OPTION, str(error), f"`kibitz games {terms.game}` lists its options") from None
    if (fault := misfit(terms)) is not None:
        raise CommandRefused(Code.BAD_FORMAT, f"{fault.field} {fault.reason}", fault.hint)
    return terms.model_copy(update={"game": name, "options": options})
