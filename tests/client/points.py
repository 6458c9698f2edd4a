"""A board of points with dice and a cube, and positions on it, as a server with backgammon sends them."""

from typing import Any

from kibitz_protocol.to_client import Snapshot
from kibitz_protocol.values.boards import BARS, OFF, POINTS, Face, Tray
from kibitz_protocol.values.boards import Points as PointsBoard
from kibitz_protocol.values.state import State
from tests.client.samples import ENGINE, GAME, OTTER, position, snapshot

WORDS = ("one", "two", "three", "four", "five", "six")
NUMBERS = [str(number) for number in range(1, POINTS + 1)]
BACKGAMMON = PointsBoard(
    cell_labels=[[*NUMBERS, "bar", "bar", "off", "off"], [*reversed(NUMBERS), "bar", "bar", "off", "off"]],
    unit="checker",
    names=["White", "Black"],
    faces={
        **{f"d{n}": Face(kind="die", text=str(n), words=word) for n, word in enumerate(WORDS, 1)},
        **{f"x{n}": Face(kind="cube", text=str(n), words=f"the cube at {n}") for n in (2, 4, 8, 16, 32, 64)},
    },
)
CENTRED = Tray(name="cube", owner=None, faces=["x64"])


def dice(seat: int, *numbers: int) -> Tray:
    """Return the roll of a seat."""
    return Tray(name="dice", owner=seat, faces=[f"d{number}" for number in numbers])


def counts(**held: int) -> list[int]:
    """Return the counts of a board with these checkers by cell: `c5=2`, `bar0=1`, `off1=-3`."""
    found = [0] * (POINTS + len(BARS + OFF))
    places = {"bar0": BARS[0], "bar1": BARS[1], "off0": OFF[0], "off1": OFF[1]}
    for name, count in held.items():
        found[places[name] if name in places else int(name[1:])] = count
    return found


INITIAL = counts(c5=5, c7=3, c12=5, c23=2, c18=-5, c16=-3, c11=-5, c0=-2)
STEPS = {
    "8/5 6/5": [7, 4, 5, 4],
    "24/21 24/23": [23, 20, 23, 22],
    "8/4": [7, 3],
    "24/20": [23, 19],
    "13/10 6/5": [12, 9, 5, 4],
}
"""Some moves of White with 3 and 1 in the initial position, and their paths."""


def points_state(**changes: Any) -> State:
    """Return the initial position after White has rolled 3 and 1, or with other fields."""
    fields: dict[str, Any] = {
        "rows": [],
        "counts": INITIAL,
        "last": [],
        "legal": list(STEPS),
        "paths": list(STEPS.values()),
        "counters": {"White pips": 167, "Black pips": 167},
        "trays": [dice(0, 3, 1), CENTRED],
    }
    return State.model_validate(position().model_dump() | fields | changes, from_attributes=True)


def points_snapshot(**changes: Any) -> Snapshot:
    """Return the snapshot of a match at its first roll: otter has White. Changes are those of its state."""
    game = GAME.model_copy(update={"name": "backgammon", "title": "Backgammon", "seats": ["White", "Black"]})
    seats, state = [OTTER, ENGINE], points_state(**changes)
    return snapshot(you=0, game=game, board=BACKGAMMON, options={}, seats=seats, state=state)
