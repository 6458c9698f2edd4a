"""Race, a small game with dice for the tests: a die is due before each move, as in backgammon.

Each side has four runners and moves one of them by the die. A runner that lands on one of the other side sends it back
to the start. First with two runners at the GOAL wins, twice as much if the other side has none there.
"""

from typing import Annotated

from kibitz_server.games.board import Grid, Picture
from kibitz_server.games.game import DRAW, LOSS, ONGOING, Declaration
from kibitz_server.games.record import I64, Array, Record

GAME = Declaration(
    name="race",
    title="Race",
    summary="Move one of four runners by the die. First with two at the goal wins.",
    move_help="a move is a runner: a, b, c or d",
    chance=True,
)

GOAL = 9
SIDES = 6
"""Sides of the die, of which the one is twice as likely as each other."""
RUNNERS = "abcd"
MAX_MOVES, MAX_PLIES = 6, 80
PAYOFF_LIMIT = 200


class State(Record):
    """Steps of the runners, four of each seat, the die to play (0: it is due), and the plies played."""

    turn: I64
    steps: Annotated[list[int], Array("i1", 8)]
    die: I64
    plies: I64


def setup(s: State) -> None:
    """Set up all runners at the start."""


def chance(s: State, moves: list[int], weights: list[int], k: int) -> int:
    """Write the sides of the die."""
    if s.die > 0:
        return k
    for side in range(SIDES):
        moves[k + side] = side
        weights[k + side] = 2 if side == 0 else 1
    return k + SIDES


def legal(s: State, moves: list[int], k: int) -> int:
    """Write the runners that are not at the goal."""
    for runner in range(4):
        if s.steps[4 * s.turn + runner] < GOAL:
            moves[k] = runner
            k += 1
    return k


def play(s: State, move: int) -> None:
    """Set the die, or move a runner by it and pass the turn."""
    s.plies += 1
    if s.die == 0:
        s.die = move + 1
        return
    place = min(GOAL, s.steps[4 * s.turn + move] + s.die)
    s.steps[4 * s.turn + move] = place
    s.turn = 1 - s.turn
    s.die = 0
    for runner in range(4 * s.turn, 4 * s.turn + 4):
        if s.steps[runner] == place and place < GOAL:
            s.steps[runner] = 0


def home(s: State, seat: int) -> int:
    """Return the number of a seat's runners at the goal."""
    count = 0
    for runner in range(4 * seat, 4 * seat + 4):
        count += s.steps[runner] == GOAL
    return count


def outcome(s: State) -> int:
    """Return LOSS once the other side is at the goal, DRAW after too many plies, else ONGOING."""
    if home(s, 1 - s.turn) >= 2:
        return LOSS
    return DRAW if s.plies >= MAX_PLIES else ONGOING


def payoff(s: State) -> float:
    """Return what the side to move has lost."""
    if home(s, 1 - s.turn) < 2:
        return 0.0
    return -200.0 if home(s, s.turn) == 0 else -100.0


def evaluate(s: State) -> float:
    """Return the lead of the side to move."""
    lead = 0
    for runner in range(4):
        lead += s.steps[4 * s.turn + runner] ** 2 - s.steps[4 - 4 * s.turn + runner] ** 2
    return lead / 1.5


def ending(s: State) -> str:
    """Return why the game is over."""
    return "goal" if home(s, 1 - s.turn) >= 2 else "too long"


def move_text(_s: State, move: int) -> str:
    """Return the name of the runner."""
    return RUNNERS[move]


def chance_text(_s: State, chance: int) -> str:
    """Return the number of the die."""
    return str(chance + 1)


def move_path(_s: State, _move: int) -> tuple[int, ...]:
    """Return no cells."""
    return ()


def position_text(s: State, _rows: tuple[str, ...]) -> str:
    """Return the steps of X and O, the side to move, the die, and the plies."""
    return f"{''.join(map(str, s.steps))} {GAME.seats[s.turn]} {s.die} {s.plies}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes."""
    steps, side, die, plies = text.split()
    s.steps[:] = [int(step) for step in steps]
    s.turn, s.die, s.plies = GAME.seats.index(side), int(die), int(plies)


def board() -> Grid:
    """Return one cell."""
    return Grid(("",), ("",), {"-": "empty"})


def picture(s: State) -> Picture:
    """Return one cell, and the runners as counters."""
    return Picture(("-",), tuple((f"{GAME.seats[i // 4]}{RUNNERS[i % 4]}", step) for i, step in enumerate(s.steps)))
