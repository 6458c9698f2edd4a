"""The complete file of a tournament: JSON with all its events, the events of its games, and its tables.

The tables are there for other programs. `verify` computes them again from the events and the games.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.json import decode, encode

from kibitz_server.core.tournament.rules.figures import ratings
from kibitz_server.core.tournament.standings import standings
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.messages.tournaments.standings import rows_data
from kibitz_server.messages.tournaments.tables import crosstable_data, statistics_data
from kibitz_server.store.event_json import dump
from kibitz_server.store.interface import NumberedEvent, TournamentEntry
from kibitz_server.tournament_files.source import TournamentSource

VERSION = 1
SECRET = ("key_hash",)
"""Fields of events that no file has."""


def whole_text(source: TournamentSource) -> str:
    """Return the file. Each event has a line of its own, so that two files can be compared."""
    state = source.tournament
    created = state.created
    head = {
        "kibitz_tournament": VERSION,
        "id": created.id,
        "code": created.code,
        "name": created.name,
        "state": state.phase,
    }
    parts = [f'"{name}": {_json(value)}' for name, value in head.items()]
    secret = SECRET if state.seed_known else (*SECRET, "seed")
    parts.append(_listed("events", (_tournament_event(entry, secret) for entry in source.entries)))
    parts.append(_listed("games", (_game(number, events) for number, events in source.ended_matches())))
    parts += [f'"{name}": {_json(value)}' for name, value in tables(state).items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def tables(state: Tournament) -> dict[str, Any]:
    """Return what the file has besides events: standings, crosstable and statistics, all computed from the events."""
    found = standings(state)
    data = {
        "tie_breaks": list(found.tie_breaks),
        "standings": rows_data(state, found.rows, ratings),
        "crosstable": crosstable_data(state)["rows"],
        "statistics": statistics_data(state),
    }
    tables: dict[str, Any] = decode(encode(data))
    return tables


def _tournament_event(entry: TournamentEntry, secret: Sequence[str]) -> str:
    body = _public(decode(dump(entry.event)), secret)
    return _json({"seq": entry.seq, "at": entry.at, "kind": type(entry.event).__name__, "body": body})


def _public(body: Any, secret: Sequence[str] = SECRET) -> Any:
    """Return the body of an event without secret fields, which then have their defaults."""
    if isinstance(body, dict):
        return {name: _public(value, secret) for name, value in body.items() if name not in secret}
    return [_public(each, secret) for each in body] if isinstance(body, list) else body


def _game(number: int, events: list[NumberedEvent]) -> str:
    lines = ",\n  ".join(_match_event(entry) for entry in events)
    return f'{{"game": {number}, "match": {_json(events[0].match_id)}, "events": [\n  {lines}]}}'


def _match_event(entry: NumberedEvent) -> str:
    body = decode(dump(entry.event))
    return _json({"seq": entry.seq, "at": entry.at, "kind": type(entry.event).__name__, "body": _public(body)})


def _listed(name: str, lines: Iterable[str]) -> str:
    return f'"{name}": [\n' + ",\n".join(_nonempty(lines)) + "\n]"


def _nonempty(lines: Iterable[str]) -> Iterator[str]:
    return (line for line in lines if line)


def _json(value: Any) -> str:
    return encode(value).decode()
