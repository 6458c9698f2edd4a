"""Words for what a client does not see in a game with hidden information. Pure."""

from collections.abc import Sequence
from itertools import groupby

from kibitz_protocol.values.games import GameInfo
from kibitz_protocol.values.matches import UNSEEN, ChanceView

FACE_DOWN = "a card is dealt face down"
CARDS_FACE_DOWN = "{count} cards are dealt face down"
SECRETS = (
    "Each player sees only their own cards. After a match that was played to its end, or to an agreed draw, the seed of"
    " the deals shows all cards, folded ones too. If it ends early, they stay hidden. The operator of the server can"
    " look at them before."
)
"""What a player should know before taking a seat."""


def chance_words(chance: ChanceView) -> str:
    """Return a chance event as a sentence: in words, that it was not seen, or `chance: 31` without words for it."""
    return FACE_DOWN if chance.text == UNSEEN else chance.said or f"chance: {chance.text}"


def chances_words(chance_events: Sequence[ChanceView]) -> list[str]:
    """Return chance events as sentences, with one for cards that are dealt face down one after the other."""
    found: list[str] = []
    for unseen, alike in groupby(chance_events, key=lambda chance: chance.text == UNSEEN):
        these = list(alike)
        if unseen and len(these) > 1:
            found.append(CARDS_FACE_DOWN.format(count=len(these)))
        else:
            found += map(chance_words, these)
    return found


def secrets_of(game: GameInfo) -> str:
    """Return what a player should know before taking a seat; empty for a game that hides nothing."""
    return SECRETS if game.hidden else ""
