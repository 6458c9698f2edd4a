"""The trees of the bets of a hand without limits."""

import random

import pytest

from kibitz_server.games.poker.limit.tree import BUTTON, CALL, FOLD, FOLDED, ILLEGAL, SHOWDOWN
from kibitz_server.games.poker.nolimit.tree import ALL_IN, HALF_POT, POT, STACKS, TWO_POTS, nodes, raised_to


def walk(stack: int, actions: list[int]) -> int:
    """Return the number of the node after some actions."""
    number = 0
    for action in actions:
        number = nodes(stack)[number].after[action]
    return number


def test_first_actions() -> None:
    """The button opens for two or three big blinds or all, and the big blind may raise a call."""
    first, opened, limped = (nodes(200)[walk(200, actions)] for actions in ([], [POT], [CALL]))
    assert (first.seat, first.paid, first.actions) == (BUTTON, (1, 2), (FOLD, CALL, HALF_POT, POT, ALL_IN))
    assert [nodes(200)[after].paid for after in first.after[HALF_POT:] if after >= 0] == [(4, 2), (6, 2), (200, 2)]
    assert (opened.seat, opened.actions) == (1, (FOLD, CALL, POT, ALL_IN))
    assert (limped.seat, limped.paid, limped.actions) == (1, (2, 2), (CALL, HALF_POT, POT, ALL_IN))


def test_all_in_leaves_a_call_or_a_fold() -> None:
    """After a bet of all chips, a call shows the hands in any round."""
    answer = nodes(40)[walk(40, [ALL_IN])]
    assert (answer.round, answer.after[FOLD], answer.after[CALL]) == (0, FOLDED, SHOWDOWN)
    assert answer.actions == (FOLD, CALL)


def test_sizes() -> None:
    """A size is a part of the pot after the call; one of more than two thirds of the stack is left out."""
    assert [raised_to(6, action, 200) for action in (HALF_POT, POT, TWO_POTS, ALL_IN)] == [12, 18, 30, 200]
    assert [raised_to(20, action, 100) for action in (HALF_POT, POT, TWO_POTS, ALL_IN)] == [40, 60, 0, 100]


@pytest.mark.parametrize("stack", STACKS[:3])
def test_random_hands_end_with_what_both_have(stack: int) -> None:
    """In random hands, seats alternate within a round, what is paid grows, and no player pays more than the stack."""
    rng, tree = random.Random(stack), nodes(stack)
    for _ in range(300):
        number, paid, street = 0, (1, 2), 0
        while number >= 0:
            node = tree[number]
            assert node.round in (street, street + 1)
            assert node.seat == (1 if node.round > street else node.seat)
            assert all(was <= now <= stack for was, now in zip(paid, node.paid, strict=True))
            assert (FOLD in node.actions) == (node.paid[node.seat] < node.paid[1 - node.seat])
            paid, street, number = node.paid, node.round, node.after[rng.choice(node.actions)]
        assert number in (FOLDED, SHOWDOWN)


def test_trees_are_small() -> None:
    """A deeper stack has a larger tree, and the largest one has less than 15,000 nodes."""
    sizes = [len(nodes(stack)) for stack in STACKS]
    assert sizes == sorted(sizes)
    assert sizes[-1] < 15_000
    assert all(node.after[CALL] != ILLEGAL for node in nodes(STACKS[0]))
