"""Connections, as the checks know them."""

from collections import Counter
from typing import Any


class Connection:
    """What the checks know of one connection: the player, and its commands without an answer."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.player: str | None = None
        self.owner: str | None = None
        """Id of the player whose token the client has, before the server has welcomed it."""
        self.name = ""
        self.asked: dict[str, Any] = {}
        """Commands without an answer, by id."""
        self.sends: Counter[str] = Counter()
        """How often each of them was sent. One that is sent again in progress may get one answer for both."""
        self.asked_at: dict[str, float] = {}
        self.optional: set[str] = set()
        """Ids that another connection of the player has sent since: the answer goes to that one."""
        self.seqs: dict[str, int] = {}
