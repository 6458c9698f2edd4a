"""Moves of poker that are mistakes whatever the opponent has: what no level plays.

Once all cards are there, a hand that no other one beats is never folded, and a bet is not called with a hand that beats
no other one. Before that, a game may say that a call is hopeless.
"""

from itertools import combinations
from typing import Any

from kibitz_server.games.poker.rules import CALL, FOLD

SLOTS = ("DECK", "HOLE", "BOARD", "strength")
BOARD: int = 0
HOLE: int = 0
DECK: int = 0
strength: Any = None
FEW = 2
"""A hand that loses more than so many times as often as it splits cannot hope for that."""


def senseless(s: Any) -> list[int]:
    """Return the legal moves that are mistakes against all hands; the record has no cards of the opponent."""
    me = int(s.turn)
    board = [int(s.board[place]) for place in range(BOARD)]
    if s.bets[me] >= s.bets[1 - me]:
        return []
    if 0 in board:
        return [CALL] if hopeless_call(s) else []
    won, split, lost = showdowns(s, me, board)
    if lost == 0:
        return [FOLD]
    return [CALL] if won == 0 and lost > FEW * split else []


def hopeless_call(_s: Any) -> bool:
    """Return whether a call loses chips while cards are still to come."""
    return False


def showdowns(s: Any, me: int, board: list[int]) -> tuple[int, int, int]:
    """Return how many hands of the opponent the hand of a seat beats, splits with, and loses to."""
    known = {int(s.hole[place]) for place in range(HOLE * me, HOLE * (me + 1))} | set(board)
    own, found = strength(s, me), [0, 0, 0]
    for cards in combinations([card for card in range(1, DECK + 1) if card not in known], HOLE):
        other = s.copy()
        for i, card in enumerate(cards):
            other.hole[HOLE * (1 - me) + i] = card
        value = strength(other, 1 - me)
        found[0 if own > value else 1 if own == value else 2] += 1
    return found[0], found[1], found[2]
