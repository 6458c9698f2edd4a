"""Ultimate tic-tac-toe: nine boards of nine cells; the cell you take is the board your opponent must play in.

Boards and cells are numbered 0 to 8 row by row from the top left. A board is two sets of nine bits, one for each seat.
So is the big board of boards won. A move's code is `board * 9 + cell`.
"""

import re
from operator import itemgetter
from typing import Annotated

from kibitz_server.games.bits import ALL, GOLDEN, mix, popcount, u64
from kibitz_server.games.board import Grid, Picture, marked, read_turn, split_rows
from kibitz_server.games.game import BY_CODE, DRAW, EVAL_LIMIT, LOSS, ONGOING, Declaration, Move
from kibitz_server.games.record import I64, Array, Record

GUIDE = """\
Goal: win three small boards in a line: across, upright or diagonally.

Moves: nine small boards of nine cells make up the large board. The players mark one empty cell in turn. The cell
that you take decides where your opponent must play: if you take the top right cell of any small board, your
opponent must play in the top right small board. The first move may be made anywhere.

Small boards: three of your marks in a line win a small board. A small board that is won or full is closed. A player
who is sent to a closed board may play in any open board.

End: three won boards in a line win the game. If all boards are closed without such a line, the game is a draw,
even if one side has won more boards.

Notation: a move is board/cell. Both are numbered 1 to 9 from the top left, row by row. `5/7` takes the bottom left
cell of the centre board.
"""

GAME = Declaration(
    name="ultimate",
    title="Ultimate tic-tac-toe",
    summary="The cell you take sends your opponent to the board of that number; three won boards in a line win.",
    move_help="a move is board/cell, both from 1 at the top left, row by row: 5/7; the last cell taken names the board",
    guide=GUIDE,
)

MOVES = BY_CODE
MAX_MOVES = MAX_PLIES = 81
BOARDS, SETS, SEATS = 9, 18, 2
ANY = 9
FULL = 0b111111111
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
HAS_LINE = tuple(int(any(line & cells == line for line in LINES)) for cells in range(512))
WINNING = tuple(
    sum(1 << cell for cell in range(9) if not cells >> cell & 1 and HAS_LINE[cells | 1 << cell]) for cells in range(512)
)
"""For a set of cells, the empty cells that would complete a line with two of them."""
WEIGHT = (3, 2, 3, 2, 4, 2, 3, 2, 3)
"""Lines that each cell is part of."""
REDUCE, MARGIN, SCALE = 110, 40, 200
"""How the search trims its tree: see docs/add-a-game.md."""

LINE_VALUE = (0, 47, 116, 0)
"""Value of a line of boards without lost ones, by the boards won in it. All values come from `bench.tuning.ultimate`.

The next tables go by the urgency of a board to a seat: 0 if no line through it is open, else one more than the boards
that the seat has won in the best line.
"""
CENTRE_VALUE = (27, 18, 21, 13)
CORNER_VALUE = (23, 15, 9, 13)
EDGE_VALUE = (20, 12, 7, 24)
THREAT_VALUE = (24, 34, 62, 180)
"""Value of one cell that would win an open board, and of more in the next table."""
THREATS_VALUE = (8, 34, 92, 309)
HERE_VALUE = (-51, -3, 8, 609)
"""Value for the side to move of a cell that wins the board in which it has to play."""
GUARD_VALUE = (-32, 11, 27, 133)
"""Value for the side to move of a cell there that would win it for the other side."""
FREE_VALUE = 128
TURN_VALUE = 13


def cell_values(urgency: int) -> tuple[int, ...]:
    """Return the value of each set of cells in a board."""
    middle, corner, edge = CENTRE_VALUE[urgency], CORNER_VALUE[urgency], EDGE_VALUE[urgency]
    values = (corner, edge, corner, edge, middle, edge, corner, edge, corner)
    return tuple(sum(values[cell] for cell in range(9) if cells >> cell & 1) for cells in range(512))


CELL_VALUES = tuple(value for urgency in range(4) for value in cell_values(urgency))
"""Values of sets of cells: 512 for each urgency."""


class State(Record):
    """Sets `cells[9 * seat + board]`, `won[seat]` and `closed` (boards won or full); `target` may be ANY."""

    turn: I64
    target: I64
    closed: I64
    won: Annotated[list[int], Array("i2", "SEATS")]
    cells: Annotated[list[int], Array("i2", "SETS")]


def setup(s: State) -> None:
    """Set up empty, open boards."""
    s.target = ANY


def legal(s: State, moves: list[int], k: int) -> int:
    """Write the empty cells of the board to play in, or of every open board."""
    for board in range(BOARDS):
        if (s.target == board) or (s.target == ANY and not s.closed >> board & 1):
            taken = s.cells[board] | s.cells[9 + board]
            for cell in range(9):
                if not taken >> cell & 1:
                    moves[k] = 9 * board + cell
                    k += 1
    return k


