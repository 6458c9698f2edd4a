"""Rules of m,n,k that keep account of every window: each run of as many cells in a line as a line needs.

A window with stones of one side alone can still become a line of that side. Its content is one code: 0 for empty, 1 to
CONNECT for this many stones of the first seat, CONNECT more for the second seat, and DEAD for stones of both. The state
counts the windows of each content, so that a search sees at once which lines are near, and which can still be made.

Searches use these functions in place of those of the game, with the constants that `rules` returns.
"""

from typing import Annotated, Any

from kibitz_server.games.bits import u64
from kibitz_server.games.board import Picture, read_rows, read_turn, split_rows, square_name
from kibitz_server.games.game import DRAW, EVAL_LIMIT, LOSS, ONGOING
from kibitz_server.games.mnk import wide
from kibitz_server.games.mnk.wide import (
    STEPS,
    SYMBOLS,
    complete,
    ending,
    key,
    legal,
    makes_line,
    outcome,
    picture,
    read_position,
    run,
    why_not,
)
from kibitz_server.games.record import Array

__all__ = [
    "DRAW",
    "LOSS",
    "ONGOING",
    "STEPS",
    "SYMBOLS",
    "Picture",
    "complete",
    "ending",
    "key",
    "legal",
    "outcome",
    "picture",
    "read_position",
    "read_rows",
    "read_turn",
    "run",
    "split_rows",
    "square_name",
    "why_not",
]
"""Functions reused from wide boards, with the names that they need."""

SHORTEST = 3
"""Smallest `connect` that these rules take: a line of two is made before any window matters."""
NARROW = 12
"""Largest number of moves of a node that a search tries, best first. An exact search tries all.

In a match of Gomoku against a search of all moves, at 50,000 nodes a move, this width scored 29 points of 39.
"""
BEYOND = 12
"""Plies beyond the depth limit at which threats are still searched.

In a match of Gomoku against a search without, at equal processor time, they scored 26 points of 40.
"""
SMALL_CELLS = 25
"""Boards of up to this size are searched without a limit of width."""
WINS, SAVES = 1 << 17, 1 << 16
"""Scores of moves that complete a line, and that stop one of the other side."""


def rules(columns: int, rows: int, connect: int, exact: bool) -> dict[str, Any]:
    """Return all names of this module, with the constants of a size. At least one window must fit on the board."""
    found = {name: value for name, value in globals().items() if not name.startswith("__")}
    found |= wide.sizes(columns, rows, connect, exact)
    windows = found.pop("LINES")
    through: list[list[int]] = [[] for _ in range(columns * rows)]
    for number, window in enumerate(windows):
        for cell in window:
            through[cell].append(number)
    first = [0]
    for numbers in through:
        first.append(first[-1] + len(numbers))
    return found | {
        "CENTRE": rows // 2 * columns + columns // 2,
        "WINDOWS": len(windows),
        "WINDOW_CELLS": tuple(cell for window in windows for cell in window),
        "FIRST": tuple(first),
        "THROUGH": tuple(number for numbers in through for number in numbers),
        "CODES": 2 * connect + 2,
        "DEAD": 2 * connect + 1,
        "NEXT": transitions(connect),
        "VALUE": values(connect),
        "INTEREST": interest(connect),
        "WIDTH": NARROW if columns * rows > SMALL_CELLS else columns * rows,
    }


def transitions(connect: int) -> tuple[int, ...]:
    """Return the content of a window after a stone of a seat, for each content before; one table for each seat."""
    dead = 2 * connect + 1
    first = [min(code + 1, connect) if code <= connect else dead for code in range(dead + 1)]
    second = [
        connect + 1 if code == 0 else min(code + 1, 2 * connect) if connect < code < dead else dead
        for code in range(dead + 1)
    ]
    return (*first, *second)


def by_missing(connect: int, values: tuple[int, ...], far: int) -> list[int]:
    """Return a value for each number of stones. `values` are those that miss one, two and so on; others get `far`."""
    return [values[connect - stones - 1] if 0 < connect - stones <= len(values) else far for stones in range(connect)]


def values(connect: int) -> tuple[int, ...]:
    """Return the value of each content for the first seat."""
    worth = [0, *by_missing(connect, (100, 40, 14, 2), 1)[1:], 0]
    return (*worth, *(-value for value in worth[1:]), 0)


