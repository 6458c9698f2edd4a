"""Names of games in commands, in place of the names of the registry."""

from typing import TypeVar

from kibitz_protocol.game_names import find_game
from kibitz_protocol.to_server import Create, Seek
from kibitz_server.games.registry import declarations, named_game

M = TypeVar("M", Create, Seek)


def with_named_game(command: M) -> M:
    """Return a command for a new match with the name of its game in the registry.

    Raises:
        UnknownGame: No game has the name.
    """
    if command.game is None:
        return command
    name, options = named_game(command.game, command.options, new=True)
    return command.model_copy(update={"game": name, "options": options})


def listed_name(typed: str | None) -> str | None:
    """Return the name of a game in the archive, which also has matches of games that the server has no more."""
    found = find_game(typed, declarations()) if typed is not None else None
    return found.name if found is not None else typed
