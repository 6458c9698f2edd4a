"""Chat mutes by players: checked in memory for each chat message, stored in the database.

The number of players and of names is bounded, because any client can connect as a guest and mute names.
"""

from collections import OrderedDict
from collections.abc import Callable
from functools import partial

import sqlalchemy as sql

from kibitz_server.accounts.names import skeleton
from kibitz_server.store import people
from kibitz_server.store.people import PeopleDb

MAX_PLAYERS = 10_000
MAX_NAMES = 100


class Mutes:
    """Muted names of each player. A mute also applies to names that look the same.

    A change takes effect at once and is written without waiting: the loss of a mute does little harm.
    """

    def __init__(self, db: PeopleDb, most_players: int = MAX_PLAYERS) -> None:
        self._db = db
        self._most_players = most_players
        self._players: OrderedDict[str, set[str]] = OrderedDict()

    async def load(self) -> int:
        """Load the stored mutes, and return the number of players with mutes."""
        for listener_id, looks in await self._db.read(people.all_mutes):
            self._players.setdefault(listener_id, set()).add(looks)
            self._players.move_to_end(listener_id)
        while len(self._players) > self._most_players:
            self._remove_oldest()
        return len(self._players)

    def hears(self, listener_id: str, name: str) -> bool:
        """Return whether a player receives chat of a name."""
        muted = self._players.get(listener_id)
        return not muted or skeleton(name) not in muted

    def mute(self, listener_id: str, name: str) -> bool:
        """Mute a name for a player. Return False if the player has muted too many already."""
        muted, looks = self._players.setdefault(listener_id, set()), skeleton(name)
        self._players.move_to_end(listener_id)
        if len(self._players) > self._most_players:
            self._remove_oldest()
        if looks in muted:
            return True
        if len(muted) >= MAX_NAMES:
            return False
        muted.add(looks)
        self._note(people.add_mute, listener_id=listener_id, looks=looks)
        return True

    def unmute(self, listener_id: str, name: str) -> None:
        """Unmute a name for a player."""
        muted, looks = self._players.get(listener_id, set()), skeleton(name)
        if looks in muted:
            muted.discard(looks)
            self._note(people.drop_mute, listener_id=listener_id, looks=looks)
        if not muted:
            self._players.pop(listener_id, None)

    def _remove_oldest(self) -> None:
        listener_id, _ = self._players.popitem(last=False)
        self._note(people.drop_mutes, listener_id=listener_id)

    def _note(self, change: Callable[..., None], **values: str) -> None:
        write: Callable[[sql.Connection], object] = partial(change, **values)
        self._db.note(write)
