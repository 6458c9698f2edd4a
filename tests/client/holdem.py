"""A table of hold'em, and positions on it, as a server sends them to North: cards with suits, bets, and raises."""

from typing import Any

from kibitz_protocol.to_client import Snapshot
from kibitz_protocol.values.boards import Face, Table, Tray
from kibitz_protocol.values.matches import ChanceView
from kibitz_protocol.values.state import State
from tests.client.cards import CARDS, cards_state, hand
from tests.client.dice import SEED_HASH
from tests.client.samples import ENGINE, OTTER, snapshot

TEXTS = {"As": "A♠", "Kh": "K♥", "Td": "10♦", "Qc": "Q♣", "9s": "9♠"}
WORDS = {
    **{"As": "ace of spades", "Kh": "king of hearts", "Td": "ten of diamonds"},
    **{"Qc": "queen of clubs", "9s": "nine of spades"},
}
HOLDEM = Table(
    faces={
        **{key: Face(kind="card", text=text, words=WORDS[key]) for key, text in TEXTS.items()},
        "back": Face(kind="back", text="?", words="a card face down"),
    }
)
RAISES = ["fold", "call", *(f"raise {number}" for number in range(6, 201))]
COUNTERS = {
    **{"pot": 8, "North bet": 2, "South bet": 4, "North stack": 196, "South stack": 194},
    **{"North chips": -6, "South chips": 6, "hand": 3, "hands": 20, "last hand won by South": 6},
}


def holdem_state(**changes: Any) -> State:
    """Return the position of North after a bet of South on a board of two cards, or with other fields."""
    fields: dict[str, Any] = {
        "legal": RAISES,
        "paths": [[]] * len(RAISES),
        "trays": [
            hand(0, "Qc", "Td"),
            hand(1, "back", "back"),
            Tray(name="board", owner=None, faces=["As", "Kh"]),
            Tray(name="last hand", owner=1, faces=["9s", "Td"]),
            Tray(name="last board", owner=None, faces=["As"]),
        ],
        "counters": COUNTERS,
    }
    return cards_state(**{**fields, **changes})


def holdem_snapshot(*, you: int | None = 0, **changes: Any) -> Snapshot:
    """Return the snapshot of a match in which otter has North. Changes are those of its state."""
    texts = ["Qc", "Td", "?", "?"]
    chance_events = [ChanceView(number=number, ply=0, text=text) for number, text in enumerate(texts, 1)]
    state = holdem_state(**{"to_move": 0, **changes})
    game = CARDS.model_copy(update={"name": "holdem", "title": "Texas hold'em"})
    seats = [OTTER, ENGINE]
    return snapshot(
        you=you,
        game=game,
        board=HOLDEM,
        options={},
        seats=seats,
        state=state,
        chance_events=chance_events,
        server_seed_hash=SEED_HASH,
    )
