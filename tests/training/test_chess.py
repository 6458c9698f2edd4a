"""Fitting the evaluation of chess: its features are read from the evaluation itself."""

import numpy as np

from kibitz_server.games.chess.tuned import WEIGHTS, read
from kibitz_server.games.registry import load
from training.chess.fit import Data, Reader, Sum, fit, phase, starts
from training.chess.games import FIELDS, Example
from training.chess.weights import guess

FENS = (
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
    "2r3k1/pp3ppp/4p3/3pP3/1n1P4/P4N2/1P3PPP/2R3K1 w - - 0 20",
)
COUNT = sum(map(len, WEIGHTS.values()))


def example(text: str) -> Example:
    """Return a position as an example that White wins."""
    state = load("chess").start(text).state
    return Example(tuple(getattr(state, name) for name in FIELDS), 50, 1.0)


def test_sums_keep_their_terms() -> None:
    """Sums are added and multiplied like the numbers that they stand for."""
    total = 0 + Sum((1, 1)) * 2 - Sum((3, 1))
    assert total.terms == ((1, 2), (3, -1))


def test_features_times_weights_are_the_evaluation() -> None:
    """With the present weights, the features give what the evaluation gives, apart from rounding."""
    game = load("chess")
    reader = Reader(game)
    pairs = np.array([pair for name in WEIGHTS for pair in WEIGHTS[name]], float)
    for text in FENS:
        found = example(text)
        value = float(Data([found], reader, COUNT).evaluated(pairs[:, 0], pairs[:, 1])[0])
        exact = game.rules.evaluate(game.start(text).state)
        assert abs(value - (exact if " w " in text else -exact)) <= 1, text


def test_a_fit_follows_the_results() -> None:
    """Weights of positions that White wins rise in White's favour."""
    data = Data([example(text) for text in FENS], Reader(load("chess")), COUNT)
    first = np.zeros(COUNT)
    middle, end = fit(data, first, first, 140)
    assert data.evaluated(middle, end).mean() > data.evaluated(first, first).mean()


def test_phases() -> None:
    """A full board is all middle game, kings and pawns are all ending."""
    start = load("chess").start().state
    assert phase(tuple(getattr(start, name) for name in FIELDS)) == 1
    assert phase(example("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1").fields) == 0


def test_the_first_guess_has_the_same_parts() -> None:
    """The module of the weights and the guess have as many weights in each part, in one order."""
    assert {name: len(pairs) for name, pairs in guess().items()} == {
        name: len(pairs) for name, pairs in WEIGHTS.items()
    }
    assert list(starts()) == list(guess())


def test_weights_are_read_back() -> None:
    """Each line belongs to the part named last."""
    assert read("pawns:\n  1/2 -3/4\n  5/6\nknights:\n  0/0\n") == {
        "pawns": ((1, 2), (-3, 4), (5, 6)),
        "knights": ((0, 0),),
    }
