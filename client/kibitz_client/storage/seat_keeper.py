"""The seats that this process plays, remembered until their matches are over."""

import os

from kibitz_client.match.state import MatchState
from kibitz_client.storage.seats import KeptSeat, SeatMemory


class SeatKeeper:
    """Remembers each seat while its match runs, so that the player can come back after the program has ended."""

    def __init__(self, memory: SeatMemory) -> None:
        self._memory = memory
        self._noted: dict[str, tuple[KeptSeat, bool]] = {}
        """The seat of each match, and whether the match was over."""

    def note(self, state: MatchState, server: str, token: str | None) -> None:
        """Remember or forget the seat of a match, after each change of its state.

        Args:
            server: The address of the match's server.
            token: The player's token there; without one, nothing is remembered.
        """
        kept, was_over = self._noted.get(state.match, (None, None))
        if kept is None and state.plays and token is not None:
            # A player of all sides has the first seat among them.
            kept = KeptSeat(server, state.match, state.code, state.you or 0, token, os.getpid())
        if kept is None or was_over is state.over:
            return
        self._noted[state.match] = kept, state.over
        if state.over:
            # Perhaps an earlier process remembered the seat, and the match ended afterwards.
            self.forget(kept)
        else:
            self._memory.remember(kept)

    def left(self, server: str, token: str | None) -> list[KeptSeat]:
        """Return the remembered seats of a player at a server."""
        return self._memory.held_by(server, token) if token is not None else []

    def forget(self, kept: KeptSeat) -> None:
        """Remove a seat, because its match is over or unknown to the server."""
        self._memory.forget(kept.server, kept.match, kept.seat)
