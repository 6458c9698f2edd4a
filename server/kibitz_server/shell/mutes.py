"""Whom each player does not want to hear. Kept while the server runs, for a bounded number of players and names."""

from collections import OrderedDict

from kibitz_server.shell.names import skeleton

MOST_PLAYERS = 10_000
MOST_NAMES = 100


class Mutes:
    """Names are told apart as people tell them apart: who takes one that looks the same is not heard either."""

    def __init__(self) -> None:
        self._players: OrderedDict[str, set[str]] = OrderedDict()

    def hears(self, listener_id: str, name: str) -> bool:
        """Whether a player wants to hear who has this name."""
        muted = self._players.get(listener_id)
        return not muted or skeleton(name) not in muted

    def mute(self, listener_id: str, name: str) -> bool:
        """From now on they do not. False when they have muted too many already."""
        muted = self._players.setdefault(listener_id, set())
        self._players.move_to_end(listener_id)
        if len(self._players) > MOST_PLAYERS:
            self._players.popitem(last=False)
        if len(muted) >= MOST_NAMES:
            return False
        muted.add(skeleton(name))
        return True

    def unmute(self, listener_id: str, name: str) -> None:
        """They do again."""
        muted = self._players.get(listener_id, set())
        muted.discard(skeleton(name))
        if not muted:
            self._players.pop(listener_id, None)
