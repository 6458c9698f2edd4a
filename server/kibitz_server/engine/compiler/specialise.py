"""Specialisation: a copy of a template's functions in which the game's rules fill the open names.

Nothing is decided at run time. After specialising, a call of `play` in a search is a call of that game's `play`. What
the game or the caller fixes (its options, the size of the table) is a constant.
"""

import hashlib
from collections.abc import Sequence
from functools import lru_cache, partial
from inspect import getfile
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, get_type_hints

from kibitz_server.engine import control as watching
from kibitz_server.engine import score
from kibitz_server.engine.compiler import select
from kibitz_server.engine.compiler.backend import Backend, NotCompiled, PlainBackend, UnfitForMachine
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.data.files import attach_data
from kibitz_server.engine.rules import part_of, rules_of, sizes
from kibitz_server.engine.templates import (
    alphabeta,
    expectiminimax,
    minimax,
    perft,
    solver,
    textbook,
)
from kibitz_server.engine.templates.sampling import ismcts, mcts, results
from kibitz_server.engine.threats import fours, proof
from kibitz_server.games import bits, data, ruleset
from kibitz_server.games import game as games
from kibitz_server.games.contract import parts, table
from kibitz_server.games.contract.parts import SEARCH_DEFAULTS
from kibitz_server.games.game import Game
from kibitz_server.games.record import Struct
from kibitz_server.games.registry import searched_as
from kibitz_server.games.ruleset import rebuild

TEMPLATES: dict[str, ModuleType] = {
    "alphabeta": alphabeta,
    "expectiminimax": expectiminimax,
    "ismcts": ismcts,
    "mcts": mcts,
    "minimax": minimax,
    "perft": perft,
    "proof": proof,
    "solver": solver,
    "textbook": textbook,
    "threats": fours,
}


WEIGHING = ("alphabeta", "expectiminimax")
"""Templates whose memory has the weights of the evaluation."""
COMPLETE = {"WIDTH": SEARCH_DEFAULTS["WIDTH"]} | dict.fromkeys(
    ("BEYOND", "REDUCE", "MARGIN", "FUTILITY", "NULL", "CHECKS", "LOOPS", "LATE", "UNKNOWN_LESS"), 0
)
"""Constants of a search that leaves nothing out within its depth."""
CALLING = ("proof", "threats")
"""Templates in which the compiler decides what is inlined: the rules of Gomoku are long, and called from many places.

In the others everything is inlined. Otherwise LLVM leaves the larger functions as calls, which cost Reversi a third of
its speed. With all of it, proofs took three times as long to compile, and were slower.
"""


class SpecialisedSearch:
    """Template specialised for a game.

    `run` holds its entries. Each takes a workspace and a control block as its first arguments.
    """

    def __init__(self, template: str, game: Game, made_by: Backend, constants: dict[str, int]) -> None:
        module = TEMPLATES[template]
        _refuse_shadowing(module, constants)
        self.template = template
        self.game = game
        self.backend = made_by
        self.constants = constants
        attach_data(game)
        names = _with_helpers(module) | sizes(game) | constants | {"TABLE_SIZE": 1 << constants["TABLE_BITS"]}
        inline = template not in CALLING
        rules = _rules(game, made_by, inline)
        rebuilt = rebuild(names, made_by.constant, partial(made_by.function, inline=inline))
        rebuilt |= {slot: rules[slot] for slot in module.SLOTS if slot in rules} | constants
        if constants.get("SOUND"):
            rebuilt |= {"ordered": rules["sound"], "key": rules["full_key"]}
            rebuilt |= COMPLETE
        self.memory = made_by.memory(module.Workspace, names)
        which = _digest([sorted(game.options.items()), sorted(constants.items())])
        label = f"{template}_{game.name}_{which}_{fingerprint(module, game, made_by)}"
        self.run = SimpleNamespace(
            **{
                name: made_by.entry(rebuilt[name], get_type_hints(getattr(module, name)), self.memory, label)
                for name in module.ENTRIES
            }
        )

    def workspace(self, state: Struct) -> Any:
        """Return new memory to search from a state of the game."""
        workspace = self.backend.new(self.memory)
        if "weights" in self.game.names and self.template in WEIGHING:
            self.backend.keep_weights(workspace, self.game.rules.weights())
        self.backend.load(workspace, state)
        return workspace

    def load(self, workspace: Any, state: Struct) -> None:
        """Set another state to search from; what earlier searches learned is kept."""
        self.backend.load(workspace, state)

    def resume(self, workspace: Any, state: Struct) -> None:
        """Set a later position of the same match to search from; earlier findings give way to new ones first."""
        self.backend.load(workspace, state)
        self.backend.grow_older(workspace)

    def attach(self, control: SearchControl) -> Any:
        """Return the control block in the form that the entries take."""
        return self.backend.attach(control)

    @property
    def folders(self) -> set[Path]:
        """Folders in which the machine code is cached."""
        return {folder for entry in vars(self.run).values() if (folder := self.backend.folder(entry))}

    def line(self, workspace: Any) -> list[int]:
        """Return the best line below the root, as move codes."""
        return self.backend.line(workspace)

    def value(self, workspace: Any) -> float:
        """Return the value of the first move of that line."""
        return self.backend.value(workspace)

    def noted(self, workspace: Any) -> Sequence[int]:
        """Return what the game has noted of the ends of the playouts of a Monte Carlo search."""
        return self.backend.noted(workspace)

    def expected(self, workspace: Any) -> dict[int, tuple[float, int]]:
        """Return the mean result for seat 0, and the visits, of each move of a Monte Carlo search with `prior`.

        The mean is that which the search itself expects of a move, or the certain result.
        """
        constants = {name: part_of(self.game, name) for name in ("AMAF", "PRIOR")}
        mean = FunctionType(results.expected.__code__, constants | {"float": float})
        return {
            int(node.move): (float(node.proven) if node.proven != games.ONGOING else mean(node), int(node.visits))
            for node in self.backend.children(workspace)
        }


