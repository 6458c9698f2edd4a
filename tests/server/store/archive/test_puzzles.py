"""Tests of stored puzzles, attempts and ratings of solvers."""

import sqlalchemy as sql

from kibitz_server.store.archive import puzzles
from kibitz_server.store.archive.puzzles import FAILED, HELPED, SOLVED, Wanted
from tests.server.puzzles.make import stored

ANN = "ann"


def test_the_same_puzzle_is_stored_once(database: sql.Connection) -> None:
    """A puzzle that is made again, or was removed, is not added."""
    assert puzzles.add(database, [stored("p1"), stored("p2")]) == 2
    assert puzzles.remove(database, ["p1", "p9"]) == 1
    assert puzzles.add(database, [stored("p1"), stored("p2"), stored("p3")]) == 1
    assert puzzles.counts(database) == {"tictactoe": 2}
    assert puzzles.find(database, "p1") is None
    assert [puzzle.id for puzzle in puzzles.listed(database, None, 10)] == ["p2", "p3"]


def test_the_oldest_puzzles_of_matches_go(database: sql.Connection) -> None:
    """A game keeps a number of puzzles from matches. Bundled ones stay."""
    old = [stored(f"p{at}", at=float(at), match_id="m") for at in range(1, 4)]
    puzzles.add(database, [stored("bundled"), *old], most=2)
    assert {puzzle.id for puzzle in puzzles.listed(database, "tictactoe", 10)} == {"bundled", "p2", "p3"}


def test_puzzles_near_the_rating_that_were_not_tried(database: sql.Connection) -> None:
    """The nearest comes first. When all were tried, the one that was tried first comes again."""
    puzzles.add(database, [stored("near", mu=25.5), stored("far", mu=40.0), stored("hard", mu=31.0)])
    found = puzzles.near(database, Wanted(ANN, "tictactoe"))
    assert ([puzzle.id for puzzle in found.puzzles], found.again) == (["near", "hard", "far"], False)
    assert puzzles.near(database, Wanted(ANN), harder=250).puzzles[0].id == "hard"
    for at, id in enumerate(("far", "near", "hard")):
        puzzles.note(database, stored(id), ANN, SOLVED, float(at))
    again = puzzles.near(database, Wanted(ANN))
    assert ([puzzle.id for puzzle in again.puzzles], again.again) == (["far"], True)
    assert puzzles.near(database, Wanted(ANN, skip="far")).puzzles[0].id == "near"
    assert not puzzles.near(database, Wanted(ANN, game="chess")).puzzles
    assert not puzzles.near(database, Wanted(ANN, theme="save")).puzzles


def test_players_of_a_fresh_match_do_not_get_its_puzzle(database: sql.Connection) -> None:
    """Others do, and the players too when the match is no longer fresh."""
    puzzles.add(database, [stored(player_ids='["ann"]', ended_at=100.0)])
    assert not puzzles.near(database, Wanted(ANN, fresh_at=99.0)).puzzles
    assert puzzles.near(database, Wanted("bob", fresh_at=99.0)).puzzles
    assert puzzles.near(database, Wanted(ANN, fresh_at=101.0)).puzzles


def test_the_first_result_counts(database: sql.Connection) -> None:
    """A solved puzzle raises the rating of its solver and lowers its own; later results change nothing."""
    puzzles.add(database, [stored()])
    first = puzzles.note(database, stored(), ANN, SOLVED, 1.0)
    assert (first.result, first.before) == ("solved", 1500)
    assert first.after > 1500
    assert puzzles.note(database, stored(), ANN, FAILED, 2.0) == first
    solver, puzzle = puzzles.solver(database, ANN, "tictactoe"), puzzles.find(database, "p1")
    assert (solver.rating.matches, solver.solved, solver.streak, solver.best) == (1, 1, 1, 1)
    assert puzzle is not None
    assert puzzle.mu < 25.0
    assert (puzzle.attempts, puzzle.solved) == (1, 1)


def test_a_failure_ends_the_streak_and_help_does_not(database: sql.Connection) -> None:
    """The best streak stays. An attempt with help is listed, but changes no rating."""
    puzzles.add(database, [stored(f"p{number}") for number in range(4)])
    for number, result in enumerate((SOLVED, HELPED, SOLVED, FAILED)):
        puzzles.note(database, stored(f"p{number}"), ANN, result, float(number))
    solver = puzzles.solver(database, ANN, "tictactoe")
    assert (solver.rating.matches, solver.solved, solver.streak, solver.best) == (3, 2, 0, 2)
    listed = puzzles.attempts(database, ANN, None, 10)
    assert [each.result for each in listed] == ["failed", "solved", "helped", "solved"]
    assert listed[2].before == listed[2].after
    assert [game for game, _ in puzzles.solver_of_games(database, ANN)] == ["tictactoe"]
