"""Tests of cards in texts."""

import pytest

from kibitz_client.match.table.card_texts import ascii_cards, shown_card, shown_chances
from kibitz_protocol.values.matches import ChanceView
from tests.client.holdem import HOLDEM
from tests.client.samples import GRID

CARDS = {"Th": "10♥", "As": "A♠", "2c": "2♣", "Qd": "Q♦", "K": "K", "31": "31", "?": "?"}


@pytest.mark.parametrize(("text", "shown"), CARDS.items())
def test_a_card_in_a_text_is_that_on_the_table(text: str, shown: str) -> None:
    """Ranks have numbers up to ten, and suits their signs; other chance events stay as they are."""
    assert shown_card(text) == shown
    assert ascii_cards(f"flop {shown}").isascii()


def test_suits_have_letters_in_ascii() -> None:
    """Only the sign of the suit changes."""
    assert ascii_cards("North gets 10♥; South gets A♠") == "North gets 10h; South gets As"


def test_only_tables_have_cards() -> None:
    """A chance event of another board is never taken for a card."""
    events = [ChanceView(number=1, ply=0, text="Th")]
    assert [event.text for event in shown_chances(HOLDEM, events)] == ["10♥"]
    assert [event.text for event in shown_chances(GRID, events)] == ["Th"]
