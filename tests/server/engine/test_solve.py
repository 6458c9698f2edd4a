"""Exact results compared with known values, and with a search of all moves."""

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from kibitz_server.engine import levels
from kibitz_server.engine.compiler.specialise import specialise
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import SearchResult, run
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Game, Position
from kibitz_server.games.registry import load
from tests.server.engine.helpers import random_positions, random_step
from tests.server.games.helpers import play


def solved(position: Position, limit: Limit | None = None) -> SearchResult:
    """Return the report of the solver."""
    control = SearchControl()
    control.reset(limit.nodes if limit else None)
    return run(position, "solve", limit or Limit(), control)


def brute_force(position: Position, known: dict[str, int]) -> int:
    """Return the result for the side to move, in the game's unit, by trying all moves.

    Args:
        position: The position to solve.
        known: Results of positions of the same game, by their texts; those that are found are added.
    """
    text = position.text
    if text not in known:
        known[text] = _result(position) if position.outcome else max(_values_of_moves(position, known))
    return known[text]


def _result(position: Position) -> int:
    if hasattr(position.game.rules, "result"):
        return int(position.game.rules.result(position.state))
    winner = position.outcome.winner if position.outcome else None
    return 0 if winner is None else 1 if winner == position.state.turn else -1


def _values_of_moves(position: Position, known: dict[str, int]) -> Iterator[int]:
    for move in position.legal:
        after = position.after(move)
        value = brute_force(after, known)
        yield value if after.state.turn == position.state.turn else -value


@pytest.mark.parametrize(
    "game",
    [
        load("connect4", {"columns": 4, "rows": 4, "connect": 3}),
        load("connect4", {"columns": 4, "rows": 3, "connect": 4}),
        load("connect4", {"columns": 3, "rows": 5, "connect": 3}),
        load("reversi", {"size": 4}),
        load("kalah", {"houses": 2, "seeds": 2}),
        load("kalah", {"houses": 3, "seeds": 1, "empty_capture": True}),
        load("mnk", {"columns": 4, "rows": 2}),
        load("nim", {"heaps": "1,2,3", "misere": False}),
        load("nim", {"heaps": "2,2,1"}),
    ],
    ids=lambda game: f"{game.name}-{'-'.join(str(value) for value in game.options.values())}",
)
def test_as_good_as_trying_everything(game: Game) -> None:
    """The solver's value is that of the whole tree, and its line ends the game in the reported number of plies."""
    known: dict[str, int] = {}
    for position in [game.start(), *random_positions(game, 12, seed=6)]:
        report = solved(position)
        assert report.exact
        assert report.score == brute_force(position, known), position.text
        assert report.distance == len(report.line)
        end = position
        for text in report.line:
            end = end.after(end.find(text))
        assert end.outcome is not None


def test_tic_tac_toe_is_a_draw() -> None:
    """The whole game is a draw that fills the board."""
    report = solved(load("tictactoe").start())
    assert (report.exact, report.score, report.distance) == (True, 0, 9)


@pytest.mark.parametrize(
    ("columns", "rows", "connect", "score"), [(4, 3, 3, 1), (3, 3, 2, 1), (2, 2, 3, 0), (4, 1, 2, 1)]
)
def test_small_boards(columns: int, rows: int, connect: int, score: int) -> None:
    """Known values of m,n,k games (4,3,3 is a first-player win: Uiterwijk and van den Herik, 2000)."""
    report = solved(load("mnk", {"columns": columns, "rows": rows, "connect": connect}).start())
    assert (report.exact, report.score) == (True, score)


@pytest.mark.parametrize(
    ("moves", "score"),
    [
        ("2252576253462244111563365343671351441", -1),
        ("7422341735647741166133573473242566", 1),
        ("23163416124767223154467471272416755633", 0),
        ("65214673556155731566316327373221417", -1),
    ],
)
def test_connect_four_endgames(moves: str, score: int) -> None:
    """The first end-game positions of a benchmark set for Connect Four solvers are solved correctly (Pons, 2015)."""
    position = load("connect4").start()
    for move in moves:
        position = position.after(position.find(move))
    report = solved(position)
    assert (report.exact, report.score) == (True, score)


