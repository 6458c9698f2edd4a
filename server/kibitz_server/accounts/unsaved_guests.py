"""Guests that own nothing yet. They are only in memory, so that a visit to the lobby adds no row to the database."""

from collections import OrderedDict

from kibitz_server.scheduler import WallClock
from kibitz_server.store import StoredGuest

MOST = 20_000
"""Most guests in memory, about 10 MB. The one that was away longest is forgotten first."""
KEPT_S = 86_400.0
"""Time after its last arrival after which a guest is forgotten."""


class UnsavedGuests:
    """Guests by the hash of their token, the last arrival last."""

    def __init__(self, wall_clock: WallClock, most: int = MOST) -> None:
        self._wall_clock = wall_clock
        self._most = most
        self._guests: OrderedDict[str, tuple[StoredGuest, float]] = OrderedDict()
        self._tokens: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._guests)

    def add(self, guest: StoredGuest) -> None:
        """Keep a new guest, and forget those that are too old or too many."""
        now = self._wall_clock()
        self._guests[guest.token_hash] = guest, now
        self._tokens[guest.id] = guest.token_hash
        while self._guests:
            oldest, (first, arrived_at) = next(iter(self._guests.items()))
            if len(self._guests) <= self._most and now - arrived_at < KEPT_S:
                break
            del self._guests[oldest], self._tokens[first.id]

    def find(self, token_hash: str) -> StoredGuest | None:
        """Return the guest with a token, and count this as an arrival."""
        found = self._guests.get(token_hash)
        if found is None:
            return None
        self._guests[token_hash] = found[0], self._wall_clock()
        self._guests.move_to_end(token_hash)
        return found[0]

    def rename(self, id: str, name: str) -> bool:
        """Rename a guest. Return whether the guest is here."""
        token_hash = self._tokens.get(id)
        if token_hash is None:
            return False
        guest, arrived_at = self._guests[token_hash]
        self._guests[token_hash] = guest._replace(name=name), arrived_at
        return True

    def token_hash(self, id: str) -> str | None:
        """Return the hash of the token of a guest; None if the guest is not here."""
        return self._tokens.get(id)

    def renew(self, id: str, old_hash: str, new_hash: str) -> bool:
        """Give a guest another token in place of the old one. Return whether a guest with the old one is here."""
        if self._tokens.get(id) != old_hash:
            return False
        guest, arrived_at = self._guests.pop(old_hash)
        self._guests[new_hash] = guest._replace(token_hash=new_hash), arrived_at
        self._tokens[id] = new_hash
        return True

    def take(self, id: str) -> StoredGuest | None:
        """Remove and return a guest, for the database; None if the guest is not here."""
        token_hash = self._tokens.pop(id, None)
        return self._guests.pop(token_hash)[0] if token_hash is not None else None