def interest(connect: int) -> tuple[int, ...]:
    """Return how urgent it is to play in a window of each content; one table for each seat to move."""
    mine = by_missing(connect, (WINS, 300, 40, 5), 1)
    yours = by_missing(connect, (SAVES, 210, 30, 4), 1)
    return (*mine, 0, *yours[1:], 0, 0, mine[0], *yours[1:], 0, *mine[1:], 0, 0)


COLUMNS = ROWS = 15
CONNECT = 5
EXACT = False
CELLS = MAX_MOVES = MAX_PLIES = 225
CENTRE = 112
WINDOWS = 572
WINDOW_CELLS: tuple[int, ...] = ()
"""The cells of all windows, CONNECT of them for each."""
FIRST: tuple[int, ...] = ()
THROUGH: tuple[int, ...] = ()
"""The windows through a cell: THROUGH[FIRST[cell]:FIRST[cell + 1]]."""
CODES = 12
DEAD = 11
NEXT = transitions(CONNECT)
VALUE = values(CONNECT)
INTEREST = interest(CONNECT)
KEYS: tuple[u64, ...] = ()
WIDTH = NARROW

FOUR_VALUE, DOUBLE_VALUE = 20_000, 10_000
TEMPO_VALUE = 60


class State(wide.State):
    """Board as in `wide`, with an account of the windows.

    `counts` has the number of windows of each content, that of empty windows less WINDOWS, so that a new state is all
    zeros. `near` counts the stones within two cells. `windows` is the content of each window.
    """

    counts: Annotated[list[int], Array("i2", "CODES")]
    near: Annotated[list[int], Array("i1", "CELLS")]
    windows: Annotated[list[int], Array("i1", "WINDOWS")]


def setup(s: State) -> None:
    """Set up an empty board, X to move."""


def put(s: State, cell: int, seat: int) -> None:
    """Place a seat's stone on an empty cell and update the counts."""
    s.cells[cell] = 1 + seat
    s.hash ^= KEYS[2 * cell + seat]
    s.stones += 1
    for i in range(FIRST[cell], FIRST[cell + 1]):
        window = THROUGH[i]
        before = s.windows[window]
        after = NEXT[CODES * seat + before]
        s.windows[window] = after
        s.counts[before] -= 1
        s.counts[after] += 1
    x, y = cell % COLUMNS, cell // COLUMNS
    for row in range(max(0, y - 2), min(ROWS, y + 3)):
        for column in range(max(0, x - 2), min(COLUMNS, x + 3)):
            s.near[row * COLUMNS + column] += 1


def play(s: State, move: int) -> None:
    """Place a stone."""
    put(s, move, s.turn)
    # A full window is a line, except with `exact`, where the line may be longer.
    if s.counts[CONNECT * (1 + s.turn)] > 0 and (not EXACT or makes_line(s, move)):
        s.won = 1
    s.turn = 1 - s.turn


def missing(s: State, seat: int, cells: int) -> int:
    """Return how many windows of a seat alone miss this many cells; fewer than CONNECT."""
    return int(s.counts[CONNECT * (1 + seat) - cells])


def evaluate(s: State) -> int:
    """Return the value of all windows, plus bonuses for the threes and fours of the side to move.

    A window of the side to move that misses one cell wins now, and two ways to win after its next move do as surely.
    Threats of the other side are left to the search, see `unsettled` and `ordered`.
    """
    me, you = s.turn, 1 - s.turn
    score = 0
    for code in range(1, DEAD):
        score += VALUE[code] * s.counts[code]
    value = score if me == 0 else -score
    if missing(s, me, 1) > 0:
        value += FOUR_VALUE
    elif missing(s, you, 1) == 0 and doubling(s, me) >= 0:
        value += DOUBLE_VALUE
    return max(-EVAL_LIMIT, min(EVAL_LIMIT, value + TEMPO_VALUE))


def unsettled(s: State) -> int:
    """Return 1 while a line can be completed, because the next move is then forced."""
    return 1 if missing(s, 0, 1) > 0 or missing(s, 1, 1) > 0 else 0


