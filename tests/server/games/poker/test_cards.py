"""Texts, words and faces of cards."""

import pytest

from kibitz_server.games.board import Face
from kibitz_server.games.poker.cards import BACK, FULL_DECK, card_face, faces_of, rank_word, with_article


def test_codes_are_those_of_the_ranking() -> None:
    """A card is 13 * suit + rank, with suits from clubs to spades and ranks from two to ace."""
    assert len(set(FULL_DECK)) == 52
    assert [FULL_DECK[code] for code in (0, 12, 13, 51)] == ["2c", "Ac", "2d", "As"]


@pytest.mark.parametrize(
    ("text", "shown", "words"),
    [
        ("As", "A♠", "ace of spades"),
        ("Td", "10♦", "ten of diamonds"),
        ("6h", "6♥", "six of hearts"),
        ("K", "K", "king"),
    ],
)
def test_faces(text: str, shown: str, words: str) -> None:
    """A face shows rank and suit, and says both; without a suit it has the rank alone."""
    assert card_face(text) == Face("card", shown, words)


def test_a_deck_has_a_back() -> None:
    """A card that is not seen is drawn by its back."""
    assert list(faces_of(("J", "Q"))) == ["J", "Q", BACK]
    assert faces_of(("J",))[BACK].kind == "back"


def test_words() -> None:
    """Ranks have a plural and an article."""
    assert [rank_word(text, many=True) for text in ("6h", "Qs", "2c")] == ["sixes", "queens", "twos"]
    assert [with_article(word) for word in ("ace", "eight", "king")] == ["an ace", "an eight", "a king"]
