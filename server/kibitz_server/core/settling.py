"""Settling: both sides agree which pieces are dead before a finished game is counted, such as stones in Go.

Such a match is paused when the rules have ended its game, and its clocks stand. A side proposes the groups of cells to
take off, and the other one agrees. Either side can play on alone instead, but once in a match: the next time, the
board counts as it stands. It also does after `settle_s`, so no side wins or stalls by its silence.

Engines and bots among themselves never settle: nothing but the rules counts for them.
"""

from collections.abc import Iterable, Sequence

from kibitz_server.core.values.clock import DAY_S, Correspondence, TimeControl
from kibitz_server.core.values.players import Human, Player
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.games.game import Position

SETTLE_S = 180.0
"""Time for both sides to agree, in a match with a clock for its whole length."""
MAX_PROPOSALS = 30
"""Proposals of a side in one match."""


def settle_s(control: TimeControl | None) -> float:
    """Return after what time a board counts as it stands; players without a clock need not hurry."""
    if isinstance(control, Correspondence):
        return control.days * DAY_S
    return DAY_S if control is None else SETTLE_S


def may_settle(position: Position, seats: Iterable[Player | None]) -> bool:
    """Return whether a game that is over has pieces to agree on, and a person who may."""
    people = any(isinstance(player, Human) and not player.bot for player in seats)
    return people and bool(position.removable)


def whole_groups(position: Position, cells: Sequence[int]) -> tuple[int, ...] | Refusal:
    """Return all cells of the groups that some cells belong to, in their order, or a refusal."""
    group_of = {cell: group for group in position.removable for cell in group}
    if any(cell not in group_of for cell in cells):
        return Refusal(Reason.ILLEGAL_MOVE, "only pieces on the board can be taken off", "name a cell of each group")
    return tuple(sorted({each for cell in cells for each in group_of[cell]}))


def lead(position: Position, cells: Sequence[int], seat: int) -> float:
    """Return by how many points a seat is ahead without the pieces on some cells."""
    outcome = position.without(cells).outcome
    assert outcome is not None
    if outcome.points is None:
        return 0.0 if outcome.winner is None else 1.0 if outcome.winner == seat else -1.0
    return outcome.points[seat] - outcome.points[1 - seat]
