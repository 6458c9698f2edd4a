"""Climb, a small game for the tests in which a chance event is due before each move.

A side rolls before each turn. One is a fall: the turn passes without a move, and the third fall of a side ends the game
with a win of the other one. With two or three the side climbs that many steps or waits. First at the TOP wins.
"""

from kibitz_server.games.board import Grid, Picture
from kibitz_server.games.game import LOSS, ONGOING, WIN, Declaration
from kibitz_server.games.record import I64, Record

GAME = Declaration(
    name="climb",
    title="Climb",
    summary="Roll, then climb as many steps or wait. First at the top wins; the third fall loses.",
    move_help="a move is climb or wait",
    chance=True,
)

TOP, FALLS = 9, 3
CLIMB, WAIT = 10, 11
FALL = 1
MAX_MOVES, MAX_PLIES = 3, 400


class State(Record):
    """Steps and falls of each seat, and the roll that is to be used; 0 while it is due."""

    turn: I64
    first: I64
    second: I64
    falls_of_first: I64
    falls_of_second: I64
    roll: I64


def setup(_s: State) -> None:
    """Set up both sides at the bottom."""


def legal(_s: State, moves: list[int], k: int) -> int:
    """Write climb and wait."""
    moves[k] = CLIMB
    moves[k + 1] = WAIT
    return k + 2


def chance(s: State, moves: list[int], weights: list[int], k: int) -> int:
    """Write the rolls; a fall is as likely as one of the others."""
    if s.roll != 0:
        return k
    for roll in range(1, 4):
        moves[k], weights[k] = roll, 1 + (roll == FALL)
        k += 1
    return k


def play(s: State, move: int) -> None:
    """Roll, or use the roll; the turn passes after a fall and after a move."""
    if move not in (FALL, CLIMB, WAIT):
        s.roll = move
        return
    if move == FALL:
        s.falls_of_first += s.turn == 0
        s.falls_of_second += s.turn == 1
    if move == CLIMB:
        s.first += s.roll * (s.turn == 0)
        s.second += s.roll * (s.turn == 1)
    s.roll = 0
    s.turn = 1 - s.turn


def outcome(s: State) -> int:
    """Return LOSS or WIN once a side is at the top or has fallen three times, else ONGOING."""
    first_wins = s.first >= TOP or s.falls_of_second >= FALLS
    second_wins = s.second >= TOP or s.falls_of_first >= FALLS
    if not first_wins and not second_wins:
        return ONGOING
    return WIN if first_wins == (s.turn == 0) else LOSS


def ending(s: State) -> str:
    """Return why the game is over."""
    return "top" if max(s.first, s.second) >= TOP else "falls"


def move_text(_s: State, move: int) -> str:
    """Return the name of the move."""
    return "climb" if move == CLIMB else "wait"


def move_path(_s: State, _move: int) -> tuple[int, ...]:
    """Return no cells."""
    return ()


def chance_text(_s: State, chance: int) -> str:
    """Return the number of the roll."""
    return str(chance)


def chance_said(s: State, chance: int) -> str:
    """Return the roll with its side, and that a fall passes the turn."""
    side = GAME.seats[s.turn]
    return f"{side} rolls 1 and falls" if chance == FALL else f"{side} rolls {chance}"


def position_text(s: State, _rows: tuple[str, ...]) -> str:
    """Return the steps and falls of both seats, the side to move, and its roll."""
    return f"{s.first} {s.second} {s.falls_of_first} {s.falls_of_second} {GAME.seats[s.turn]} {s.roll}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes."""
    words = text.split()
    if len(words) != 6 or words[4] not in GAME.seats or not all(word.isdecimal() for word in (*words[:4], words[5])):
        raise ValueError("a position is the steps and falls of both seats, the side to move, and its roll")
    s.first, s.second, s.falls_of_first, s.falls_of_second = (int(word) for word in words[:4])
    s.turn, s.roll = GAME.seats.index(words[4]), int(words[5])


def board() -> Grid:
    """Return one cell."""
    return Grid(("",), ("",), {"-": "empty"})


def picture(s: State) -> Picture:
    """Return one cell, and the steps as counters."""
    return Picture(("-",), (("X", s.first), ("O", s.second)))
