"""Nim: take any number of objects from one heap. Bouton's theory (1901) determines the winner, so evaluation is exact.

A move's code is `heap * 64 + take`, where `heap` counts from 0.
"""

import re
from typing import Annotated, Any

from kibitz_server.games.bits import mix, u64
from kibitz_server.games.board import Heaps, Picture
from kibitz_server.games.game import BY_CODE, EVAL_LIMIT, LOSS, ONGOING, WIN, Declaration, Option, other_names
from kibitz_server.games.record import I64, Array, Record

GUIDE = """\
Goal: leave the last object to your opponent. If the option `misere` is off, take the last object yourself.

Moves: the players take objects in turn. A move takes one or more objects, all from the same heap.

End: the game is over when all heaps are empty. By default the player who took the last object loses. There is no
draw.

Notation: a move is the number of a heap, a hyphen and how many objects to take. `3-2` takes two objects from the
third heap. `32` means the same.

Options: `heaps` sets the number of objects in each heap, such as `1,3,5,7`.
"""

GAME = Declaration(
    name="nim",
    title="Nim",
    summary="Take as many objects as you like from one heap; by default the player who takes the last one loses.",
    move_help="a move is heap-take, such as 3-2; that takes two objects from the third heap",
    seats=("First", "Second"),
    options=(
        Option("heaps", "1,3,5,7", 1, 63, "objects in each heap", most=8, title="Heaps", german="Haufen"),
        Option(
            "misere",
            True,
            meaning="the player who takes the last object loses",
            title="The last object loses",
            german="Das letzte Stück verliert",
        ),
    ),
    guide=GUIDE,
    aliases=other_names("marienbad"),
)

MOVES = BY_CODE
SYMMETRIES = ("heaps",)


def constants(heaps: str, misere: bool) -> dict[str, Any]:
    """Return the constants of a set of heaps."""
    start = tuple(int(size) for size in heaps.split(","))
    return {
        "START": start,
        "HEAPS": len(start),
        "MISERE": misere,
        "MAX_MOVES": sum(start),
        "MAX_PLIES": sum(start),
    }


START = (1, 3, 5, 7)
HEAPS = 4
MISERE = True
MAX_MOVES = MAX_PLIES = 16


class State(Record):
    """Number of objects left in each heap."""

    turn: I64
    heaps: Annotated[list[int], Array("i1", "HEAPS")]


def setup(s: State) -> None:
    """Set up full heaps."""
    for heap in range(HEAPS):
        s.heaps[heap] = START[heap]


def legal(s: State, moves: list[int], k: int) -> int:
    """Write every number of objects from every heap."""
    for heap in range(HEAPS):
        for take in range(1, s.heaps[heap] + 1):
            moves[k] = heap * 64 + take
            k += 1
    return k


def keys(s: State) -> list[int]:
    """Return the codes that `legal` writes."""
    found: list[int] = []
    for heap, size in enumerate(s.heaps):
        found += range(64 * heap + 1, 64 * heap + size + 1)
    return found


def play(s: State, move: int) -> None:
    """Take the objects away."""
    s.heaps[move // 64] -= move % 64
    s.turn = 1 - s.turn


def outcome(s: State) -> int:
    """Return ONGOING while objects are left; after that, the other side has taken the last object."""
    for heap in range(HEAPS):
        if s.heaps[heap]:
            return ONGOING
    return WIN if MISERE else LOSS


def ending(_s: State) -> str:
    """Return why the game is over."""
    return "last object taken"


def wins(s: State) -> bool:
    """Return whether the side to move can win.

    It can if the exclusive or of the heaps is not zero; in misère play this is reversed once all heaps are at most 1.
    """
    total = 0
    largest = 0
    for heap in range(HEAPS):
        total ^= s.heaps[heap]
        largest = max(largest, s.heaps[heap])
    return (total == 0) if MISERE and largest <= 1 else (total != 0)


def evaluate(s: State) -> int:
    """Return a won or lost score; the fewer objects are left, the nearer the end."""
    left = 0
    for heap in range(HEAPS):
        left += s.heaps[heap]
    return EVAL_LIMIT - left if wins(s) else left - EVAL_LIMIT


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write winning moves first; among losing moves, the smallest first, to leave the most chances for an error."""
    end = legal(s, moves, k)
    for i in range(k, end):
        heap, take = moves[i] // 64, moves[i] % 64
        s.heaps[heap] -= take
        scores[i] = -take if wins(s) else 64 - take
        s.heaps[heap] += take
    return end


def key(s: State) -> int:
    """Return a hash of the heaps, six bits each, and the turn."""
    word: int = u64(1 + s.turn)
    for heap in range(HEAPS):
        word = (word << 6) | u64(s.heaps[heap])
    return mix(word)


def move_text(_s: State, move: int) -> str:
    """Return heap and number, as in 3-2."""
    return f"{move // 64 + 1}-{move % 64}"


def move_path(_s: State, move: int) -> tuple[int, ...]:
    """Return the heap."""
    return (move // 64,)


def alias(_s: State, text: str) -> str:
    """Accept another separator than '-', or none: a heap's number is one digit."""
    match = re.fullmatch("([0-9])[-,.:/x]?([0-9]{1,2})", text)
    return f"{match[1]}-{int(match[2])}" if match else text


def why_not(s: State, text: str) -> str | None:
    """Return a sentence for a heap that does not exist or is too small."""
    heap, _, take = text.partition("-")
    if not (heap.isdecimal() and take.isdecimal()):
        return None
    if not 1 <= int(heap) <= HEAPS:
        return f"there is no heap {heap}; heaps are 1 to {HEAPS}"
    if int(take) == 0:
        return "a move takes at least one object"
    left = s.heaps[int(heap) - 1]
    return f"heap {heap} has only {left} left" if left < int(take) else None


def position_text(s: State, _rows: tuple[str, ...]) -> str:
    """Return the heaps joined by ','.

    The side to move is left out, because neither the legal moves nor the winner depend on it.
    """
    return ",".join(str(size) for size in s.heaps)


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes; the first seat is to move.

    Raises:
        ValueError: The text cannot be read, or a heap is larger than at the start.
    """
    sizes = text.replace(" ", "").split(",")
    if len(sizes) != HEAPS or not all(size.isascii() and size.isdecimal() for size in sizes):
        raise ValueError(f"the heaps must be {HEAPS} numbers joined by ','")
    for heap in range(HEAPS):
        size = int(sizes[heap])
        if size > START[heap]:
            raise ValueError(f"heap {heap + 1} starts with {START[heap]} and cannot have {size}")
        s.heaps[heap] = size


def board() -> Heaps:
    """Return heaps numbered from 1."""
    return Heaps(tuple(str(heap + 1) for heap in range(HEAPS)), "object", max(START))


def picture(s: State) -> Picture:
    """Return the sizes of the heaps."""
    return Picture(counters=(("objects left", sum(s.heaps)),), counts=tuple(s.heaps))
