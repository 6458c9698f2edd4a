"""Whom each player does not want to hear: looked up in memory at every word, kept in the database.

For a bounded number of players and names: anybody can come as a guest and mute, so what is kept must have an end.
"""

from collections import OrderedDict
from collections.abc import Callable
from functools import partial

import sqlalchemy as sql

from kibitz_server.accounts.names import skeleton
from kibitz_server.store import people as kept
from kibitz_server.store.people import PeopleDb

MOST_PLAYERS = 10_000
MOST_NAMES = 100


class Mutes:
    """Names are told apart as people tell them apart: who takes one that looks the same is not heard either.

    What changes is in force at once and not waited for in the database: to hear somebody again is no great loss.
    """

    def __init__(self, people: PeopleDb, most_players: int = MOST_PLAYERS) -> None:
        self._people = people
        self._most_players = most_players
        self._players: OrderedDict[str, set[str]] = OrderedDict()

    async def load(self) -> int:
        """Read what was muted before; how many players did."""
        for listener_id, looks in await self._people.read(kept.all_mutes):
            self._players.setdefault(listener_id, set()).add(looks)
            self._players.move_to_end(listener_id)
        while len(self._players) > self._most_players:
            self._forget_oldest()
        return len(self._players)

    def hears(self, listener_id: str, name: str) -> bool:
        """Whether a player wants to hear who has this name."""
        muted = self._players.get(listener_id)
        return not muted or skeleton(name) not in muted

    def mute(self, listener_id: str, name: str) -> bool:
        """From now on they do not. False when they have muted too many already."""
        muted, looks = self._players.setdefault(listener_id, set()), skeleton(name)
        self._players.move_to_end(listener_id)
        if len(self._players) > self._most_players:
            self._forget_oldest()
        if looks in muted:
            return True
        if len(muted) >= MOST_NAMES:
            return False
        muted.add(looks)
        self._note(kept.add_mute, listener_id=listener_id, looks=looks)
        return True

    def unmute(self, listener_id: str, name: str) -> None:
        """They do again."""
        muted, looks = self._players.get(listener_id, set()), skeleton(name)
        if looks in muted:
            muted.discard(looks)
            self._note(kept.drop_mute, listener_id=listener_id, looks=looks)
        if not muted:
            self._players.pop(listener_id, None)

    def _forget_oldest(self) -> None:
        listener_id, _ = self._players.popitem(last=False)
        self._note(kept.drop_mutes, listener_id=listener_id)

    def _note(self, change: Callable[..., None], **values: str) -> None:
        noted: Callable[[sql.Connection], object] = partial(change, **values)
        self._people.note(noted)
