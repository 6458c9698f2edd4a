"""Wins by threats of threats, and results of small boards, compared with full searches."""

import random
from typing import Any

import pytest

from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.threats.attack import Attack
from kibitz_server.games.game import ONGOING, Game, Position
from tests.server.engine.helpers import PLAIN, native
from tests.server.games.helpers import game_of, play

BITS = {"TABLE_BITS": 10}
SPECS = [
    f"mnk columns={size}" for size in ("4 rows=4 connect=3", "5 rows=3 connect=3", "5 rows=3 connect=3 exact=true")
]


def full(game: Game, state: Any, known: dict[Any, int]) -> int:
    """Return the result for the side to move by all moves."""
    name = tuple(state.cells)
    if name not in known:
        result = int(game.rules.outcome(state))
        if result == ONGOING:
            result = -1
            for code in game.ruleset.codes(state):
                after = state.copy()
                game.rules.play(after, code)
                result = max(result, -full(game, after, known))
                if result == 1:
                    break
        known[name] = result
    return known[name]


def late(game: Game, count: int, moves: int) -> list[Position]:
    """Return positions with this many moves left, from random games."""
    dice, found = random.Random(8), list[Position]()
    while len(found) < count:
        position = game.start()
        while len(position.legal) > moves:
            position = position.after(dice.choice(position.legal))
        if position.legal:
            found.append(position)
    return found


def attack(search: SpecialisedSearch, seat: int) -> Attack:
    """Return an attack without a limit."""
    control = SearchControl()
    control.reset(None)
    return Attack(search, seat, control)


@pytest.mark.parametrize("spec", SPECS)
def test_proofs_are_those_of_a_full_search(spec: str) -> None:
    """With all moves a side wins exactly if it does in the full tree; with threats alone, only if it does."""
    game, known, wins = game_of(spec), dict[Any, int](), 0
    every, threats = (SpecialisedSearch("proof", game, PLAIN, BITS | {"ATTACKS": attacks}) for attacks in (0, 1))
    for position in late(game, 20, moves=9):
        value = full(game, position.state, known)
        for seat in (0, 1):
            won = value == (1 if position.state.turn == seat else -1)
            assert attack(every, seat).wins(position) == won, position.text
            if attack(threats, seat).wins(position):
                assert won, position.text
                wins += 1
    assert wins


def test_the_line_of_an_attack_wins() -> None:
    """Two open twos in one point win by threes: the line ends with five of the attacker."""
    game = game_of("gomoku size=11")
    position = play(game.start(), "f6 a1 g6 a11 h5 k1 h4 k11")
    search = SpecialisedSearch("proof", game, PLAIN, BITS | {"ATTACKS": 1})
    line = attack(search, 0).line(position)
    assert len(line) >= 5
    for code in line:
        position = position.after(next(move for move in position.legal if move.code == code))
    assert position.outcome is not None
    assert position.outcome.winner == 0
    assert attack(search, 1).line(play(game.start(), "f6 a1 g6 a11")) == []


@pytest.mark.compiled
def test_compiled_and_plain_prove_the_same() -> None:
    """Machine code visits the same nodes as plain Python, and proves the same."""
    game = game_of(SPECS[0])
    for position in late(game, 5, moves=10):
        found = []
        for backend in (PLAIN, native()):
            control = SearchControl()
            control.reset(None)
            search = SpecialisedSearch("proof", game, backend, BITS | {"ATTACKS": 0})
            found.append((Attack(search, 0, control).wins(position), control.nodes))
        assert found[0] == found[1]


@pytest.mark.parametrize("spec", SPECS)
def test_solve_has_the_result_of_a_full_search(spec: str) -> None:
    """The result is exact and that of the full tree, and the line reaches it in the reported number of plies."""
    game, known = game_of(spec), dict[Any, int]()
    for position in late(game, 8, moves=8):
        control = SearchControl()
        control.reset(None)
        report = run(position, "solve", Limit(), control)
        assert (report.exact, report.score) == (True, full(game, position.state, known)), position.text
        assert report.distance == len(report.line)


def test_solve_finds_a_win_by_threes() -> None:
    """A win far beyond the depth of other searches is exact, with a line that ends the game."""
    position = play(game_of("gomoku size=11").start(), "f6 a1 g6 a11 h5 k1 h4 k11")
    control = SearchControl()
    control.reset(None)
    report = run(position, "solve", Limit(), control)
    assert (report.exact, report.score) == (True, 1)
    assert report.distance == len(report.line)
