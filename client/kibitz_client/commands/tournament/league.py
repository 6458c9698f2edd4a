"""`kibitz league`: leagues, whose divisions are round robins of one season after another."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kibitz_client.commands.tournament.ask import action, ask, tournaments, view_of
from kibitz_client.commands.tournament.organise import entrant_fields
from kibitz_client.commands.tournament.show import standings_text
from kibitz_client.errors import RefusedError, UsageError
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.invitation import elsewhere_lines
from kibitz_client.network.servers.connect import connect
from kibitz_client.parsing.event_setup import entrants
from kibitz_client.settings import Settings
from kibitz_client.terminal.output import Output
from kibitz_client.text.tournaments.tables import fitted, state_text, status_text
from kibitz_protocol.tournaments.commands import AddEntrant, BeginSeason, CreateLeague, ListTournaments
from kibitz_protocol.tournaments.views import LeagueSeason, TournamentDone, TournamentRow

ANY = "any"
"""Stands for all leagues in a request for a list."""


class SeasonPlace(NamedTuple):
    """A division: its tournament, and its place in the league."""

    season: int
    division: int
    row: TournamentRow


async def create(settings: Settings, output: Output, do: CreateLeague, entered: Sequence[str]) -> None:
    """Create a league with the first season, and enter players and engines, the strongest first.

    Args:
        settings: The server and the player.
        output: Where to print.
        do: The league.
        entered: Who enters, as typed. The first ones fill the first division.

    Raises:
        UsageError: There are more entrants than places, or two engines have one name.
        RefusedError: The server does not create the league.
    """
    size = do.terms.most_entrants or 0
    if len(entered) > size * do.divisions:
        sentence = f"{len(entered)} entrants are more than the {size * do.divisions} places of the league"
        raise UsageError(sentence, "choose more divisions or a larger --size")
    async with connect(settings, output) as connected:
        client = connected.client
        parts = [_fields(entered[place : place + size], client) for place in range(0, len(entered), size)]
        season = await ask(client, do, LeagueSeason)
        output.emit(season)
        for row, part in zip(season.divisions, parts, strict=False):
            for name, fields in part:
                try:
                    await ask(client, action(AddEntrant, row.code, season.key, **fields), TournamentDone)
                except RefusedError as refusal:
                    output.warn(f"{name} has not entered {row.name}: {refusal}")
        _say(output, season)
        if season.key is not None and not output.json:
            output.say(f"key {season.key}", "to enter or watch, others need this key; it is shown only this once")
        if not output.json:
            output.say("to start:  kibitz tournament start CODE, for each division")
            output.say(f"to enter:  kibitz play CODE --server {client.url}", *await elsewhere_lines(client.url))
            output.say(f"later:     kibitz league next {season.league}")


def _fields(typed: Sequence[str], client: NetworkClient) -> list[tuple[str, dict[str, object]]]:
    """Return the name and the fields of entrants as typed; equal engines of a division are numbered as copies."""
    found = [entrant_fields(text, client.welcome.engines) for text in typed]
    engines = iter(entrants([text for text, (_, fields) in zip(typed, found, strict=True) if "engine" in fields]))
    made: list[tuple[str, dict[str, object]]] = []
    for name, fields in found:
        if "engine" in fields:
            engine = next(engines)
            made.append((engine.name or name, {"engine": engine}))
        else:
            made.append((name, fields))
    return made


async def begin_season(settings: Settings, output: Output, league: str) -> None:
    """Create the next season of a league."""
    async with connect(settings, output) as connected:
        season = await ask(connected.client, BeginSeason(league=league), LeagueSeason)
    output.emit(season)
    _say(output, season)


def _say(output: Output, season: LeagueSeason) -> None:
    if not output.json:
        output.say(f"{season.name} ({season.league}), season {season.season}")
        output.say(*(f"division {number}: {row.code}" for number, row in enumerate(season.divisions, start=1)))


async def show(settings: Settings, output: Output, league: str) -> None:
    """Show a league: the standings of the latest season, then its earlier seasons.

    Raises:
        UsageError: There is no such league.
    """
    async with connect(settings, output) as connected:
        client = connected.client
        places = places_of([row async for row in tournaments(client, ListTournaments(league=league))])
        if not places or league.strip().lower() == ANY:
            raise UsageError(f"there is no league {league!r}", "kibitz league list shows them")
        latest = max(place.season for place in places)
        views = [await view_of(client, place.row.tournament, None) for place in places if place.season == latest]
    for view in views:
        output.emit(view)
    if output.json:
        return
    first = places[0].row.division
    assert first is not None
    output.say(f"{first.name} ({first.league}), season {latest}")
    for view in views:
        output.say("", f"{view.name} ({view.code}): {status_text(view)}", *standings_text(view, output))
    earlier = [place for place in places if place.season < latest]
    if earlier:
        output.say("", "earlier seasons", *division_lines(earlier, output.style.width))


def division_lines(places: Iterable[SeasonPlace], width: int) -> list[str]:
    """Return divisions as a table, each with its first entrant."""
    headings = ("season", "division", "code", "entrants", "state", "first")
    cells = [
        (str(season), str(division), row.code, str(row.entrants), state_text(row), row.leader or "")
        for season, division, row in places
    ]
    return fitted(headings, cells, width, names=(5,))


async def list_all(settings: Settings, output: Output) -> None:
    """Show the leagues of the server, each with its latest season."""
    async with connect(settings, output) as connected:
        rows = [row async for row in tournaments(connected.client, ListTournaments(league=ANY))]
    leagues: dict[str, list[SeasonPlace]] = {}
    for place in places_of(rows):
        assert place.row.division is not None
        leagues.setdefault(place.row.division.league, []).append(place)
    latest = {
        league: [place.row for place in places if place.season == max(each.season for each in places)]
        for league, places in leagues.items()
    }
    for divisions in latest.values():
        for row in divisions:
            output.emit(row)
    if not output.json:
        output.say(*_list_lines(latest.values(), output.style.width))


def _list_lines(leagues: Iterable[Sequence[TournamentRow]], width: int) -> list[str]:
    """Return leagues as a table, from the divisions of the latest season of each."""
    headings = ("league", "name", "game", "season", "divisions", "entrants", "state")
    cells = []
    for rows in leagues:
        place = rows[0].division
        assert place is not None
        states = {row.state for row in rows}
        over = states <= {"finished", "cancelled"}
        state = "over" if over else "announced" if states == {"announced"} else "running"
        entered = sum(row.entrants for row in rows)
        cells.append((place.league, place.name, rows[0].game, *map(str, (place.season, len(rows), entered)), state))
    return fitted(headings, cells, width, names=(1,)) if cells else ["no league"]


def places_of(rows: Iterable[TournamentRow]) -> list[SeasonPlace]:
    """Return the divisions in the order of seasons, the latest first, and divisions."""
    found = [SeasonPlace(row.division.season, row.division.division, row) for row in rows if row.division is not None]
    return sorted(found, key=lambda place: (-place.season, place.division))
