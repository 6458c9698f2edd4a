"""The scripts that make the table and the test positions of Connect Four."""

import json
import random
from pathlib import Path

from bench.strength.connect4 import SUITE
from kibitz_server.engine.compiler.specialise import specialise
from kibitz_server.engine.data.openings import NO_MOVE
from kibitz_server.games.registry import load
from tests.server.games.helpers import play, playout
from training.connect4 import openings, suite

GAME = load("connect4")


def number(moves: str) -> int:
    """Return the number of a position after some moves."""
    found: int = GAME.rules.catalogued(play(GAME.start(), moves).state)[0]
    return found


def test_earlier_results_follow() -> None:
    """A move to a lost position wins; a position all of whose moves are won for the other side is lost."""
    replies = {number(f"1 {column}"): (1, 3) for column in range(1, 8)}
    found = openings.completed({**replies, number("4"): (-1, 0)}, 2)
    assert found[number("4")] == (-1, NO_MOVE)
    assert found[number("1")] == (-1, NO_MOVE)
    assert found[GAME.rules.catalogued(GAME.start().state)[0]][0] == 1
    assert number("2") not in found


def test_openings_are_visited_once() -> None:
    """Mirror images count once: four first moves, and 25 positions after two."""
    assert [len(list(openings.openings(GAME.start(), plies, set()))) for plies in range(4)] == [1, 4, 25, 121]


def test_a_work_file_keeps_what_is_solved(tmp_path: Path) -> None:
    """A run that begins again knows the results of the one before, in the form of the mirror image that is kept."""
    position = play(GAME.start(), "7")
    openings.Work(tmp_path / "work").add(position, 1, 6)
    again = openings.Work(tmp_path / "work")
    assert again.result(play(GAME.start(), "1")) == 1
    assert set(again.entries.values()) <= {(1, 0), (1, 6)}


def test_a_work_file_begins_with_what_is_known(tmp_path: Path) -> None:
    """What the engine's table has need not be solved again."""
    known = openings.Work(tmp_path / "work", {number("1"): (1, 3)})
    assert known.result(play(GAME.start(), "7")) == 1
    assert not (tmp_path / "work").exists()


def test_results_of_shorter_openings_bound_those_of_longer_ones(tmp_path: Path) -> None:
    """After a lost position each move wins for the other side, and a move that keeps a result needs no search."""
    work = openings.Work(tmp_path / "work", {number("4"): (-1, NO_MOVE), number("1"): (1, 3)})
    bounds = {at.text: between for at, *between in openings.unsolved(work, GAME, 2)}
    assert len(bounds) == 25
    assert bounds[play(GAME.start(), "4 3").text] == [1, 1]
    assert bounds[play(GAME.start(), "1 4").text] == [-1, -1]
    assert bounds[play(GAME.start(), "1 3").text] == [-1, 1]
    assert bounds[play(GAME.start(), "3 3").text] == [-1, 1]


def test_solved_positions_have_keeping_moves() -> None:
    """The solver's move is one of those that keep the result."""
    solver, results = openings.Solver(specialise("solver", GAME)), set()
    for position in (at for seed in range(60) for at in playout(GAME, seed) if at.text.count("-") == 9 and at.legal):
        value, code = solver.solved(position)
        best = suite.keeping(solver, position, value)
        results.add(value)
        assert value < 0 or next(move.text for move in position.legal if move.code == code) in best
    assert len(results) > 1


def test_the_suite_has_positions_of_all_plies() -> None:
    """The file has legal positions and moves, made by the command that it names."""
    stored = json.loads(SUITE.read_text(encoding="utf-8"))
    assert stored["made"].startswith(suite.COMMAND)
    for row in random.Random(1).sample(stored["positions"], 20):
        position = GAME.start(row["position"])
        assert set(row["best"]) <= {move.text for move in position.legal}
        assert row["plies"] in suite.PLIES
