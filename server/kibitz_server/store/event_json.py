"""Conversion between core events and the JSON text in which they are stored."""

from typing import Any, get_args

from pydantic import TypeAdapter

from kibitz_server.core.values.events import Event

_adapters: dict[str, TypeAdapter[Any]] = {kind.__name__: TypeAdapter(kind) for kind in get_args(Event)}
# Calling the serializers directly takes half the time of the adapters' own method for a move.
_serializers = {name: adapter.serializer for name, adapter in _adapters.items()}


def dump(event: Event) -> str:
    """Return the body of an event. Its kind, the name of its class, is stored in another column."""
    return _serializers[type(event).__name__].to_json(event).decode()


def load(kind: str, body: str) -> Event:
    """Return a stored event.

    Raises:
        KeyError: The kind is unknown.
        pydantic.ValidationError: The body is not valid for the kind.
    """
    event: Event = _adapters[kind].validate_json(body)
    return event
