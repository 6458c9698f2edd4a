"""Base class of bots: `choose`, and hooks with defaults.

One object plays one match, so data in `self` belongs to that match alone. Every method may be plain or `async`.
A plain method runs in its own thread: while it computes, the connection and other matches continue.
"""

from collections.abc import Awaitable, Collection, Mapping
from dataclasses import dataclass
from typing import Self

from kibitz_client.match.state import MatchState
from kibitz_protocol.values.games import OptionValue
from kibitz_protocol.values.matches import MatchRow, OfferKind, Result

RESIGN = "resign"
"""`choose` may return this in place of a move."""
BERSERK = "berserk"
"""`choose` may return this in place of the first move of an arena that allows it, and is then asked again."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The clock when `choose` is called.

    `yours_s` is the longest time that this move may take, `seats_s` the same for each seat. `control` is the time
    control as typed (`5+3`, `30s`).
    """

    yours_s: float
    seats_s: tuple[float, ...]
    control: str

    @classmethod
    def of(cls, state: MatchState, waited_s: float = 0.0) -> Self | None:
        """Return the clock of a match at the bot's turn; None without a clock or a seat.

        Args:
            state: The match.
            waited_s: Seconds since its position arrived.
        """
        # With a delay or byo-yomi periods a move may take longer than the clock displays.
        left_ms = state.position.flag_ms
        if left_ms is None or state.you is None:
            return None
        left = [max(0.0, ms / 1000 - (waited_s if seat == state.you else 0)) for seat, ms in enumerate(left_ms)]
        return cls(left[state.you], tuple(left), str(state.clock or ""))

    def after(self, seconds: float, seat: int | None) -> "TimeLeft":
        """Return the clock some seconds later, in which that of a seat ran."""
        left = [max(0.0, left - seconds) if at == seat else left for at, left in enumerate(self.seats_s)]
        return TimeLeft(max(0.0, self.yours_s - seconds), tuple(left), self.control)


class Bot:
    """A player of one match. Derive from it and define `choose`.

    `choose` is called again, `attempts` times in all, if it raises, returns no legal move or takes longer than
    `patience_s` seconds. Then the bot resigns, because its opponent would wait for a move that never comes.
    """

    attempts = 2
    patience_s = 300.0
    notation: str | None = None
    """The notation of games that the bot needs (`GameInfo.notation`, such as `uci`); None for a bot of any game."""

    def choose(self, state: MatchState, clock: TimeLeft | None) -> str | Awaitable[str]:
        """Return the move to play: one of `state.position.legal`, RESIGN, or BERSERK if `can_go_berserk(state)`.

        `clock` is None in a match without one.

        Raises:
            NotImplementedError: The derived class does not define it.
        """
        raise NotImplementedError(f"{type(self).__name__} has no method choose(self, state, clock)")

    def declines(self, game: str, options: Mapping[str, OptionValue]) -> str | Awaitable[str | None] | None:
        """Return why the bot does not play a game with these options, as a sentence for players; None if it plays.

        It is asked before a match is hosted, sought or accepted.
        """

    def accepts(self, row: MatchRow) -> bool | Awaitable[bool]:  # noqa: ARG002
        """Return whether to take a free seat of a match.

        It is asked for matches of the games that `--accept` names, and for seats reserved for the bot (`row.for_you`).
        """
        return True

    def agrees(self, state: MatchState, offer: OfferKind) -> bool | Awaitable[bool]:
        """Return whether to agree to an offer: `draw`, `takeback`, `pause`, `resume`, `adjourn` or `abort`.

        The default agrees to everything except a draw, and in a rated match only to resume: a bot that stops one would
        spare its opponent a loss. `rematch` answers the offer of a rematch, and `dead` that to `settle`.
        """
        return offer == "resume" or (offer != "draw" and not state.rated)

    def dead(self, state: MatchState) -> Collection[int] | Awaitable[Collection[int]]:  # noqa: ARG002
        """Return cells whose groups are dead once both sides have passed, as in Go; see `state.position.removable`.

        The bot proposes them, and agrees to exactly these. By default the board counts as it stands.
        """
        return ()

    def rematch(self, result: Result) -> bool | Awaitable[bool | None] | None:  # noqa: ARG002
        """Return whether to play again, seats swapped, when the opponent offers a rematch.

        The default, None, leaves the answer to the plan (`--rematch`). A rematch also needs room in the plan.
        """
        return None

    def on_start(self, state: MatchState) -> Awaitable[None] | None:
        """Handle the start of the match, or the return to it."""

    def on_end(self, state: MatchState) -> Awaitable[None] | None:
        """Handle the end of the match; `state.result` is its result."""
