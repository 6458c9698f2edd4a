"""Cards as text and their roles. Pure."""

from kibitz_client.match.table.card_texts import ascii_cards
from kibitz_protocol.values.boards import Face

RED = "♥♦"
"""Suits that are drawn in red."""


def card_text(face: Face, *, ascii_only: bool) -> str:
    """Return the rank and suit of a card: `10♠`, or `10s` in ASCII."""
    return ascii_cards(face.text) if ascii_only else face.text


def card_role(face: Face) -> str:
    """Return the role of a card: a back, a red suit, or any other."""
    if face.kind == "back":
        return "back"
    return "card red" if face.text[-1:] in RED else "card"
