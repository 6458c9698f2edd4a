"""Integrity check of a database: replay every match and tournament from its events.

It compares ends, chance events, and the games of tournaments with their matches.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import sqlalchemy as sql

from kibitz_server.core.match.match import Match
from kibitz_server.core.match.moves import decide_chances
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.events import (
    ChanceDecided,
    Event,
    MatchAborted,
    MatchCreated,
    MatchFinished,
    MovePlayed,
    SeedKept,
    SeedRevealed,
)
from kibitz_server.maintenance.tournament_check import CheckedGame, check_tournaments, checked_game
from kibitz_server.store.event_json import load
from kibitz_server.store.migrations.upgrade import check_known, revision
from kibitz_server.store.tables import events

ROWS_AT_ONCE = 1000


@dataclass
class IntegrityReport:
    """Counts of a check."""

    matches: int = 0
    tournaments: int = 0
    events: int = 0
    problems: int = 0


class InvalidMatch(Exception):
    """Stored events that no match can have; the message names the first such event."""


def check(engine: sql.Engine, report: IntegrityReport) -> Iterator[str]:
    """Check a database, count in `report`, and yield a sentence for each problem.

    Raises:
        BadDatabase: The database is from a newer Kibitz.
        sqlalchemy.exc.SQLAlchemyError: The database cannot be read.
    """
    found = revision(engine)
    check_known(engine, found)
    if found is None:
        return
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            yield from _check_file(connection, report)
        yield from check_events(connection, report)


def check_events(connection: sql.Connection, report: IntegrityReport) -> Iterator[str]:
    """Check the events of all matches and tournaments as `check` does, on an open connection."""
    games: dict[str, CheckedGame | None] = {}
    wanted = sql.select(events).order_by(events.c.match_id, events.c.seq).execution_options(yield_per=ROWS_AT_ONCE)
    for match_id, group in groupby(connection.execute(wanted), key=lambda row: row.match_id):
        rows = list(group)
        report.matches += 1
        report.events += len(rows)
        try:
            game = checked_game(check_match(match_id, rows))
        except InvalidMatch as invalid:
            report.problems += 1
            games[match_id] = None
            yield f"match {match_id}: {invalid}"
        else:
            if game is not None:
                games[match_id] = game
    for found in check_tournaments(connection, games):
        report.tournaments += bool(found.events)
        report.events += found.events
        report.problems += len(found.problems)
        yield from (f"tournament {found.tournament_id}: {problem}" for problem in found.problems)


def _check_file(connection: sql.Connection, report: IntegrityReport) -> Iterator[str]:
    results = connection.exec_driver_sql("pragma integrity_check").scalars().all()
    if list(results) != ["ok"]:
        report.problems += 1
        yield f"the file: {'; '.join(map(str, results))}"


def check_match(match_id: str, rows: list[Any]) -> Match:
    """Replay a match from its stored events, and return it.

    Raises:
        InvalidMatch: Events are missing, or break the rules.
    """
    match: Match | None = None
    for expected, row in enumerate(rows, 1):
        if row.seq != expected:
            missing = f"event {expected}" if row.seq == expected + 1 else f"events {expected} to {row.seq - 1}"
            raise InvalidMatch(
                f"{missing} missing" if match else f"it begins with event {row.seq}; those before are missing"
            )
        event = _read(row)
        if match is None:
            if not isinstance(event, MatchCreated) or event.id != match_id:
                raise InvalidMatch(f"event 1 is {row.kind}, not the creation of the match")
            match = _attempt(row, lambda event=event: Match(event, 0.0))
        else:
            _follow(match, event, row)
    assert match is not None
    if match.position.outcome is not None and not match.over:
        raise InvalidMatch(f"the game ended at ply {match.ply}, but the match did not")
    if match.phase is Phase.RUNNING and match.position.chances:
        raise InvalidMatch(f"a chance event is due at ply {match.ply}, but none was made")
    return match


def _read(row: Any) -> Event:
    try:
        return load(row.kind, row.body)
    except KeyError:
        raise InvalidMatch(f"event {row.seq} is of the unknown kind {row.kind}") from None
    except ValueError as error:
        raise InvalidMatch(f"event {row.seq} ({row.kind}) cannot be read: {str(error).splitlines()[0]}") from None


def _follow(match: Match, event: Event, row: Any) -> None:
    """Apply one event, if it can follow the previous ones."""
    if match.over and isinstance(event, MovePlayed | ChanceDecided | MatchFinished | MatchAborted):
        raise InvalidMatch(f"event {row.seq} ({row.kind}) comes after the end")
    if isinstance(event, MovePlayed) and (event.ply, event.seat) != (match.ply, match.to_move):
        raise InvalidMatch(
            f"event {row.seq} is seat {event.seat}'s move at ply {event.ply}, but the match is at ply {match.ply}"
        )
    if isinstance(event, MatchFinished):
        outcome = match.position.outcome
        if outcome is not None and (outcome.winner, outcome.points) != (event.result.winner, event.result.points):
            raise InvalidMatch(
                f"event {row.seq} records that {_winner(event.result)}, but by the rules {_winner(outcome)}"
            )
    if isinstance(event, SeedRevealed) and (event.server_seed != match.created.server_seed or not match.over):
        raise InvalidMatch(f"event {row.seq} reveals another seed, or the seed of a running match")
    if isinstance(event, SeedKept) and not match.secret_kept:
        raise InvalidMatch(f"event {row.seq} keeps the seed of a match that reveals it, or that is not over")
    if isinstance(event, ChanceDecided) and match.position.chances:
        _check_chance(match, event, row)
    _attempt(row, lambda: match.apply(event))


def _check_chance(match: Match, event: ChanceDecided, row: Any) -> None:
    """Compare a chance event that is due with the one that follows from the seed."""
    made = _attempt(row, lambda: decide_chances(match))[0].found.move.text
    if event.text != made:
        raise InvalidMatch(f"event {row.seq} is chance event {event.text}, but from the seed follows {made}")


def _winner(result: Any) -> str:
    return "it was a draw" if result.winner is None else f"seat {result.winner} won"


def _attempt(row: Any, work: Any) -> Any:
    try:
        return work()
    except Exception as error:  # the rules may raise anything on an impossible event
        raise InvalidMatch(f"event {row.seq} ({row.kind}) does not follow from the previous ones: {error}") from None
