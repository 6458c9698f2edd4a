"""Dash, a small game with chance for the tests.

A side walks one step, or tosses a coin for three steps or none; first at the GOAL wins. With the option `opening`,
a chance outcome before the first move says which side begins. Dash has only what a new game with chance must have.
"""

from typing import Any

from kibitz_server.games.board import Grid, Picture
from kibitz_server.games.game import LOSS, ONGOING, Declaration, Option
from kibitz_server.games.record import I64, Record

GAME = Declaration(
    name="dash",
    title="Dash",
    summary="Walk one step, or dash: three steps or none, as the coin falls. First at the goal wins.",
    move_help="a move is walk or dash",
    options=(Option("opening", False, meaning="whether a chance outcome says which side begins"),),
    chance=True,
)

GOAL = 4
WALK, DASH, HEADS, TAILS, FIRST, SECOND = range(6)
TEXTS = ("walk", "dash", "heads", "tails", "X", "O")
STEPS = (1, 0, 3, 0)
MAX_MOVES, MAX_PLIES = 2, 400
NONE, COIN, BEGINS = range(3)
DUE = ("", " coin", " opening")
OPENING = NONE


def constants(opening: bool) -> dict[str, Any]:
    """Return the chance outcome that is due at first."""
    return {"OPENING": BEGINS if opening else NONE}


class State(Record):
    """Steps of the side to move and of the other side, and the chance outcome that is due."""

    turn: I64
    mine: I64
    theirs: I64
    due: I64


def setup(s: State) -> None:
    """Set up both sides at the start."""
    s.due = OPENING


def legal(_s: State, moves: list[int], k: int) -> int:
    """Write walk and dash."""
    moves[k] = WALK
    moves[k + 1] = DASH
    return k + 2


def chance(s: State, moves: list[int], weights: list[int], k: int) -> int:
    """Write the results of the coin, of which tails is twice as likely, or the side that begins."""
    if s.due == NONE:
        return k
    moves[k], weights[k] = (HEADS, 1) if s.due == COIN else (FIRST, 1)
    moves[k + 1], weights[k + 1] = (TAILS, 2) if s.due == COIN else (SECOND, 1)
    return k + 2


def play(s: State, move: int) -> None:
    """Move, or chance outcome; after a walk or the fall of the coin the turn passes."""
    if move == DASH:
        s.due = COIN
        return
    s.due = NONE
    if move >= FIRST:
        s.turn = move - FIRST
        return
    s.mine += STEPS[move]
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


def chance_text(_s: State, chance: int) -> str:
    """Return the side of the coin, or the side that begins."""
    return TEXTS[chance]


def chance_said(s: State, chance: int) -> str | None:
    """Return what the coin means for the side that tossed it."""
    return f"{GAME.seats[s.turn]} tosses {TEXTS[chance]}" if s.due == COIN else None


def move_path(_s: State, _move: int) -> tuple[int, ...]:
    """Return no cells."""
    return ()


def position_text(s: State, _rows: tuple[str, ...]) -> str:
    """Return the steps of the side to move and of the other side, the side to move, and whether chance is due."""
    return f"{s.mine} {s.theirs} {GAME.seats[s.turn]}{DUE[s.due]}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes; without a side, X is to move."""
    steps, words = text.split()[:2], text.split()[2:]
    if len(steps) < 2 or not all(word.isdecimal() and int(word) < GOAL + 3 for word in steps):
        raise ValueError("a position begins with the steps of both sides")
    side, due = words[0] if words else GAME.seats[0], "".join(f" {word}" for word in words[1:])
    if side not in GAME.seats or due not in DUE:
        raise ValueError("after the steps comes the side to move, then coin or opening")
    s.mine, s.theirs = int(steps[0]), int(steps[1])
    s.turn, s.due = GAME.seats.index(side), DUE.index(due)


def board() -> Grid:
    """Return one cell."""
    return Grid(("",), ("",), {"-": "empty"})


def picture(s: State) -> Picture:
    """Return one cell, and the steps of X and O as counters."""
    steps = (s.mine, s.theirs) if s.turn == 0 else (s.theirs, s.mine)
    return Picture(("-",), (("X", steps[0]), ("O", steps[1])))
