"""Rules of ultimate tic-tac-toe that are faster in plain Python."""

from operator import itemgetter

from kibitz_server.games.board import Picture, marked
from kibitz_server.games.game import LegalMove
from kibitz_server.games.ultimate.rules import ANY, BOARDS, GAME, State
from kibitz_server.games.ultimate.view import block, counters

FREE = [[cell for cell in range(9) if not taken >> cell & 1] for taken in range(512)]
"""The empty cells of a board, by the set of those that are taken."""
CORNERS = [27 * (board // 3) + 3 * (board % 3) for board in range(BOARDS)]
PARTS = itemgetter(
    *(part for c in CORNERS for part in (slice(c, c + 3), slice(c + 9, c + 12), slice(c + 18, c + 21), 81))
)
"""From all cells row by row and a '/', the three rows of each board with the '/' behind them."""


def keys(s: State) -> list[int]:
    """Return the moves that `legal` writes."""
    cells = s.cells
    if s.target != ANY:
        first = 9 * s.target
        return [first + cell for cell in FREE[cells[s.target] | cells[9 + s.target]]]
    open_boards = [board for board in range(BOARDS) if not s.closed >> board & 1]
    return [9 * board + cell for board in open_boards for cell in FREE[cells[board] | cells[9 + board]]]


def picture_after(s: State, before: Picture, move: LegalMove) -> Picture:
    """Return the picture after a move, from the one before it."""
    after = marked(before, move.path[0], GAME.seats[1 - s.turn])
    board = move.code // 9
    if s.closed >> board & 1:  # a move closes no board but its own
        blocks = f"{before.blocks[:board]}{block(s, board)}{before.blocks[board + 1 :]}"
        return Picture(after.rows, counters(s), blocks=blocks)
    return after


def position_text(s: State, rows: tuple[str, ...]) -> str:
    """Return the same as `notation.position_text`."""
    target = "*" if s.target == ANY else str(s.target + 1)
    return f"{''.join(PARTS(''.join(rows) + '/'))[:-1]} {target} {GAME.seats[s.turn]}"
