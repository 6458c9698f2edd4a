"""Models of messages: the members of a union, and the name of each."""

from typing import Any, get_args

from kibitz_protocol.values.base import ClientModel, ServerModel


def members(union: Any) -> set[type]:
    """Return the models of an annotated union."""
    found: set[type] = set()
    for member in get_args(get_args(union)[0]):
        found |= {member} if isinstance(member, type) else members(member)
    return found


def named(message: ClientModel | ServerModel) -> str:
    """Return the test id of a message."""
    inner = getattr(message, "event", None) or getattr(message, "result", None)
    return " ".join(type(part).__name__ for part in (message, inner) if part is not None)
