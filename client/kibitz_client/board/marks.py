"""The marks of the states of a cell. Every state has a shape as well as a role. Pure.

| state           | shape     |
|-----------------|-----------|
| cursor          | `>X<`     |
| picked          | `(X)`     |
| premove         | `{X}`     |
| dead            | `xXx`     |
| hint            | `!X!`     |
| king in check   | `+X+`     |
| winning line    | `*X*`     |
| last move       | `[X]`     |
| legal target    | `*`       |

If a cell has two states, the left mark is the first of this order, and the right mark the second. A piece that may be
picked counts as a legal target. At the smallest size the right mark of a cell is in the column before the next one.
Beside a drawn piece of two rows, the left mark is above the right one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kibitz_client.board.geometry import Box, Text
from kibitz_client.columns import width_of
from kibitz_protocol.values.state import State

MARKS = {
    "cursor": "><",
    "picked": "()",
    "premove": "{}",
    "dead": "xx",
    "hint": "!!",
    "check": "++",
    "won": "**",
    "last": "[]",
    "target": "**",
}
"""The marks left and right of a piece, the highest priority first."""
COLOURED = frozenset({"picked", "premove", "dead", "hint", "won"})
"""The states whose marks have a colour of their own."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """A position with cursor, picks and other marks; `before` is the position of the previous ply, if known."""

    position: State
    cursor: int | None = None
    picked: tuple[int, ...] = ()
    premove: frozenset[int] = frozenset()
    hint: frozenset[int] = frozenset()
    dead: frozenset[int] = frozenset()
    targets: frozenset[int] = frozenset()
    numbers: Mapping[int, str] = field(default_factory=dict)
    notes: Mapping[int, str] = field(default_factory=dict)
    before: State | None = None
    pictures: bool = False
    """Whether chessmen may be drawn, which takes colours to tell the sides."""
    outline: bool = False
    """Whether the pieces of the first side are rings too."""
    sides: Sequence[str] = ()
    """The name of each seat, for a table of cards."""

    def states(self, number: int) -> list[str]:
        """Return the states of a cell that have marks, the highest priority first."""
        active = {
            "cursor": self.cursor == number,
            "picked": number in self.picked,
            "premove": number in self.premove,
            "dead": number in self.dead,
            "hint": number in self.hint,
            "check": number in self.position.attacked,
            "won": any(number in line for line in self.position.lines),
            "last": number in self.position.last,
            "target": number in self.targets,
        }
        return [name for name in MARKS if active[name]]

    def gained(self, number: int) -> int:
        """Return how many objects the last move added to a pit or heap; negative if it took some."""
        return self.position.counts[number] - self.before.counts[number] if self.before is not None else 0


def marks_of(states: list[str]) -> tuple[str, str]:
    """Return the left mark of the first state and the right one of the second, if there is a second."""
    return MARKS[states[0]][0], MARKS[states[min(1, len(states) - 1)]][1]


def own_role(role: str, states: list[str]) -> str:
    """Return the role of a piece between its marks: it keeps the colour of its side where marks have another one."""
    order = [*reversed(states), role] if COLOURED.intersection(states) else [role, *reversed(states)]
    return " ".join(order).strip()


def marked_text(glyph: str, role: str, states: list[str], middle: int, box: Box, at: int) -> list[Text]:
    """Return a glyph in row `at` of a box, between its marks."""
    row = box.y + at
    start = middle - width_of(glyph) + 1
    if not states:
        return [Text(start, row, glyph, role)] if glyph else []
    roles = " ".join([role, *reversed(states)])
    left, right = marks_of(states)
    if states == ["target"]:
        return [Text(start, row, glyph, role), Text(start - 1, row, left, "target")]
    own = own_role(role, states)
    texts = (
        [Text(start - 1, row, left + glyph, roles)]
        if own == roles
        else [Text(start - 1, row, left, roles), Text(start, row, glyph, own)]
    )
    if middle + 1 < box.x + box.width:
        texts.append(Text(middle + 1, row, right, roles))
    return texts
