"""Endings from the table, compared with the rules and played to the end."""

import random
from functools import cache
from typing import Any

import pytest

from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.data.endings import plies_to_end
from kibitz_server.engine.data.files import attach_data
from kibitz_server.engine.driver import SearchResult, run
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.per_move import run_per_move
from kibitz_server.games.game import UNKNOWN, Position
from kibitz_server.games.registry import load
from tests.server.engine.helpers import PLAIN, native, searched

GAME = load("draughts")
attach_data(GAME)


def random_ending(rng: random.Random, most: int = 4) -> Position:
    """Return a position of two to `most` pieces in which the game goes on."""
    while True:
        squares = rng.sample(range(1, 33), rng.randint(2, most))
        own = rng.randint(1, len(squares) - 1)
        pieces = [
            f"{'K' if rng.random() < 0.5 or (square > 28 if i < own else square < 5) else ''}{square}"
            for i, square in enumerate(squares)
        ]
        text = f"{rng.choice('BW')}:B{','.join(pieces[:own])}:W{','.join(pieces[own:])}"
        position = GAME.start(text)
        if position.outcome is None:
            return position


def after(position: Position, *texts: str) -> Position:
    """Return the position after some moves."""
    for text in texts:
        position = position.after(position.find(text))
    return position


def value(position: Position) -> int:
    """Return the known result for the side to move."""
    if position.outcome:
        winner = position.outcome.winner
        return 0 if winner is None else 1 if winner == position.state.turn else -1
    plies = plies_to_end(position)
    assert plies != UNKNOWN, position.text
    return (plies > 0) - (plies < 0)


def report(position: Position, algorithm: str, limit: Limit | None = None) -> SearchResult:
    """Return the report of a search of at most a few nodes, so that only the table can tell."""
    control = SearchControl()
    control.reset(None)
    return run(position, algorithm, limit or Limit(seed=1), control)


def test_values_follow_from_those_of_the_successors() -> None:
    """In random endings the value is the best one among the moves, by the rules alone; so are the plies to the end."""
    rng = random.Random(5)
    for _ in range(400):
        position = random_ending(rng)
        results = []
        for move in position.legal:
            child = position.after(move)
            results.append((-value(child), 0 if child.outcome else abs(plies_to_end(child))))
        best = max(result for result, _ in results)
        assert value(position) == best, position.text
        if best:
            plies = [distance for result, distance in results if result == best]
            assert abs(plies_to_end(position)) == 1 + (min(plies) if best > 0 else max(plies)), position.text


@cache
def minimax(text: str, depth: int) -> int:
    """Return 1 or -1 if the side to move wins or loses within `depth` plies, else 0, by the rules alone."""
    position = GAME.start(text)
    if position.outcome:
        return -1
    if depth == 0:
        return 0
    children = [position.after(move) for move in position.legal]
    return max(-minimax(child.text, depth - 1) for child in children)


def test_short_wins_agree_with_a_plain_search() -> None:
    """A result within six plies is found by a search of all moves, at exactly that distance, and no other one is."""
    rng = random.Random(6)
    near = 0
    for _ in range(120):
        position = random_ending(rng, most=3)
        plies = plies_to_end(position)
        for depth in range(6):
            inside = value(position) if plies and abs(plies) <= depth else 0
            assert minimax(position.text, depth) == inside, (position.text, depth)
        near += 0 < abs(plies) <= 5
    assert near > 20


@pytest.mark.parametrize("text", ["B:WK32:BK1,K2,K3", "B:WK10:BK18,2", "W:WK32,K31:BK14", "B:WK30,19:BK3,K11"])
def test_known_endings(text: str) -> None:
    """Three kings beat one, two beat one outside the double corner; `solve` and full alpha-beta tell it at once."""
    position = GAME.start(text)
    exact = report(position, "solve")
    assert exact.exact
    assert exact.nodes < 2000
    fast = report(position, "alphabeta")
    assert fast.line == exact.line
    assert fast.wins_in == exact.wins_in
    best, values = run_per_move(position, "solve", Limit())
    assert max(v for v in values.values() if v is not None) == exact.score == best.score
    assert None not in values.values()


