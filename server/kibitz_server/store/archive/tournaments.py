"""Events of tournaments as they are stored, and the archive of finished ones, which is derived from them."""

from typing import NamedTuple

import sqlalchemy as sql

from kibitz_server.store.inserts import Addition, Insert
from kibitz_server.store.tables import LAST_OF_TOURNAMENT, ended_entrants, ended_tournaments, tournament_events

ADD_TOURNAMENTS = Insert(ended_tournaments)
ADD_ENTRANTS = Insert(ended_entrants)


class EndedEntrant(NamedTuple):
    """An entrant of a finished tournament. `player_id` is None for an engine."""

    number: int
    name: str
    player_id: str | None
    place: int


class EndedTournament(NamedTuple):
    """A finished tournament. Its organiser and its entrants find it even if it is not `listed`.

    `options` are those of the game, as JSON. `round` is the last one and `rounds` how many there were to be, None where
    that is not known. `leader` is the first entrant in the standings. `league` is the id of the league of which it was
    a division. `seq` is the last event that the entry includes: results may change after the end.
    """

    tournament_id: str
    code: str
    name: str
    format: str
    game: str
    options: str
    clock: str | None
    organiser_id: str
    organiser: str
    listed: bool
    rated: bool
    cancelled: bool
    most_entrants: int
    round: int
    rounds: int | None
    leader: str | None
    league: str | None
    league_name: str | None
    season: int | None
    division: int | None
    created_at: float
    ended_at: float
    seq: int
    entrants: tuple[EndedEntrant, ...] = ()


ANY_LEAGUE = "ANY"
"""Stands for all leagues in a criterion."""
COLUMNS = tuple(name for name in EndedTournament._fields if name != "entrants")


class TournamentCriteria(NamedTuple):
    """Criteria of a list. With `mine` alone those that the viewer organised or entered.

    `league` is the id of a league, or `ANY_LEAGUE` for the divisions of all leagues.
    """

    viewer_id: str | None = None
    mine: bool = False
    offset: int = 0
    limit: int = 50
    league: str | None = None


class TournamentPage(NamedTuple):
    """Finished tournaments, and how many meet the criteria in all."""

    tournaments: list[EndedTournament]
    total: int


def unfinished(connection: sql.Connection) -> list[str]:
    """Return the ids of the tournaments that have not ended, oldest first."""
    events = tournament_events
    ended = sql.select(events.c.tournament_id).where(sql.text(LAST_OF_TOURNAMENT))
    first = sql.select(events.c.tournament_id).where(sql.text("seq = 1"), events.c.tournament_id.not_in(ended))
    return list(connection.execute(first.order_by(events.c.at, events.c.tournament_id)).scalars())


def unarchived(connection: sql.Connection) -> list[str]:
    """Return the ids of the finished tournaments of which the archive has nothing, or not the last events."""
    events, table = tournament_events, ended_tournaments
    archived = sql.select(table.c.tournament_id)
    missing = sql.select(events.c.tournament_id).where(
        sql.text(LAST_OF_TOURNAMENT), events.c.tournament_id.not_in(archived)
    )
    later = sql.select(sql.literal(1)).where(
        events.c.tournament_id == table.c.tournament_id, events.c.seq > table.c.seq
    )
    found = connection.execute(missing.order_by(events.c.at, events.c.tournament_id)).scalars().all()
    changed = connection.execute(archived.where(later.exists()).order_by(table.c.tournament_id)).scalars().all()
    return [*found, *changed]


def addition(tournament: EndedTournament) -> Addition:
    """Return the rows of a finished tournament, for the writer."""
    entrants = [(tournament.tournament_id, *entrant) for entrant in tournament.entrants]
    rows = ((ADD_TOURNAMENTS, [tournament[: len(COLUMNS)]]), (ADD_ENTRANTS, entrants))
    return Addition(rows, lambda connection: add(connection, tournament))


def add(connection: sql.Connection, tournament: EndedTournament) -> None:
    """Add a finished tournament, in place of what is there of it: results may change after the end."""
    for table in (ended_entrants, ended_tournaments):
        connection.execute(sql.delete(table).where(table.c.tournament_id == tournament.tournament_id))
    for insert, rows in addition(tournament).inserts:
        if rows:
            connection.execute(insert.statement, insert.records(rows))


def search(connection: sql.Connection, criteria: TournamentCriteria) -> TournamentPage:
    """Return a page of finished tournaments with their entrants, the last ones first."""
    table, viewer = ended_tournaments, criteria.viewer_id or ""  # engines have no id
    entered = table.c.tournament_id.in_(
        sql.select(ended_entrants.c.tournament_id).where(ended_entrants.c.player_id == viewer)
    )
    own = sql.or_(table.c.organiser_id == viewer, entered)
    wanted = own if criteria.mine else sql.or_(table.c.listed, own)
    if criteria.league is not None:
        any_league = criteria.league == ANY_LEAGUE
        wanted &= table.c.league.is_not(None) if any_league else table.c.league == criteria.league
    total = connection.execute(sql.select(sql.func.count()).select_from(table).where(wanted)).scalar_one()
    query = sql.select(*(table.c[name] for name in COLUMNS)).where(wanted)
    query = query.order_by(table.c.ended_at.desc(), table.c.tournament_id.desc())
    rows = connection.execute(query.offset(criteria.offset).limit(criteria.limit))
    found = [EndedTournament._make((*row, ())) for row in rows]
    entrants = _entrants(connection, [each.tournament_id for each in found])
    return TournamentPage(
        [each._replace(entrants=tuple(entrants.get(each.tournament_id, ()))) for each in found], total
    )


def find(connection: sql.Connection, reference: str, code: str) -> EndedTournament | None:
    """Return the finished tournament with that id or code; the last one, if several have had the code."""
    table = ended_tournaments
    query = sql.select(*(table.c[name] for name in COLUMNS)).where(
        sql.or_(table.c.tournament_id == reference, table.c.code == code)
    )
    row = connection.execute(query.order_by(table.c.ended_at.desc())).first()
    if row is None:
        return None
    return EndedTournament._make((*row, tuple(_entrants(connection, [row.tournament_id]).get(row.tournament_id, ()))))


def _entrants(connection: sql.Connection, ids: list[str]) -> dict[str, list[EndedEntrant]]:
    table = ended_entrants
    query = sql.select(table.c.tournament_id, *(table.c[name] for name in EndedEntrant._fields))
    rows = connection.execute(
        query.where(table.c.tournament_id.in_(ids)).order_by(table.c.tournament_id, table.c.place)
    )
    found: dict[str, list[EndedEntrant]] = {}
    for tournament_id, *entrant in rows:
        found.setdefault(tournament_id, []).append(EndedEntrant._make(entrant))
    return found
