"""Shapes of Go: eyes and good moves, in all directions and for both colours."""

import pytest

from kibitz_server.games.go import patterns
from kibitz_server.games.go.patterns import EYES, GOOD, ORDER, eyes, good_shapes, shape, turned

CELLS = {".": 0, "X": 1, "O": 2, "#": 3}


def number(text: str) -> int:
    """Return the number of a shape of nine cells, row by row."""
    return sum(CELLS[text.replace("|", "")[place]] << 2 * i for i, place in enumerate(ORDER))


@pytest.mark.parametrize(
    ("text", "colours"),
    [
        ("XXX|X.X|XXX", 1),
        ("OXX|X.X|XX.", 1),
        ("OXX|X.X|XXO", 0),  # false: cut off at two corners
        ("XXX|X.X|###", 1),
        ("OXX|X.X|###", 0),  # false at the edge: cut off at one corner
        ("#OO|#.O|###", 2),
        ("#OX|#.O|###", 0),
        ("XOO|O.O|OOO", 2),
        ("XXX|X.O|XXX", 0),
        ("XXX|X..|XXX", 0),
    ],
)
def test_eyes(text: str, colours: int) -> None:
    """An eye is enclosed by one colour, and the other has at most one corner of it, or none at the edge."""
    for code in map(number, turned(text.replace("|", ""))):
        assert shape(code) >> 1 == (0, EYES, EYES << 1)[colours]


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("XOX|...|...", True),  # hane
        ("XO.|X..|...", True),
        ("XO.|O..|...", True),  # a cut that is not protected
        ("XO.|O.O|.O.", False),
        ("XXX|X.X|XXX", False),
        ("...|...|...", False),
        ("OX.|X.O|###", True),  # a cut at the edge
        ("...|...|###", False),
    ],
)
def test_good_shapes(text: str, good: bool) -> None:
    """Hane and cuts are good in each direction, for the side of either colour."""
    for turn in turned(text.replace("|", "")):
        assert bool(shape(number(turn)) & GOOD) == good, turn
        assert bool(shape(number(turn.translate(str.maketrans("XO", "OX")))) & GOOD) == good


def test_each_shape_has_its_own_bits() -> None:
    """The packed table says of each of the 65,536 numbers what the sets say that it was made of."""
    good, black, white = good_shapes(), set(eyes(1)), set(eyes(2))
    assert len(patterns.SHAPES) == 4096
    for code in range(1 << 16):
        assert shape(code) == (code in good) * GOOD | (code in black) * EYES << 1 | (code in white) * EYES << 2
