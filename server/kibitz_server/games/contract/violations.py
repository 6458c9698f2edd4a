"""Check of a module against the parts of a game: what is missing, and what does not fit together."""

import difflib
import inspect
from collections.abc import Iterator, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from kibitz_server.games.contract.parts import DEFAULTS, FUNCTIONS, PARTS, REQUIRED, GamePart
from kibitz_server.games.game import BY_CODE, MOST_PAYOFF, PLACED, Declaration, Option
from kibitz_server.games.record import Record, layout
from kibitz_server.games.ruleset import MODULE_MARKS, REFEREE, beside, companions_of, names_of
from kibitz_server.games.symmetry import NAMES as SYMMETRIES

HALF = 0.5
ALIKE = 0.8
"""Similarity of a name and a part, from 0 to 1, from which the name is taken as misspelt."""
KINDS = ("GAME", "State")
"""Required parts that are not numbers, each with a check of its own."""
OF_SAME_KIND: dict[type, tuple[type, ...]] = {float: (float, int), tuple: (tuple, list)}
"""Types that a constant may have in place of that of its default."""
OLD_NAMES = {f"draw_{end}": [f"chance_{end}"] for end in ("text", "said", "seen")}
"""For an earlier name of a part, its name of today."""


class Violation(NamedTuple):
    """Part of a module that is missing or wrong: a sentence without its full stop, a way out, and the place."""

    problem: str
    hint: str
    line: int | None = None
    file: str | None = None


def violations(module: ModuleType) -> Iterator[Violation]:
    """Yield what a module lacks to be a game. The rules themselves are not called."""
    declared = getattr(module, "GAME", None)
    if not isinstance(declared, Declaration):
        yield Violation("it declares no GAME", 'begin with GAME = Declaration("name", "Title", "summary", "move help")')
        return
    yield from _unmarked(module)
    yield from _clashes(module)
    names = names_of(module)
    for part in PARTS.values():
        if part.name in names:
            yield from _misfit(part, names[part.name])
        elif part.default == REQUIRED and part.name not in KINDS:
            yield _missing(part)
    if names.get("MOVES", BY_CODE) not in (BY_CODE, PLACED):
        yield Violation(f"the constant MOVES is {names['MOVES']!r}", "write MOVES = BY_CODE, or MOVES = PLACED")
    for name in names.get("SYMMETRIES", ()):
        if name not in SYMMETRIES:
            yield Violation(f"SYMMETRIES has {name!r}", f"its names are {', '.join(SYMMETRIES)}")
    if ("bounds" in names) != ("result" in names):
        yield Violation("only one of bounds and result is there", "write both, or neither")
    if "prior" in names and not names.get("PRIOR"):
        yield Violation("it has prior but no constant PRIOR", "write PRIOR = N, the playouts as which a score counts")
    if declared.options and not callable(names.get("constants")):
        options = ", ".join(option.name for option in declared.options)
        yield Violation("it has options but no function constants", f"write def constants({options})")
    yield from _misspelt(names)
    yield from _options(declared.options)
    yield from _chance(declared, names)
    yield from _hidden(declared, names)
    yield from _state(names)


def _options(options: Sequence[Option]) -> Iterator[Violation]:
    """Yield options whose parts do not fit together."""
    known = {option.name: option for option in options}
    for option in options:
        if option.any and type(option.default) not in (int, float):
            yield Violation(f"the option {option.name} may be any and is no number", "leave out any=True")
        if option.otherwise is not None:
            other = known.get(option.otherwise[0])
            if other is None or other.any or other.otherwise is not None:
                hint = "name an option of the game that has neither any nor otherwise"
                yield Violation(f"the default of {option.name} depends on {option.otherwise[0]!r}", hint)
        if isinstance(option.default, float) and (option.step < HALF or option.step % HALF):
            yield Violation(f"the option {option.name} has steps of {option.step:g}", "write step=0.5")
        elif not isinstance(option.default, float) and (option.step < 1 or option.step % 1):
            hint = f"write a whole number, or the default with a decimal point: {option.default}.0"
            yield Violation(f"the option {option.name} has steps of {option.step:g} and no float as its default", hint)
        else:
            yield from _defaults(option)


def _defaults(option: Option) -> Iterator[Violation]:
    """Yield the defaults of an option that it does not allow."""
    for default in [option.default, *([option.otherwise[1]] if option.otherwise is not None else [])]:
        if type(default) is not type(option.default) or not option.allows(default):
            yield Violation(f"the default {default!r} of {option.name} is not {option.range}", "change one of them")


def _unmarked(module: ModuleType) -> Iterator[Violation]:
    """Yield the modules of a game whose functions would not be taken for those of a game."""
    for part in filter(None, (*companions_of(module), beside(module, REFEREE))):
        if MODULE_MARKS.isdisjoint(vars(part)):
            name = part.__name__.rpartition(".")[2]
            hint = "import State, or write SLOTS = ()"
            yield Violation(f"{name} has neither State nor SLOTS", hint, None, getattr(part, "__file__", None))


def _clashes(module: ModuleType) -> Iterator[Violation]:
    """Yield the names that two companions of a game define differently: all companions share one set of names."""
    found: dict[str, tuple[str, Any]] = {}
    for companion in companions_of(module):
        slots = {"SLOTS", *getattr(companion, "SLOTS", ())}
        for name, value in vars(companion).items():
            if name.startswith("__") or name in slots:
                continue
            other, known = found.setdefault(name, (companion.__name__, value))
            if known is not value and (isinstance(value, FunctionType) or known != value):
                both = " and ".join(each.rpartition(".")[2] for each in (other, companion.__name__))
                yield Violation(f"the companions {both} both define {name}", "rename one of them")


