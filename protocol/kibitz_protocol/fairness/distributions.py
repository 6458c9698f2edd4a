"""The possible outcomes of the chance events of each game with dice or cards, as every program can know them.

The server sends the outcomes that are possible, with their weights. It knows the seed, so it could order or weigh them
so that the seed gives what it likes. For the games here the outcomes follow from their rules, and must be these.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

Outcomes = tuple[tuple[str, int], ...]
"""Texts of the possible outcomes with their weights, in the order of the rules."""


class DueChance(NamedTuple):
    """A chance event that is due, in a position with this board and these counters.

    `dealt` are the chance events before it: the text of each with the hand that it was dealt in. `chosen`: the match
    began at a position that was chosen, and this is its first chance event.
    """

    sent: Outcomes
    counts: Sequence[int]
    hand: float
    dealt: Sequence[tuple[str, float]]
    chosen: bool


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards that are dealt one by one from a full deck, which each hand begins with."""

    cards: tuple[str, ...]

    def outcomes(self, due: DueChance) -> Outcomes:
        """Return the cards that are left in the deck."""
        gone = {card for card, hand in due.dealt if hand == due.hand}
        return tuple((card, 1) for card in self.cards if card not in gone)


@dataclass(frozen=True, slots=True)
class OpeningDice:
    """Two dice. Each game begins with one die for each side, and these are not equal."""

    setup: tuple[int, ...]
    """The board at the start of a game."""

    def outcomes(self, due: DueChance) -> Outcomes:
        """Return the rolls of two dice, or those of the start."""
        if tuple(due.counts) != self.setup or (due.chosen and due.sent == ROLLS):
            return ROLLS
        return OPENING_ROLLS


HAND = "hand"
"""The counter of a state with the number of the hand that is played."""
ROLLS: Outcomes = tuple((f"{high}{low}", 1 if high == low else 2) for high in range(1, 7) for low in range(1, high + 1))
OPENING_ROLLS: Outcomes = tuple(
    (f"{first}{second}", 1) for first in range(1, 7) for second in range(1, 7) if first != second
)
Distribution = Deck | OpeningDice
DISTRIBUTIONS: dict[str, Distribution] = {
    "backgammon": OpeningDice((-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0, 0, 0, 0)),
    "holdem": Deck(tuple(rank + suit for suit in "cdhs" for rank in "23456789TJQKA")),
    "kuhn": Deck(("J", "Q", "K")),
    "leduc": Deck(tuple(rank + suit for rank in "JQK" for suit in "sh")),
}
"""By the name of the game. Games of a host are not among them."""
