"""Evaluation of backgammon by three networks of one hidden layer, for positions with contact, late ones, and races.

Each network estimates five chances of the side on roll: to win, to win a gammon or a backgammon, to win a backgammon,
and the same two for losing. They learned from games with themselves by TD(lambda), as in Tesauro, "Temporal Difference
Learning and TD-Gammon" (1995). `python -m training backgammon` makes the file of the weights.

Where all checkers are at home, a table says how many rolls each side needs (`rolls.py`), and no network is asked.

The weights are integers of 16 bits, and all sums before the last step are exact, so that plain and compiled searches
get the same values.
"""

import math
import zlib
from array import array
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from kibitz_server.games.backgammon.features import (
    INPUTS,
    LATE,
    LIST,
    ONE,
    RACE,
    RACE_INPUTS,
    contact_inputs,
    phase,
    pip_lead,
    put,
    race_inputs,
)
from kibitz_server.games.backgammon.moves import CHECKERS, CHOICE, DOUBLED, OPENING
from kibitz_server.games.backgammon.rolls import (
    TABLE_SIZE,
    both_home,
    chance_to_be_first,
    chance_to_be_off,
    read_table,
    row_of,
)
from kibitz_server.games.backgammon.worth import HUNDREDTHS, cube_worth, doubled_worth, result_worth

SLOTS = ("TO", "CUBE")
"""Options of the game."""
TO: int = 0
CUBE: int = 0

FILE = Path(__file__).with_name("network.weights")
OUTPUTS = 5
CONTACT_HIDDEN, LATE_HIDDEN, RACE_HIDDEN = 128, 128, 32
"""Hidden units of each network."""


def size_of(inputs: int, hidden: int) -> int:
    """Return the number of weights of a network.

    First come the weights of each input, a row for all hidden units, then the biases of these; then the weights of each
    output, a row again, and the biases of the outputs.
    """
    return (inputs + 1) * hidden + OUTPUTS * hidden + OUTPUTS


CONTACT_AT = TABLE_SIZE
"""Where the weights begin: the table comes first."""
LATE_AT = CONTACT_AT + size_of(INPUTS, CONTACT_HIDDEN)
RACE_AT = LATE_AT + size_of(INPUTS, LATE_HIDDEN)
WEIGHT_COUNT = RACE_AT + size_of(RACE_INPUTS, RACE_HIDDEN)
WEIGHT_KIND = "i2"
WEIGHT_ONE = 1024
"""Weight that counts as 1."""
SUM_BITS = 8
"""Bits by which the sum of a hidden unit is finer than its activation, in which WEIGHT_ONE is 1."""
LEAK_BITS = 4
"""A hidden unit whose sum is negative passes it on divided by 2 ** LEAK_BITS, in place of 0."""
OUT_ONE = float(WEIGHT_ONE * WEIGHT_ONE)


