"""Conversion between core events and the JSON text in which they are stored.

pydantic reads the text and knows its older forms. msgspec writes it in less than half the time. It differs from what
pydantic would write in the exponent of numbers from 1e16 on, which pydantic reads equally.
"""

import functools
from collections.abc import Mapping
from typing import Any, get_args

import msgspec
from pydantic import TypeAdapter
from pydantic_core import from_json, to_json

from kibitz_server.core.tournament.events import Event as TournamentEvent
from kibitz_server.core.values.events import Event

_adapters: dict[str, TypeAdapter[Any]] = {kind.__name__: TypeAdapter(kind) for kind in get_args(Event)}
OLD_NAMES: dict[str, tuple[str, dict[str, str]]] = {
    "Drawn": ("ChanceDecided", {}),
    "LotsGiven": ("ClientSeedGiven", {"text": "client_seed"}),
    "MatchCreated": ("MatchCreated", {"drawn": "random_options", "seed": "server_seed"}),
    "SeedRevealed": ("SeedRevealed", {"seed": "server_seed"}),
}
"""For the kind of an event that an earlier version stored, its kind of today, and the fields with another name."""

_tournament_kinds: dict[str, Any] = {kind.__name__: kind for kind in get_args(TournamentEvent)}

_encode = msgspec.json.Encoder().encode


def dump(event: Event | TournamentEvent) -> str:
    """Return the body of an event. Its kind, the name of its class, is stored in another column."""
    return _encode(event).decode()


def load_of_tournament(kind: str, body: str) -> TournamentEvent:
    """Return a stored event of a tournament.

    Raises:
        KeyError: The kind is unknown.
        pydantic.ValidationError: The body is not valid for the kind.
    """
    event: TournamentEvent = _tournament_adapter(kind).validate_json(body)
    return event


@functools.cache
def _tournament_adapter(kind: str) -> TypeAdapter[Any]:
    """Return the reader of a kind, which is made when it is first needed: most servers start without a tournament."""
    return TypeAdapter(_tournament_kinds[kind])


def load(kind: str, body: str) -> Event:
    """Return a stored event of a match.

    Raises:
        KeyError: The kind is unknown.
        pydantic.ValidationError: The body is not valid for the kind.
    """
    if kind in OLD_NAMES:
        kind, names = OLD_NAMES[kind]
        if any(f'"{name}":' in body for name in names):
            body = _renamed(body, names)
    event: Event = _adapters[kind].validate_json(body)
    return event


def _renamed(body: str, names: Mapping[str, str]) -> str:
    """Return a body with other names of fields. A damaged body stays as it is, because pydantic says what is wrong."""
    try:
        fields = from_json(body)
    except ValueError:
        return body
    if not isinstance(fields, dict):
        return body
    return to_json({names.get(name, name): value for name, value in fields.items()}).decode()
