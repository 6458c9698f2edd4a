"""A search for one game: a copy of a template's functions in which the game's rules stand for the open names.

Nothing is decided at run time: after specialising, a call of `play` in a search is a call of that game's `play`, and
what the game or the caller fixes (its options, the size of the table) is a constant.
"""

import contextlib
import hashlib
import threading
from concurrent.futures import Future
from functools import lru_cache
from inspect import getfile
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, get_type_hints

from kibitz_server.engine import control as watching
from kibitz_server.engine import score, select
from kibitz_server.engine.backend import Backend, Plain, UnfitForMachine
from kibitz_server.engine.control import Control
from kibitz_server.engine.rules import rules_of, sizes
from kibitz_server.engine.templates import (
    alphabeta,
    defaults,
    expectiminimax,
    mcts,
    minimax,
    perft,
    solver,
    textbook,
)
from kibitz_server.games import bits
from kibitz_server.games import game as games
from kibitz_server.games.game import Game, rebuild
from kibitz_server.games.record import Struct

TEMPLATES: dict[str, ModuleType] = {
    "alphabeta": alphabeta,
    "expectiminimax": expectiminimax,
    "mcts": mcts,
    "minimax": minimax,
    "perft": perft,
    "solver": solver,
    "textbook": textbook,
}


class Search:
    """A template specialised for a game. `run` holds its entries; each takes a workspace and a control block first."""

    def __init__(self, template: str, game: Game, made_by: Backend, constants: dict[str, int]) -> None:
        module = TEMPLATES[template]
        self.template = template
        self.game = game
        self.backend = made_by
        self.constants = constants
        names = _with_helpers(module) | sizes(game) | constants | {"TABLE_SIZE": 1 << constants["TABLE_BITS"]}
        rules = _rules(game, made_by)
        anew = rebuild(names, made_by.constant, made_by.function)
        anew |= {slot: rules[slot] for slot in module.SLOTS if slot in rules} | constants
        if constants.get("EXACT"):
            anew["ordered"] = rules["sound"]
            anew["WIDTH"] = defaults.WIDTH
        self.memory = made_by.memory(module.Workspace, names)
        which = _digest([sorted(game.options.items()), sorted(constants.items())])
        label = f"{template}_{game.name}_{which}_{fingerprint(module, game, made_by)}"
        self.run = SimpleNamespace(
            **{
                name: made_by.entry(anew[name], get_type_hints(getattr(module, name)), self.memory, label)
                for name in module.ENTRIES
            }
        )

    def workspace(self, state: Struct) -> Any:
        """Fresh memory to search from a state of the game."""
        workspace = self.backend.new(self.memory)
        self.backend.load(workspace, state)
        return workspace

    def load(self, workspace: Any, state: Struct) -> None:
        """Search from another state next, all that was learned kept."""
        self.backend.load(workspace, state)

    def attach(self, control: Control) -> Any:
        """The control block as the entries take it."""
        return self.backend.attach(control)

    def line(self, workspace: Any) -> list[int]:
        """The best line below the root, as codes of moves."""
        return self.backend.line(workspace)

    def value(self, workspace: Any) -> float:
        """The value of the first move of that line."""
        return self.backend.value(workspace)


@lru_cache(maxsize=32)
def _rules(game: Game, made_by: Backend) -> dict[str, Any]:
    """A game's functions, compiled once for all the searches that are made of them."""
    return rebuild(rules_of(game), made_by.constant, made_by.function)


def specialise(template: str, game: Game, patience_s: float | None = None, **constants: int) -> Search:
    """A template's functions for a game, made in the way this process has chosen.

    `constants` take the place of the template's and the game's. Two more have a meaning here: EXACT has all moves
    searched that can matter at all, where a game else leaves out what looks hopeless, and MORE_BITS makes the table so
    many times twice as large. What does not fit into machine words is searched in plain Python; so is, for now, what
    takes longer than `patience_s` to compile: that goes on in the background.
    """
    chosen, fixed = select.chosen(), tuple(sorted(constants.items()))
    if patience_s is None:  # in this thread: a fork server may have no other
        return _specialise(template, game, chosen, fixed)
    if chosen.compiled:
        with contextlib.suppress(TimeoutError):
            return _in_background(template, game, chosen, fixed).result(patience_s)
    return _specialise(template, game, PLAIN, fixed)


@lru_cache(maxsize=128)
def _specialise(template: str, game: Game, made_by: Backend, constants: tuple[tuple[str, int], ...]) -> Search:
    given = dict(constants)
    bits = {"TABLE_BITS": made_by.table_bits + given.pop("MORE_BITS", 0)}
    try:
        return Search(template, game, made_by, bits | given)
    except UnfitForMachine:
        return _specialise(template, game, PLAIN, constants)


@lru_cache(maxsize=128)
def _in_background(
    template: str, game: Game, made_by: Backend, constants: tuple[tuple[str, int], ...]
) -> "Future[Search]":
    """A search that a thread is making. The compiler works without the interpreter's lock most of its time."""
    made: Future[Search] = Future()

    def make() -> None:
        try:
            made.set_result(_specialise(template, game, made_by, constants))
        except Exception as error:
            made.set_exception(error)

    threading.Thread(target=make, name=f"compile {template} {game.name}", daemon=True).start()
    return made


PLAIN = Plain()


def _with_helpers(module: ModuleType) -> dict[str, Any]:
    names: dict[str, Any] = {}
    for helper in module.HELPERS:
        names |= vars(helper)
    return names | vars(module)


def fingerprint(module: ModuleType, game: Game, made_by: Backend) -> str:
    """A hash of all that a specialised search is made of: sources, and which functions and constants of the game."""
    ours = [module, *module.HELPERS, defaults, watching, score, bits, games]
    theirs = {value.__code__.co_filename for value in game.names.values() if isinstance(value, FunctionType)}
    paths = sorted(theirs | {str(source.__file__) for source in ours} | {__file__, getfile(type(made_by))})
    return _digest([[Path(path).read_text(encoding="utf-8") for path in paths], _summary(game.names)])


def _summary(names: dict[str, Any]) -> list[tuple[str, object]]:
    """What tells two sets of names apart, the sources being the same."""
    functions = {name: value.__code__ for name, value in names.items() if isinstance(value, FunctionType)}
    numbers = {name: value for name, value in names.items() if isinstance(value, int | tuple)}
    return sorted({name: code.co_firstlineno for name, code in functions.items()}.items()) + sorted(numbers.items())


def _digest(value: object) -> str:
    return hashlib.blake2s(repr(value).encode(), digest_size=6).hexdigest()
