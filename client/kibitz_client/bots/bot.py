"""What a bot is: a class of yours with `choose`, and hooks that may be left as they are.

One object plays one match, so what it keeps in `self` belongs to that match alone. Every method may be plain or
`async`. A plain one runs in a thread of its own: however long it thinks, the connection lives and other matches go on.
"""

from collections.abc import Awaitable
from dataclasses import dataclass

from kibitz_client.match.state import MatchState
from kibitz_protocol.values import MatchRow, OfferKind, Result

RESIGN = "resign"
"""What `choose` may give in place of a move."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The clock when `choose` is called: how long we may think about this move at most, the same of each seat, and the
    kind of clock as people write it (`5+3`, `30s`)."""

    yours_s: float
    seats_s: tuple[float, ...]
    control: str


class Bot:
    """Derive from it and write `choose`.

    A `choose` that raises, gives no legal move or takes longer than `patience_s` is asked again, `attempts` times in
    all; then the match is resigned, because a bot that says nothing would leave its opponent waiting.
    """

    attempts = 2
    patience_s = 300.0

    def choose(self, state: MatchState, clock: TimeLeft | None) -> str | Awaitable[str]:
        """The move to play: one of `state.position.legal`, or RESIGN. `clock` is None in a match without one."""
        raise NotImplementedError(f"{type(self).__name__} has no method choose(self, state, clock)")

    def accepts(self, row: MatchRow) -> bool | Awaitable[bool]:  # noqa: ARG002
        """Whether to take a free seat of a match: of a game that `--accept` names, or kept for us (`row.for_you`)."""
        return True

    def agrees(self, state: MatchState, offer: OfferKind) -> bool | Awaitable[bool]:  # noqa: ARG002
        """Whether to agree to what the other side offers: `draw`, `takeback`, `pause`, `resume`, `adjourn` or `abort`.

        As it is, to all but a draw. What it says to a `rematch` is a method of its own.
        """
        return offer != "draw"

    def rematch(self, result: Result) -> bool | Awaitable[bool | None] | None:  # noqa: ARG002
        """Whether to play again, seats swapped, when the other side asks for it after a match.

        None, as it is: as planned (`--rematch`). In either case only while the plan has room for one more match.
        """
        return None

    def on_start(self, state: MatchState) -> Awaitable[None] | None:
        """The match begins, or we have come back to it."""

    def on_end(self, state: MatchState) -> Awaitable[None] | None:
        """The match is over; `state.result` says how."""
