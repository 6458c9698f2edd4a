"""Evaluation of Reversi on 8x8 by patterns: the discs on each row, edge, corner and diagonal have a weight.

The weights are those of a linear regression on the results of games (Buro, "Experiments with Multi-ProbCut and a new
high-quality evaluation function for Othello", 1997), in quarters of a disc, for each stage of the game. A pattern's
configuration is a number in base 3: 1 for a disc of the side to move, 2 for one of the other side.
`python -m training reversi` makes the file of the weights.
"""

import zlib
from array import array
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from kibitz_server.games.bits import popcount, u64

SLOTS = ("mobility",)
"""Name of the game that these functions use."""
mobility: Any = None

FILE = Path(__file__).with_name("reversi.weights")


class Pattern(NamedTuple):
    """Kind of pattern: its name, its number of squares, and all places where it lies, as squares in one order."""

    name: str
    size: int
    places: tuple[tuple[int, ...], ...]


def turns(cells: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return a pattern in all rotations and reflections of the board."""
    turned = []
    for mirror_columns in (False, True):
        for mirror_rows in (False, True):
            for transposed in (False, True):
                places = [(cell % 8, cell // 8) for cell in cells]
                places = [(7 - x if mirror_columns else x, 7 - y if mirror_rows else y) for x, y in places]
                turned.append(tuple(8 * x + y if transposed else 8 * y + x for x, y in places))
    return turned


def _pattern(name: str, cells: tuple[int, ...]) -> Pattern:
    """Return a kind of pattern, with each set of squares once."""
    places: dict[frozenset[int], tuple[int, ...]] = {}
    for turned in turns(cells):
        places.setdefault(frozenset(turned), turned)
    return Pattern(name, len(cells), tuple(places.values()))


PATTERNS = (
    _pattern("edge", (0, 1, 2, 3, 4, 5, 6, 7, 9, 14)),
    _pattern("block", (0, 1, 2, 3, 4, 8, 9, 10, 11, 12)),
    _pattern("corner", (0, 1, 2, 8, 9, 10, 16, 17, 18)),
    *(_pattern(f"row {row + 1}", tuple(range(8 * row, 8 * row + 8))) for row in (1, 2, 3)),
    *(_pattern(f"diagonal {n}", tuple(8 - n + 9 * i for i in range(n))) for n in (8, 7, 6, 5, 4)),
)
STARTS = tuple(sum(3**before.size for before in PATTERNS[:i]) for i in range(len(PATTERNS) + 1))
"""Index of the first weight of each pattern in a stage; the last number is the one after all patterns."""
EDGE_AT, BLOCK_AT, CORNER_AT, ROWS_AT = STARTS[:4]
MOVES_AT = STARTS[-1]
"""First weight of the number of the side's own moves."""
MOST_MOVES = 33
REPLIES_AT = MOVES_AT + MOST_MOVES
"""First weight of the number of moves that the other side would have."""
STAGE = REPLIES_AT + MOST_MOVES
"""Number of weights of a stage."""
STAGES = 10
STAGE_DISCS = 6
WEIGHT_COUNT = STAGES * STAGE
PROBABLE = 3
SPREAD = (0, 0, 0, 450, 400, 540, 460, 410, 360, 400, 360, 400, 360)
"""Standard deviation of the value of each depth from that of a search about half as deep, in hundredths of a disc.
`python -m training reversi-spread` measures it; it hardly depends on the stage of the game."""
SURE = 140
"""Hundredths of standard deviations at which a cut is safe enough."""
UNIT = 25
"""Hundredths of a disc that a weight counts: one byte holds all weights that occur, and the file stays small."""


def _in_base_3(order: tuple[int, ...]) -> tuple[int, ...]:
    """Return, for each set of bits, the sum of 3 to the power of each bit's place in `order`."""
    return tuple(
        sum(3 ** order[bit] for bit in range(len(order)) if bits >> bit & 1) for bits in range(1 << len(order))
    )


STRAIGHT = _in_base_3(tuple(range(10)))
MIRRORED_BLOCK = _in_base_3((4, 3, 2, 1, 0, 9, 8, 7, 6, 5))
MIRRORED_CORNER = _in_base_3((2, 1, 0, 5, 4, 3, 8, 7, 6))
ROW = u64(0xFF)
FILES = u64(0x0101010101010101)
SWAPS = ((7, u64(0x00AA00AA00AA00AA)), (14, u64(0x0000CCCC0000CCCC)), (28, u64(0x00000000F0F0F0F0)))


@cache
def read() -> "array[int]":
    """Return the content of the file, which a process reads when its first search begins."""
    return array("b", zlib.decompress(FILE.read_bytes()))


def rules() -> dict[str, Any]:
    """Return the names of this module that the rules of the usual board take in."""
    names = """weights read WEIGHT_COUNT UNIT weigh doubt PROBABLE SPREAD SURE stage_of transposed rows top bottom block
        corners nine diagonals STAGE STAGES STAGE_DISCS EDGE_AT BLOCK_AT CORNER_AT ROWS_AT MOVES_AT REPLIES_AT
        MOST_MOVES STRAIGHT MIRRORED_BLOCK MIRRORED_CORNER ROW FILES SWAPS LINE_START LINE_SQUARES LINE_COLUMN"""
    return {name: globals()[name] for name in names.split()}


def weights() -> "array[int]":
    """Return the weights of all stages, in units of UNIT."""
    return read()


def doubt(_s: Any, depth: int) -> int:
    """Return how far outside a window, in hundredths of a disc, a shallow search must be to stand for a deep one."""
    return SURE * SPREAD[min(depth, len(SPREAD) - 1)] // 100


def stage_of(discs: int) -> int:
    """Return the stage of a position with this many discs."""
    return min(STAGES - 1, max(0, discs - 5) // STAGE_DISCS)


def weigh(s: Any, memory: Any) -> int:
    """Return the evaluation by the weights in `memory.weights`, in hundredths of a disc."""
    own, other, moves = s.own, s.other, s.moves
    replies = mobility(other, own)
    sign = 1
    if not moves:
        # The weights are fitted on positions with a move. The value after the pass is that of the other side.
        own, other, moves, replies, sign = other, own, replies, moves, -1
    at = stage_of(popcount(own | other)) * STAGE
    total = memory.weights[at + MOVES_AT + min(popcount(moves), MOST_MOVES - 1)]
    total += memory.weights[at + REPLIES_AT + min(popcount(replies), MOST_MOVES - 1)]
    total += rows(memory, at, own, other) + rows(memory, at, transposed(own), transposed(other))
    total += corners(memory, at + CORNER_AT, own, other) + diagonals(memory, at, own, other)
    return int(sign * UNIT * total)


def transposed(discs: int) -> int:
    """Return the board with rows and columns exchanged."""
    for i in range(3):
        shift, mask = SWAPS[i]
        moved = (discs ^ (discs >> shift)) & mask
        discs = discs ^ moved ^ (moved << shift)
    return discs


def rows(memory: Any, at: int, own: int, other: int) -> int:
    """Return the weights of all rows, and of what lies along the first and the last one."""
    total: int = 0
    for i in range(3):
        start = at + ROWS_AT + 6561 * i
        low, high = 8 + 8 * i, 48 - 8 * i
        total += memory.weights[start + STRAIGHT[(own >> low) & ROW] + 2 * STRAIGHT[(other >> low) & ROW]]
        total += memory.weights[start + STRAIGHT[(own >> high) & ROW] + 2 * STRAIGHT[(other >> high) & ROW]]
    total += memory.weights[at + EDGE_AT + STRAIGHT[top(own)] + 2 * STRAIGHT[top(other)]]
    total += memory.weights[at + EDGE_AT + STRAIGHT[bottom(own)] + 2 * STRAIGHT[bottom(other)]]
    start = at + BLOCK_AT
    total += memory.weights[start + STRAIGHT[block(own, 0, 3)] + 2 * STRAIGHT[block(other, 0, 3)]]
    total += memory.weights[start + STRAIGHT[block(own, 56, 43)] + 2 * STRAIGHT[block(other, 56, 43)]]
    total += memory.weights[start + MIRRORED_BLOCK[block(own, 3, 6)] + 2 * MIRRORED_BLOCK[block(other, 3, 6)]]
    total += memory.weights[start + MIRRORED_BLOCK[block(own, 59, 46)] + 2 * MIRRORED_BLOCK[block(other, 59, 46)]]
    return total


def top(discs: int) -> int:
    """Return the first row with the squares diagonally inside its corners, as ten bits."""
    return (discs & ROW) | ((discs >> 1) & u64(0x100)) | ((discs >> 5) & u64(0x200))


def bottom(discs: int) -> int:
    """Return the same for the last row."""
    return (discs >> 56) | ((discs >> 41) & u64(0x100)) | ((discs >> 45) & u64(0x200))


def block(discs: int, outer: int, inner: int) -> int:
    """Return five squares of an edge, shifted by `outer`, and the five beside them, shifted by `inner` to bit 5."""
    return ((discs >> outer) & u64(0x1F)) | ((discs >> inner) & u64(0x3E0))


def corners(memory: Any, at: int, own: int, other: int) -> int:
    """Return the weights of the four corners of three by three squares."""
    total: int = memory.weights[at + STRAIGHT[nine(own, 0, 5, 10)] + 2 * STRAIGHT[nine(other, 0, 5, 10)]]
    total += memory.weights[at + STRAIGHT[nine(own, 56, 45, 34)] + 2 * STRAIGHT[nine(other, 56, 45, 34)]]
    total += memory.weights[at + MIRRORED_CORNER[nine(own, 5, 10, 15)] + 2 * MIRRORED_CORNER[nine(other, 5, 10, 15)]]
    total += memory.weights[at + MIRRORED_CORNER[nine(own, 61, 50, 39)] + 2 * MIRRORED_CORNER[nine(other, 61, 50, 39)]]
    return total


def nine(discs: int, first: int, second: int, third: int) -> int:
    """Return three squares of each of three rows, which the shifts bring to bits 0, 3 and 6."""
    return ((discs >> first) & u64(0x7)) | ((discs >> second) & u64(0x38)) | ((discs >> third) & u64(0x1C0))


def _lines() -> tuple[tuple[int, u64, int], ...]:
    """Return first weight, squares and first column of each diagonal."""
    return tuple(
        (STARTS[i], u64(sum(1 << cell for cell in cells)), min(cell % 8 for cell in cells))
        for i, pattern in enumerate(PATTERNS)
        if pattern.name.startswith("diagonal")
        for cells in pattern.places
    )


LINES = _lines()
LINE_START = tuple(line[0] for line in LINES)
LINE_SQUARES = tuple(line[1] for line in LINES)
LINE_COLUMN = tuple(line[2] for line in LINES)


def diagonals(memory: Any, at: int, own: int, other: int) -> int:
    """Return the weights of the diagonals of four squares and more. A product gathers a diagonal in the last row."""
    total: int = 0
    for i in range(18):
        shift = 56 + LINE_COLUMN[i]
        mine = (((own & LINE_SQUARES[i]) * FILES) & u64(0xFFFFFFFFFFFFFFFF)) >> shift
        theirs = (((other & LINE_SQUARES[i]) * FILES) & u64(0xFFFFFFFFFFFFFFFF)) >> shift
        total += memory.weights[at + LINE_START[i] + STRAIGHT[mine] + 2 * STRAIGHT[theirs]]
    return total
