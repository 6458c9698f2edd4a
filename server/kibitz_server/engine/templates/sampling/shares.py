"""Shares of the visits that the moves of the root have, as a search by playouts reports them."""

from typing import Any

from kibitz_server.engine.control import CHOICES, SearchControl

SLOTS = ()


def add_share(control: SearchControl, child: Any, root: Any) -> None:
    """Add a move of the root with its thousandths of the visits to those that are reported, most visited first.

    Of moves with the same share, the one that was added first comes first. Only CHOICES moves have room.
    """
    share = 1000 * child.visits // max(1, root.visits)
    place = control.choices
    if place < CHOICES:
        control.choices += 1
    elif share > control.share[CHOICES - 1]:
        place = CHOICES - 1
    else:
        return
    while place > 0 and control.share[place - 1] < share:
        control.share[place] = control.share[place - 1]
        control.choice[place] = control.choice[place - 1]
        place -= 1
    control.share[place] = share
    control.choice[place] = child.move
