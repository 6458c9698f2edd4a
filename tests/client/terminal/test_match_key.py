"""Entering a match with or without a key."""

import pytest

from kibitz_client.errors import RefusedError
from kibitz_client.terminal.match_key import enter
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Entered, Refused
from kibitz_protocol.to_server import Watch

KEY = "7F3K-9QXM-ABCD-EFGH"


class Door:
    """Client of a server with one private match."""

    def __init__(self) -> None:
        self.tried: list[str | None] = []

    async def ask(self, command: Watch) -> Entered:
        """Accept a command with the key."""
        self.tried.append(command.key)
        if command.key != KEY:
            raise RefusedError(Refused(id=command.id, code=Code.WRONG_KEY, message="no", hint=None))
        return Entered(match="m1", code="K7QX42", seat=None)


def watch(key: str | None) -> Watch:
    """Return the command, with or without a key."""
    return Watch(id="1", match="K7QX42", key=key)


async def test_at_a_terminal_it_is_asked_for() -> None:
    """The key is asked for once, after the server's refusal."""
    door = Door()
    entered = await enter(door, watch, None, lambda _: f" {KEY} ")  # type: ignore[arg-type]
    assert (entered.code, door.tried) == ("K7QX42", [None, KEY])


async def test_a_key_that_was_given_is_not_asked_for_again() -> None:
    """A wrong key raises the refusal."""
    door = Door()
    with pytest.raises(RefusedError):
        await enter(door, watch, "wrong", lambda _: KEY)  # type: ignore[arg-type]
    assert door.tried == ["wrong"]
