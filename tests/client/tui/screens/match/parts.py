"""What tests of a match need of its end and of its screen."""

from typing import Any

from textual.screen import Screen

from kibitz_protocol.to_client import Event, Finished
from kibitz_protocol.values.matches import Result
from tests.client.samples import event, position

WON = position("03142", to_move=None).model_copy(update={"lines": [[0, 1, 2]]})


def ended(**changes: Any) -> Event:
    """Return the end of the sample match, won by the first row."""
    return event(6, Finished(result=Result(winner=0, reason="line", **changes)), WON, "finished")


def is_framed(screen: Screen[Any]) -> bool:
    """Return whether the players hug their board, centred above it, and the panel ends at the edge of the screen."""
    board, far, near, panel = (screen.query_one(name).region for name in ("#board", "#far", "#near", "#panel"))
    hugged = far.bottom == board.y and near.y == board.bottom and far.width == near.width >= board.width
    centred = abs(2 * board.x + board.width - 2 * far.x - far.width) <= 1
    return hugged and centred and (not panel.area or panel.right == screen.size.width)
