"""Networks of backgammon as arrays of floats, which learn, in machine code."""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from kibitz_server.engine.compiler.native import Native
from kibitz_server.games.backgammon import features, rolls
from kibitz_server.games.backgammon.network import LEAK_BITS, OUTPUTS
from kibitz_server.games.ruleset import rebuild
from training.backgammon.plays import Function, compiled

STATE = np.dtype([("turn", "i8"), ("checkers", "i1", (50,))], align=True)
"""The part of the state of the game that networks see."""
MEMORY = np.dtype([("scratch", "i4", (features.SCRATCH,))], align=True)
FEATURES = rebuild(vars(rolls) | vars(features), Native().constant, compiled)
contact_inputs, race_inputs, phase = (FEATURES[name] for name in ("contact_inputs", "race_inputs", "phase"))
LIST, ONE, RACE = features.LIST, features.ONE, features.RACE
LEAK = np.float32(1 / (1 << LEAK_BITS))
SCALE = np.float32(1 / ONE)
LARGEST = 512
"""Most hidden units."""


def compiled_fast(function: Function) -> Function:
    """Return a function as machine code that may sum floats in any order."""
    compiler: Any = njit
    made: Function = compiler(nogil=True, fastmath=True)(function)
    return made


class Net(NamedTuple):
    """Network of one hidden layer, as arrays of floats."""

    first: Any
    bias: Any
    second: Any
    out_bias: Any


def new_net(inputs: int, hidden: int, random: Any) -> Net:
    """Return a network of random weights."""
    first = random.uniform(-0.15, 0.15, (inputs, hidden)).astype(np.float32)
    second = random.uniform(-0.15, 0.15, (OUTPUTS, hidden)).astype(np.float32)
    out_bias = np.array([0, -1.2, -4, -1.2, -4], dtype=np.float32)
    return Net(first, np.zeros(hidden, np.float32), second, out_bias)


@compiled_fast
def run(net: Any, scratch: Any, k: int, hidden: Any, out: Any) -> None:
    """Evaluate a network for the inputs in the list: hidden gets activations, out the probabilities."""
    first, bias, second, out_bias = net
    n = bias.shape[0]
    for j in range(n):
        hidden[j] = bias[j]
    # Four inputs at once need a quarter of the stores. The list is filled up with inputs of no value.
    for i in range(k, k + 3):
        scratch[LIST + 2 * i] = 0
        scratch[LIST + 2 * i + 1] = 0
    for i in range(0, k, 4):
        at = LIST + 2 * i
        rows = scratch[at], scratch[at + 2], scratch[at + 4], scratch[at + 6]
        a, b = SCALE * np.float32(scratch[at + 1]), SCALE * np.float32(scratch[at + 3])
        c, d = SCALE * np.float32(scratch[at + 5]), SCALE * np.float32(scratch[at + 7])
        for j in range(n):
            hidden[j] += a * first[rows[0], j] + b * first[rows[1], j] + c * first[rows[2], j] + d * first[rows[3], j]
    for j in range(n):
        hidden[j] = max(hidden[j], LEAK * hidden[j])
    for o in range(OUTPUTS):
        x = out_bias[o]
        for j in range(n):
            x += second[o, j] * hidden[j]
        out[o] = np.float32(1.0) / (np.float32(1.0) + np.exp(-x))


@compiled
def sides_off(s: Any, out: Any) -> None:
    """Clear impossible results: a side that has borne off a checker does not lose a gammon."""
    own, other = 0, 0
    for p in range(25):
        own += s.checkers[25 * s.turn + p]
        other += s.checkers[25 - 25 * s.turn + p]
    if other < 15:
        out[1] = 0.0
        out[2] = 0.0
    if own < 15:
        out[3] = 0.0
        out[4] = 0.0


@compiled
def evaluated(nets: Any, s: Any, memory: Any, hidden: Any, out: Any) -> int:
    """Evaluate a position for the side on roll; return its phase and the number of inputs, as one number."""
    which = phase(s)
    k = race_inputs(s, memory) if which == RACE else contact_inputs(s, memory)
    run(nets[which], memory.scratch, k, hidden, out)
    sides_off(s, out)
    found: int = 4 * k + which
    return found


@compiled
def equity(out: Any) -> float:
    """Return the points that a side wins on average, by its chances."""
    expected: float = 2 * out[0] - 1 + out[1] + out[2] - out[3] - out[4]
    return expected


@compiled_fast
def learn(
    net: Any, inputs: Any, values: Any, k: int, target: Any, mask: Any, hidden: Any, back: Any, rate: Any
) -> None:
    """Make one step of gradient descent on the cross entropy."""
    first, bias, second, out_bias = net
    n = bias.shape[0]
    for j in range(n):
        hidden[j] = bias[j]
    for i in range(k):
        row = first[inputs[i]]
        x = values[i]
        for j in range(n):
            hidden[j] += x * row[j]
    for j in range(n):
        hidden[j] = max(hidden[j], LEAK * hidden[j])
        back[j] = 0.0
    for o in range(OUTPUTS):
        x = out_bias[o]
        for j in range(n):
            x += second[o, j] * hidden[j]
        y = np.float32(1.0) / (np.float32(1.0) + np.exp(-x))
        d = (target[o] - y) * rate * mask[o]
        out_bias[o] += d
        for j in range(n):
            back[j] += d * second[o, j]
            second[o, j] += d * hidden[j]
    for j in range(n):
        if hidden[j] < 0:
            back[j] *= LEAK
        bias[j] += back[j]
    for i in range(k):
        row = first[inputs[i]]
        x = values[i]
        for j in range(n):
            row[j] += x * back[j]


@compiled
def flipped(source: Any, target: Any) -> None:
    """Write the chances of one side as those of the other."""
    target[0] = 1 - source[0]
    target[1] = source[3]
    target[2] = source[4]
    target[3] = source[1]
    target[4] = source[2]
