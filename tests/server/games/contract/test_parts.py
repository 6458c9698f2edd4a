"""Table of the parts of a game: the documentation has it, the program uses all of it, and defaults fit the parts."""

import inspect
import re
from pathlib import Path
from types import FunctionType

from kibitz_server.games.contract.parts import DEFAULTS, OF_MATCHES, PARTS, REQUIRED, with_tables

ROOT = Path(__file__).parents[4]


def test_the_documentation_has_all_tables() -> None:
    """Each group of parts has its table in the documentation, made from the same source."""
    page = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    assert with_tables(page) == page, "python -m kibitz_server.games.contract.parts docs/add-a-game.md"
    groups = dict.fromkeys(part.group for part in PARTS.values())
    assert sorted(re.findall(r"<!-- parts: (\w+) -->", page)) == sorted(groups)


def test_the_program_uses_each_part() -> None:
    """No row of the table is left over: the server, or a template of a search, uses each name."""
    server = ROOT / "server" / "kibitz_server"
    files = [file for file in server.rglob("*.py") if file.name not in ("table.py", "parts.py")]
    words = set(re.findall(r"\w+", "\n".join(file.read_text(encoding="utf-8") for file in files)))
    assert PARTS.keys() - words == set()


def test_defaults_take_the_arguments_of_their_parts() -> None:
    """A default is called as the part that it replaces."""
    functions = {name: value for name, value in DEFAULTS.items() if isinstance(value, FunctionType)}
    assert {name: ", ".join(inspect.signature(value).parameters) for name, value in functions.items()} == {
        name: PARTS[name].arguments for name in functions
    }
    assert [functions["can_win"](None, 0), functions["alias"](None, "e4"), functions["forcing"](0, [], [], 3)] == [
        1,
        "e4",
        3,
    ]
    assert (DEFAULTS["LOUD"], DEFAULTS["EXPLORATION"], DEFAULTS["CALLED"]) == (2**31, 1.0, ())


def test_only_matches_need_parts() -> None:
    """A game is complete for matches without any part for searches, chance or speed."""
    assert {part.group for part in PARTS.values() if part.default == REQUIRED} == set(OF_MATCHES)


def test_a_hint_is_the_first_sentence() -> None:
    """A hint ends a sentence of `check-game`."""
    assert PARTS["ending"].hint == "return why the game is over, in a word or two"
    assert PARTS["legal"].signature == "legal(s, moves, k)"
    assert all(part.hint and part.text.endswith(".") for part in PARTS.values())
