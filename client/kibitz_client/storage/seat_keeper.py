"""The seats that we took in the app, kept on this machine so that one can come back, here or in the line mode."""

import os

from kibitz_client.match.state import MatchState
from kibitz_client.network.client import Client
from kibitz_client.storage.seats import KeptSeat, SeatMemory


class SeatKeeper:
    """Notes whom we are in which match, until it is over. A private server ends with us, so nothing is kept of it."""

    def __init__(self, memory: SeatMemory) -> None:
        self._memory = memory
        self._kept: dict[str, KeptSeat] = {}

    def note(self, state: MatchState, link: Client) -> None:
        """A match has changed."""
        kept = self._kept.get(state.match)
        if state.over and kept is not None:
            del self._kept[state.match]
            self.forget(kept)
        elif not state.over and kept is None and state.you is not None and link.token is not None:
            kept = KeptSeat(link.url, state.match, state.code, state.you, link.token, os.getpid())
            self._kept[state.match] = kept
            self._memory.remember(kept)

    def left(self, link: Client) -> list[KeptSeat]:
        """Those that we left here as who we are now."""
        return self._memory.held_by(link.url, link.token) if link.token is not None else []

    def forget(self, kept: KeptSeat) -> None:
        """The match is over, or gone."""
        self._memory.forget(kept.server, kept.match, kept.seat)
