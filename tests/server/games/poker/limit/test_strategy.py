"""The strategy of limit hold'em: its file, and the look-up by the bets of a hand."""

from types import SimpleNamespace
from typing import Any

import pytest

from kibitz_server.games.poker.limit.buckets import STARTS, start_class
from kibitz_server.games.poker.limit.strategy import (
    Strategy,
    action_weights,
    move_weights,
    node_after,
    packed,
    starts_of,
    unpacked,
)
from kibitz_server.games.poker.limit.tree import CALL, FOLD, ILLEGAL, RAISE, nodes
from tests.server.games.poker.limit.test_buckets import centres

KIND = {"f": 0, "k": 1, "c": 2, "b": 3, "r": 4}
"""Kinds of moves: fold, check, call, bet, raise."""


def made() -> Strategy:
    """Return a small strategy, whose weights repeat every 251 places."""
    given = centres()
    count = starts_of(nodes(), (STARTS, 251, 3, 16))[-1]
    return unpacked(packed(given, bytes(i % 251 for i in range(count))))


def test_a_file_gives_back_what_was_packed() -> None:
    """The buckets and the weights of a file are those that were packed."""
    given, found = centres(), made()
    assert list(found.centres.flops) == given.flops
    assert found.centres.flop_buckets == given.flop_buckets
    assert found.centres.turn_centres == given.turn_centres
    assert found.centres.levels == given.levels
    assert [tuple(splits) for splits in found.centres.splits] == given.splits
    assert list(found.weights[:252]) == [*range(251), 0]


def test_a_file_of_another_size_is_refused() -> None:
    """A file whose weights do not fit its buckets is refused."""
    with pytest.raises(ValueError, match=r"has 7 weights in place of \d+"):
        unpacked(packed(centres(), bytes(7)))


def test_weights_of_a_node() -> None:
    """The weights of a node are those of its bucket; an action that is not legal has none."""
    plan = made()
    own, first, limped = [12, 24], 0, node_after([CALL])
    at = 3 * start_class(*own)
    assert action_weights(plan, first, own, []) == [at % 251, (at + 1) % 251, (at + 2) % 251]
    assert limped is not None
    at = plan.first[limped] + 2 * start_class(*own)
    assert action_weights(plan, limped, own, []) == [0, at % 251, (at + 1) % 251]


def test_nodes_after_actions() -> None:
    """Actions lead to the node that follows them; a finished hand and a fifth bet lead nowhere."""
    raised = node_after([RAISE, RAISE, RAISE])
    assert raised is not None
    assert nodes()[raised].after[RAISE] == ILLEGAL
    assert node_after([RAISE] * 4) is None
    assert node_after([FOLD]) is None
    assert node_after([CALL] * 8) is None
    river = node_after([CALL] * 6)
    assert river is not None
    assert nodes()[river].round == 3


def state(actions: str, hole: list[int], board: list[int], turn: int) -> Any:
    """Return a state as hold'em has it: cards count from 1."""
    return SimpleNamespace(
        turn=turn,
        actions=[KIND[action] for action in actions],
        action_count=len(actions),
        hole=hole,
        board=[card + 1 for card in board] + [0] * (5 - len(board)),
    )


def codes(kinds: str) -> list[int]:
    """Return moves of these kinds."""
    return [KIND[kind] for kind in kinds]


def test_moves_have_the_weights_of_their_actions() -> None:
    """A fold, a call and a raise have the weights of the node after the moves of the hand, in their order."""
    plan = made()
    number = node_after([RAISE, CALL, RAISE])
    assert number is not None
    weights = action_weights(plan, number, [12, 25], [11, 24, 37])
    assert len(set(weights)) == 3
    s = state("rcb", [13, 26, -1, -1], [11, 24, 37], 0)
    assert move_weights(plan, s, codes("fcr")) == weights
    assert move_weights(plan, s, codes("rcf")) == weights[::-1]


def test_a_check_counts_as_a_call_and_a_bet_as_a_raise() -> None:
    """After checks, the weights of a check and a bet are those of a call and a raise."""
    plan = made()
    number = node_after([CALL, CALL, CALL])
    assert number is not None
    weights = action_weights(plan, number, [12, 25], [11, 24, 37])
    assert weights[FOLD] == 0
    assert move_weights(plan, state("ckk", [13, 26, -1, -1], [11, 24, 37], 0), codes("kb")) == weights[CALL:]


def test_moves_that_are_not_legal_have_no_weight() -> None:
    """Where no raise is possible because a player is all in, only the other moves have weights."""
    s = state("rcb", [13, 26, -1, -1], [11, 24, 37], 0)
    assert move_weights(made(), s, codes("fc")) == move_weights(made(), s, codes("fcr"))[:2]


@pytest.mark.parametrize(
    ("actions", "hole", "board"),
    [
        ("rrrr", [13, 26, -1, -1], []),
        ("rcb", [-1, -1, 13, 26], [11, 24, 37]),
        ("rcb", [13, 26, -1, -1], [11, 24, 37, 50]),
    ],
)
def test_unknown_positions_have_no_weights(actions: str, hole: list[int], board: list[int]) -> None:
    """After too many bets, without the own cards, or with another board, there is no answer."""
    assert move_weights(made(), state(actions, hole, board, 0), codes("fc")) == []
