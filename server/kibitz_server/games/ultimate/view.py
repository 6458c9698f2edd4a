"""Board of ultimate tic-tac-toe: nine boards of nine cells, and those that are won."""

from kibitz_server.games.board import Grid, Picture, split_rows
from kibitz_server.games.ultimate.notation import board_text
from kibitz_server.games.ultimate.rules import BOARDS, GAME, LINES, State


def winning_lines(s: State) -> tuple[tuple[int, ...], ...]:
    """Return the cells of each line in the boards that make a line of boards."""
    seat = 1 - s.turn
    line_of_boards = 0
    for line in LINES:
        if line & s.won[seat] == line:
            line_of_boards |= line
    return tuple(
        tuple(cell_of(9 * board + cell) for cell in range(9) if line >> cell & 1)
        for board in range(BOARDS)
        for line in LINES
        if line_of_boards >> board & 1 and line & s.cells[9 * seat + board] == line
    )


def cell_of(move: int) -> int:
    """Return the cell of a move, counted on the whole grid of nine by nine."""
    board, cell = move // 9, move % 9
    return (board // 3 * 3 + cell // 3) * 9 + board % 3 * 3 + cell % 3


def move_path(_s: State, move: int) -> tuple[int, ...]:
    """Return the cell."""
    return (cell_of(move),)


def board() -> Grid:
    """Return nine by nine cells in blocks of three."""
    labels = [""] * 81
    for move in range(81):
        labels[cell_of(move)] = f"{move // 9 + 1}/{move % 9 + 1}"
    return Grid(
        column_labels=("",) * 9,
        row_labels=("",) * 9,
        symbols={"-": "empty", "X": "cross", "O": "nought", "=": "drawn"},
        owners={"X": 0, "O": 1},
        cell_labels=tuple(labels),
        block=3,
    )


def picture(s: State) -> Picture:
    """Return X, O and empty cells; a block is X's, O's, drawn or open."""
    symbols = ["-"] * 81
    for board in range(BOARDS):
        for cell, symbol in enumerate(board_text(s, board)):
            symbols[cell_of(9 * board + cell)] = symbol
    blocks = "".join(block(s, board) for board in range(BOARDS))
    return Picture(split_rows("".join(symbols), 9), counters(s), blocks=blocks)


def block(s: State, board: int) -> str:
    """Return the symbol of a small board: its owner's, drawn or open."""
    return "X" if s.won[0] >> board & 1 else "O" if s.won[1] >> board & 1 else "=" if s.closed >> board & 1 else "-"


def counters(s: State) -> tuple[tuple[str, int], ...]:
    """Return the number of boards that each side has won."""
    return tuple((f"{seat} boards", s.won[i].bit_count()) for i, seat in enumerate(GAME.seats))
