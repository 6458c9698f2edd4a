"""The tree of all bets of a hand of limit hold'em."""

import random

from kibitz_server.games.poker.limit.tree import BUTTON, CALL, FOLD, FOLDED, ILLEGAL, RAISE, SHOWDOWN, nodes


def walk(actions: str) -> int:
    """Return the number of the node after some actions, such as `rc` for a raise and a call."""
    number = 0
    for action in actions:
        number = nodes()[number].after["fcr".index(action)]
    return number


def test_number_of_nodes() -> None:
    """A round after the flop has ten nodes, and nine ways to go on; before the flop these are eight and seven."""
    assert [sum(node.round == street for node in nodes()) for street in range(4)] == [8, 70, 630, 5670]


def test_first_actions() -> None:
    """The button acts first before the flop and may fold, call or raise; after a call, the big blind may raise."""
    first, limped = nodes()[0], nodes()[walk("c")]
    assert (first.seat, first.paid, first.actions) == (BUTTON, (1, 2), (FOLD, CALL, RAISE))
    assert (limped.seat, limped.paid, limped.actions) == (1, (2, 2), (CALL, RAISE))


def test_four_bets_before_the_flop() -> None:
    """The big blind counts as a bet, so three raises may follow."""
    capped = nodes()[walk("rrr")]
    assert (capped.seat, capped.paid, capped.actions) == (1, (8, 6), (FOLD, CALL))


def test_bets_double_on_the_turn() -> None:
    """A bet is one small bet on the flop and two on the turn, and the button acts last."""
    flop, turn = nodes()[walk("ccr")], nodes()[walk("ccccr")]
    assert (flop.round, flop.seat, flop.paid) == (1, BUTTON, (2, 4))
    assert (turn.round, turn.seat, turn.paid) == (2, BUTTON, (2, 6))


def test_the_most_that_a_hand_costs() -> None:
    """Four bets in each round are 24 big blinds, which is 48 small ones, and the last call leads to the showdown."""
    last = nodes()[walk("rrrc" + "rrrrc" * 2 + "rrrr")]
    assert (last.paid, last.after) == ((48, 44), (FOLDED, SHOWDOWN, ILLEGAL))
    assert max(max(node.paid) for node in nodes()) == 48


def test_random_hands_agree_with_a_count_of_bets() -> None:
    """In random hands, the tree allows a raise up to four bets, a fold against a bet, and counts what is paid."""
    rng = random.Random(1)
    for _ in range(2000):
        number, paid, street, bets, acted, seat = 0, [1, 2], 0, 1, 0, BUTTON
        while number >= 0:
            node = nodes()[number]
            assert (node.round, node.seat, list(node.paid)) == (street, seat, paid)
            allowed = [CALL] + [FOLD] * (paid[0] != paid[1]) + [RAISE] * (bets < 4)
            assert list(node.actions) == sorted(allowed)
            action = rng.choice(node.actions)
            number = node.after[action]
            acted += 1
            if action == FOLD:
                assert number == FOLDED
            elif action == RAISE:
                paid[seat], bets, seat = max(paid) + (2, 2, 4, 4)[street], bets + 1, 1 - seat
            else:
                paid[seat], seat = max(paid), 1 - seat
                if acted > 1:
                    street, bets, acted, seat = street + 1, 0, 0, 1 - BUTTON
                    assert (number == SHOWDOWN) == (street == 4)
