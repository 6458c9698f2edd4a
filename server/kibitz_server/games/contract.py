"""What a module needs to be a game: which functions with which arguments, which constants, and a state of numbers."""

import inspect
from collections.abc import Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from kibitz_server.games.game import BY_CODE, MOST_PAYOFF, PLACED, Declaration
from kibitz_server.games.record import Record, layout
from kibitz_server.games.ruleset import names_of

REQUIRED = {
    "setup": "s",
    "legal": "s, moves, k",
    "play": "s, move",
    "outcome": "s",
    "ending": "s",
    "move_text": "s, move",
    "move_path": "s, move",
    "position_text": "s, rows",
    "read_position": "s, text",
    "board": "",
    "picture": "s",
}
"""Functions that every game has, with their arguments."""
OPTIONAL = {
    "evaluate": "s",
    "ordered": "s, moves, scores, k",
    "sound": "s, moves, scores, k",
    "unsettled": "s",
    "forcing": "s, moves, scores, k",
    "skip": "s",
    "recurring": "s",
    "completing": "s, seat, moves, k",
    "reply": "s, last, moves, k",
    "rollout": "s, last, memory",
    "threatening": "s, moves, scores, k",
    "building": "s, moves, scores, k",
    "refuting": "s, line, moves, scores, k",
    "hopeless": "s, seat",
    "key": "s",
    "full_key": "s",
    "known": "s",
    "points": "s",
    "winning_lines": "s",
    "alias": "s, text",
    "why_not": "s, text",
    "said": "s, move",
    "can_win": "s, seat",
    "claimable": "s",
    "bounds": "s",
    "result": "s",
    "secured": "s",
    "key_of_rest": "s",
    "at_once": "s",
    "cannot_win": "s",
    "catalogued": "s",
    "mirrored_move": "move",
    "effort": "s",
    "doubt": "s, depth",
    "weigh": "s, memory",
    "weights": "",
    "nearly_over": "s",
    "finish": "s, control, alpha, beta",
    "chance": "s, moves, weights, k",
    "draw_text": "s, draw",
    "draw_said": "s, draw",
    "payoff": "s",
    "seen": "s, seat",
    "draw_seen": "s, draw, seat",
    "guess": "s, memory",
    "information": "s",
    "won": "s",
    "strategy": "s",
    "keys": "s",
    "complete": "s, r",
    "picture_after": "s, before, move",
}
"""Functions that a game may have, with their arguments."""
CONSTANTS = ("MAX_MOVES", "MAX_PLIES")


class Violation(NamedTuple):
    """Part of a module that is missing or wrong: a sentence without its full stop, a way out, and the line if known."""

    problem: str
    hint: str
    line: int | None = None


def violations(module: ModuleType) -> Iterator[Violation]:
    """Yield what a module lacks to be a game. The rules themselves are not called."""
    declared = getattr(module, "GAME", None)
    if not isinstance(declared, Declaration):
        yield Violation("it declares no GAME", 'begin with GAME = Declaration("name", "Title", "summary", "move help")')
        return
    yield from _clashes(module)
    names = names_of(module)
    for name in CONSTANTS:
        value = names.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            found = "is missing" if value is None else f"is {value!r}"
            yield Violation(f"the constant {name} {found}", f"write {name} = N, a whole number above 0")
    for name, arguments in REQUIRED.items():
        if name not in names:
            yield Violation(f"the function {name} is missing", f"write def {name}({arguments})")
    for name, arguments in {**REQUIRED, **OPTIONAL}.items():
        if name in names:
            yield from _misfit(name, names[name], arguments)
    if names.get("MOVES", BY_CODE) not in (BY_CODE, PLACED):
        yield Violation(f"the constant MOVES is {names['MOVES']!r}", "write MOVES = BY_CODE, or MOVES = PLACED")
    if names.get("WORDS", 0) not in (0, 1):
        yield Violation("the constant WORDS is neither 0 nor 1", "give it another name, or write WORDS = 1")
    if ("bounds" in names) != ("result" in names):
        yield Violation("only one of bounds and result is there", "write both, or neither")
    if declared.options and not callable(names.get("constants")):
        options = ", ".join(option.name for option in declared.options)
        yield Violation("it has options but no function constants", f"write def constants({options})")
    for option in declared.options:
        if option.any and (isinstance(option.default, bool) or not isinstance(option.default, int)):
            yield Violation(f"the option {option.name} may be any and is no number", "leave out any=True")
    yield from _chance(declared, names)
    yield from _hidden(declared, names)
    yield from _state(names)


def _clashes(module: ModuleType) -> Iterator[Violation]:
    """Yield the names that two companions of a game define differently: all companions share one set of names."""
    found: dict[str, tuple[str, Any]] = {}
    for companion in getattr(module, "COMPANIONS", ()):
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
        hint = f"write def chance({OPTIONAL['chance']}), or leave out chance=True"
        yield Violation("GAME has chance, and the function chance is missing", hint)
    if "chance" in names and not declared.chance:
        yield Violation("it has the function chance, and GAME does not say so", "write chance=True in GAME")
    if "chance" in names and "draw_text" not in names:
        yield Violation("the function draw_text is missing", f"write def draw_text({OPTIONAL['draw_text']})")
    for name in ("draw_text", "draw_said"):
        if name in names and "chance" not in names:
            yield Violation(f"it has {name} and no function chance", f"leave out {name}")
    if "chance" in names and names.get("MOVES") == PLACED:
        yield Violation(
            "MOVES is PLACED in a game with chance", "write MOVES = BY_CODE: no move is legal before a draw"
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
        hint = f"write def seen({OPTIONAL['seen']}), or leave out hidden=True"
        yield Violation("GAME has hidden information, and the function seen is missing", hint)
    if declared.hidden and "chance" in names and "draw_seen" not in names:
        yield Violation("the function draw_seen is missing", f"write def draw_seen({OPTIONAL['draw_seen']})")
    yield from _limit(names, "won", "WON_LIMIT")
    for name in ("seen", "draw_seen", "guess", "information", "won", "strategy"):
        if name in names and not declared.hidden:
            yield Violation(f"it has the function {name}, and GAME hides nothing", "write hidden=True in GAME")


def _misfit(name: str, value: Any, arguments: str) -> Iterator[Violation]:
    if not isinstance(value, FunctionType):
        yield Violation(f"{name} is not a function", f"write def {name}({arguments})")
        return
    wanted = len(arguments.split(", ")) if arguments else 0
    try:
        inspect.signature(value).bind(*range(wanted))
    except TypeError:
        taken = len(inspect.signature(value).parameters)
        line = value.__code__.co_firstlineno
        yield Violation(f"{name} takes {taken} arguments, not {wanted}", f"write def {name}({arguments})", line)


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