def _chance(declared: Declaration, names: Mapping[str, Any]) -> Iterator[Violation]:
    """Yield what does not fit together in the parts of a game with chance."""
    if declared.chance and "chance" not in names:
        hint = f"write def {PARTS['chance'].signature}, or leave out chance=True"
        yield Violation("GAME has chance, and the function chance is missing", hint)
    if "chance" in names and not declared.chance:
        yield Violation("it has the function chance, and GAME does not say so", "write chance=True in GAME")
    if "chance" in names and "chance_text" not in names:
        yield _missing(PARTS["chance_text"])
    for name in ("chance_text", "chance_said"):
        if name in names and "chance" not in names:
            yield Violation(f"it has {name} and no function chance", f"leave out {name}")
    if "chance" in names and names.get("MOVES") == PLACED:
        yield Violation(
            "MOVES is PLACED in a game with chance", "write MOVES = BY_CODE: no move is legal before a chance event"
        )
    yield from _limit(names, "payoff", "PAYOFF_LIMIT")


def _limit(names: Mapping[str, Any], function: str, constant: str) -> Iterator[Violation]:
    """Yield that a function has no constant that bounds it."""
    limit = names.get(constant)
    if function in names and not (type(limit) is int and 0 < limit <= MOST_PAYOFF):
        found = "is missing" if limit is None else f"is {limit!r}"
        hint = f"write {constant} = N, the largest value of {function}, from 1 to {MOST_PAYOFF}"
        yield Violation(f"the constant {constant} {found}", hint)


def _hidden(declared: Declaration, names: Mapping[str, Any]) -> Iterator[Violation]:
    """Yield what does not fit together in the parts of a game with hidden information."""
    if declared.hidden and "seen" not in names:
        hint = f"write def {PARTS['seen'].signature}, or leave out hidden=True"
        yield Violation("GAME has hidden information, and the function seen is missing", hint)
    if declared.hidden and "chance" in names and "chance_seen" not in names:
        yield _missing(PARTS["chance_seen"])
    yield from _limit(names, "won", "WON_LIMIT")
    for name, part in FUNCTIONS.items():
        if part.group == "Hidden" and name in names and not declared.hidden:
            yield Violation(f"it has the function {name}, and GAME hides nothing", "write hidden=True in GAME")


def _misspelt(names: Mapping[str, Any]) -> Iterator[Violation]:
    """Yield functions and numbers that no function of the game uses, and whose names are nearly those of a part."""
    functions = {name: value for name, value in names.items() if isinstance(value, FunctionType)}
    used = {name for function in functions.values() for name in function.__code__.co_names}
    for name, value in names.items():
        if name in PARTS or name in used or not isinstance(value, FunctionType | int | float):
            continue
        for part in OLD_NAMES.get(name) or difflib.get_close_matches(name, PARTS.keys() - names.keys(), 1, ALIKE):
            hint = f"write {PARTS[part].signature}, or give it another name"
            yield Violation(f"nothing uses {name}", hint, *_place(value))


def _missing(part: GamePart) -> Violation:
    """Return that a game lacks a part, and what the part has to do."""
    if part.arguments is None:
        return Violation(f"the constant {part.name} is missing", f"write {part.name} = N, a whole number above 0")
    return Violation(f"the function {part.name} is missing", f"write def {part.signature} to {part.hint}")


def _misfit(part: GamePart, value: Any) -> Iterator[Violation]:
    """Yield what is wrong with the value of a part."""
    if part.arguments is not None:
        yield from _wrong_function(part, part.arguments, value)
    elif part.default == REQUIRED and part.name not in KINDS:
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            yield Violation(f"the constant {part.name} is {value!r}", f"write {part.name} = N, a whole number above 0")
    elif part.name in DEFAULTS:
        kind = type(DEFAULTS[part.name])
        if not isinstance(value, OF_SAME_KIND.get(kind, kind)):
            yield Violation(f"the constant {part.name} is {value!r}", part.hint)


def _wrong_function(part: GamePart, arguments: str, value: Any) -> Iterator[Violation]:
    """Yield that a part is not a function, or takes other arguments. Those of options differ from game to game."""
    if not isinstance(value, FunctionType):
        yield Violation(f"{part.name} is not a function", f"write def {part.signature} to {part.hint}")
    elif not arguments.startswith("*"):
        wanted = len(arguments.split(", ")) if arguments else 0
        try:
            inspect.signature(value).bind(*range(wanted))
        except TypeError:
            taken = len(inspect.signature(value).parameters)
            problem = f"{part.name} takes {taken} arguments, not {wanted}"
            yield Violation(problem, f"write def {part.signature}", *_place(value))


def _place(value: Any) -> tuple[int | None, str | None]:
    """Return the line and the file of a function; neither for anything else."""
    if not isinstance(value, FunctionType):
        return None, None
    return value.__code__.co_firstlineno, value.__code__.co_filename


def _state(names: Mapping[str, Any]) -> Iterator[Violation]:
    state = names.get("State")
    if not (isinstance(state, type) and issubclass(state, Record)):
        yield Violation("the class State is missing", "write class State(Record), with turn: I64 and your own fields")
        return
    try:
        fields = layout(state, names)
    except KeyError as error:
        yield Violation(f"State uses the constant {error}, which is missing", "define it above the class")
    except (TypeError, ValueError, NameError) as error:
        yield Violation(f"State cannot be read: {error}", "use I64, U64 and Annotated[list[int], Array(...)]")
    else:
        if "turn" not in {field.name for field in fields}:
            yield Violation("State has no turn", "write turn: I64, the seat to move from 0")
