"""Hold'em against PokerKit (Kim, 2023), an independent referee: legal moves, chips and winners of random hands."""

import random

import pytest
from pokerkit import Automation, FixedLimitTexasHoldem, NoLimitTexasHoldem, State

from kibitz_server.games.game import Position
from tests.effort import cases
from tests.server.games.helpers import game_of
from tests.server.games.poker.helpers import state_of, texts_of

HANDS = cases(60, 300)
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
BUTTON = 1
"""The referee's player on the button, with two players."""
MOST_RAISES = {True: 3, False: 11}
"""Raises of a round before the flop, where the referee does not count the big blind as a bet."""


def referee(limit: bool, stack: int) -> State:
    """Return a new hand of the referee."""
    if limit:
        return FixedLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, (1, 2), 2, 4, stack, 2)
    return NoLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, (1, 2), 2, stack, 2)


def options(state: State, limit: bool, raises: int, preflop: bool) -> set[str]:
    """Return the moves that the referee allows, as the game writes them."""
    found = {"fold", "call"} if state.checking_or_calling_amount else {"check"}
    most = MOST_RAISES[limit] + (not preflop)
    if raises >= most or not state.can_complete_bet_or_raise_to():
        return found
    word = "raise" if any(state.bets) else "bet"
    if limit:
        return found | {word}
    least, all_in = state.min_completion_betting_or_raising_to_amount, state.max_completion_betting_or_raising_to_amount
    assert least is not None
    assert all_in is not None
    return found | {f"{word} {to}" for to in range(least, all_in + 1)}


def act(state: State, text: str) -> None:
    """Make a move by the referee."""
    word, _, to = text.partition(" ")
    if word == "fold":
        state.fold()
    elif word in ("check", "call"):
        state.check_or_call()
    else:
        state.complete_bet_or_raise_to(int(to) if to else None)


def picked(found: list[str], rng: random.Random) -> str:
    """Return a random move. Few folds, and many small bets, make long hands."""
    if "fold" in found and rng.random() < 0.8:
        found = [text for text in found if text != "fold"]
    bets = [text for text in found if " " in text]
    if bets and rng.random() < 0.5:
        return rng.choice([*bets[:3], bets[-1]])
    return rng.choice(found)


def play_hand(position: Position, state: State, limit: bool, rng: random.Random) -> Position:
    """Play a random hand by both rules, and return the position after it."""
    hand, button, raises, cards = state_of(position).hand, position.state.turn, 0, list[str]()
    while state_of(position).hand == hand:
        if position.chances:
            card = rng.choice(position.steps)
            cards.append(card.text)
            if len(cards) == 4:
                holes = {button: cards[2 * button : 2 * button + 2], 1 - button: cards[2 - 2 * button : 4 - 2 * button]}
                state.deal_hole("".join(holes[1 - button]))
                state.deal_hole("".join(holes[button]))
            elif len(cards) >= 7:
                state.burn_card("??")
                state.deal_board("".join(cards[4:7]) if len(cards) == 7 else card.text)
            raises = 0
            position = position.after(card)
            continue
        assert state.actor_index == (BUTTON if position.to_move == button else 1 - BUTTON), position.text
        assert set(texts_of(position)) == options(state, limit, raises, len(cards) == 4), position.text
        text = picked(texts_of(position), rng)
        raises += text.split()[0] in ("bet", "raise")
        act(state, text)
        position = position.after(position.find(text))
    return position


@pytest.mark.property
@pytest.mark.timeout(240)
@pytest.mark.parametrize("stack", [10, 11, 25, 200])
@pytest.mark.parametrize("limit", [True, False])
def test_random_hands_agree_with_the_referee(limit: bool, stack: int) -> None:
    """Players, legal moves and chips are those of the referee in every position of random hands."""
    rng, chips = random.Random(stack), 0
    position = game_of(f"holdem limit={limit} stack={stack} hands={HANDS}").start()
    while position.outcome is None:
        button, state = position.state.turn, referee(limit, 2 * stack)
        position = play_hand(position, state, limit, rng)
        assert not state.status
        chips += state.stacks[BUTTON if button == 0 else 1 - BUTTON] - 2 * stack
        assert position.game.rules.points(position.state) == (chips, -chips), position.text