@lru_cache(maxsize=32)
def _rules(game: Game, made_by: Backend, inline: bool) -> dict[str, Any]:
    """Return a game's functions, compiled once for all searches that use them."""
    called = game.names.get("CALLED", ())

    def made(function: FunctionType) -> Any:
        return made_by.function(function, inline=inline and function.__name__ not in called)

    return rebuild(rules_of(game), made_by.constant, made)


def specialise(template: str, game: Game, **constants: int) -> SpecialisedSearch:
    """Return a template specialised for a game, made by the backend of this process.

    A game that does not fit machine words is searched in plain Python. So is a search that is not compiled yet, in a
    process that only loads machine code.

    Args:
        template: A key of TEMPLATES.
        game: The game to search.
        constants: Values for open names of the template. SOUND=1 searches the moves of `sound`, all that can matter,
            where a game otherwise leaves out moves that look bad. MORE_BITS=n makes the table 2**n times as large.

    Raises:
        ValueError: A constant has the name of something else in the template, which it would replace.
    """
    fixed = tuple(sorted(constants.items()))
    game = searched_as(game)
    try:
        return _specialise(template, game, select.chosen(), fixed)
    except NotCompiled:
        return _specialise(template, game, PLAIN, fixed)


@lru_cache(maxsize=128)
def _specialise(
    template: str, game: Game, made_by: Backend, constants: tuple[tuple[str, int], ...]
) -> SpecialisedSearch:
    given = dict(constants)
    bits = {"TABLE_BITS": made_by.table_bits + given.pop("MORE_BITS", 0)}
    try:
        return SpecialisedSearch(template, game, made_by, bits | given)
    except UnfitForMachine:
        return _specialise(template, game, PLAIN, constants)


PLAIN = PlainBackend()


def _with_helpers(module: ModuleType) -> dict[str, Any]:
    names: dict[str, Any] = {}
    for helper in module.HELPERS:
        names |= vars(helper)
    return names | vars(module)


def _refuse_shadowing(module: ModuleType, constants: dict[str, int]) -> None:
    """Check that constants replace open names of a template only.

    Raises:
        ValueError: A constant has the name of something else in the template.
    """
    fillable = set(module.SLOTS).union(*(helper.SLOTS for helper in module.HELPERS))
    if taken := sorted((constants.keys() & _with_helpers(module).keys()) - fillable):
        raise ValueError(f"{', '.join(taken)} would replace a name of the template {module.__name__}; rename it")


def fingerprint(module: ModuleType, game: Game, made_by: Backend) -> str:
    """Return a hash of everything a specialised search is made of: sources, and the game's functions and constants."""
    ours = [module, *module.HELPERS, parts, table, watching, score, bits, data, games, ruleset]
    theirs = {value.__code__.co_filename for value in game.names.values() if isinstance(value, FunctionType)}
    paths = sorted(theirs | {str(source.__file__) for source in ours} | {__file__, getfile(type(made_by))})
    return _digest([[Path(path).read_text(encoding="utf-8") for path in paths], _summary(game.names)])


def _summary(names: dict[str, Any]) -> list[tuple[str, object]]:
    """Return what distinguishes two sets of names that come from the same sources."""
    functions = {name: value.__code__ for name, value in names.items() if isinstance(value, FunctionType)}
    numbers = {name: value for name, value in names.items() if isinstance(value, int | tuple)}
    return sorted({name: code.co_firstlineno for name, code in functions.items()}.items()) + sorted(numbers.items())


def _digest(value: object) -> str:
    return hashlib.blake2s(repr(value).encode(), digest_size=6).hexdigest()