@pytest.mark.parametrize(("columns", "score"), [(7, 18), (10, 27)])
def test_boards_of_all_widths_are_solved_alike(columns: int, score: int) -> None:
    """A win with the fourth disc scores 22 minus 4 on the usual board; wider boards count in the same way."""
    rows = [symbols.ljust(columns, "-") for symbols in ("", "", "", "", "OOO", "XXX")]
    report = solved(load("connect4", {"columns": columns}).start(f"{'/'.join(rows)} X"))
    assert (report.score, report.distance) == (score, 1)


def test_an_unproven_result_is_not_exact() -> None:
    """A solver that runs out of nodes reports a move that is not exact, by a search or from a solved opening."""
    for moves, source in (("", "book"), ("4 4 4 4 4 3 3 3 3 2 2", "search")):
        report = solved(play(load("connect4").start(), moves), Limit(nodes=500))
        assert not report.exact
        assert report.line[0] == report.move
        assert (report.source, report.depth > 0) == (source, source == "search")


@pytest.mark.parametrize(
    ("moves", "best"), [("3 1 7 4", "3"), ("7 6 5 1 6", "6"), ("1 2 1 7 3 3", "3"), ("4 4 4 4", "4")]
)
def test_a_solved_opening_is_not_spoilt_without_time(moves: str, best: str) -> None:
    """The move keeps the result, though the exact one is not proven."""
    report = solved(play(load("connect4").start(), moves), Limit(nodes=3_000))
    assert (report.exact, report.move) == (False, best)


SUITE = Path(__file__).parents[3] / "bench" / "strength" / "suites" / "connect4.json"


def kept(rows: Sequence[dict[str, Any]], algorithm: str, nodes: int) -> list[bool]:
    """Return for each position of the suite whether a search plays a move that keeps the result."""
    game, found = load("connect4"), []
    for row in rows:
        control = SearchControl()
        control.reset(nodes)
        report = run(game.start(row["position"]), algorithm, Limit(nodes=nodes), control)
        found.append(report.move in row["best"])
    return found


def test_an_unproven_solve_keeps_what_alpha_beta_keeps() -> None:
    """Where the result is not proven in time, the move is as good as that of alpha-beta with the same limit."""
    rows = [row for row in json.loads(SUITE.read_text())["positions"] if row["plies"] >= 7][::25]
    assert kept(rows, "solve", 400) == kept(rows, "alphabeta", 400)


@pytest.mark.long
def test_an_unproven_solve_keeps_what_alpha_beta_keeps_in_sixty_positions() -> None:
    """The same in 63 positions of 7 to 11 plies, with few nodes and with more."""
    rows = [row for row in json.loads(SUITE.read_text())["positions"] if row["plies"] >= 7][::2]
    assert len(rows) >= 60
    for nodes in (400, 2_000):
        assert sum(kept(rows, "solve", nodes)) >= sum(kept(rows, "alphabeta", nodes)) > 45


@pytest.mark.parametrize("name", ["kalah", "reversi", "dots", "draughts", "chess", "hex"])
def test_a_proof_without_time_leaves_the_move_to_the_strongest_search(name: str) -> None:
    """A game that cannot be solved in time is played by its book, or searched by its strongest algorithm."""
    position, dice = load(name).start(), random.Random(4)
    for _ in range(4):
        position = position.after(random_step(position, dice))
    report = solved(position, Limit(nodes=600, seed=1))
    assert not report.exact
    assert report.move in {move.text for move in position.legal}
    assert report.depth > 0 or report.source == "book" or levels.strongest(position.game) == "mcts"
    if "effort" in position.game.names:
        control = SearchControl()
        control.reset(600)
        assert report.move == run(position, "alphabeta", Limit(nodes=600), control).move


def test_a_later_search_does_not_replace_a_deeper_one() -> None:
    """In a game with threats, the search after their proof begins again, and is reported once it is deeper."""
    report = solved(load("gomoku").start(), Limit(nodes=6_000))
    sooner = solved(load("gomoku").start(), Limit(nodes=1_500))
    assert report.depth >= sooner.depth >= 1


