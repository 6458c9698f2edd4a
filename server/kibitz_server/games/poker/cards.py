"""Playing cards: their texts, such as `As`, their words, and the faces that clients draw."""

import re

from kibitz_server.games.board import Face

SLOTS = ()
RANK_LETTERS = "23456789TJQKA"
RANK_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
SUIT_LETTERS = "cdhs"
SUIT_WORDS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SUITS_OF_SIGNS = str.maketrans({sign: letter for letter, sign in SUIT_SIGNS.items()})
DRAWN = re.compile("(10|[2-9tjqka])([cdhs♣♦♥♠])", re.IGNORECASE)
"""A card as it is drawn, or typed with a letter for its suit."""
BACK = "back"
"""Key of the face of a card that is not seen."""
FULL_DECK = tuple(rank + suit for suit in SUIT_LETTERS for rank in RANK_LETTERS)
"""Texts of the 52 cards by their codes, 13 * suit + rank."""


def rank_word(text: str, many: bool = False) -> str:
    """Return the word of a card's rank, such as `six` or `sixes`."""
    word = RANK_WORDS[RANK_LETTERS.index(text[0])]
    return word + ("es" if word.endswith("x") else "s") * many


def with_article(word: str) -> str:
    """Return a word after its article: `a king`, `an ace`."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def card_face(text: str) -> Face:
    """Return the face of a card; without a suit, it is drawn by its rank alone."""
    rank, suit = text[0].replace("T", "10"), text[1:]
    words = f"{rank_word(text)} of {SUIT_WORDS[suit]}" if suit else rank_word(text)
    return Face("card", rank + SUIT_SIGNS.get(suit, ""), words)


def card_typed(text: str) -> str | None:
    """Return the text of a card that is typed as it is drawn, such as `10♥` or `10h`; None for any other text."""
    found = DRAWN.fullmatch(text)
    return found[1].upper().replace("10", "T") + found[2].lower().translate(SUITS_OF_SIGNS) if found else None


def faces_of(texts: tuple[str, ...]) -> dict[str, Face]:
    """Return the faces of a deck by the texts of its cards, and the back of a card."""
    return {text: card_face(text) for text in texts} | {BACK: Face("back", "?", "a card face down")}
