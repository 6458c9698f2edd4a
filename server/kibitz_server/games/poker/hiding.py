"""What a seat of a game of poker sees: its own cards and the board."""

from typing import Any

from kibitz_server.games.bits import mix, next_random, random_below, u64
from kibitz_server.games.poker.rules import BLANK, State, known_cards, sort_pair

SLOTS = ("DECK", "HOLE", "HOLES", "BOARD", "ALIKE")
DECK, HOLE, HOLES, BOARD = 52, 2, 4, 5
ALIKE = 1
"""How many cards with neighbouring codes are worth the same: 2 where suits do not matter and there are two."""
HIDDEN = "?"
"""Text of a card that a seat has not seen."""


def seen(s: State, seat: int) -> None:
    """Blank the cards of the other player, or of both for a spectator."""
    for place in range(HOLES):
        if place // HOLE != seat and s.hole[place] != 0:
            s.hole[place] = BLANK


def is_seen(s: State, seat: int) -> bool:
    """Return whether a seat, or a spectator (-1), sees the card that is dealt next."""
    return s.dealt >= HOLES or s.dealt // HOLE == seat


def guess(s: State, memory: Any) -> None:
    """Replace blank cards by cards that the record does not have, each equally likely."""
    taken = known_cards(s)
    left = DECK
    for card in range(DECK):
        left -= (taken >> card) & 1
    for place in range(HOLES):
        if s.hole[place] == BLANK:
            memory.random = next_random(memory.random)
            pick = random_below(memory.random, left)
            card = 0
            while pick > 0 or (taken >> card) & 1:
                pick -= 1 - ((taken >> card) & 1)
                card += 1
            s.hole[place] = card + 1
            taken |= 1 << card
            left -= 1
    if HOLE == 2:
        for place in range(0, HOLES, 2):
            if s.hole[place + 1] > 0:
                sort_pair(s, place)


def information(s: State) -> int:
    """Return a number of the own cards, the board and the moves of the hand.

    Seats, earlier hands and chips do not matter. Cards that are worth the same in the whole game give the same number.
    In hold'em, the number tells suits apart.
    """
    word: int = mix(u64(s.action_count))
    for place in range(HOLE):
        word = mix(word ^ u64((s.hole[HOLE * s.turn + place] + ALIKE - 1) // ALIKE))
    for place in range(BOARD):
        word = mix(word ^ u64((s.board[place] + ALIKE - 1) // ALIKE))
    for place in range(s.action_count):
        word = mix(word ^ u64(s.actions[place]))
    return word
