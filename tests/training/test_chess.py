"""Fitting the evaluation of chess: its features are read from the evaluation itself, its data from files of games."""

import random
from pathlib import Path
from typing import Any

import numpy as np

from kibitz_server.games.chess import tuned
from kibitz_server.games.chess.tuned import WEIGHTS
from kibitz_server.games.registry import load
from training.chess.fit import Data, Reader, Sum, fit, phase
from training.chess.games import Starts, played, records
from training.chess.positions import FIELDS, Numbers, promise, read, sample

FENS = (
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
    "2r3k1/pp3ppp/4p3/3pP3/1n1P4/P4N2/1P3PPP/2R3K1 w - - 0 20",
)
COUNT = sum(map(len, WEIGHTS.values()))


class Novice:
    """Player that takes the first legal move and sees no side ahead."""

    def forget(self) -> None:
        """Do nothing."""

    def move(self, state: Any) -> tuple[int, int]:
        """Return the first legal move, and a value of 0."""
        return load("chess").ruleset.codes(state)[0], 0


def examples(*texts: str) -> Numbers:
    """Return positions that White wins, as they are in a file."""
    states = [load("chess").start(text).state for text in texts]
    found = [(*(getattr(state, name) for name in FIELDS), 50) for state in states]
    positions: Numbers = records(found, 2, 0)
    return positions


def fields_of(text: str) -> tuple[int, ...]:
    """Return the fields of a position that the evaluation reads."""
    state = load("chess").start(text).state
    return tuple(getattr(state, name) for name in FIELDS)


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
        value = float(Data(examples(text), reader, COUNT).evaluated(pairs[:, 0], pairs[:, 1])[0])
        exact = game.rules.evaluate(game.start(text).state)
        assert abs(value - (exact if " w " in text else -exact)) <= 1, text


def test_a_fit_follows_the_results() -> None:
    """Weights of positions that White wins rise in White's favour."""
    data = Data(examples(*FENS), Reader(load("chess")), COUNT)
    first = np.zeros(COUNT)
    middle, end = fit(data, first, first, 140)
    assert data.evaluated(middle, end).mean() > data.evaluated(first, first).mean()


def test_phases() -> None:
    """A full board is all middle game, kings and pawns are all ending."""
    assert phase(fields_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")) == 1
    assert phase(fields_of("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1")) == 0


def test_weights_are_read_back() -> None:
    """Each line belongs to the part named last."""
    assert tuned.read("pawns:\n  1/2 -3/4\n  5/6\nknights:\n  0/0\n") == {
        "pawns": ((1, 2), (-3, 4), (5, 6)),
        "knights": ((0, 0),),
    }


def test_games_begin_with_a_difference_of_material() -> None:
    """Some games begin level, others without some pieces, and all first positions can be played."""
    game = load("chess")
    starts = Starts(game, Novice(), random.Random(1))
    for _ in range(12):
        state = starts.draw()
        starts.keep(state)
        assert game.ruleset.codes(state)
    counts = {(starts.draw().white | starts.draw().black).bit_count() for _ in range(12)}
    assert len(counts) > 2


def test_a_game_leaves_its_quiet_positions(tmp_path: Path) -> None:
    """The file has the positions of a game with its result; those of another file belong to other games."""
    game, file = load("chess"), tmp_path / "games"
    starts = Starts(game, Novice(), random.Random(1))
    found, result = played(game, Novice(), game.start().state, starts)
    file.write_bytes(records(found, result, 0).tobytes())
    positions = read((file, file))
    assert len(positions) == 2 * len(found)
    assert set(positions["game"]) == {0, 1}
    assert set(positions["result"]) == {result}
    assert len(sample(positions, 3, 1)) == 6


def test_material_says_more_than_a_value() -> None:
    """Where results follow the pieces and not the values, so does the promise."""
    down = examples("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").repeat(9)
    up = examples("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1").repeat(9)
    up["result"] = 0
    points, _ = promise(np.concatenate((down, up)))
    assert points[0] > 0.9
    assert points[-1] < 0.1
