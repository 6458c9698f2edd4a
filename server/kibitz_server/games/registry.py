"""Registry of the games: every module of this package, or of a KIBITZ_GAMES folder, that declares one.

A new game is one new file.
"""

import difflib
import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache, lru_cache
from types import ModuleType

from kibitz_server import games
from kibitz_server.games.game import Declaration, Game, OptionValue, bind


class UnknownGame(ValueError):
    """Lookup of a game name that does not exist; the message is a sentence for users."""


@cache
def _modules() -> dict[str, ModuleType]:
    found = [importlib.import_module(f"{games.__name__}.{info.name}") for info in pkgutil.iter_modules(games.__path__)]
    return {module.GAME.name: module for module in found if hasattr(module, "GAME")}


def declarations() -> list[Declaration]:
    """Return the declarations of all games, sorted by name."""
    return [module.GAME for _, module in sorted(_modules().items())]


def declaration(name: str) -> Declaration:
    """Return the declaration of a game.

    Raises:
        UnknownGame: No game has this name; the message suggests a similar one or lists all.
    """
    try:
        found: Declaration = _modules()[name].GAME
    except KeyError:
        near = difflib.get_close_matches(name, _modules(), 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(sorted(_modules()))}"
        raise UnknownGame(f"no game is called {name!r}; {hint}") from None
    return found


def load(name: str, options: Mapping[str, object] | None = None) -> Game:
    """Return a game bound to these options, with defaults for the rest.

    Raises:
        UnknownGame: No game has this name.
        BadOption: The game does not have such an option, or the value is out of range.
    """
    values = declaration(name).read_options(options or {})
    return _bound(name, tuple(values.items()))


@lru_cache(maxsize=128)  # bounded: clients choose the options, and there are too many combinations to keep all
def _bound(name: str, options: tuple[tuple[str, OptionValue], ...]) -> Game:
    return bind(_modules()[name], dict(options))