def settle(s: State, board: int, seat: int) -> None:
    """Close a board once a seat has a line in it or it is full."""
    if HAS_LINE[s.cells[9 * seat + board]]:
        s.won[seat] |= 1 << board
        s.closed |= 1 << board
    elif (s.cells[board] | s.cells[9 + board]) == FULL:
        s.closed |= 1 << board


def play(s: State, move: int) -> None:
    """Take a cell and send the other side to its board."""
    board, cell = move // 9, move % 9
    s.cells[9 * s.turn + board] |= 1 << cell
    settle(s, board, s.turn)
    s.target = ANY if s.closed >> cell & 1 else cell
    s.turn = 1 - s.turn


def outcome(s: State) -> int:
    """Return LOSS once the other side has three boards in a line, DRAW when all are closed, else ONGOING."""
    if HAS_LINE[s.won[1 - s.turn]]:
        return LOSS
    return DRAW if s.closed == FULL else ONGOING


def ending(s: State) -> str:
    """Return why the game is over."""
    return "line of boards" if HAS_LINE[s.won[1 - s.turn]] else "no moves left"


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


def urgency(s: State, seat: int, board: int) -> int:
    """Return the urgency of a board to a seat: one more than its boards in the best open line, 0 without one."""
    won = s.won[seat]
    lost = s.closed & ~won
    best = 0
    for line in LINES:
        if line >> board & 1 and not line & lost:
            best = max(best, 1 + popcount(u64(line & won)))
    return best


def chances(s: State, seat: int) -> int:
    """Score a seat: lines of boards still open to it, and in each open board its threats and cells."""
    won = s.won[seat]
    lost = s.closed & ~won
    value = 0
    some = more = most = 0
    for line in LINES:
        if not line & lost:
            have = popcount(u64(line & won))
            value += LINE_VALUE[have]
            some |= line
            if have > 0:
                more |= line
            if have > 1:
                most |= line
    for board in range(BOARDS):
        if not s.closed >> board & 1:
            rank = (some >> board & 1) + (more >> board & 1) + (most >> board & 1)
            own = s.cells[9 * seat + board]
            threats = popcount(u64(WINNING[own] & ~s.cells[9 * (1 - seat) + board]))
            value += CELL_VALUES[512 * rank + own]
            if threats == 1:
                value += THREAT_VALUE[rank]
            elif threats > 1:
                value += THREATS_VALUE[rank]
    return value


def evaluate(s: State) -> int:
    """Return the difference in chances; a free choice of board counts, as does a board about to be won."""
    me, you = s.turn, 1 - s.turn
    value = TURN_VALUE + chances(s, me) - chances(s, you)
    if s.target == ANY:
        value += FREE_VALUE
    else:
        own, other = s.cells[9 * me + s.target], s.cells[9 * you + s.target]
        if WINNING[own] & ~other:
            value += HERE_VALUE[urgency(s, me, s.target)]
        if WINNING[other] & ~own:
            value += GUARD_VALUE[urgency(s, you, s.target)]
    return max(-EVAL_LIMIT, min(EVAL_LIMIT, value))


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write moves that win a board first, then those that block one.

    Moves that send the opponent to a board where it can do either come last.
    """
    end = legal(s, moves, k)
    for i in range(k, end):
        board, cell = moves[i] // 9, moves[i] % 9
        own = s.cells[9 * s.turn + board]
        other = s.cells[9 * (1 - s.turn) + board]
        score = WEIGHT[cell]
        if HAS_LINE[own | 1 << cell]:
            score += 60 + 10 * WEIGHT[board]
            if HAS_LINE[s.won[s.turn] | 1 << board]:
                score += 1000
        elif WINNING[other] >> cell & 1:
            score += 25
        elif WINNING[own | 1 << cell] & ~other:
            score += 10
        if s.closed >> cell & 1:
            score -= 30
        else:
            theirs = s.cells[9 * (1 - s.turn) + cell]
            mine = s.cells[9 * s.turn + cell]
            if WINNING[theirs] & ~mine:
                score -= 40
            elif WINNING[mine] & ~theirs:
                score -= 8
        scores[i] = score
    return end


def key(s: State) -> int:
    """Return a hash of all cells, the board to play in and the turn."""
    word: int = u64(2 * s.target + s.turn + 1)
    for i in range(SETS):
        word = (word * GOLDEN + u64(s.cells[i])) & ALL
    return mix(word)


def move_text(_s: State, move: int) -> str:
    """Return board and cell, as in 5/7."""
    return f"{move // 9 + 1}/{move % 9 + 1}"


def cell_of(move: int) -> int:
    """Return the cell of a move, counted on the whole grid of nine by nine."""
    board, cell = move // 9, move % 9
    return (board // 3 * 3 + cell // 3) * 9 + board % 3 * 3 + cell % 3


def move_path(_s: State, move: int) -> tuple[int, ...]:
    """Return the cell."""
    return (cell_of(move),)


def alias(_s: State, text: str) -> str:
    """Accept another separator than '/', or none."""
    match = re.fullmatch("([1-9])[-,.:/]?([1-9])", text)
    return f"{match[1]}/{match[2]}" if match else text


def why_not(s: State, text: str) -> str | None:
    """Return a sentence for a cell that is taken, or in a board that is closed or not the one to play in."""
    if not re.fullmatch("[1-9]/[1-9]", text):
        return None
    board, cell = int(text[0]) - 1, int(text[2]) - 1
    if s.closed >> board & 1:
        return f"board {board + 1} is finished"
    if s.target not in (ANY, board):
        return f"the move must be in board {s.target + 1}"
    return f"cell {cell + 1} of board {board + 1} is taken"


def board_text(s: State, board: int) -> str:
    """Return a board's nine cells."""
    crosses, noughts = s.cells[board], s.cells[9 + board]
    return "".join("X" if crosses >> cell & 1 else "O" if noughts >> cell & 1 else "-" for cell in range(9))


