"""Leagues: creation of the divisions of the first season, and of those of the next one."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kibitz_protocol.refusals import Code
from kibitz_protocol.tournaments.commands import BeginSeason, CreateLeague
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.ids import id_of, key_of, new_code
from kibitz_server.core.tournament.rules.league import LEAST, final_places, next_divisions
from kibitz_server.core.tournament.rules.organising import not_organiser
from kibitz_server.core.tournament.values import Entrant, LeaguePlace, TournamentTerms
from kibitz_server.handlers.access import check_host
from kibitz_server.handlers.answers import NEW_ID_HINT
from kibitz_server.handlers.tournaments.access import TournamentRequest
from kibitz_server.handlers.tournaments.create import entrant_of, make, named_terms, terms_of
from kibitz_server.messages.tournaments.snapshot import row_of
from kibitz_server.runtime.tournaments.running import TournamentRoom
from kibitz_server.store.archive.tournaments import ANY_LEAGUE, TournamentCriteria

USUAL_SIZE = 8
SEEDS = 2**53
LEAGUE = "L"
"""Begins the id of a league, so that it is not taken for the code of a tournament."""
Seasons = dict[int, dict[int, str]]
"""The ids of the tournaments of a league, by season and division."""


async def create_league(request: TournamentRequest, asked: CreateLeague) -> None:
    """Create the divisions of the first season of a league, and answer with them.

    A repeated command creates what is missing: the ids of the divisions follow from that of the command.

    Raises:
        CommandRefused: It may not be created, or the command's id belongs to another one.
    """
    client, rooms = request.client, request.runtime.tournaments.rooms
    given = named_terms(asked.terms)
    check_host(request, given.game)
    if given.most_entrants is None:
        given = given.model_copy(update={"most_entrants": USUAL_SIZE})
    key = key_of(client.info.seed, request.message.id) if given.private else None
    ids = [id_of(client.player.id, f"{request.message.id} {number}") for number in range(1, asked.divisions + 1)]
    known = await rooms.fetch(ids[0], request)
    if known is None:
        terms = await terms_of(request, given, key)
        id = f"{LEAGUE}-{new_code(listed=terms.listed)}"
        place = LeaguePlace(id, asked.name, 1, asked.divisions, 1, asked.promote, asked.relegate)
        terms = replace(terms, league=place)
    else:
        terms = known.tournament.terms
        if terms.league is None or (terms.league.name, terms.league.divisions) != (asked.name, asked.divisions):
            raise CommandRefused(Code.ID_REUSED, hint=NEW_ID_HINT)
    made = [await _make(request, id, terms, number) for number, id in enumerate(ids, start=1)]
    _reply(request, made, key)


async def begin_season(request: TournamentRequest, asked: BeginSeason) -> None:
    """Create the next season of a league, with the entrants that stay in it, and answer with its divisions.

    Raises:
        CommandRefused: There is no such league, or the player is not its organiser, or a division is not over.
    """
    league = asked.league.upper()
    seasons = await _seasons(request, league) if league != ANY_LEAGUE else {}
    if not seasons:
        sentence = f"there is no league {league!r}"
        raise CommandRefused(Code.UNKNOWN_TOURNAMENT, sentence, "kibitz league list shows them")
    last, current = await _last_season(request, seasons)
    terms = current[0].tournament.terms
    assert terms.league is not None
    check_host(request, terms.game)
    refusal = not_organiser(current[0].tournament, request.client.player)
    if refusal is not None:
        raise CommandRefused(Code(refusal.reason.value), f"{refusal.message} in this league", refusal.hint)
    running = next((room for room in current if room.tournament.ended is None), None)
    if running is not None:
        sentence = f"{running.tournament.created.name} is not over"
        raise CommandRefused(Code.NOT_OVER, sentence, "end it, or let all its games be played")
    finals = [final_places(room.tournament) for room in current]
    divisions = next_divisions(finals, terms.league.promote, terms.league.relegate)
    made = []
    for number, entrants in enumerate(divisions, start=1):
        bottom = number == len(divisions)
        # New entrants begin at the bottom: the other divisions are full.
        size = max(len(entrants), current[-1].tournament.terms.most_entrants if bottom else LEAST)
        place = replace(terms.league, season=last + 1, division=number, divisions=len(divisions))
        following = replace(terms, league=place, most_entrants=size, start=None, seed=(terms.seed + 1) % SEEDS)
        id = id_of(league, f"{last + 1} {number}")
        made.append(await _make(request, id, following, number, _rated_now(request, entrants, terms.game)))
    _reply(request, made, None)


async def _seasons(request: TournamentRequest, league: str) -> Seasons:
    """Return what the client may know of a league, without the older seasons that are over."""
    store, viewer = request.runtime.store, request.client.player
    criteria = TournamentCriteria(viewer.id, league=league)
    found = await request.read(lambda: store.tournaments(criteria))
    seasons: Seasons = {}
    for each in found.tournaments:
        if each.season is not None and each.division is not None:
            seasons.setdefault(each.season, {})[each.division] = each.tournament_id
    for room in request.runtime.tournaments.rooms.all:
        state = room.tournament
        place = state.terms.league
        known = state.terms.listed or state.created.organiser.id == viewer.id or state.find(viewer.id) is not None
        if place is not None and place.id == league and known:
            seasons.setdefault(place.season, {})[place.division] = room.id
    return seasons


async def _last_season(request: TournamentRequest, seasons: Seasons) -> tuple[int, Sequence[TournamentRoom]]:
    """Return the last season with all its divisions. A server that was killed may have created a part of the next.

    Raises:
        CommandRefused: A division is missing in each season.
    """
    rooms = request.runtime.tournaments.rooms
    for season in sorted(seasons, reverse=True):
        found = [await rooms.fetch(seasons[season][number], request) for number in sorted(seasons[season])]
        made = [room for room in found if room is not None]
        place = made[0].tournament.terms.league if made else None
        if place is not None and place.divisions == len(made):
            return season, made
    raise CommandRefused(Code.UNKNOWN_TOURNAMENT, "the server has not kept all divisions", "create another league")


async def _make(
    request: TournamentRequest, id: str, terms: TournamentTerms, division: int, entrants: Iterable[Entrant] = ()
) -> TournamentRoom:
    """Create a division. Its seed differs from those of the others, so that engines do not repeat their games."""
    room = await request.runtime.tournaments.rooms.fetch(id, request)
    if room is not None:
        return room
    assert terms.league is not None
    place = replace(terms.league, division=division)
    terms = replace(terms, league=place, seed=(terms.seed + (division - 1) * 1000) % SEEDS)
    name = f"{place.name}, division {division}, season {place.season}"
    return await make(request, id, name, terms, tuple(entrants))


def _rated_now(request: TournamentRequest, entrants: Iterable[Entrant], game: str) -> list[Entrant]:
    """Return entrants with the ratings that they have now."""
    return [entrant_of(request, each.player, game, each.name) for each in entrants]


def _reply(request: TournamentRequest, made: Sequence[TournamentRoom], key: str | None) -> None:
    """Answer with a `LeagueSeason`."""
    place = made[0].tournament.terms.league
    assert place is not None
    time, viewer = request.runtime.tournaments.rooms.time(), request.client.player
    request.reply(
        {
            "kind": "league",
            "league": place.id,
            "name": place.name,
            "season": place.season,
            "divisions": [row_of(room.tournament, viewer, time) for room in made],
            "key": key,
        }
    )
