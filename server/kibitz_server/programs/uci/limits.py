"""Limits of a search for a `go` command, and how much of its clock a move gets."""

from kibitz_server.core.values.time_management import MOVES_LEFT
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.rules import MAX_DEPTH
from kibitz_server.programs.engines.clock import LEAST_S, share_s
from kibitz_server.programs.uci.commands import Go

LAG_S = 0.02
"""Part of a `movetime` that the round trip to the runner may take."""


def limit_of(go: Go, seat: int, level: int | None) -> Limit:
    """Return the limit of a search.

    Args:
        go: The command.
        seat: The seat to move.
        level: The level to play at; None to search within the limit alone.
    """
    return Limit(
        seconds=None if go.infinite or go.ponder else seconds_of(go, seat),
        depth=None if go.depth is None else min(max(1, go.depth), MAX_DEPTH),
        nodes=None if go.nodes is None else max(1, go.nodes),
        thorough=go.infinite or go.ponder,
        level=level,
    )


def seconds_of(go: Go, seat: int) -> float | None:
    """Return the time for the move, as engines of the server take it; None if no time bounds the search."""
    if go.move_time_ms is not None:
        return max(LEAST_S, go.move_time_ms / 1000 - min(LAG_S, go.move_time_ms / 10_000))
    time_ms = go.time_ms[seat]
    if time_ms is None:
        return None
    moves = min(max(1, go.moves_to_go or MOVES_LEFT), MOVES_LEFT)
    return share_s(time_ms / 1000, moves, go.increment_ms[seat] / 1000)