def doubling(s: State, seat: int) -> int:
    """Return a cell where a stone of a seat leaves it two cells to complete a line; -1 if there is none.

    With a line of three and room on both sides there is one, or where two lines of three meet.
    """
    left = missing(s, seat, 2)
    if EXACT or left < 2:
        return -1
    code = CONNECT * (1 + seat) - 2
    window = 0
    while left > 1:
        if s.windows[window] == code:
            left -= 1
            one = two = -1
            for i in range(CONNECT * window, CONNECT * (window + 1)):
                if s.cells[WINDOW_CELLS[i]] == 0:
                    two = one
                    one = WINDOW_CELLS[i]
            if other_end(s, code, one, two):
                return one
            if other_end(s, code, two, one):
                return two
        window += 1
    return -1


def other_end(s: State, code: int, cell: int, other: int) -> bool:
    """Return whether a window of a content has the empty cell, but not the other one."""
    for i in range(FIRST[cell], FIRST[cell + 1]):
        window = THROUGH[i]
        if s.windows[window] == code:
            found = False
            for j in range(CONNECT * window, CONNECT * (window + 1)):
                found = found or WINDOW_CELLS[j] == other
            if not found:
                return True
    return False


def completes(s: State, cell: int, seat: int) -> bool:
    """Return whether a seat's stone on an empty cell would win."""
    s.cells[cell] = 1 + seat
    found = makes_line(s, cell)
    s.cells[cell] = 0
    return found


def write_once(moves: list[int], k: int, end: int, move: int) -> int:
    """Write a move at `end` unless moves[k:end] contains it. Return the new end."""
    for i in range(k, end):
        if moves[i] == move:
            return end
    moves[end] = move
    return end + 1


def completing(s: State, seat: int, moves: list[int], k: int) -> int:
    """Write the cells where a seat's stone would win."""
    left = missing(s, seat, 1)
    end = k
    code = CONNECT * (1 + seat) - 1
    window = 0
    while left > 0:
        if s.windows[window] == code:
            left -= 1
            i = CONNECT * window
            while s.cells[WINDOW_CELLS[i]] != 0:
                i += 1
            cell = WINDOW_CELLS[i]
            # A stone that completes a window may make a line that is too long, which does not win with `exact`.
            if not EXACT or completes(s, cell, seat):
                end = write_once(moves, k, end, cell)
        window += 1
    return end


