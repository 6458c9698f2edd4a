"""Hold'em and its strategy: the tree of bets is that of the rules, and the file answers in every position."""

import random
import time
from typing import Any

import pytest

from kibitz_server.games.game import Position
from kibitz_server.games.poker.limit.strategy import ACTION_OF, FILE, node_after, read
from kibitz_server.games.poker.limit.tree import CALL, FOLD, FOLDED, RAISE, SHOWDOWN, nodes
from tests.server.games.helpers import game_of, play


def next_decision(position: Position, rng: random.Random) -> Position:
    """Return the position after the chance outcomes that are possible, or the end of the match."""
    while position.outcome is None and position.chances:
        chance = rng.choice(position.chances)
        position = position.after(position.find(chance.text))
    return position


def action(code: int) -> int:
    """Return the action of a move."""
    return ACTION_OF[code & 7]


def state_of(position: Position) -> Any:
    """Return the state of a position, whose fields are those of poker."""
    return position.state


def actions_of(state: Any) -> list[int]:
    """Return the actions of the running hand."""
    return [action(state.actions[i]) for i in range(state.action_count)]


def test_random_hands_agree_with_the_tree_of_bets() -> None:
    """In random hands, rules and tree have the same player to act, legal actions and chips paid, and the same ends."""
    rng = random.Random(1)
    position = next_decision(game_of("holdem hands=150").start(), rng)
    while position.outcome is None:
        state = state_of(position)
        number = node_after(actions_of(state))
        assert number is not None
        node, button = nodes()[number], state.hand % 2
        assert (node.round, node.seat ^ button) == (state.round, state.turn)
        assert [node.paid[seat ^ button] for seat in range(2)] == list(state.committed)
        codes = [move.code for move in position.legal]
        assert [action(code) for code in codes] == list(node.actions)
        code = rng.choice(codes)
        if action(code) == FOLD and rng.random() < 0.6:
            code = rng.choice(codes)
        after = next_decision(position.after(next(move for move in position.legal if move.code == code)), rng)
        ended, won = state_of(after).hand > state.hand, state_of(after).last_won
        assert ended == (node.after[action(code)] in (FOLDED, SHOWDOWN))
        if node.after[action(code)] == FOLDED:
            loss = node.paid[node.seat]
            assert won == (loss if state.turn == 1 else -loss)
        elif ended:
            assert won in (-max(node.paid), 0, max(node.paid))
        position = after


@pytest.mark.parametrize("stack", [10, 13, 200])
def test_the_file_answers_in_every_position(stack: int) -> None:
    """The strategy has weights for the legal moves of every position of random hands, also with small stacks."""
    rng = random.Random(stack)
    position = next_decision(game_of(f"holdem hands=12 stack={stack}").start(), rng)
    decisions = 0
    while position.outcome is None:
        seen = position.seen_by(position.state.turn)
        weights = position.game.rules.strategy(seen.state)
        assert len(weights) == len(position.legal)
        assert max(weights) > 0
        decisions += 1
        codes = [move for move in position.legal if action(move.code) != FOLD]
        position = next_decision(position.after(rng.choice(codes)), rng)
    assert decisions > 50


def test_the_file_knows_strong_and_weak_hands() -> None:
    """The strategy raises aces before the flop, folds seven-two to a raise, and never folds the best hand."""
    weights = {}
    for name, cards, moves in [
        ("aces", "Ac Ad 7h 2s", []),
        ("seven-two", "Ac Ad 7h 2s", ["raise"]),
        ("straight flush", "Ac Kc 9h 9s", ["call", "check", "Qc Jc Tc", "check", "check", "9d", "bet"]),
    ]:
        position = play(game_of("holdem hands=1").start(), cards)
        for step in moves:
            position = play(position, step)
        found = position.game.rules.strategy(position.seen_by(position.state.turn).state)
        weights[name] = dict(zip((action(move.code) for move in position.legal), found, strict=True))
    assert weights["aces"][RAISE] > 0.8 * sum(weights["aces"].values())
    assert weights["seven-two"][FOLD] > 0.8 * sum(weights["seven-two"].values())
    assert weights["straight flush"][FOLD] == 0
    assert weights["straight flush"][CALL] < weights["straight flush"][RAISE]


def test_the_file_is_small_and_answers_soon() -> None:
    """The file has at most 8 MB, and an answer on the turn, the slowest one, takes well below a second."""
    assert FILE.stat().st_size < 8_000_000
    assert read() is not None
    position = play(game_of("holdem hands=1").start(), "Ac Kd 7h 2s")
    for step in ["call", "check", "Qc Jc 2d", "check", "check", "9d"]:
        position = play(position, step)
    began = time.process_time()
    assert position.game.rules.strategy(position.seen_by(position.state.turn).state)
    assert time.process_time() - began < 0.5
