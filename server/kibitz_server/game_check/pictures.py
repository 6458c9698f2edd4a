"""Checks of what a game shows: its board, and the picture of a position on it."""

import unicodedata
from typing import get_args

from kibitz_server.game_check.chance import Call
from kibitz_server.game_check.finding import Broken
from kibitz_server.games.board import BARS, FACE_KINDS, GROUNDS, OFF, Board, Grid, Picture, Points
from kibitz_server.games.game import Game, Position


def check_board(game: Game) -> None:
    """Check what a board says of its faces, its cells, its symbols and its edges.

    Raises:
        Broken: The game breaks a promise.
    """
    board, seats = game.board, range(len(game.declaration.seats))
    if not isinstance(board, Board):
        shapes = ", ".join(shape.__name__ for shape in get_args(Board))
        raise Broken("board", f"board returns {type(board).__name__}", f"return one of {shapes}")
    for key, face in board.faces.items():
        if face.kind not in FACE_KINDS:
            raise Broken("board", f"the face {key!r} is a {face.kind!r}", f"use {', '.join(FACE_KINDS)}")
    if isinstance(board, Points) and [len(labels) for labels in board.cell_labels] != [board.cells] * 2:
        raise Broken("board", "the Points do not name all cells", f"give {board.cells} labels for each seat")
    if not isinstance(board, Grid):
        return
    for what, marked in (("owners", board.owners), ("glyphs", board.glyphs)):
        if strange := marked.keys() - board.symbols.keys():
            problem = f"{what} of the Grid name {min(strange)!r}, which is not a symbol"
            raise Broken("board", problem, "add it to the symbols, or leave it out")
    owners = [*board.owners.values(), *(board.edges or ())]
    if strange_seats := [seat for seat in owners if seat not in seats]:
        problem = f"something on the board belongs to seat {strange_seats[0]}"
        raise Broken("board", problem, f"use seats from 0 to {seats[-1]}")
    if wide := [glyph for glyph in board.glyphs.values() if not _is_narrow(glyph)]:
        problem = f"the glyph {wide[0]!r} is not one column of a terminal wide"
        raise Broken("board", problem, "use one character, perhaps with U+FE0E after it")
    if board.ground not in GROUNDS:
        raise Broken("board", f"the ground is {board.ground!r}", f"use {', '.join(GROUNDS)}")
    if board.ground == "dots" and not (len(board.column_labels) % 2 and len(board.row_labels) % 2):
        raise Broken("board", "a ground of dots has an even side", "use 2n + 1 columns and rows for n boxes")


def check_picture(game: Game, position: Position, call: Call) -> None:
    """Check that the picture of a position fits the board, and that lines that won lie on it.

    Raises:
        Broken: The game breaks a promise.
    """
    board = game.board
    cells = board.cells
    picture = call("picture", position.state)
    if not isinstance(picture, Picture):
        raise Broken("picture", f"picture returns {picture!r}"[:400])
    if isinstance(board, Grid):
        width, height = len(board.column_labels), len(board.row_labels)
        if [len(row) for row in picture.rows] != [width] * height:
            shape = f"{height} rows of {width} symbols"
            raise Broken("picture", "the picture does not fit the board", f"return {shape}, as board has")
        if strange := set("".join(picture.rows) + picture.blocks) - board.symbols.keys():
            problem = f"the picture has the symbol {min(strange)!r}, which board does not explain"
            raise Broken("picture", problem, "add it to the symbols of the Grid")
        if picture.shades and len(picture.shades) != cells:
            problem = f"the picture has {len(picture.shades)} shades, and the board {cells} cells"
            raise Broken("picture", problem, "return one shade per cell, row by row, or none")
        if strange := set(picture.shades) - board.owners.keys() - {"-"}:
            problem = f"the picture has the shade {min(strange)!r}, which belongs to no side"
            raise Broken("picture", problem, "use '-' or a symbol that owners of the Grid names")
    elif len(picture.counts) != cells:
        problem = f"the picture has {len(picture.counts)} counts, and the board {cells} cells"
        raise Broken("picture", problem, "return one count per cell")
    _check_trays(game, picture)
    outcome = position.outcome
    if outcome is not None and outcome.winner is not None and hasattr(game.rules, "winning_lines"):
        for line in call("winning_lines", position.state):
            if not isinstance(line, tuple) or any(cell not in range(cells) for cell in line):
                hint = f"return tuples of cells, numbers from 0 to {cells - 1}"
                raise Broken("winning_lines", f"a winning line is {line!r}", hint)
    if outcome is not None and hasattr(game.rules, "final_attacks"):
        for attack in call("final_attacks", position.state):
            if not isinstance(attack, tuple) or len(attack) != 2 or any(cell not in range(cells) for cell in attack):
                hint = f"return pairs of cells, numbers from 0 to {cells - 1}"
                raise Broken("final_attacks", f"an attack is {attack!r}", hint)


def _check_trays(game: Game, picture: Picture) -> None:
    board, seats = game.board, range(len(game.declaration.seats))
    for tray in picture.trays:
        if strange := set(tray.faces) - board.faces.keys():
            problem = f"the tray {tray.name!r} has the face {min(strange)!r}, which board does not explain"
            raise Broken("picture", problem, "add it to the faces of the board")
        if tray.owner is not None and tray.owner not in seats:
            problem = f"the tray {tray.name!r} belongs to seat {tray.owner}"
            raise Broken("picture", problem, f"use None or a seat from 0 to {seats[-1]}")
    if isinstance(board, Points):
        for cell, sign in zip(BARS + OFF, (1, -1, 1, -1), strict=True):
            if picture.counts[cell] * sign < 0:
                problem = f"the picture has checkers of the other seat in cell {cell}"
                raise Broken("picture", problem, "count those of seat 0 as positive and of seat 1 as negative")


def _is_narrow(glyph: str) -> bool:
    """Return whether a terminal shows a glyph in one column."""
    shown = glyph.replace("\ufe0e", "")
    return len(shown) == 1 and shown.isprintable() and unicodedata.east_asian_width(shown) not in "WF"
