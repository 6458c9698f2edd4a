"""Earlier positions of a running match, for a player or spectator who browses them. No Textual."""

from kibitz_client.match.state import MatchState


class MoveBrowser:
    """The positions of a match by ply, as far as they are known, and the ply that is viewed; None is the live one."""

    def __init__(self) -> None:
        self.ply: int | None = None
        self._states: dict[int, MatchState] = {}

    @property
    def viewed(self) -> MatchState | None:
        """The match as of the viewed ply; None for the live position, or if the position is not known yet."""
        return self._states.get(self.ply) if self.ply is not None else None

    def note(self, *states: MatchState) -> None:
        """Keep the positions of some plies."""
        for state in states:
            self._states[state.position.ply] = state

    def update(self, live: MatchState) -> None:
        """Keep the live position. After a takeback, later positions do not count any more."""
        self.note(live)
        for ply in [ply for ply in self._states if ply > live.position.ply]:
            del self._states[ply]
        if self.ply is not None and self.ply >= live.position.ply:
            self.ply = None

    def go(self, ply: int, live: MatchState) -> bool:
        """View a ply; the last one is the live position. Return whether its position is known."""
        self.ply = max(first_ply(live), ply) if ply < live.position.ply else None
        return self.ply is None or self.ply in self._states

    def clear(self) -> None:
        """Forget all positions, for another match."""
        self.ply = None
        self._states = {}


def first_ply(state: MatchState) -> int:
    """Return the ply of the first position of a match; a match may begin after an opening."""
    return state.position.ply - len(state.moves)
