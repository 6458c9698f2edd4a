"""Cards in texts: the rank and the sign of the suit, as on the table, and letters where there is only ASCII. Pure.

`web/match/tables/card_texts.js` is the twin.
"""

import re
from collections.abc import Sequence

from kibitz_protocol.values.boards import Board, Table
from kibitz_protocol.values.matches import ChanceView

SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
"""Suits of cards and their letters in ASCII."""
SIGNS = {letter: sign for sign, letter in SUITS.items()}
CARD = re.compile("([2-9TJQKA])([cdhs])")
"""A card as a record has it."""


def shown_card(text: str) -> str:
    """Return a card as it is drawn: `10♥` for `Th`. Any other text stays."""
    found = CARD.fullmatch(text)
    return found[1].replace("T", "10") + SIGNS[found[2]] if found else text


def ascii_cards(text: str) -> str:
    """Return a text with letters in place of suits: `10h` for `10♥`."""
    return text if text.isascii() else "".join(SUITS.get(each, each) for each in text)


def shown_chances(board: Board, chance_events: Sequence[ChanceView]) -> Sequence[ChanceView]:
    """Return the chance events of a match as lists of moves have them: cards as they are drawn."""
    if not isinstance(board, Table):
        return chance_events
    return [chance.model_copy(update={"text": shown_card(chance.text)}) for chance in chance_events]
