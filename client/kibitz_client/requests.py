"""Commands to the server, with a new id each."""

import secrets
from typing import Any, TypeVar

from pydantic import ValidationError

from kibitz_client.errors import UsageError
from kibitz_protocol.to_server import Command
from kibitz_protocol.validation.reasons import first_error

C = TypeVar("C", bound=Command)
RANDOM_BYTES = 24
"""Random bytes of a client seed for the chance events: more than any server can try out."""


def build(kind: type[C], **fields: Any) -> C:
    """Return a command with a new id.

    Raises:
        UsageError: A field does not fit the protocol.
    """
    try:
        return kind(id=new_id(), **fields)
    except ValidationError as error:
        place, reason = reasoned(error)
        raise UsageError(f"{'.'.join(place)} {reason}") from None


def reasoned(error: ValidationError) -> tuple[list[str], str]:
    """Return the place of the first fault of a value as text, and what is wrong there."""
    place, reason = first_error(error)
    return [str(part) for part in place] or ["it"], reason


def new_id() -> str:
    """Return a random id: other processes of the same player must not use the same one."""
    return secrets.token_hex(8)


def random_client_seed() -> str:
    """Return a client seed for the command `give_client_seed`. No other program can predict it."""
    return secrets.token_urlsafe(RANDOM_BYTES)
