"""Core events as JSON text and back: the form in which they are stored."""

from typing import Any, get_args

from pydantic import TypeAdapter

from kibitz_server.core.values.events import Event

_adapters: dict[str, TypeAdapter[Any]] = {kind.__name__: TypeAdapter(kind) for kind in get_args(Event)}
# What the adapters add around their serializers takes as long as these do for a move.
_serializers = {name: adapter.serializer for name, adapter in _adapters.items()}


def dump(event: Event) -> str:
    """The body of an event. Its kind, the name of its class, is stored beside it."""
    return _serializers[type(event).__name__].to_json(event).decode()


def load(kind: str, body: str) -> Event:
    """The event that was stored. Raises KeyError for an unknown kind, pydantic's ValidationError for a bad body."""
    event: Event = _adapters[kind].validate_json(body)
    return event
