"""Second implementation of the game of dash and of its chance events, from their descriptions alone.

A side walks one step or tosses a coin for three steps or none. First at the fourth step wins. A draw may say at first
which side begins. A chance event follows from the seed of the match as docs/design.md says.
"""

import hashlib
import hmac
import json
from typing import Any

from tests.server.games.naive import Naive

GOAL = 4
WEIGHTS = {"heads": 1, "tails": 2}
"""How likely the values of chance events are. All others are as likely as each other."""


def dash(opening: bool = False) -> Naive:
    """Return the start position. Where a chance event is due, its successors are those of the chance event."""

    def at(mine: int, theirs: int, side: int, due: str) -> Naive:
        def expand() -> dict[str, Naive]:
            if due == "coin":
                return {coin: at(theirs, mine + 3 * (coin == "heads"), 1 - side, "") for coin in ("heads", "tails")}
            if due == "opening":
                return {name: at(mine, theirs, first, "") for first, name in enumerate("XO")}
            return {"walk": at(theirs, mine + 1, 1 - side, ""), "dash": at(mine, theirs, side, "coin")}

        text = f"{mine} {theirs} {'XO'[side]} {due}".strip()
        return Naive(text, 1 - side if theirs >= GOAL else None, expand)

    return at(0, 0, 0, "opening" if opening else "")


def chance_due(position: Naive) -> bool:
    """Return whether a chance event is due."""
    return len(position.text.split()) > 3


def side_to_move(position: Naive) -> int | None:
    """Return the side to move; None while a chance event is due."""
    return None if chance_due(position) else "XO".index(position.text.split()[2])


def decided(position: Naive, created: Any, texts: list[str | None], number: int) -> str:
    """Return the chance event that follows from the seed of a match of any game.

    Args:
        position: The position in which it is due.
        created: The event that created the match.
        texts: The client seeds of the players by seat.
        number: The number of the chance event.
    """
    names = [None, []] if created.repeatable else [created.id, texts]
    message = json.dumps([*names, number, 0], separators=(",", ":"))
    weights = {value: WEIGHTS.get(value, 1) for value in position.successors()}
    rest = int(hmac.new(bytes.fromhex(created.server_seed), message.encode(), hashlib.sha256).hexdigest(), 16)
    rest %= sum(weights.values())
    for value, weight in weights.items():
        rest -= weight
        if rest < 0:
            return value
    raise AssertionError(position)
