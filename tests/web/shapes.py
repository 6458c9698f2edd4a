"""Boards of shapes and positions that the tests of drawing use, as clients receive them."""

from typing import Any

from tests.client.points import BACKGAMMON, INITIAL

FILES, RANKS = "abcdefgh", "87654321"
MOUNT = """async (module, views) => {
  await module.KibitzBoard.prepare(views[0].board);
  const host = document.createElement("div");
  const board = document.createElement("kibitz-board");
  host.append(board);
  document.body.append(host);
  for (const view of views) board.view = {label: "", motion: false, ...view, board: views[0].board, marks: new Set()};
  const found = %s;
  host.remove();
  return found;
}"""
"""Module of an expression about a `board` to which views were given in turn."""


def grid(columns: str | list[str], rows: str | list[str], symbols: dict[str, str], **fields: Any) -> dict[str, Any]:
    """Return the fixed part of a grid, with usual values for what is not given."""
    return {
        "shape": "grid",
        "column_labels": [*columns],
        "row_labels": [*rows],
        "symbols": symbols,
        "cell_labels": [],
        "block": 0,
        "every_empty_cell": False,
        "top": None,
        "stars": [],
        "owners": {},
        "glyphs": {},
        "ground": "cells",
        "edges": None,
        **fields,
    }


def at(rows: list[str], **fields: Any) -> dict[str, Any]:
    """Return a position with these rows."""
    return {
        "ply": 1,
        "to_move": 0,
        "position": "".join(rows),
        "text": "/".join(rows),
        "rows": rows,
        "counts": [],
        "blocks": "",
        "shades": "",
        "last": [],
        "legal": [],
        "paths": [],
        "counters": {},
        "lines": [],
        "remaining_ms": None,
        "flag_ms": None,
        "periods": None,
        "ticking": None,
        "first_move_ms": None,
        **fields,
    }


MEN = ("king", "queen", "rook", "bishop", "knight", "pawn")
LETTERS = "KQRBNP"
CHESS = grid(
    FILES,
    RANKS,
    {
        "-": "empty",
        **{letter: f"white {name}" for letter, name in zip(LETTERS, MEN, strict=True)},
        **{letter.lower(): f"black {name}" for letter, name in zip(LETTERS, MEN, strict=True)},
    },
    top=1,
    owners={**dict.fromkeys(LETTERS, 0), **dict.fromkeys(LETTERS.lower(), 1)},
    glyphs={
        symbol: chr(0x2654 + number + 6 * black) + "\ufe0e"
        for black, letters in enumerate((LETTERS, LETTERS.lower()))
        for number, symbol in enumerate(letters)
    },
    ground="checkered",
)
HEX = grid(
    [*"abcdefghijk"],
    [*map(str, range(1, 12))],
    {"-": "empty", "R": "red stone", "B": "blue stone"},
    owners={"R": 0, "B": 1},
    every_empty_cell=True,
    ground="hexes",
    edges=[0, 1, 0, 1],
)
DOTS = grid(
    [*"a b c d"],
    [*"4 3 2 1"],
    {"+": "dot", "-": "empty", "|": "line", " ": "open box", "A": "box of A", "B": "box of B"},
    owners={"A": 0, "B": 1},
    every_empty_cell=True,
    ground="dots",
)
TICTACTOE = grid("abc", "321", {"-": "empty", "X": "cross", "O": "nought"}, owners={"X": 0, "O": 1})
SQUARES = [str(n // 2 + 1) if (n // 10 + n % 10) % 2 else "" for n in range(100)]
INTERNATIONAL = grid(
    [""] * 10,
    [""] * 10,
    {".": "not in play", "-": "empty", "w": "white man", "W": "white king", "b": "black man", "B": "black king"},
    cell_labels=[str((n // 2) + 1) if (n // 10 + n % 10) % 2 else "" for n in range(100)],
    top=1,
    owners={"w": 0, "W": 0, "b": 1, "B": 1},
    ground="checkered",
)


def _checkers(squares: str) -> list[str]:
    """Return the rows of a board of 10 by 10 whose dark squares have these symbols."""
    cells = iter(squares)
    flat = "".join(next(cells) if (n // 10 + n % 10) % 2 else "." for n in range(100))
    return [flat[n : n + 10] for n in range(0, 100, 10)]


PITS: dict[str, Any] = {
    "shape": "pits",
    "houses": 2,
    "cell_labels": ["a", "b", "", "A", "B", ""],
    "cell_names": ["a", "b", "south store", "A", "B", "north store"],
    "unit": "seed",
    "faces": {},
}
HEAPS: dict[str, Any] = {"shape": "heaps", "cell_labels": ["1", "2"], "unit": "object", "most": 17, "faces": {}}
POINTS: dict[str, Any] = BACKGAMMON.model_dump(mode="json")
START = INITIAL


def tray(name: str, owner: int | None, *faces: str) -> dict[str, Any]:
    """Return a tray with these faces."""
    return {"name": name, "owner": owner, "faces": [*faces], "said": ""}


def on_points(counts: list[int], **fields: Any) -> dict[str, Any]:
    """Return a position of a board of points, with the checkers of the second seat as negative numbers."""
    return at([], counts=counts, position=str(counts), text=str(counts), **fields)


MIDDLE_GAME = on_points(
    [-2, 0, 2, 2, 3, 5, 0, 0, 0, 0, 0, -7, 0, 0, 0, 0, -2, 0, -1, 0, 0, 0, 0, 0, 1, -1, 2, -2],
    last=[7, 4, 5, 4],
    trays=[tray("dice", 0, "d6", "d3"), tray("cube", 1, "x2")],
)

BOARDS: dict[str, dict[str, Any]] = {
    "chess": {
        "board": CHESS,
        "position": at(
            ["r-bqkb-r", "pppp-ppp", "--n--n--", "----p---", "--B-P---", "-----N--", "PPPP-PPP", "RNBQK--R"],
            last=[57, 42],
        ),
        "extra": {"picked": [45], "marks": [28, 30, 35, 39, 51]},
    },
    "hex": {
        "board": HEX,
        "position": at(
            [
                *(
                    "-----R-----",
                    "-----------",
                    "---B--R----",
                    "------BR---",
                    "-----BRB---",
                    "----RB-----",
                    "---B-R-----",
                ),
                *("-----------", "--B-R------", "-----------", "----R------"),
            ],
            last=[49],
        ),
        "extra": {"hint": [60]},
    },
    "dots": {
        "board": DOTS,
        "position": at(
            ["+|+|+-+", "|A|B| -", "+|+|+-+", "- | - -", "+-+|+-+", "- - - |", "+|+-+-+"],
            shades="--------A-B--------------------------------------"[:49],
            last=[17],
        ),
        "extra": {},
    },
    "international": {
        "board": INTERNATIONAL,
        "position": at(_checkers("b" * 15 + "B" + "b" * 3 + "-" * 12 + "wW" + "w" * 17), last=[65, 54]),
        "extra": {},
    },
    "points": {"board": POINTS, "position": MIDDLE_GAME, "extra": {"picked": [5], "marks": [2, 1]}},
}
