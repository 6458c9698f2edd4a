"""Parts of a game as data: functions and constants with their defaults, read from `table`.

`violations` checks modules against them, `game_check` takes hints from them, and searches their defaults. The tables of
docs/add-a-game.md are made by `python -m kibitz_server.games.contract.parts FILE`.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

from kibitz_server.games.contract import table

UNKNOWN = 1 << 20
"""Result of `known` where nothing is known."""
REQUIRED = "REQUIRED"
"""Default of a part that every game has."""
HEAD = re.compile(r"(?P<name>\w+)(?:\((?P<arguments>.*?)\))?(?: = (?P<default>.+))?")


class GamePart(NamedTuple):
    """Function or constant of a game's module.

    `arguments` are those of a function, None for a constant. `default` is an expression as text, None where the program
    does without the part.
    """

    group: str
    name: str
    arguments: str | None
    default: str | None
    text: str

    @property
    def signature(self) -> str:
        """Name, with the arguments of a function."""
        return self.name if self.arguments is None else f"{self.name}({self.arguments})"

    @property
    def hint(self) -> str:
        """First sentence of the text without its full stop, as the end of another sentence."""
        first = re.split(r"\.(?: |$)", self.text, maxsplit=1)[0]
        return first[0].lower() + first[1:]


def _parts() -> Iterator[GamePart]:
    """Yield the parts of the table."""
    group, entries = "", re.split(r"\n(?! )", table.TABLE.strip())
    for entry in entries:
        head, *text = entry.split("\n")
        if head.startswith("#"):
            group = head.removeprefix("# ")
        elif (found := HEAD.fullmatch(head)) is not None:
            words = " ".join(line.strip() for line in text)
            yield GamePart(group, found["name"], found["arguments"], found["default"], words)


PARTS = {part.name: part for part in _parts()}
FUNCTIONS = {name: part for name, part in PARTS.items() if part.arguments is not None}
OF_MATCHES = ("Rules", "Notation", "View")
"""Groups of the parts that matches use. Their defaults are in every game; all others belong to searches."""


legal: Any = None
"""Stands for the function of the game in the default of `ordered`."""


def ordered(s: Any, moves: list[int], scores: list[int], k: int) -> int:
    """Write the legal moves in the order of the rules: the default of `ordered`."""
    end: int = legal(s, moves, k)
    for i in range(k, end):
        scores[i] = 0
    return end


def _default(part: GamePart) -> Any:
    """Return the default of a part: a value, or a function as if it were in the module of a game."""
    if part.arguments is None:
        return ast.literal_eval(str(part.default))
    source = f"def {part.signature}: return {part.default}"
    names: dict[str, Any] = {"SLOTS": (), "UNKNOWN": UNKNOWN, "__name__": __name__}
    exec(compile(source, __file__, "exec"), names)
    return names[part.name]


def _defaults(*, matches: bool) -> dict[str, Any]:
    chosen = [part for part in PARTS.values() if (part.group in OF_MATCHES) == matches]
    return {part.name: _default(part) for part in chosen if part.default not in (None, REQUIRED)}


MATCH_DEFAULTS = _defaults(matches=True)
"""What takes the place of the parts of matches that a game leaves out."""
SEARCH_DEFAULTS = _defaults(matches=False) | {
    "ordered": FunctionType(ordered.__code__, {"SLOTS": (), "__name__": __name__}, "ordered")
}
"""What takes the place of the parts of searches that a game leaves out."""
DEFAULTS = MATCH_DEFAULTS | SEARCH_DEFAULTS


def markdown(group: str) -> str:
    """Return the parts of a group as a table of the documentation."""
    rows = ["| Part | Default | Purpose |", "|---|---|---|"]
    for part in PARTS.values():
        if part.group == group:
            default = {None: "", REQUIRED: "required"}.get(part.default, f"`{part.default}`")
            rows.append(f"| `{part.signature}` | {default} | {part.text} |")
    return "\n".join(rows) + "\n"


def with_tables(page: str) -> str:
    """Return a page with the tables of its groups renewed: each is between two comments with the group's name."""
    return re.sub(
        r"(<!-- parts: (\w+) -->\n).*?(<!-- end of parts -->)",
        lambda found: found[1] + markdown(found[2]) + found[3],
        page,
        flags=re.DOTALL,
    )


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_text(with_tables(file.read_text(encoding="utf-8")), encoding="utf-8")