def position_text(s: State, _rows: tuple[str, ...]) -> str:
    """Return the boards joined by '/', the board to play in or '*', and the side to move."""
    target = "*" if s.target == ANY else str(s.target + 1)
    return f"{'/'.join(board_text(s, board) for board in range(BOARDS))} {target} {GAME.seats[s.turn]}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes.

    Raises:
        ValueError: The text cannot be read, or no game can reach the position.
    """
    parts = text.upper().split(" ")
    boards = parts[0].split("/")
    if len(parts) != 3 or len(boards) != BOARDS or any(len(cells) != 9 or set(cells) - set("XO-") for cells in boards):
        raise ValueError(
            "it must be nine boards of nine symbols X, O or - joined by '/', "
            "the board to play in or '*', and the side to move, with blanks between"
        )
    for board, cells in enumerate(boards):
        for cell, symbol in enumerate(cells):
            if symbol != "-":
                s.cells[9 * "XO".index(symbol) + board] |= 1 << cell
        if HAS_LINE[s.cells[board]] and HAS_LINE[s.cells[9 + board]]:
            raise ValueError(f"both sides have a line in board {board + 1}")
        settle(s, board, 0)
        settle(s, board, 1)
    s.turn = read_turn(parts[0], parts[2])
    s.target = read_target(s, parts[1])
    if HAS_LINE[s.won[s.turn]]:
        raise ValueError(f"{parts[2]} has won already and could not be to move")


def read_target(s: State, text: str) -> int:
    """Return the board to play in, checked against the stones: the last cell taken has its number.

    Raises:
        ValueError: The text is not a board or '*', or no stone can have sent the side to move there.
    """
    if text not in (*"123456789", "*"):
        raise ValueError("the board to play in must be 1 to 9, or '*' for any")
    last = 0
    for board in range(BOARDS):
        last |= s.cells[9 * (1 - s.turn) + board]
    if text == "*":
        if last & s.closed or (not last and not s.turn):
            return ANY
        raise ValueError("no stone can have sent the side to move to a finished board, so '*' cannot be")
    target = int(text) - 1
    if s.closed >> target & 1:
        raise ValueError(f"board {text} is finished, so the board to play in is '*'")
    if not last >> target & 1:
        raise ValueError(f"no stone of the side that moved last stands in a cell {text}, so none can have sent there")
    return target


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


FREE = [[cell for cell in range(9) if not taken >> cell & 1] for taken in range(512)]
"""The empty cells of a board, by the set of those that are taken."""
CORNERS = [27 * (board // 3) + 3 * (board % 3) for board in range(BOARDS)]
PARTS = itemgetter(
    *(part for c in CORNERS for part in (slice(c, c + 3), slice(c + 9, c + 12), slice(c + 18, c + 21), 81))
)
"""From all cells row by row and a '/', the three rows of each board with the '/' behind them."""


def cells_to_play(s: State) -> list[int]:
    """Return the moves that `legal` writes."""
    cells = s.cells
    if s.target != ANY:
        first = 9 * s.target
        return [first + cell for cell in FREE[cells[s.target] | cells[9 + s.target]]]
    open_boards = [board for board in range(BOARDS) if not s.closed >> board & 1]
    return [9 * board + cell for board in open_boards for cell in FREE[cells[board] | cells[9 + board]]]


def picture_after(s: State, before: Picture, move: Move) -> Picture:
    """Return the picture after a move, from the one before it."""
    after = marked(before, move.path[0], GAME.seats[1 - s.turn])
    board = move.code // 9
    if s.closed >> board & 1:  # a move closes no board but its own
        blocks = f"{before.blocks[:board]}{block(s, board)}{before.blocks[board + 1 :]}"
        return Picture(after.rows, counters(s), blocks=blocks)
    return after


def position_text_of_rows(s: State, rows: tuple[str, ...]) -> str:
    """Return the same as `position_text`."""
    target = "*" if s.target == ANY else str(s.target + 1)
    return f"{''.join(PARTS(''.join(rows) + '/'))[:-1]} {target} {GAME.seats[s.turn]}"


REFEREE = {"keys": cells_to_play, "picture_after": picture_after, "position_text": position_text_of_rows}
