"""Pieces drawn with half blocks, and what each symbol of a board looks like. Pure.

The first side has filled discs and the second one rings, so that the sides differ without colours. Symbols named
"cross" and "nought" look like that. A piece has a letter only if its shape does not tell everything, as for a king.
"""

from functools import lru_cache
from typing import Literal

from kibitz_client.board.roles import stone_roles
from kibitz_client.match.owners import EMPTY, NOT_IN_PLAY
from kibitz_protocol.values.boards import Grid

Shape = Literal["disc", "ring", "cross", "thick"]
"""A filled disc, a thin ring, two crossing lines, or a thick ring."""

CHARACTERS: dict[Shape, str] = {"disc": "●", "ring": "○", "thick": "◎"}
"""Pieces of one character; crosses are letters."""
SMALL_TEXTS: dict[Shape, tuple[str, str]] = {
    "disc": ("▟█▙", "▜█▛"),
    "ring": ("╭─╮", "╰─╯"),
    "cross": ("╲ ╱", "╱ ╲"),
    "thick": ("╔═╗", "╚═╝"),
}
"""Pieces of three columns and two rows, for cells of 4x2."""


def piece_shape(grid: Grid, symbol: str, *, outline: bool = False, filled: bool = False) -> Shape:
    """Return the shape of a symbol; with `outline`, the first side has thick rings instead of discs.

    With `filled`, both sides have discs: colours tell them apart.
    """
    name = grid.symbols.get(symbol, "")
    if name == "cross":
        return "cross"
    if filled and name != "nought":
        return "disc"
    first = stone_roles(grid).get(symbol) == "first"
    return ("thick" if outline else "disc") if first and name != "nought" else "ring"


def piece_letter(grid: Grid, symbol: str) -> str:
    """Return the letter on a piece: none if its shape says enough, `K` for a king, else its symbol."""
    if grid.symbols[symbol] in ("cross", "nought"):
        return ""
    roles = stone_roles(grid)
    stones = [other for other, name in grid.symbols.items() if name not in (EMPTY, NOT_IN_PLAY)]
    own = [other for other in stones if roles[other] == roles.get(symbol)]
    if own == [symbol]:
        return ""
    if {other.lower() for other in own} == {symbol.lower()}:
        # A capital letter is the king of the same side.
        return grid.symbols[symbol].split()[-1][:1].upper() if symbol.isupper() else ""
    return symbol


Rows = tuple[tuple[str, tuple[bool, ...]], ...]
"""The rows of a piece. For each character, whether its blank part is enclosed by the piece."""


@lru_cache(maxsize=256)
def piece_rows(shape: Shape, width: int, height: int) -> Rows:
    """Return a piece that fills a box of at least 5 columns and 2 rows.

    A half block is about as wide as it is tall, so a row has two lines of dots.
    """
    # Larger pieces leave a margin, so that neighbours do not touch.
    margin = 1 if height > 4 else 0
    across, down = width - 2 * margin, 2 * (height - margin)
    # The share of the radius that is drawn, and at least this many lines of dots.
    share, lines = (0.25, 0.6) if shape == "ring" else (0.55, 1.2)
    hole = 1 - max(share, 2 * lines / down)

    def within(x: float, y: float, scale: float) -> bool:
        """Return whether a dot is in the ellipse that fills the box, scaled; the middle is at (0, 0)."""
        return (x / (across * scale / 2)) ** 2 + (y / (down * scale / 2)) ** 2 <= 1.0

    def dot(x: float, y: float) -> str:
        """Return `x` for a dot of the piece, `o` for one that it encloses, and a blank for others."""
        if shape == "cross":
            line = abs(abs(x / across) - abs(y / down)) <= max(0.5 / across, 0.09) and within(x, y, 1.25)
            return "x" if line else " "
        if not within(x, y, 1.04):
            return " "
        return "o" if shape != "disc" and within(x, y, hole) else "x"

    rows = []
    for row in range(height):
        columns = [column - margin + 0.5 - across / 2 for column in range(width)]
        above, below = 2 * row - margin + 0.5 - down / 2, 2 * row - margin + 1.5 - down / 2
        pairs = [(dot(x, above), dot(x, below)) for x in columns]
        text = "".join(HALVES[upper == "x", lower == "x"] for upper, lower in pairs)
        rows.append((text, tuple("o" in pair and " " not in pair for pair in pairs)))
    return tuple(rows)


SMALL: dict[Shape, Rows] = {shape: tuple((row, (False,) * 3) for row in rows) for shape, rows in SMALL_TEXTS.items()}
"""The same as rows."""

HALVES = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
"""Characters by their upper and lower half."""

FILLED = str.maketrans("♙♘♗♖♕♔", "♟♞♝♜♛♚")
"""Characters of chessmen by their outlines. Where colours tell the sides apart, both have the filled ones."""
PICTURES = {
    "♙♟": (
        (".....", ".....", "..#..", ".###.", "..#..", ".###."),
        ("......", "......", "..##..", ".####.", "..##..", "..##..", ".####.", "######"),
    ),
    "♘♞": (
        (".....", "..##.", ".###.", "##.##", "..###", ".####"),
        ("..#.#.", ".####.", "##.###", "######", "##.###", "..###.", ".####.", "######"),
    ),
    "♗♝": (
        (".....", "..#..", ".#.#.", ".###.", "..#..", ".###."),
        ("..##..", ".#.##.", ".##.#.", ".####.", "..##..", "..##..", ".####.", "######"),
    ),
    "♖♜": (
        (".....", "##.##", "#####", ".###.", ".###.", "#####"),
        ("......", "......", "##..##", "######", ".####.", ".####.", ".####.", "######"),
    ),
    "♕♛": (
        (".....", "#.#.#", "#.#.#", ".###.", ".###.", "#####"),
        ("#.##.#", "#.##.#", "######", ".####.", "..##..", "..##..", ".####.", "######"),
    ),
    "♔♚": (
        ("..#..", ".###.", "..#..", "#####", ".###.", "#####"),
        ("..##..", ".####.", "..##..", ".####.", "######", "######", ".####.", "######"),
    ),
}
"""Chessmen, for squares in which their characters would be too small: dots of five columns and six rows, and of six
columns and eight rows.

Both sides have the same pictures, so they are for terminals with colours. A character of a terminal has two dots, one
above the other.
"""


@lru_cache(maxsize=64)
def chessman(glyph: str, height: int) -> tuple[str, ...]:
    """Return the rows of the largest picture that stands for a character, at most `height`; none without a picture."""
    known = next((pictures for names, pictures in PICTURES.items() if glyph[:1] in names), ())
    dots = next((picture for picture in reversed(known) if len(picture) <= 2 * height), ())
    return tuple(
        "".join(HALVES[upper == "#", lower == "#"] for upper, lower in zip(*pair, strict=True))
        for pair in zip(dots[::2], dots[1::2], strict=True)
    )
