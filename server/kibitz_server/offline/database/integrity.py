"""Whether every match in a database can be rebuilt from its events, and ends as it says it did."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import sqlalchemy as sql

from kibitz_server.core.match.match import Match
from kibitz_server.core.values.events import Event, MatchAborted, MatchCreated, MatchFinished, MovePlayed
from kibitz_server.store.event_json import load
from kibitz_server.store.migrations.upgrade import check_known, revision
from kibitz_server.store.tables import events

ROWS_AT_ONCE = 1000


@dataclass
class Report:
    """What was looked at."""

    matches: int = 0
    events: int = 0
    troubles: int = 0


class Wrong(Exception):
    """A match that cannot have come about; the text says where."""


def check(engine: sql.Engine, report: Report) -> Iterator[str]:
    """A sentence for each match in trouble. Raises BadDatabase and sqlalchemy's errors."""
    found = revision(engine)
    check_known(engine, found)
    if found is None:
        return
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            yield from _check_file(connection, report)
        wanted = sql.select(events).order_by(events.c.match_id, events.c.seq)
        stored = connection.execution_options(yield_per=ROWS_AT_ONCE).execute(wanted)
        for match_id, group in groupby(stored, key=lambda row: row.match_id):
            rows = list(group)
            report.matches += 1
            report.events += len(rows)
            try:
                check_match(match_id, rows)
            except Wrong as wrong:
                report.troubles += 1
                yield f"match {match_id}: {wrong}"


def _check_file(connection: sql.Connection, report: Report) -> Iterator[str]:
    said = connection.exec_driver_sql("pragma integrity_check").scalars().all()
    if list(said) != ["ok"]:
        report.troubles += 1
        yield f"the file: {'; '.join(map(str, said))}"


def check_match(match_id: str, rows: list[Any]) -> Match:
    """The match that stored events make. Raises Wrong."""
    match: Match | None = None
    for expected, row in enumerate(rows, 1):
        if row.seq != expected:
            missing = f"event {expected}" if row.seq == expected + 1 else f"events {expected} to {row.seq - 1}"
            raise Wrong(f"{missing} missing" if match else f"it begins with event {row.seq}; those before are missing")
        event = _read(row)
        if match is None:
            if not isinstance(event, MatchCreated) or event.id != match_id:
                raise Wrong(f"event 1 is {row.kind}, not its own creation")
            match = _attempt(row, lambda event=event: Match(event, 0.0))
        else:
            _follow(match, event, row)
    assert match is not None
    if match.position.outcome is not None and not match.over:
        raise Wrong(f"the game ended at ply {match.ply}, but the match did not")
    return match


def _read(row: Any) -> Event:
    try:
        return load(row.kind, row.body)
    except KeyError:
        raise Wrong(f"event {row.seq} is a {row.kind}, which this Kibitz does not know") from None
    except ValueError as error:
        raise Wrong(f"event {row.seq} ({row.kind}) cannot be read: {str(error).splitlines()[0]}") from None


def _follow(match: Match, event: Event, row: Any) -> None:
    """Apply one event, if it can come after those before it."""
    if match.over and isinstance(event, MovePlayed | MatchFinished | MatchAborted):
        raise Wrong(f"event {row.seq} ({row.kind}) comes after the end")
    if isinstance(event, MovePlayed) and (event.ply, event.seat) != (match.ply, match.to_move):
        raise Wrong(f"event {row.seq} is seat {event.seat}'s move at ply {event.ply}, but the match is at {match.ply}")
    if isinstance(event, MatchFinished):
        outcome = match.position.outcome
        if outcome is not None and (outcome.winner, outcome.points) != (event.result.winner, event.result.points):
            raise Wrong(f"event {row.seq} says that {_winner(event.result)}, by the rules {_winner(outcome)}")
    _attempt(row, lambda: match.apply(event))


def _winner(result: Any) -> str:
    return "it was a draw" if result.winner is None else f"seat {result.winner} won"


def _attempt(row: Any, work: Any) -> Any:
    try:
        return work()
    except Exception as error:  # whatever the rules make of an event that cannot be
        raise Wrong(f"event {row.seq} ({row.kind}) does not follow from those before: {error}") from None
