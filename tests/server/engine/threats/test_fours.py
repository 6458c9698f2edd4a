"""Wins by threats compared with a slow check of their lines, and with full searches."""

import random

import pytest

from bench.strength.fours import is_win_by_fours
from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.score import INFINITE, WIN
from kibitz_server.engine.threats.root import threat_line
from kibitz_server.games.game import Game, Position
from kibitz_server.games.registry import load
from tests.server.engine.helpers import PLAIN, native
from tests.server.games.helpers import game_of

BITS = {"TABLE_BITS": 8}
OPEN = "mnk columns=7 rows=6 connect=4"


def crowded(game: Game, count: int, seed: int) -> list[Position]:
    """Return positions without a win in one, from games whose moves are among the most urgent ones."""
    dice, found = random.Random(seed), list[Position]()
    moves, scores = [0] * game.rules.MAX_MOVES, [0] * game.rules.MAX_MOVES
    position = game.start()
    while len(found) < count:
        end = game.rules.ordered(position.state, moves, scores, 0)
        best = sorted(range(end), key=lambda i: -scores[i])[:20]
        code = moves[dice.choice(best)]
        position = position.after(next(move for move in position.legal if move.code == code))
        if position.outcome is not None:
            position = game.start()
        elif not game.rules.unsettled(position.state):
            found.append(position)
    return found


def won(search: SpecialisedSearch, position: Position) -> tuple[int, tuple[str, ...]]:
    """Return the plies of the win by threats, and its moves as texts."""
    control = SearchControl()
    control.reset(None)
    plies, line = threat_line(search, position, control)
    texts = []
    for code in line:
        move = next(move for move in position.legal if move.code == code)
        texts.append(move.text)
        position = position.after(move)
    return plies, tuple(texts)


@pytest.mark.parametrize("spec", ["gomoku size=9", "gomoku size=9 exact=true"])
def test_each_line_wins_by_fours(spec: str) -> None:
    """Every line passes the slow check: each move but the last leaves one answer, and the last one wins."""
    game, lengths = game_of(spec), set[int]()
    search = SpecialisedSearch("threats", game, PLAIN, BITS)
    for position in crowded(game, 200, seed=1):
        plies, line = won(search, position)
        assert len(line) == plies
        if plies:
            lengths.add(plies)
            assert is_win_by_fours(position, line), (position.text, line)
    assert {3, 5} < lengths


def test_the_slow_check_refuses_other_lines() -> None:
    """A line that leaves a choice, overlooks a threat or does not win is not a win by fours."""
    position = load("gomoku").start()
    for text in "e5 e6 f5 f6 g5 h6".split():
        position = position.after(position.find(text))
    assert is_win_by_fours(position, ("h5", "d5", "i5"))
    assert not is_win_by_fours(position, ("h5", "d5"))
    assert not is_win_by_fours(position, ("h5", "d5", "h4"))
    assert not is_win_by_fours(position, ("h7", "d5", "i5"))
    assert not is_win_by_fours(position.after(position.find("g6")), ("d6", "c6", "i6"))


def test_full_search_agrees() -> None:
    """A win by threats is a win of full alpha-beta in no more plies."""
    game, wins = game_of(OPEN), 0
    threats, full = (
        SpecialisedSearch("threats", game, PLAIN, BITS),
        SpecialisedSearch("alphabeta", game, PLAIN, BITS | {"SOUND": 1}),
    )
    for position in crowded(game, 25, seed=2):
        plies, _ = won(threats, position)
        if 0 < plies <= 5:
            wins += 1
            control = SearchControl()
            control.reset(None)
            view, ws = full.attach(control), full.workspace(position.state)
            assert full.run.search(ws, view, plies, -INFINITE, INFINITE, 0, 0) >= WIN - plies
    assert wins > 3


@pytest.mark.compiled
def test_compiled_and_plain_find_the_same_wins() -> None:
    """Machine code visits the same nodes as plain Python, and finds the same lines."""
    game = game_of("gomoku size=11")
    plain, compiled = (SpecialisedSearch("threats", game, backend, BITS) for backend in (PLAIN, native()))
    for position in crowded(game, 30, seed=3):
        assert won(plain, position) == won(compiled, position)


def test_alpha_beta_plays_a_deep_win_at_once() -> None:
    """A win by threats is played with its length as the score, before any other search."""
    game = load("gomoku", {"size": 9})
    search = SpecialisedSearch("threats", game, PLAIN, BITS)
    position = next(each for each in crowded(game, 200, seed=1) if won(search, each)[0] > 6)
    plies, line = won(search, position)
    control = SearchControl()
    control.reset(4_000)
    report = run(position, "alphabeta", Limit(nodes=4_000), control)
    assert (report.line, report.score, report.wins_in) == (line, WIN - plies, plies)
