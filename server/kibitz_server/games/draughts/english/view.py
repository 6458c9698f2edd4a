"""Board of English draughts: the dark squares, men and kings."""

from kibitz_server.games.bits import popcount
from kibitz_server.games.board import Grid, Picture, split_rows
from kibitz_server.games.draughts.english.notation import landing_squares
from kibitz_server.games.draughts.english.rules import GAME, State, side


def cell_of(number: int) -> int:
    """Return the cell of a PDN square on the grid of eight by eight."""
    row, place = divmod(number - 1, 4)
    return 8 * row + 2 * place + (1 - row % 2)


def move_path(_s: State, move: int) -> tuple[int, ...]:
    """Return the origin and the landing squares."""
    return tuple(cell_of(number) for number in landing_squares(move))


def board() -> Grid:
    """Return eight by eight cells with numbers on the dark ones; Black is at the top."""
    labels = [""] * 64
    for number in range(1, 33):
        labels[cell_of(number)] = str(number)
    return Grid(
        column_labels=("",) * 8,
        row_labels=("",) * 8,
        symbols={
            " ": "not in play",
            "-": "empty",
            "b": "black man",
            "B": "black king",
            "w": "white man",
            "W": "white king",
        },
        cell_labels=tuple(labels),
        top=0,
        owners={"b": 0, "B": 0, "w": 1, "W": 1},
        ground="checkered",
    )


def picture(s: State) -> Picture:
    """Return men, kings and empty dark squares, and the number of pieces of each side."""
    symbols = [" "] * 64
    for n in range(32):
        letter = "b" if s.black >> n & 1 else "w" if s.white >> n & 1 else "-"
        symbols[cell_of(n + 1)] = letter.upper() if s.kings >> n & 1 else letter
    counters = tuple((seat, popcount(side(s, i))) for i, seat in enumerate(GAME.seats))
    return Picture(split_rows("".join(symbols), 8), counters)
