"""Tug, a small game for the tests with all that Monte Carlo search may ask of a game with long playouts.

A knot starts in the middle of a rope. A side pulls it one step to its own end, or two steps if it rested before, or
rests. The end wins. After two rests in a row the side wins on whose half the knot is.
"""

from typing import Any

from kibitz_server.games.bits import next_random, random_below
from kibitz_server.games.board import Grid, Picture
from kibitz_server.games.game import DRAW, LOSS, ONGOING, WIN, Declaration
from kibitz_server.games.record import I64, Record

GAME = Declaration(
    name="tug",
    title="Tug",
    summary="Pull the knot to your end of the rope.",
    move_help="a move is rest, pull or jerk",
)

END = 6
"""Steps from the middle to an end."""
REST, PULL, JERK = 0, 1, 2
TEXTS = ("rest", "pull", "jerk")
MAX_MOVES, MAX_PLIES = 3, 60
CODES = 3
PRIOR, PLAYOUT_PLIES, IDLE = 4, 12, REST


class State(Record):
    """Place of the knot (above 0 on the half of X), plies, rests in a row, and who rested in the last move."""

    turn: I64
    knot: I64
    plies: I64
    rests: I64
    rested: I64


def setup(s: State) -> None:
    """Put the knot in the middle."""


def legal(s: State, moves: list[int], k: int) -> int:
    """Write the rest, the pull, and the jerk after a rest."""
    for move in range(3 if s.rested >> s.turn & 1 else 2):
        moves[k] = move
        k += 1
    return k


def play(s: State, move: int) -> None:
    """Move the knot."""
    s.knot += move if s.turn == 0 else -move
    s.rests = s.rests + 1 if move == REST else 0
    s.rested &= ~(1 << s.turn)
    if move == REST:
        s.rested |= 1 << s.turn
    s.turn = 1 - s.turn
    s.plies += 1


def outcome(s: State) -> int:
    """Return who has the knot at an end, or on the own half after two rests."""
    if abs(s.knot) < END and s.rests < 2 and s.plies < MAX_PLIES:
        return ONGOING
    if s.knot == 0:
        return DRAW
    return WIN if (s.knot > 0) == (s.turn == 0) else LOSS


def completing(s: State, seat: int, moves: list[int], k: int) -> int:
    """Write the rest that ends the game on the half of its side."""
    if s.rests == 1 and seat == s.turn and s.knot != 0 and (s.knot > 0) == (seat == 0):
        moves[k] = REST
        k += 1
    return k


def likely(s: State, last: int, memory: Any) -> int:
    """Return a pull or a jerk, and now and then a rest; never a rest after a rest."""
    memory.random = next_random(memory.random)
    if last != REST and random_below(memory.random, 4) == 0:
        return REST
    return JERK if s.rested >> s.turn & 1 else PULL


def prior(s: State, last: int, moves: list[int], scores: list[int], k: int) -> int:
    """Write the moves but a rest after a rest, and that jerks look good."""
    for move in range(3 if s.rested >> s.turn & 1 else 2):
        if move != REST or last != REST:
            moves[k] = move
            scores[k] = 50 * move - 50
            k += 1
    return k


def estimate(s: State) -> int:
    """Return whose half the knot is on."""
    return 1 if s.knot > 0 else -1 if s.knot < 0 else 0


def ending(s: State) -> str:
    """Return why the game is over."""
    return "end" if abs(s.knot) >= END else "rest"


def move_text(_s: State, move: int) -> str:
    """Return the name of the move."""
    return TEXTS[move]


def move_path(_s: State, _move: int) -> tuple[int, ...]:
    """Return no cells."""
    return ()


def position_text(s: State, _rows: tuple[str, ...]) -> str:
    """Return the place of the knot, the rests in a row, who has rested as a number, and the side to move."""
    return f"{s.knot} {s.rests} {s.rested} {GAME.seats[s.turn]}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes."""
    knot, rests, rested, side = text.split()
    s.knot, s.rests, s.rested, s.turn = int(knot), int(rests), int(rested), GAME.seats.index(side)


def board() -> Grid:
    """Return one cell."""
    return Grid(("",), ("",), {"-": "empty"})


def picture(s: State) -> Picture:
    """Return one cell, and the steps of the knot from the end of X."""
    return Picture(("-",), (("steps", END - s.knot),))
