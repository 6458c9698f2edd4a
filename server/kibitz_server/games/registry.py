"""Registry of the games: every module of this package, or of a KIBITZ_GAMES folder, that declares one.

A new game is one new file, or a folder with a module `rules` and the other parts of the game. A file of a KIBITZ_GAMES
folder that is not a game, or a broken one, costs only that game: it is not offered, and `problems` says why.
"""

import copyreg
import importlib
import os
import pkgutil
import traceback
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from kibitz_protocol.game_names import find_game, unknown_game
from kibitz_server import games
from kibitz_server.games.contract.violations import violations
from kibitz_server.games.game import Declaration, Game, OptionValue, bind
from kibitz_server.games.ruleset import COMPANIONS, REFEREE, RULES

HINT = "kibitz-server check-game"
"""Command that says everything that is wrong with a file."""


class UnknownGame(ValueError):
    """Lookup of a game name that does not exist; the message is for users."""


class GameProblem(NamedTuple):
    """File or folder of KIBITZ_GAMES that adds no game, or not as its author may expect; `sentence` names it."""

    name: str
    sentence: str


class _Loaded(NamedTuple):
    modules: dict[str, ModuleType]
    problems: tuple[GameProblem, ...]


@cache
def _loaded() -> _Loaded:
    own, *folders = games.__path__
    found = list(_bundled(own, games.__name__))
    modules = {module.GAME.name: module for module in found if hasattr(module, "GAME")}
    taken = {info.name for info in pkgutil.iter_modules([own])} | set(modules)
    problems: list[GameProblem] = []
    for folder in folders:
        if not os.path.isdir(folder):
            problems.append(GameProblem("", f"KIBITZ_GAMES names {folder}, which is not a folder"))
        for name, file in _added(folder):
            if name in taken:
                sentence = f"{file} is left out: Kibitz has a module of the name {name!r}; rename it"
                problems.append(GameProblem(name, sentence))
                continue
            taken.add(name)
            problems += _add(modules, name, file)
    return _Loaded(modules, tuple(problems))


def _added(folder: str) -> Iterator[tuple[str, str]]:
    """Yield the names and files of the games in a folder of KIBITZ_GAMES: modules, and folders with a `rules`."""
    names = {info.name: f"{info.name}.py" for info in pkgutil.iter_modules([folder])}
    names |= {file.parent.name: f"{file.parent.name}{os.sep}{RULES}.py" for file in Path(folder).glob(f"*/{RULES}.py")}
    for name, file in sorted(names.items()):
        yield name, str(Path(folder, file))


def _bundled(folder: str, package: str) -> Iterator[ModuleType]:
    """Yield the modules of a folder of this package, and of the folders in it, but for parts of a game in a folder."""
    for info in pkgutil.iter_modules([folder]):
        name = f"{package}.{info.name}"
        if info.ispkg:
            yield from _bundled(f"{folder}{os.sep}{info.name}", name)
        elif info.name not in (*COMPANIONS, REFEREE):
            yield importlib.import_module(name)


def _add(modules: dict[str, ModuleType], name: str, file: str) -> Iterator[GameProblem]:
    """Add the game of a file to the modules. Yield why that is not possible, or what is strange about it."""
    left_out = f"the game in {file} is left out"
    try:
        inner = f".{RULES}" if is_rules(file) else ""
        module = importlib.import_module(f"{games.__name__}.{name}{inner}")
        if not hasattr(module, "GAME"):
            return
        for wrong in violations(module):
            at = _place(wrong.file or file, wrong.line, file)
            yield GameProblem(name, f"{left_out}: {at}{wrong.problem}; {wrong.hint} (see {HINT})")
            return
        game = module.GAME.name
        if game in modules:
            yield GameProblem(name, f"{left_out}: there is another game {game!r}; give GAME another name")
            return
        _ = bind(module, {}).start().legal
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the author's code may raise anything, and may try to end the process
        yield GameProblem(name, f"{left_out}: {explain(error, file)} (see {HINT})")
        return
    if game != name:
        yield GameProblem(name, f"the game in {file} is called {game!r} like its GAME, not like the file; rename one")
    modules[game] = module


def is_rules(file: str | Path) -> bool:
    """Return whether a file has the rules of a game that is a folder."""
    return Path(file).name == f"{RULES}.py"


def belongs(other: str, file: str) -> bool:
    """Return whether another file is that of a game, or is in the folder of its `rules`."""
    return other == file or (is_rules(file) and Path(other).parent == Path(file).parent)


