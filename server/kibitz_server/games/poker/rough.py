"""How a beginner plays hold'em: by the chance against a random hand, too often with a call, and seldom with a bluff.

Lower levels err like this player, and a strategy plays so where it has no answer of its own.
"""

from collections.abc import Sequence
from typing import Any

from kibitz_server.games.poker.limit.buckets import CARDS, STEPS, Centres, flop_bucket, outlook, start_class, strengths

BEST = 1980
"""Strength on the river of a hand that no other one beats."""
START = bytes.fromhex(
    "8052545757595e636a7179818c5c895a5d5c5e60666c737b828e5d619261616365686f767d859061656a9965676a6d71797f8894"
    "6165696ea26c6e72767a828a9462666a6f74a973767b7f848d9667686d717679b17a7f84898f986d6e7076797d81b884878d939b"
    "727577797c828589bf8d9298a07a7b7d8082868a8e92c6949aa280838486888a8f93989acc9da487898b8f9093959a9e9fa2d2a7"
    "9394989a999c9ea0a4a7a8acd9"
)
"""Chance of each class of two cards, in parts of 255, as `python -m training holdem-chances` prints it."""
FLOP = bytes.fromhex(
    "262b2e2f323536333535383a383c3d3e3f3e3e3c3f444343444842444544474949494c4b4e4e504f52514a535154515453575757"
    "565758595b545a5c5c5c5d5f5d616162616161616364616664676769696c696b6c6c6d6e6e6e70717071737474737475766d7676"
    "7876787b7a787b7b7a7e7d7e7f7e7f807e80827f8383817b868686868887878689898c8b8d8a868d8f8f8e8e8c90939290939196"
    "959596969496969597999a9b99999b939f989d9f9ca0a0a394a1a2a5a0a5a6a4a6a8a9ada2adabaca9acafa9b0aeb2b0b1b3b6b4"
    "b8acb7b5babcbbbdbbbec0b8c2c3c3c6c8c7c8cbccc8c4ccced0d1d2d5d5d7d5d9dadcd5dde1e2e4e7e9e9ededf2f4fb"
)
"""The same for each bucket of the flop."""
WHOLE = 100
"""Sum of the weights of all actions."""
BETS_FROM, RAISES_FROM = 0.62, 0.85
"""Chances from which the player bets and raises now and then."""
LOOSE, CAREFUL = 0.04, 0.15
"""How much less than the pot odds a call needs, and how much more if the bet is as large as the pot before it."""


def rough_play(chance: float, asked: float, pot: float) -> tuple[float, float, float]:
    """Return how often a beginner folds, checks or calls, and bets or raises.

    Args:
        chance: Chance of the hand against a random one.
        asked: Chips that a call costs.
        pot: Chips in the middle, with the bet that is to be called.
    """
    if asked <= 0:
        return (0.0, 0.6, 0.4) if chance >= BETS_FROM else (0.0, 0.95, 0.05)
    needed = asked / (pot + asked) - LOOSE + CAREFUL * min(1.0, asked / (pot - asked))
    if chance < needed:
        return 1.0, 0.0, 0.0
    return (0.0, 0.7, 0.3) if chance >= RAISES_FROM else (0.0, 1.0, 0.0)


def start_chance(own: Sequence[int]) -> float:
    """Return the chance of two cards against a random hand before the flop."""
    return START[start_class(own[0], own[1])] / 255


def chance_of(own: Sequence[int], board: Sequence[int], centres: Centres) -> float:
    """Return the chance of two cards against a random hand on a board of 0, 3, 4 or 5 cards."""
    cards, known = sum(1 << card for card in own), sum(1 << card for card in board)
    if not board:
        return start_chance(own)
    if len(board) == 3:
        return FLOP[flop_bucket(own, board, centres)] / 255
    if len(board) == 5:
        return strengths(cards, known)[0] / BEST
    # The chance is the area above the distribution of the strength, between whose steps it is taken as straight.
    rivers, area, below, step = CARDS - 6, 0.0, 0, 0
    for count, upper in zip([*outlook(cards, known), rivers], [*STEPS, BEST], strict=True):
        area += (upper - step) * (1 - (below + count) / (2 * rivers))
        below, step = count, upper
    return area / BEST


def rough_weights(s: Any, own: Sequence[int], board: Sequence[int], centres: Centres) -> tuple[int, int, int]:
    """Return the weights of a fold, a check or call, and a bet or raise for the side to move, which has these cards."""
    asked, pot = int(s.bets[1 - s.turn] - s.bets[s.turn]), int(s.committed[0] + s.committed[1])
    fold, call, more = rough_play(chance_of(own, board, centres), asked, pot)
    return round(WHOLE * fold), round(WHOLE * call), round(WHOLE * more)
