"""Chains of Go: what is counted move by move is what a look at the whole board finds."""

import random
from typing import Any

import pytest

from kibitz_server.games.game import Game
from tests.server.games.helpers import game_of, play


def chain_at(state: Any, cell: int, game: Game) -> tuple[set[int], set[int]]:
    """Return the stones and the liberties of the chain of a cell, found by a walk over the board."""
    colour, stones, liberties, ways = state.cells[cell], {cell}, set(), game.rules.STEPS
    left = [cell]
    while left:
        at = left.pop()
        for near in (at + step for step in ways):
            if state.cells[near] == 0:
                liberties.add(near)
            elif state.cells[near] == colour and near not in stones:
                stones.add(near)
                left.append(near)
    return stones, liberties


def check(state: Any, game: Game) -> None:
    """Compare all that a state counts with the board itself."""
    rules, words = game.rules, game.names["LIBERTY_WORDS"]
    empty = [cell for cell in rules.PLACES if state.cells[cell] == 0]
    assert sorted(state.vacant[: state.vacancies]) == empty
    assert all(state.vacant[state.where[cell]] == cell for cell in empty)
    assert state.stones == len(rules.PLACES) - len(empty)
    expected = 0
    for cell in rules.PLACES:
        assert [state.around[cell] >> 2 * i & 3 for i in range(8)] == [state.cells[cell + way] for way in rules.ROUND]
        if not state.cells[cell]:
            continue
        expected ^= rules.KEYS[2 * cell + state.cells[cell] - 1]
        stones, liberties = chain_at(state, cell, game)
        head = state.head[cell]
        assert head in stones
        assert (state.size[head], state.open[head]) == (len(stones), len(liberties))
        bits = [state.liberties[head * words + at // 64] >> at % 64 & 1 for at in range(64 * words)]
        assert {at for at, bit in enumerate(bits) if bit} == liberties
        ring = [head]
        while state.next[ring[-1]] != head:
            ring.append(state.next[ring[-1]])
        assert set(ring) == stones
        assert len(ring) == len(stones)
    assert state.hash == expected


@pytest.mark.parametrize(("size", "games", "every"), [(2, 5, 1), (3, 5, 1), (5, 4, 1), (9, 3, 7), (19, 1, 199)])
def test_counts_agree_with_the_board(size: int, games: int, every: int) -> None:
    """In random games, chains, liberties, surroundings, empty cells and the hash are those of the stones."""
    game = game_of(f"go size={size}")
    for seed in range(games):
        rng, position, plies = random.Random(seed), game.start(), 0
        while position.outcome is None:
            stones = [move for move in position.legal if move.path]
            position = position.after(rng.choice(stones or position.legal))
            plies += 1
            if plies % every == 0:
                check(position.state, game)


def test_a_capture_frees_its_chain_at_once() -> None:
    """Two chains lose their last liberty by one move, and each stone beside them has it back."""
    position = play(game_of("go size=5").start(), "A2 A1 B2 B1 D2 D1 E2 E1")
    assert position.picture.rows[-1] == "WW-WW"
    after = position.after(position.find("C1"))
    assert after.picture.rows[-1] == "--B--"
    state: Any = after.state
    assert state.captures == [4, 0]
    check(state, position.game)


@pytest.mark.parametrize(
    ("text", "move", "captured"),
    [
        ("-----/-----/-BBB-/BWWWB/BW-WB B", "C1", 5),
        ("-----/-----/-BB--/BWWWB/BW-WB B", "D3", 0),
        ("-----/-WB--/WB-BW/-WBW-/--W-- W", "C3", 2),
    ],
)
def test_the_hash_after_a_move_is_known_before_it(text: str, move: str, captured: int) -> None:
    """Each chain that is captured counts once, however often the move touches it."""
    position: Any = game_of("go size=5").start(text)
    found = position.find(move)
    after = position.after(found).state
    assert position.game.rules.hash_after(position.state, found.code, 1 + position.to_move) == after.hash
    assert sum(after.captures) == captured
