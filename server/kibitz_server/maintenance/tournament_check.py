"""Integrity check of tournaments: replay each from its events, and compare its games with their matches.

The end of a match and its count are saved together. So every begun game has a match with its place, every count is the
end of that match, and every end is counted while the tournament goes on.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

import sqlalchemy as sql

from kibitz_server.core.match.match import Match
from kibitz_server.core.tournament.commands import CountGame, VoidGame
from kibitz_server.core.tournament.events import Event, GameBegun, GameCounted, GameVoided, ResultSet, TournamentCreated
from kibitz_server.core.tournament.rules.match_ends import end_of
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.core.values.terms import Place
from kibitz_server.store.event_json import load_of_tournament
from kibitz_server.store.tables import tournament_events

ROWS_AT_ONCE = 1000


class CheckedGame(NamedTuple):
    """A match of a tournament: its place, and what its end means; None while it goes on."""

    place: Place
    end: CountGame | VoidGame | None


class InvalidTournament(Exception):
    """Stored events that no tournament can have; the message names the first such event."""


def checked_game(match: Match) -> CheckedGame | None:
    """Return what the check of tournaments needs of a match; None if it belongs to none."""
    place = match.created.terms.tournament
    return None if place is None else CheckedGame(place, end_of(match) if match.over else None)


class TournamentFinding(NamedTuple):
    """What the check found of a tournament. It has no events if matches alone know of it."""

    tournament_id: str
    events: int
    problems: list[str]


def check_tournaments(connection: sql.Connection, games: dict[str, CheckedGame | None]) -> Iterator[TournamentFinding]:
    """Check all tournaments.

    Args:
        connection: An open connection.
        games: The matches of all tournaments by their ids, None for a match that breaks the rules. Those that a
            tournament knows are removed.
    """
    if not sql.inspect(connection).has_table(tournament_events.name):
        return
    table = tournament_events
    wanted = sql.select(table).order_by(table.c.tournament_id, table.c.seq).execution_options(yield_per=ROWS_AT_ONCE)
    for tournament_id, group in groupby(connection.execute(wanted), key=lambda row: row.tournament_id):
        rows = list(group)
        try:
            tournament = check_tournament(tournament_id, rows)
        except InvalidTournament as invalid:
            yield TournamentFinding(tournament_id, len(rows), [str(invalid)])
            games = {id: game for id, game in games.items() if game is None or game.place.id != tournament_id}
        else:
            yield TournamentFinding(tournament_id, len(rows), list(_compared(tournament, games)))
    left = {id: game.place.id for id, game in games.items() if game is not None}
    for tournament_id in sorted(set(left.values())):
        matches = sorted(id for id, of in left.items() if of == tournament_id)
        yield TournamentFinding(
            tournament_id, 0, [f"match {id} belongs to it, but no game of it began as that" for id in matches]
        )


def check_tournament(tournament_id: str, rows: list[Any]) -> Tournament:
    """Replay a tournament from its stored events, and return it.

    Raises:
        InvalidTournament: Events are missing, or do not follow from each other.
    """
    tournament: Tournament | None = None
    for expected, row in enumerate(rows, 1):
        if row.seq != expected:
            raise InvalidTournament(f"event {expected} is missing")
        event = _read(row)
        if tournament is None:
            if not isinstance(event, TournamentCreated) or event.id != tournament_id:
                raise InvalidTournament(f"event 1 is {row.kind}, not the creation of the tournament")
            tournament = Tournament(event, 0.0)
            continue
        _check_game(tournament, event, row.seq)
        try:
            tournament.apply(event, 0.0)
        except Exception as error:  # an impossible event may lead to anything
            text = f"event {row.seq} ({row.kind}) does not follow from the previous ones: {error!r}"
            raise InvalidTournament(text) from None
    assert tournament is not None
    return tournament


def _read(row: Any) -> Event:
    try:
        return load_of_tournament(row.kind, row.body)
    except KeyError:
        raise InvalidTournament(f"event {row.seq} is of the unknown kind {row.kind}") from None
    except ValueError as error:
        raise InvalidTournament(f"event {row.seq} ({row.kind}) is damaged: {error}") from None


def _check_game(tournament: Tournament, event: Event, seq: int) -> None:
    """Check an event of a game: games are numbered in their order, and each ends once."""
    if tournament.ended is not None and not isinstance(event, ResultSet):
        raise InvalidTournament(f"event {seq} comes after the end")
    if isinstance(event, GameBegun) and event.game != len(tournament.games) + 1:
        raise InvalidTournament(f"event {seq} begins game {event.game} after game {len(tournament.games)}")
    if isinstance(event, GameCounted | GameVoided | ResultSet) and not 1 <= event.game <= len(tournament.games):
        raise InvalidTournament(f"event {seq} is about game {event.game}, which did not begin")
    if isinstance(event, GameCounted) and event.game not in tournament.running:
        raise InvalidTournament(f"event {seq} counts game {event.game}, which was over")


def _compared(tournament: Tournament, games: dict[str, CheckedGame | None]) -> Iterator[str]:
    """Compare the games of a tournament with their matches, and remove these."""
    created = tournament.created
    for game in tournament.games:
        begun = game.begun
        if begun.match_id not in games:
            yield f"game {game.number} has no match {begun.match_id}"
            continue
        match = games.pop(begun.match_id)
        if match is None:
            continue  # its own problem is named
        place = Place(created.id, created.code, game.round, begun.pair, begun.game, created.name)
        if match.place != place:
            yield f"game {game.number} has another place in match {begun.match_id}"
        if game.played is not None:
            counted = match.end
            if not isinstance(counted, CountGame):
                yield f"game {game.number} counts, but match {begun.match_id} has no result"
            elif (counted.outcome, counted.moves_hash) != (game.played, game.moves_hash):
                yield f"game {game.number} counts otherwise than match {begun.match_id} ended"
        elif game.runs and match.end is not None and tournament.ended is None:
            yield f"match {begun.match_id} has ended, but game {game.number} does not count"
