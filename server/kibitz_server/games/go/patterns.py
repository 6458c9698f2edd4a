"""Shapes of three by three cells: eyes, and the shapes at which a stone in the middle tends to be good.

The good shapes are those of the program MoGo (Gelly, Wang, Munos and Teytaud, 2006): hane, cuts, and moves at the edge.
Each is written from the top row on, with the move in the middle: `X` and `O` are stones of both sides, whichever side
moves; `.` is an empty cell, `#` the edge, `?` anything; `x` and `o` are anything but a stone of that side.

A shape is a number of 16 bits, as in `around` of `chains`. SHAPES has four bits for each: GOOD, and whether the empty
cell in the middle is an eye of Black or of White.
"""

from collections.abc import Iterator
from itertools import product

from kibitz_server.games.bits import u64

SLOTS = ()

HANE = ("XOX|...|???", "XO.|...|?.?", "XO?|X..|x.?", ".O.|X..|...")
CUTS = ("XO?|O.o|?o?", "XO?|O.X|???", "?X?|O.O|ooo", "OX?|o.O|???")
EDGES = ("X.?|O.?|##?", "OX?|X.O|###", "?X?|x.O|###", "?XO|x.x|###", "?OX|X.O|###")
CONTENTS = {".": (0,), "X": (1,), "O": (2,), "#": (3,), "?": (0, 1, 2, 3), "x": (0, 2, 3), "o": (0, 1, 3)}
"""What may be in a cell: numbers as in `cells` of a state, where X is Black."""
OTHER_SIDE = str.maketrans("XOxo", "OXox")
ORDER = (1, 3, 5, 7, 0, 2, 6, 8)
"""Places in the text of a shape of the eight cells about its middle, in the order of `around`."""

GOOD, EYES = 1, 1
"""Bits of a shape in SHAPES: an eye of the colour c is `EYES << c`."""


def turned(shape: str) -> Iterator[str]:
    """Yield a text of nine cells in its eight directions."""
    for _ in range(4):
        yield shape
        shape = "".join(shape[i] for i in (6, 3, 0, 7, 4, 1, 8, 5, 2))
        yield "".join(shape[i] for i in (2, 1, 0, 5, 4, 3, 8, 7, 6))


def codes(shape: str) -> Iterator[int]:
    """Yield the numbers of all contents that fit a text of nine cells."""
    for contents in product(*(CONTENTS[shape[i]] for i in ORDER)):
        yield sum(cell << 2 * i for i, cell in enumerate(contents))


def good_shapes() -> set[int]:
    """Return the numbers of the shapes at which a move in the middle tends to be good, for either side."""
    texts = {text for shape in (*HANE, *CUTS, *EDGES) for text in turned(shape.replace("|", ""))}
    texts |= {text.translate(OTHER_SIDE) for text in texts}
    return {code for text in texts for code in codes(text)}


def eyes(colour: int) -> Iterator[int]:
    """Yield the numbers of the eyes of a colour.

    It has all four neighbours, and the opponent has none of the diagonal cells at the edge, and one elsewhere at most.
    """
    for sides in product((colour, 3), repeat=4):
        for corners in product(range(4), repeat=4):
            if corners.count(3 - colour) <= (0 if 3 in corners else 1):
                yield sum(cell << 2 * i for i, cell in enumerate(sides + corners))


def packed() -> tuple[u64, ...]:
    """Return the bits of all shapes, sixteen to a word."""
    words = [0] * 4096
    for bit, shapes in ((GOOD, good_shapes()), (EYES << 1, eyes(1)), (EYES << 2, eyes(2))):
        for code in shapes:
            words[code >> 4] |= bit << 4 * (code & 15)
    return tuple(map(u64, words))


SHAPES = packed()


def shape(around: int) -> int:
    """Return the bits of a shape: GOOD, and the colours for which its middle is an eye."""
    return int(SHAPES[around >> 4] >> u64((around & 15) << 2)) & 15
