"""Dash, a small game with chance for the tests.

A side walks one step, or tosses a coin for three steps or none; first at the GOAL wins. Dash has only what a new game
must have.
"""

from kibitz_server.games.board import Grid, Picture
from kibitz_server.games.game import LOSS, ONGOING, Declaration
from kibitz_server.games.record import I64, Record

GAME = Declaration(
    name="dash",
    title="Dash",
    summary="Walk one step, or dash: three steps or none, as the coin falls. First at the goal wins.",
    move_help="a move is walk or dash",
    chance=True,
)

GOAL = 4
WALK, DASH, HEADS, TAILS = 0, 1, 2, 3
TEXTS = ("walk", "dash", "heads", "tails")
MAX_MOVES, MAX_PLIES = 2, 400


class State(Record):
    """Steps of each side; `tossed` is 1 while the result of the coin is due."""

    turn: I64
    mine: I64
    theirs: I64
    tossed: I64


def setup(s: State) -> None:
    """Set up both sides at the start."""


def legal(_s: State, moves: list[int], k: int) -> int:
    """Write walk and dash."""
    moves[k] = WALK
    moves[k + 1] = DASH
    return k + 2


def chance(s: State, moves: list[int], weights: list[int], k: int) -> int:
    """Write the results of the coin; tails is twice as likely."""
    if s.tossed == 0:
        return k
    moves[k], weights[k] = HEADS, 1
    moves[k + 1], weights[k + 1] = TAILS, 2
    return k + 2


def play(s: State, move: int) -> None:
    """Move, or toss the coin; after a walk or a toss result the turn passes."""
    if move == DASH:
        s.tossed = 1
        return
    s.mine += (1, 0, 3, 0)[move]
    s.tossed = 0
    mine = s.mine
    s.mine = s.theirs
    s.theirs = mine
    s.turn = 1 - s.turn


def outcome(s: State) -> int:
    """Return LOSS once the other side is at the goal, else ONGOING."""
    return LOSS if s.theirs >= GOAL else ONGOING


def evaluate(s: State) -> int:
    """Return the lead of the side to move."""
    return 100 * (s.mine - s.theirs)


def ending(_s: State) -> str:
    """Return why the game is over."""
    return "goal"


def move_text(_s: State, move: int) -> str:
    """Return the name of the move."""
    return TEXTS[move]


def move_path(_s: State, _move: int) -> tuple[int, ...]:
    """Return no cells."""
    return ()


def position_text(s: State, _rows: tuple[str, ...]) -> str:
    """Return the steps of the side to move and of the other side."""
    return f"{s.mine} {s.theirs}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes."""
    s.mine, s.theirs = (int(word) for word in text.split())


def board() -> Grid:
    """Return one cell."""
    return Grid(("",), ("",), {"-": "empty"})


def picture(s: State) -> Picture:
    """Return one cell, and the steps as counters."""
    return Picture(("-",), (("mine", s.mine), ("theirs", s.theirs)))