def explain(error: BaseException, file: str) -> str:
    """Return an exception of an author's code in one line, with the line of the file where it arose if known."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if belongs(frame.filename, file)]
    if isinstance(error, SyntaxError):
        return f"{_place(error.filename or file, error.lineno, file)}{error.msg}"
    text = " ".join(str(error).split()) or "no reason"
    place = _place(frames[-1].filename, frames[-1].lineno, file) if frames else ""
    return f"{place}{type(error).__name__}: {text[:200]}"


def _place(other: str, line: int | None, file: str) -> str:
    """Return a line of a game's file, or of another one that belongs to it, as the begin of a sentence."""
    if line is None:
        return ""
    return f"line {line}: " if other == file else f"line {line} of {Path(other).name}: "


def _modules() -> dict[str, ModuleType]:
    return _loaded().modules


def problems() -> tuple[GameProblem, ...]:
    """Return what is wrong with the files and folders of KIBITZ_GAMES."""
    return _loaded().problems


def declarations() -> list[Declaration]:
    """Return the declarations of all games, sorted by name."""
    return [module.GAME for _, module in sorted(_modules().items())]


def declaration(name: str) -> Declaration:
    """Return the declaration of a game.

    Raises:
        UnknownGame: No game has this name.
    """
    try:
        found: Declaration = _modules()[name].GAME
    except KeyError:
        raise _unknown(name) from None
    return found


def _unknown(typed: str) -> UnknownGame:
    if broken := next((problem for problem in problems() if problem.name == typed), None):
        return UnknownGame(f"no game is called {typed!r}; {broken.sentence}")
    return UnknownGame(unknown_game(typed, declarations()))


def named_game(
    typed: str, options: Mapping[str, object] | None = None, *, new: bool = False
) -> tuple[str, dict[str, object]]:
    """Return the name of a game for one in any case and spelling, or for another name by which people know it.

    Args:
        typed: The name.
        options: Options of the game, which are returned with those that the name stands for.
        new: Whether the game is for a new match, where the server may choose the values of options.

    Raises:
        UnknownGame: No game has the name; the message says which one may be meant.
    """
    if (found := find_game(typed, declarations())) is not None:
        return found.name, {**found.all_options({}, new=new), **(options or {})}
    raise _unknown(typed)


def source(name: str) -> Path:
    """Return the file of a game, or its folder if that is a package.

    Raises:
        UnknownGame: No game has this name.
    """
    declaration(name)
    file = Path(str(_modules()[name].__file__))
    own = Path(games.__path__[0])
    if file.is_relative_to(own):
        return own / file.relative_to(own).parts[0]
    return file.parent if file.name == "__init__.py" or is_rules(file) else file


def load(name: str, options: Mapping[str, object] | None = None) -> Game:
    """Return a game bound to these options, with defaults for the rest.

    Raises:
        UnknownGame: No game has this name.
        BadOption: The game does not have such an option, or the value is out of range, or the options do not fit
            together.
    """
    values = declaration(name).read_options(options or {})
    return _bound(name, tuple(values.items()))


def read_request(name: str, options: Mapping[str, object]) -> dict[str, OptionValue]:
    """Return all options of a game with their values, with ANY for those whose value the server is to choose.

    Raises:
        UnknownGame: No game has this name.
        BadOption: The game does not have such an option, or the value is out of range, or the options do not fit
            together.
    """
    asked = declaration(name).read_request(options)
    load_request(name, asked)
    return asked


def load_request(name: str, options: Mapping[str, object]) -> Game:
    """Return a game as `load` does, with the first number of each option whose value the server is to choose.

    Raises:
        UnknownGame: No game has this name.
        BadOption: As for `read_request`.
    """
    return load(name, {**options, **declaration(name).random_values(options, lambda _: 0)})


def searched_as(game: Game) -> Game:
    """Return the game whose searches serve this one: with other options, if `compiled_as` says so, else itself."""
    if "compiled_as" not in game.names or load(game.name, game.options) is not game:
        return game
    return load(game.name, game.names["compiled_as"](**game.options))


def _reduced(game: Game) -> tuple[Callable[..., Game], tuple[object, ...]]:
    return load, (game.name, game.options)


# Another process has the same games, so that a game travels by its name and options.
copyreg.pickle(Game, _reduced)


@lru_cache(maxsize=128)  # bounded: clients choose the options, and there are too many combinations to keep all
def _bound(name: str, options: tuple[tuple[str, OptionValue], ...]) -> Game:
    return bind(_modules()[name], dict(options))
