"""The games there are: every module of this package, or of a folder that KIBITZ_GAMES names, that declares one.

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
    """No game has this name; the text is a sentence for people."""


@cache
def _modules() -> dict[str, ModuleType]:
    found = [importlib.import_module(f"{games.__name__}.{info.name}") for info in pkgutil.iter_modules(games.__path__)]
    return {module.GAME.name: module for module in found if hasattr(module, "GAME")}


def declarations() -> list[Declaration]:
    """Every game's declaration, by name."""
    return [module.GAME for _, module in sorted(_modules().items())]


def declaration(name: str) -> Declaration:
    """What the game of that name is. Raises UnknownGame."""
    try:
        found: Declaration = _modules()[name].GAME
    except KeyError:
        near = difflib.get_close_matches(name, _modules(), 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(sorted(_modules()))}"
        raise UnknownGame(f"no game is called {name!r}; {hint}") from None
    return found


def load(name: str, options: Mapping[str, object] | None = None) -> Game:
    """The game of that name with these options, the defaults filled in. Raises UnknownGame or BadOption."""
    values = declaration(name).read_options(options or {})
    return _bound(name, tuple(values.items()))


@lru_cache(maxsize=128)  # bounded: there are more option sets than anyone should be able to make us keep
def _bound(name: str, options: tuple[tuple[str, OptionValue], ...]) -> Game:
    return bind(_modules()[name], dict(options))