@pytest.mark.parametrize("size", [6, 8, 10])
def test_reversi_is_solved_on_boards_of_all_sizes(size: int) -> None:
    """Late positions have the values of the whole tree, and a start position at its limit still has an answer."""
    game = load("reversi", {"size": size})
    known: dict[str, int] = {}
    late = [at for at in random_positions(game, 240, seed=7) if at.text.count("-") <= 5][:6]
    assert len(late) > 2
    for position in late:
        report = solved(position)
        assert (report.exact, report.score) == (True, brute_force(position, known)), position.text
    assert not solved(game.start(), Limit(nodes=50)).exact


def test_a_forced_win_beyond_the_depth_is_a_win() -> None:
    """Forced moves are searched beyond the depth limit, and prove here at depth 1 that every move loses in 2 plies."""
    position = "XXO-XXX/XXXOOOO/OOOX-X-/OOOXOOX/XX--OOX/OOOOXXX/OO-XXXX O"
    report = solved(load("gomoku", {"size": 7}).start(position))
    assert (report.exact, report.score, report.distance) == (True, -1, 2)


def test_lower_bounds_are_not_exact_values() -> None:
    """A draw that was once reported as a win, because the table took lower bounds for exact values."""
    game = load("mnk", {"columns": 5, "rows": 4, "connect": 4})
    report = solved(game.start("XO-O-/X-X--/X---X/-OO-- O"))
    assert (report.exact, report.score) == (True, 0)


def test_a_constant_replaces_open_names_only() -> None:
    """A constant with the name of something else in the template would change the template's meaning."""
    with pytest.raises(ValueError, match="EXACT would replace a name of the template"):
        specialise("alphabeta", load("tictactoe"), EXACT=1)


def test_a_search_for_a_move_is_exact_when_its_limit_allows() -> None:
    """Near the end of a game whose effort is known, alpha-beta proves the best move, and the size of the result."""
    game = load("reversi", {"size": 6})
    late = [at for at in random_positions(game, 240, seed=8) if 2 <= at.text.count("-") <= 6][:8]
    known: dict[str, int] = {}
    for position in late:
        control = SearchControl()
        control.reset(40_000)
        report = run(position, "alphabeta", Limit(nodes=40_000), control)
        assert (report.exact, report.score) == (True, brute_force(position, known)), position.text
        after = position.after(position.find(report.move))
        value = brute_force(after, known)
        assert report.score == (-value if after.state.turn != position.state.turn else value)


def test_a_search_without_the_nodes_for_a_proof_does_not_try_one() -> None:
    """With few nodes, or at a fixed depth, the score is an evaluation in hundredths."""
    start = load("reversi").start()
    for limit in (Limit(nodes=3_000), Limit(depth=3)):
        control = SearchControl()
        control.reset(limit.nodes)
        report = run(start, "alphabeta", limit, control)
        assert not report.exact
        assert report.depth >= 3


def late(game: Game, seeds: int, count: int) -> Iterator[Position]:
    """Yield positions of Kalah from random games, the first ones with at most this many seeds in the houses."""
    dice = random.Random(9)
    while count:
        position = game.start()
        while position.legal and game.rules.TOTAL - sum(game.rules.points(position.state)) > seeds:
            position = position.after(dice.choice(position.legal))
        if position.legal:
            count -= 1
            yield position


@pytest.mark.parametrize("options", [{}, {"empty_capture": True}, {"houses": 4, "seeds": 6}], ids=str)
def test_few_seeds_of_kalah_are_solved_at_once(options: dict[str, object]) -> None:
    """With up to 14 seeds in the houses the exact margin takes some thousand nodes."""
    game = load("kalah", options)
    for position in late(game, 14, 12):
        assert solved(position, Limit(nodes=60_000)).exact, position.text


@pytest.mark.parametrize("options", [{}, {"empty_capture": True}], ids=str)
def test_kalah_margins_agree_with_all_moves_tried(options: dict[str, object]) -> None:
    """The margin of positions with few seeds is that of the whole tree."""
    game = load("kalah", options)
    for position in late(game, 7, 10):
        margin = brute_force(position, {})
        assert solved(position).score == margin, position.text
        control = SearchControl()
        control.reset(20_000)
        report = run(position, "alphabeta", Limit(nodes=20_000), control)
        assert (report.exact, report.score) == (True, margin), "a won game is played on for the margin"
