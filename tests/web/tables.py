"""Tables of cards and positions on them that the tests of the page use, as clients receive them."""

from typing import Any

from tests.web.shapes import at, tray

RANKS, SUITS = "23456789TJQKA", {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SIDES = ("North", "South")
FACES: dict[str, Any] = {
    f"{rank}{suit}": {"kind": "card", "text": f"{rank.replace('T', '10')}{sign}", "words": f"{rank} of {suit}"}
    for suit, sign in SUITS.items()
    for rank in RANKS
} | {"back": {"kind": "back", "text": "?", "words": "a card face down"}}
TABLE: dict[str, Any] = {"shape": "table", "faces": FACES}


def on_table(*trays: dict[str, Any], legal: tuple[str, ...] = (), **fields: Any) -> dict[str, Any]:
    """Return a position of a table, whose moves have no cells."""
    return at([], trays=[*trays], legal=[*legal], paths=[[] for _ in legal], **fields)


RAISES = tuple(f"raise {number}" for number in (8, *range(12, 181)))
HOLDEM = on_table(
    tray("cards", 0, "As", "Th"),
    tray("cards", 1, "back", "back"),
    tray("board", None, "Td", "9c", "2h", "Qs"),
    tray("last hand", 0, "Kc", "Kd"),
    tray("last hand", 1, "7c", "6c"),
    tray("last board", None, "Ah", "Td", "5c", "6d", "Js"),
    legal=("fold", "call", *RAISES),
    counters={
        "pot": 24,
        "North bet": 4,
        "South bet": 8,
        "North stack": 180,
        "South stack": 176,
        "North chips": 24,
        "South chips": -24,
        "hand": 3,
        "hands": 20,
        "last hand won by North with a pair of kings": 24,
    },
)
"""North to call four chips or raise, as North sees it."""
OVER = on_table(
    tray("cards", 0),
    tray("cards", 1),
    tray("board", None),
    *HOLDEM["trays"][3:],
    to_move=None,
    counters={"pot": 0, "hand": 20, "hands": 20, "last hand split": 0},
)
"""The end of a match."""
