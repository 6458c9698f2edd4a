"""A table with cards, and positions on it, as a server with hidden cards sends them: Kuhn poker seen by one seat."""

from typing import Any

from kibitz_protocol.values.boards import Face, Table, Tray
from kibitz_protocol.values.state import State
from tests.client.samples import GAME, position

CARDS = GAME.model_copy(update={"chance": True, "hidden": True, "seats": ["North", "South"]})
TABLE = Table(
    faces={
        "J": Face(kind="card", text="J", words="jack"),
        "Q": Face(kind="card", text="Q", words="queen"),
        "K": Face(kind="card", text="K", words="king"),
        "?": Face(kind="back", text="?", words="a card that you do not see"),
    }
)


def hand(seat: int, *cards: str) -> Tray:
    """Return the cards of a seat."""
    return Tray(name="hand", owner=seat, faces=list(cards))


def cards_state(**changes: Any) -> State:
    """Return the position of North to bet with the king, as North sees it, or with other fields."""
    fields: dict[str, Any] = {
        "rows": [],
        "counts": [],
        "text": "K? - North",
        "last": [],
        "legal": ["check", "bet"],
        "paths": [[], []],
        "counters": {"pot": 2, "North chips": 0, "South chips": 0},
        "trays": [hand(0, "K"), hand(1, "?")],
    }
    return State.model_validate(position().model_dump() | fields | changes)
