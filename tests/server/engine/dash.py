"""Dash, a game with dice for the tests: walk one step, or toss a coin for three steps or none; first at the GOAL wins.

It is also the smallest game there is: what a file of a new game needs.
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
    """How far each side has come; `tossed` is 1 while the coin is in the air."""

    turn: I64
    mine: I64
    theirs: I64
    tossed: I64


def setup(s: State) -> None:
    """Both at the start."""


def legal(_s: State, moves: list[int], k: int) -> int:
    """Walk or dash."""
    moves[k] = WALK
    moves[k + 1] = DASH
    return k + 2


def chance(s: State, moves: list[int], weights: list[int], k: int) -> int:
    """The coin, which falls on tails twice as often."""
    if s.tossed == 0:
        return k
    moves[k], weights[k] = HEADS, 1
    moves[k + 1], weights[k + 1] = TAILS, 2
    return k + 2


def play(s: State, move: int) -> None:
    """Move, or toss the coin; then it is the other's turn."""
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
    """Who is not there when the other is has lost."""
    return LOSS if s.theirs >= GOAL else ONGOING


def evaluate(s: State) -> int:
    """Who is ahead."""
    return 100 * (s.mine - s.theirs)


def ending(_s: State) -> str:
    """Why the game is over."""
    return "goal"


def move_text(_s: State, move: int) -> str:
    """Its name."""
    return TEXTS[move]


def move_path(_s: State, _move: int) -> tuple[int, ...]:
    """No cells are touched."""
    return ()


def position_text(s: State, _rows: tuple[str, ...]) -> str:
    """How far the side to move and the other have come."""
    return f"{s.mine} {s.theirs}"


def read_position(s: State, text: str) -> None:
    """The reverse of `position_text`."""
    s.mine, s.theirs = (int(word) for word in text.split())


def board() -> Grid:
    """One cell."""
    return Grid(("",), ("",), {"-": "empty"})


def picture(s: State) -> Picture:
    """How far they have come."""
    return Picture(("-",), (("mine", s.mine), ("theirs", s.theirs)))
