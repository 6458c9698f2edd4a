"""The parts of a table of cards: what belongs to each side, what lies in the middle, and the last hand. Pure.

A counter belongs to a side if its name begins with the side's: `North bet 2` is the bet of North. Trays and counters
whose names begin with `last` show the hand before.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kibitz_protocol.values.boards import Tray
from kibitz_protocol.values.fields import Seat
from kibitz_protocol.values.state import State

LAST = "last "


@dataclass(frozen=True, slots=True)
class TablePart:
    """A part of a table. The names of its counters leave out that of its side."""

    trays: Sequence[Tray] = ()
    counters: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableParts:
    """The parts of a table. `sides` has one for each seat."""

    sides: Sequence[TablePart]
    middle: TablePart
    last: TablePart

    def side(self, owner: Seat | None) -> TablePart:
        """Return the part of a seat, or the middle for None."""
        return self.middle if owner is None else self.sides[owner]


def parts_of(position: State, sides: Sequence[str]) -> TableParts:
    """Return the parts of a position.

    Args:
        position: The position.
        sides: The name of each seat in the game.
    """
    parts = [
        TablePart(
            [tray for tray in position.trays if _place(tray, len(sides)) == place], _counters(position, sides, place)
        )
        for place in (*range(len(sides)), None)
    ]
    last = TablePart(
        [tray for tray in position.trays if tray.name.startswith(LAST)],
        {name: count for name, count in position.counters.items() if name.startswith(LAST)},
    )
    return TableParts(parts[:-1], parts[-1], last)


def _place(tray: Tray, sides: int) -> Seat | str | None:
    """Return the seat that a tray lies at, None for the middle of the table, or `LAST` for the last hand."""
    if tray.name.startswith(LAST):
        return LAST
    return tray.owner if tray.owner is None or tray.owner < sides else None


def _counters(position: State, sides: Sequence[str], place: Seat | None) -> dict[str, float]:
    """Return the counters of a seat without its name, or those of the middle."""
    found = {}
    for name, count in position.counters.items():
        side, _, rest = name.partition(" ")
        owner = sides.index(side) if rest and side in sides else None
        if owner == place and not name.startswith(LAST):
            found[rest if owner is not None else name] = count
    return found


def counted(counters: Mapping[str, float]) -> list[str]:
    """Return counters as texts: `pot 4`, and `hand 3 of 20` for a counter that another one with its plural bounds."""
    bounds = {name: f"{name}s" for name in counters if f"{name}s" in counters}
    return [
        f"{name} {count} of {counters[bounds[name]]}" if name in bounds else f"{name} {count}"
        for name, count in counters.items()
        if name not in bounds.values()
    ]


def last_text(last: TablePart) -> str:
    """Return the counters of the last hand: `last hand won by North: 6`, or `last hand split` without the number 0."""
    return ", ".join(f"{name}: {count}" if count else name for name, count in last.counters.items())


def ended_hand(before: State, after: State, sides: Sequence[str]) -> str:
    """Return how a hand has ended between two positions, as `last_text` says it; empty if none has.

    The counter `hand` tells it, and at the end of a match, where it stays, that of the pot.
    """
    pots = before.counters.get("pot", 0), after.counters.get("pot", 0)
    ended = before.counters.get("hand") != after.counters.get("hand") or pots[1] < pots[0]
    return last_text(parts_of(after, sides).last) if ended else ""
