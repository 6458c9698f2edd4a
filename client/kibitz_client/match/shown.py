"""The position of a node in an explained tree, to draw it. Pure."""

from kibitz_protocol.commands.explain import Shown
from kibitz_protocol.values.state import State


def position_of(shown: Shown, name: str, ply: int) -> State:
    """Return the position of a node, without a side to move.

    Args:
        name: Identifies the position.
        ply: The number of moves that lead to it.
    """
    return State(
        ply=ply,
        to_move=None,
        position=name,
        text="",
        rows=shown.rows,
        counts=shown.counts,
        blocks=shown.blocks,
        shades=shown.shades,
        trays=shown.trays,
        last=shown.last,
        legal=[],
        paths=[],
        counters={},
        remaining_ms=None,
        flag_ms=None,
        periods=None,
        ticking=None,
    )
