"""Rules of a game in plain Python: the functions of its module, bound to the constants of its options."""

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from kibitz_server.games.bits import u64
from kibitz_server.games.board import Picture
from kibitz_server.games.moves import LegalMove
from kibitz_server.games.record import Record, RecordField, layout, plain

LOSS, DRAW, WIN, ONGOING = -1, 0, 1, 2
"""Results of `outcome` for the side to move."""


class Ruleset:
    """Rules in plain Python, bound to their constants, and the states that they take."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.rules = SimpleNamespace(**rebuild(names, plain_number))
        self.fields: list[RecordField] = layout(self.rules.State, names)
        self.new_state: Callable[[], Any] = plain(self.rules.State, names)
        self.play: Callable[[Any, int], None] = self.rules.play
        self.outcome: Callable[[Any], int] = self.rules.outcome
        self.picture: Callable[[Any], Picture] = self.rules.picture
        self.picture_after: Callable[[Any, Picture, LegalMove], Picture] | None = vars(self.rules).get("picture_after")
        self.position_text: Callable[[Any, tuple[str, ...]], str] = self.rules.position_text
        self.keys: Callable[[Any], list[int]] = getattr(self.rules, "keys", self.codes)
        """Return the keys of the legal moves of a state, in their order."""

    def codes(self, state: Record) -> list[int]:
        """Return the codes of the legal moves of a state of a game that is not over."""
        buffer = [0] * self.rules.MAX_MOVES
        return buffer[: self.rules.legal(state, buffer, 0)]

    def chances(self, state: Record) -> list[tuple[int, int]]:
        """Return the codes and weights of the possible chance outcomes of a state that is not over."""
        codes, weights = [0] * self.rules.MAX_MOVES, [0] * self.rules.MAX_MOVES
        end = self.rules.chance(state, codes, weights, 0)
        return list(zip(codes[:end], weights[:end], strict=True))


RULES = "rules"
"""Module of a game's folder that declares the game; a smaller game is a single module of any name."""
COMPANIONS = ("notation", "view", "strength")
"""Modules that take part in a game if they are in its folder."""
REFEREE = "referee"
"""Module of a folder with rules that are faster in plain Python."""
MODULES = 64
"""Modules of games whose names are kept: a game with other options is made of the same ones."""


@lru_cache(maxsize=MODULES)
def names_of(module: ModuleType) -> Mapping[str, Any]:
    """Return the names of a game's rules: those of its `BASE`, of its companions, and its own, where later ones win.

    The `SLOTS` of a module are names that it uses and other modules define.
    """
    names = dict(names_of(module.BASE)) if hasattr(module, "BASE") else {}
    for part in (*companions_of(module), module):
        slots = getattr(part, "SLOTS", ())
        names |= {name: value for name, value in vars(part).items() if name not in slots}
    return names


def companions_of(module: ModuleType) -> list[ModuleType]:
    """Return the modules whose names are also a game's own: those of its folder, and its `COMPANIONS`."""
    found = [beside(module, name) for name in COMPANIONS]
    return [*[companion for companion in found if companion is not None], *getattr(module, "COMPANIONS", ())]


@lru_cache(maxsize=MODULES)
def referee_of(module: ModuleType) -> Mapping[str, Any]:
    """Return the names that take the place of a game's own where a match is played and no search runs.

    They are those of its `BASE`, those that the module `referee` of its folder defines, and its `REFEREE`.
    """
    names = dict(referee_of(module.BASE)) if hasattr(module, "BASE") else {}
    referee = beside(module, REFEREE)
    if referee is not None:
        known = names_of(module)
        names |= {name: value for name, value in vars(referee).items() if known.get(name, referee) is not value}
    return {**names, **getattr(module, "REFEREE", {})}


def beside(module: ModuleType, name: str) -> ModuleType | None:
    """Return another module of a game's folder; None if the game is a single module, or has no such module."""
    package, _, own = module.__name__.rpartition(".")
    full = f"{package}.{name}"
    if own != RULES or importlib.util.find_spec(full) is None:
        return None
    return importlib.import_module(full)


def rebuild(
    names: Mapping[str, Any], constant: Callable[[Any], Any], function: Callable[[Any], Any] = lambda f: f
) -> dict[str, Any]:
    """Return a copy of a module's names: functions bound to the copy, other values converted.

    `function` is applied to each function, `constant` to every other value. A function belongs to the module (or its
    base) when its global names contain one of MODULE_MARKS. Other functions count as constants.
    """
    rebuilt: dict[str, Any] = {}
    for name, value in names.items():
        if isinstance(value, FunctionType) and not MODULE_MARKS.isdisjoint(value.__globals__):
            rebuilt[name] = function(FunctionType(value.__code__, rebuilt, name, value.__defaults__))
        else:
            rebuilt[name] = constant(value)
    return rebuilt


MODULE_MARKS = {"GAME", "State", "SLOTS"}
"""Names that only modules of rules and modules of search templates define."""


def plain_number(value: Any) -> Any:
    """Replace machine words by plain integers, because Python is faster with its own."""
    if value is u64:
        return int
    if isinstance(value, u64):
        return int(value)
    if isinstance(value, tuple):
        return _plain_table(_Table(value)) if len(value) >= LONG else tuple(plain_number(item) for item in value)
    return value


LONG = 256
"""Items of a table from which on games with other options share its plain copy: Go has one of 4096 words."""


class _Table:
    """Tuple that equals itself alone, because to compare or hash long tuples takes as long as to convert them."""

    def __init__(self, items: tuple[Any, ...]) -> None:
        self.items = items

    def __eq__(self, other: object) -> bool:
        """Return whether the other table has the same tuple."""
        return isinstance(other, _Table) and other.items is self.items

    def __hash__(self) -> int:
        """Return the identity of the tuple, which lives as long as this table."""
        return id(self.items)


@lru_cache(maxsize=128)  # bounded: clients choose the options, on which tables may depend
def _plain_table(table: _Table) -> tuple[Any, ...]:
    return tuple(plain_number(item) for item in table.items)