def forced(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the moves that win at once, otherwise those that stop a win at once; nothing if there are neither."""
    end = completing(s, s.turn, moves, k)
    score = WINS
    if end == k:
        end = completing(s, 1 - s.turn, moves, k)
        score = SAVES
    for i in range(k, end):
        scores[i] = score
    return end


def urgency(s: State, cell: int) -> int:
    """Return how good a cell looks for the side to move, by the windows through it."""
    score = 0
    for i in range(FIRST[cell], FIRST[cell + 1]):
        score += INTEREST[CODES * s.turn + s.windows[THROUGH[i]]]
    return score


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the forced moves if there are any, else the empty cells within two of a stone, most urgent first.

    On an empty board it is the centre. A move that leaves two ways to win is enough. Against one of the other side only
    moves in its lines help, and those that threaten to win at once.
    """
    if s.stones == 0:
        moves[k] = CENTRE
        scores[k] = 0
        return k + 1
    end = forced(s, moves, scores, k)
    if end > k:
        return end
    cell = doubling(s, s.turn)
    if cell >= 0:
        moves[k] = cell
        scores[k] = SAVES
        return k + 1
    if doubling(s, 1 - s.turn) >= 0:
        return threatening_or_in(s, 1 - s.turn, 2, moves, scores, k)
    for cell in range(CELLS):
        if s.cells[cell] == 0 and s.near[cell] > 0:
            moves[end] = cell
            scores[end] = urgency(s, cell) % SAVES
            end += 1
    return end


def sound(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the forced moves if there are any, else all empty cells except those that are no better than another.

    Cells without a window that either side can still fill do the same as each other: one of them is enough. With
    `exact` a stone there may still make a line too long.
    """
    end = forced(s, moves, scores, k)
    if end > k:
        return end
    passed = False
    for cell in range(CELLS):
        if s.cells[cell] == 0:
            score = urgency(s, cell) % SAVES
            if score == 0 and not EXACT:
                if passed:
                    continue
                passed = True
            moves[end] = cell
            scores[end] = score
            end += 1
    return end


def open_cells(s: State, seat: int, cells: int, moves: list[int], scores: list[int], k: int) -> int:
    """Write the empty cells of the windows of a seat alone that miss this many cells, with the urgency of each."""
    left = missing(s, seat, cells)
    end = k
    code = CONNECT * (1 + seat) - cells
    window = 0
    while left > 0:
        if s.windows[window] == code:
            left -= 1
            for i in range(CONNECT * window, CONNECT * (window + 1)):
                if s.cells[WINDOW_CELLS[i]] == 0:
                    end = write_once(moves, k, end, WINDOW_CELLS[i])
        window += 1
    for i in range(k, end):
        scores[i] = urgency(s, moves[i]) % SAVES
    return end


def threatening(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the moves after which one more of the same side can win."""
    return open_cells(s, s.turn, 2, moves, scores, k)


def forcing(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the moves to try beyond the depth limit: those that threaten to win."""
    return threatening(s, moves, scores, k)


def building(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the moves after which two more of the same side can win, and those that `threatening` writes."""
    if CONNECT <= SHORTEST:
        return threatening(s, moves, scores, k)
    return threatening_or_in(s, s.turn, 3, moves, scores, k)


def threatening_or_in(s: State, seat: int, cells: int, moves: list[int], scores: list[int], k: int) -> int:
    """Write the moves that `threatening` writes and then those of `open_cells`, each once."""
    middle = threatening(s, moves, scores, k)
    last = open_cells(s, seat, cells, moves, scores, middle)
    end = middle
    for i in range(middle, last):
        kept = write_once(moves, k, end, moves[i])
        if kept > end:
            scores[end] = scores[i]
            end = kept
    return end


def refuting(s: State, line: int, moves: list[int], scores: list[int], k: int) -> int:
    """Write the moves that can stop a win by threats: moves[line:k], the attack and the forced answers in turn.

    Those are the cells of the line, and the cells that give the side to move, together with its forced answers, a
    threat of its own. Against every other move the same line wins.
    """
    end = k
    for i in range(line, k):
        moves[end] = moves[i]
        end += 1
    last = open_cells(s, s.turn, 2, moves, scores, end)
    kept = end
    for i in range(end, last):
        kept = write_once(moves, k, kept, moves[i])
    end = kept
    for i in range(line + 1, k, 2):
        answer = moves[i]
        for j in range(FIRST[answer], FIRST[answer + 1]):
            if stones_with(s, THROUGH[j], line, moves, k) >= CONNECT - 2:
                for cell in range(CONNECT * THROUGH[j], CONNECT * (THROUGH[j] + 1)):
                    if s.cells[WINDOW_CELLS[cell]] == 0:
                        end = write_once(moves, k, end, WINDOW_CELLS[cell])
    for i in range(k, end):
        scores[i] = urgency(s, moves[i]) % SAVES
    return end


def stones_with(s: State, window: int, line: int, moves: list[int], k: int) -> int:
    """Return the stones of the side to move in a window once the answers of moves[line:k] are played too.

    The answers are every second move, from the second on. It is -1 in a window with stones of the other side.
    """
    code = s.windows[window] - CONNECT * s.turn
    if s.windows[window] == 0:
        code = 0
    elif code < 1 or code > CONNECT:
        return -1
    for i in range(CONNECT * window, CONNECT * (window + 1)):
        for j in range(line + 1, k, 2):
            if moves[j] == WINDOW_CELLS[i]:
                code += 1
    return int(code)


def hopeless(s: State, seat: int) -> bool:
    """Return whether a seat cannot win any more: each window left to it misses more cells than it will fill."""
    left = (CELLS - s.stones + (1 if s.turn == seat else 0)) // 2
    for cells in range(1, min(left, CONNECT - 1) + 1):
        if missing(s, seat, cells) > 0:
            return False
    return left < CONNECT or WINDOWS + s.counts[0] == 0


def bounds(s: State) -> tuple[int, int]:
    """Return the worst and best result still possible for the side to move."""
    if s.won:
        return -1, -1
    return (0 if hopeless(s, 1 - s.turn) else -1), (0 if hopeless(s, s.turn) else 1)


def result(s: State) -> int:
    """Return the result of a finished game for the side to move."""
    return -int(s.won)