def packed(numbers: Sequence[int]) -> bytes:
    """Return the content of the file for these weights: compressed, first all low bytes and then all high ones."""
    plain = array("H", [number % 2**16 for number in numbers])
    return zlib.compress(bytes(each % 256 for each in plain) + bytes(each // 256 for each in plain), 9)


def unpacked(content: bytes) -> "array[int]":
    """Return the weights of such a content."""
    plain = zlib.decompress(content)
    pairs = zip(plain[: len(plain) // 2], plain[len(plain) // 2 :], strict=True)
    return array("h", [low + 256 * high - 2**16 * (high > 127) for low, high in pairs])


@cache
def read() -> "array[int]":
    """Return the table and the weights of the files, which a process reads when its first search begins."""
    return read_table() + unpacked(FILE.read_bytes())


def weights() -> "array[int]":
    """Return the table, and the weights of all networks."""
    return read()


def activate(memory: Any, at: int, hidden: int, inputs: int, count: int) -> None:
    """Compute the activations of the hidden units of the network whose weights begin at `at`.

    Args:
        memory: Has the list of inputs, and gets the activations at the beginning of its scratch memory.
        at: Index of the first weight.
        hidden: Number of hidden units.
        inputs: Number of inputs of the network.
        count: Length of the list.
    """
    row = at + inputs * hidden
    for j in range(hidden):
        memory.scratch[j] = memory.weights[row + j] * ONE
    # Four inputs at once need a quarter of the stores. The list is filled up with inputs of no value.
    for i in range(count, count + 3):
        put(memory, i, 0, 0)
    for i in range(LIST, LIST + 2 * count, 8):
        first, second = at + memory.scratch[i] * hidden, at + memory.scratch[i + 2] * hidden
        third, fourth = at + memory.scratch[i + 4] * hidden, at + memory.scratch[i + 6] * hidden
        a, b, c, d = memory.scratch[i + 1], memory.scratch[i + 3], memory.scratch[i + 5], memory.scratch[i + 7]
        for j in range(hidden):
            memory.scratch[j] += (
                memory.weights[first + j] * a
                + memory.weights[second + j] * b
                + memory.weights[third + j] * c
                + memory.weights[fourth + j] * d
            )
    for j in range(hidden):
        total = memory.scratch[j]
        memory.scratch[j] = max(total, total >> LEAK_BITS) >> SUM_BITS


def has_all(s: Any, seat: int) -> bool:
    """Return whether a seat has borne no checker off."""
    total = 0
    for p in range(25):
        total += s.checkers[25 * seat + p]
    return bool(total == CHECKERS)


def chances_of(s: Any, memory: Any) -> tuple[float, float, float, float, float]:
    """Return the five chances of the side on roll: by the table where all checkers are at home, else by a network."""
    if both_home(s):
        own = row_of(s, s.turn)
        # A side at home bears its first checker off with its next roll, but for a few: only this roll wins a gammon.
        gammon = chance_to_be_off(memory, own) if has_all(s, 1 - s.turn) else 0.0
        return chance_to_be_first(memory, own, row_of(s, 1 - s.turn)), gammon, 0.0, 0.0, 0.0
    which = phase(s)
    at, hidden, inputs = CONTACT_AT, CONTACT_HIDDEN, INPUTS
    if which == LATE:
        at, hidden = LATE_AT, LATE_HIDDEN
    elif which == RACE:
        at, hidden, inputs = RACE_AT, RACE_HIDDEN, RACE_INPUTS
    count = race_inputs(s, memory) if which == RACE else contact_inputs(s, memory)
    activate(memory, at, hidden, inputs, count)
    win = gammon = backgammon = lost = lost_twice = 0.0
    for output in range(OUTPUTS):
        row = at + (inputs + 1 + output) * hidden
        total = memory.weights[at + (inputs + 1 + OUTPUTS) * hidden + output] * WEIGHT_ONE
        for j in range(hidden):
            total += memory.scratch[j] * memory.weights[row + j]
        chance = 1.0 / (1.0 + math.exp(-total / OUT_ONE))
        if output == 0:
            win = chance
        elif output == 1:
            gammon = chance
        elif output == 2:
            backgammon = chance
        elif output == 3:
            lost = chance
        else:
            lost_twice = chance
    if not has_all(s, 1 - s.turn):
        gammon = backgammon = 0.0
    if not has_all(s, s.turn):
        lost = lost_twice = 0.0
    return win, gammon, backgammon, lost, lost_twice


def on_roll_worth(s: Any, memory: Any) -> float:
    """Return what the position is worth to `s.turn` before its roll, or the game that it doubles, in state DOUBLED."""
    p, gammon, backgammon, lost, lost_twice = chances_of(s, memory)
    gammons, lost_gammons = gammon + backgammon, lost + lost_twice
    if TO == 0 and CUBE == 0:
        return HUNDREDTHS * (2.0 * p - 1.0 + gammons - lost_gammons)
    if s.stage == DOUBLED:
        return doubled_worth(s, s.turn, p, gammons, lost_gammons)
    worth = cube_worth(s, s.turn, p, gammons, lost_gammons, s.cube, s.owner)
    if s.stage == CHOICE:
        worth = max(worth, doubled_worth(s, s.turn, p, gammons, lost_gammons))
    return worth


def prospects(s: Any, memory: Any) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, float]]:
    """Return the chances of the side to move, what the actions with the cube are worth, and the scores of its stake.

    It is for reports, in plain Python.

    The chances are to win, to win a gammon or a backgammon, to win a backgammon, and the same two for losing. With dice
    to play they are those before the roll. The actions are no double, and a double that is taken; their worth is that
    for the side that may double or has doubled, and there are none at other times. The stake is what a loss and a win
    of the cube's present points are worth to that side.
    """
    taking = s.stage == DOUBLED
    s.turn ^= taking
    win, gammon, backgammon, lost, lost_twice = chances_of(s, memory)
    actions: tuple[float, ...] = ()
    if s.stage in (CHOICE, DOUBLED):
        gammons, lost_gammons = gammon + backgammon, lost + lost_twice
        actions = (
            cube_worth(s, s.turn, win, gammons, lost_gammons, s.cube, s.owner),
            cube_worth(s, s.turn, win, gammons, lost_gammons, s.cube + 1, 1 - s.turn),
        )
    stake = result_worth(s, s.turn, -(1 << s.cube)), result_worth(s, s.turn, 1 << s.cube)
    s.turn ^= taking
    chances = (
        (1.0 - win, lost, lost_twice, gammon, backgammon) if taking else (win, gammon, backgammon, lost, lost_twice)
    )
    return chances, actions, stake


def weigh(s: Any, memory: Any) -> float:
    """Return what the position is worth to the side to move, in hundredths of a point.

    With dice to play it is the value before they are rolled: the search plays on.
    """
    if s.stage == OPENING:
        return result_worth(s, s.turn, 0)
    if s.stage != DOUBLED:
        return on_roll_worth(s, memory)
    s.turn = 1 - s.turn
    worth = on_roll_worth(s, memory)
    s.turn = 1 - s.turn
    return -worth


def evaluate(s: Any) -> float:
    """Return a rough worth by the lead in the race, for searches without weights."""
    if s.stage == OPENING:
        return result_worth(s, s.turn, 0)
    p = 0.5 + max(-0.49, min(0.49, (pip_lead(s) + 4) / 100))
    return cube_worth(s, s.turn, p, 0.0, 0.0, s.cube, s.owner)