def test_level_10_converts_won_endings() -> None:
    """Level 10 wins random won endings in time, against the longest defence and against random moves."""
    rng = random.Random(7)
    played = 0
    while played < 30:
        position = random_ending(rng)
        if plies_to_end(position) < 5:
            continue
        played += 1
        winner = position.to_move
        while position.outcome is None:
            if position.to_move == winner:
                text = report(position, "level", Limit(level=10, nodes=50, seed=1)).move
            elif played % 2:
                text = rng.choice(position.legal).text
            else:
                text = report(position, "alphabeta", Limit(nodes=50)).move
            position = after(position, text)
        assert position.outcome.winner == winner


def test_the_40_move_rule_is_respected() -> None:
    """Where the win may come too late, or a position may occur for the third time, the table does not tell."""
    won = GAME.start("B:WK32:BK1,K2,K3")
    shuffled = after(won, *("1-5 32-28 5-1 28-32 " * 2).split())
    assert shuffled.outcome is not None, "the position occurred three times"
    position = after(won, *"1-5 32-28 5-1 28-32 1-5".split())
    assert position.game.rules.known(position.state) == UNKNOWN
    state: Any = won.state.copy()
    for quiet, expected in ((0, 21), (41, 21), (59, 21), (60, UNKNOWN)):
        state.quiet = quiet
        state.past = list(range(1, 82))
        assert GAME.rules.known(state) == expected


@pytest.mark.compiled
def test_machine_code_reads_the_same_bytes() -> None:
    """Compiled and plain search visit the same nodes of endings that lead into the table."""
    plain, compiled = (
        SpecialisedSearch("alphabeta", GAME, backend, {"TABLE_BITS": 8}) for backend in (PLAIN, native())
    )
    rng = random.Random(8)
    known = 0
    for _ in range(12):
        position = random_ending(rng, most=6)
        slow, slow_control, _ = searched(plain, position, 3)
        fast, fast_control, _ = searched(compiled, position, 3)
        assert (slow, slow_control.nodes) == (fast, fast_control.nodes), position.text
        known += abs(slow) > 25_000
    assert known > 2


def near_the_limit(position: Position, plies: int) -> Position:
    """Return the position with this many plies left until the 40-move rule, and a past of other positions."""
    state: Any = position.state.copy()
    state.quiet = 80 - plies
    state.past = [1 << 40 | ply for ply in range(80 - plies)] + [state.past[0]] + [0] * plies
    return Position(GAME, state, ruleset=GAME.ruleset)


def tried(position: Position) -> int:
    """Return the result by trying all moves, with the table after a capture or a man's move only."""
    state: Any = position.state
    if position.outcome or not state.quiet:
        return value(position)
    return max(-tried(position.after(move)) for move in position.legal)


def test_the_last_plies_before_the_40_move_rule_are_exact() -> None:
    """Where the table does not tell because of the rule, `solve` finds what trying all moves does."""
    rng = random.Random(9)
    decided = 0
    for _ in range(40):
        position = near_the_limit(random_ending(rng, most=3), 4)
        found = report(position, "solve")
        assert found.exact
        assert found.score == tried(position), position.text
        decided += found.score != 0
    assert 5 < decided < 35


def test_the_past_is_part_of_the_key_for_exact_results() -> None:
    """The number of quiet plies distinguishes a position, and so does a past with a position that occurred twice."""
    position = GAME.start("B:WK32:BK1,K2,K3")
    soon, later = (near_the_limit(position, plies).state for plies in (6, 8))
    assert GAME.rules.key(soon) == GAME.rules.key(later)
    assert GAME.rules.full_key(soon) != GAME.rules.full_key(later)
    by_one_way = after(position, *"1-5 32-28 5-1 28-32 2-6 32-28".split())
    by_another = after(position, *"2-6 32-28 1-5 28-32 5-1 32-28".split())
    assert by_one_way.text == by_another.text
    assert GAME.rules.full_key(by_one_way.state) != GAME.rules.full_key(by_another.state)
