"""Playing cards: their texts, such as `As`, their words, and the faces that clients draw."""

from kibitz_server.games.board import Face

SLOTS = ()
RANK_LETTERS = "23456789TJQKA"
RANK_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
SUIT_LETTERS = "cdhs"
SUIT_WORDS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
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


def faces_of(texts: tuple[str, ...]) -> dict[str, Face]:
    """Return the faces of a deck by the texts of its cards, and the back of a card."""
    return {text: card_face(text) for text in texts} | {BACK: Face("back", "?", "a card face down")}
