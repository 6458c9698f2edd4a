"""Helpers of boards: lines of one symbol, and a picture with one cell changed."""

import random

import pytest

from kibitz_server.games.board import Picture, doubling, marked, read_rows, runs


def cells_in_line(rows: tuple[str, ...], connect: int, exact: bool) -> set[tuple[int, ...]]:
    """Return what `runs` returns, found cell by cell."""
    columns, found = len(rows[0]), set()
    for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        for y, row in enumerate(rows):
            for x, symbol in enumerate(row):

                def at(steps: int, x: int = x, y: int = y, dx: int = dx, dy: int = dy) -> str:
                    across, down = x + steps * dx, y + steps * dy
                    return rows[down][across] if 0 <= across < columns and 0 <= down < len(rows) else ""

                length = next(n for n in range(1, 99) if at(n) != symbol)
                if symbol != "-" and at(-1) != symbol and (length == connect or (length > connect and not exact)):
                    found.add(tuple((y + n * dy) * columns + x + n * dx for n in range(length)))
    return found


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("connect", [1, 2, 3, 5])
def test_lines_are_found(connect: int, exact: bool) -> None:
    """All lines of a board of any shape are found once, each from its first cell."""
    for seed in range(300):
        rng = random.Random(seed)
        columns = rng.randrange(1, 9)
        rows = tuple("".join(rng.choices("-XO", (1, 3, 1), k=columns)) for _ in range(rng.randrange(1, 9)))
        found = runs(rows, connect, exact=exact)
        if connect == 1:  # one stone is a line in every direction
            assert set(found) == cells_in_line(rows, 1, exact)
        else:
            assert sorted(found) == sorted(cells_in_line(rows, connect, exact))


@pytest.mark.parametrize(
    ("text", "symbols", "flat"),
    [("xo-/X--", "-XO", "XO-X--"), ("mk-/MKm", "-mkMK", "mk-MKm"), ("w-/b-", "-wB", "w-B-")],
)
def test_symbols_in_another_case(text: str, symbols: str, flat: str) -> None:
    """A small letter stands for its capital, unless it is a symbol itself."""
    assert read_rows(text, len(text) // 2, 2, symbols) == flat


def test_one_cell_is_changed() -> None:
    """A picture with another symbol on one cell keeps everything else."""
    picture = Picture(("---", "XO-"), (("moves", 3),), blocks="-", shades="X-----")
    assert marked(picture, 1, "X") == picture._replace(rows=("-X-", "XO-"))
    assert marked(picture, 5, "O") == picture._replace(rows=("---", "XOO"))
    assert picture.rows == ("---", "XO-")


@pytest.mark.parametrize("length", range(1, 20))
def test_shifts_find_a_line(length: int) -> None:
    """The shifts find exactly this many bits in a line, no fewer and no more."""
    for bits, has_line in ((length, True), (length - 1, False)):
        line = sum(1 << 7 * bit for bit in range(bits))
        for shift in doubling(7, length):
            line &= line >> shift
        assert bool(line) is has_line
