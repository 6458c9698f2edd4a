"""The strategies of hold'em without limits: their files, the place of a hand in the tree, and the moves they choose."""

import random

import pytest

from kibitz_server.games.poker.limit.buckets import start_class
from kibitz_server.games.poker.limit.strategy import cards_of, starts_of
from kibitz_server.games.poker.limit.tree import CALL, FOLD
from kibitz_server.games.poker.nolimit.strategy import (
    OLD_BUCKETS,
    NoLimitStrategy,
    drawn,
    node_weights,
    packed,
    place,
    spread,
    trained_stack,
    unpacked,
)
from kibitz_server.games.poker.nolimit.tree import ALL_IN, HALF_POT, POT, STACKS, nodes
from tests.server.games.poker.helpers import dealt, state_of, texts_of
from tests.server.games.poker.limit.test_buckets import centres

STACK = 40
JOINS = [bytes(i % 2 for i in range(OLD_BUCKETS))] * 3
"""Two buckets in each round after the first."""
SIZE = starts_of(nodes(STACK), (169, 2, 2, 2))[-1]
SPEC = "holdem limit=false stack=20 hands=1"
CARDS = "Ac Kd 7h 2s"


def made() -> NoLimitStrategy:
    """Return a small strategy, whose weights repeat every 251 places."""
    return unpacked(STACK, packed(JOINS, bytes(i % 251 for i in range(SIZE))))


def test_a_file_gives_back_what_was_packed() -> None:
    """The joined buckets and the weights of a file are those that were packed; other sizes are refused."""
    plan = made()
    assert (list(plan.joins), list(plan.weights[:252])) == (JOINS, [*range(251), 0])
    with pytest.raises(ValueError, match=r"has 7 weights in place of \d+"):
        unpacked(STACK, packed(JOINS, bytes(7)))


def test_a_stack_is_played_by_the_nearest_ones() -> None:
    """A trained stack is played by its own strategy, and one between two of them by both."""
    assert [trained_stack(stack, part) for stack in STACKS for part in (0.0, 0.99)] == [
        s for s in STACKS for _ in (1, 2)
    ]
    assert [trained_stack(57, part) for part in (0.4, 0.6)] == [80, 40]


def test_a_hand_keeps_its_choices() -> None:
    """The same cards give the same numbers, and these are spread evenly."""
    numbers = [drawn([a, b], 3, count) for a in range(20) for b in range(20) for count in range(3)]
    assert numbers == [drawn([a, b], 3, count) for a in range(20) for b in range(20) for count in range(3)]
    assert sum(numbers) / len(numbers) == pytest.approx(0.5, abs=0.03)
    assert 0 <= min(numbers) <= max(numbers) < 1


@pytest.mark.parametrize(
    ("moves", "actions"),
    [
        ("", []),
        ("raise 6", [POT]),
        ("raise 4, raise 12, call", [HALF_POT, POT, CALL]),
        ("call, check", [CALL, CALL]),
        ("raise 40", [ALL_IN]),
    ],
)
def test_bets_of_the_sizes_of_the_tree_lead_to_their_nodes(moves: str, actions: list[int]) -> None:
    """A hand whose bets are all in the tree has the node after them."""
    number = 0
    for action in actions:
        number = nodes(STACK)[number].after[action]
    assert place(state_of(dealt(SPEC, CARDS, moves)), STACK, nodes(STACK), [3, 4]) == number


def test_the_place_of_random_hands_has_their_round_and_seat() -> None:
    """Whatever the bets are, the tree has the round and the seat of the hand, or is a round ahead, or has ended."""
    rng, places = random.Random(1), 0
    for _ in range(60):
        position = dealt(SPEC.replace("stack=20", "stack=30"), CARDS)
        while position.outcome is None:
            if position.chances:
                position = position.after(position.find(rng.choice(position.chances).text))
                continue
            state = state_of(position)
            number = place(state, 60, nodes(80), cards_of(state)[0])
            if number >= 0:
                node = nodes(80)[number]
                assert node.round > state.round or (node.round, node.seat) == (state.round, state.turn)
                places += 1
            moves = [move for move in position.legal if move.text != "fold"]
            position = position.after(rng.choice(moves[: rng.choice([1, 2, 12, len(moves)])]))
    assert places > 100


def test_weights_of_a_node() -> None:
    """The weights of a node are those of its bucket; in a place that is a round ahead, the player calls."""
    plan, own = made(), [12, 24]
    at = len(nodes(STACK)[0].actions) * start_class(*own)
    found = node_weights(plan, 0, 0, own, [], centres())
    assert [weight for weight in found if weight] == [(at + i) % 251 for i in range(5)]
    turn = next(number for number, node in enumerate(nodes(STACK)) if node.round == 2)
    assert node_weights(plan, turn, 1, own, [1, 2, 3], centres()) == [0, 1]


def chosen(moves: str, weights: list[int]) -> dict[str, int]:
    """Return the weights of the moves, without zeros, after some moves."""
    position = dealt(SPEC, CARDS, moves)
    found = spread(weights, state_of(position), [move.code for move in position.legal], STACK)
    return {text: weight for text, weight in zip(texts_of(position), found, strict=True) if weight}


def test_actions_become_moves() -> None:
    """Sizes are parts of the pot after a call; one of more than two thirds of the stack is all in."""
    weights = [1, 2, 3, 4, 5, 6]
    assert chosen("", weights) == {"fold": 1, "call": 2, "raise 4": 3, "raise 6": 4, "raise 10": 5, "raise 40": 6}
    assert chosen("call", weights) == {"check": 3, "raise 4": 3, "raise 6": 4, "raise 10": 5, "raise 40": 6}
    assert chosen("raise 12", weights) == {"fold": 1, "call": 2, "raise 24": 3, "raise 40": 15}
    assert chosen("raise 40", weights) == {"fold": 1, "call": 20}


def test_a_bet_counts_the_chips_of_the_round() -> None:
    """After the flop, a bet of half the pot is the chips of this round alone."""
    position = dealt(SPEC, CARDS, "raise 6, call, Qc, Jc, Td")
    found = spread([0, 0, 1, 2, 0, 0], state_of(position), [move.code for move in position.legal], STACK)
    assert [text for text, weight in zip(texts_of(position), found, strict=True) if weight] == ["bet 6", "bet 12"]
    assert found[FOLD] == 0
