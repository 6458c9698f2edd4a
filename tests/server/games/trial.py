"""Tic-tac-toe whose matches may end otherwise, and with an option that the server may draw. No server offers it."""

from typing import Any

from kibitz_server.games.bits import popcount
from kibitz_server.games.game import Declaration, Option
from kibitz_server.games.mnk import rules
from kibitz_server.games.mnk.rules import LINES, State

BASE = rules

GAME = Declaration(
    name="trial",
    title="Trial",
    summary="Tic-tac-toe for tests.",
    move_help="a move is an empty square, such as b2 for the centre",
    options=(
        Option("array", 3, 0, 9, "a number without a meaning", any=True),
        Option("claims", False, meaning="whether the side to move may claim a draw from the sixth stone on"),
    ),
)
ARRAY, CLAIMS = 3, False


def constants(array: int, claims: bool) -> dict[str, Any]:
    """Return the values of the options."""
    return {"ARRAY": array, "CLAIMS": claims}


def can_win(s: State, seat: int) -> int:
    """Return whether a line has no stone of the other side."""
    blocked = s.other if seat == s.turn else s.own
    return int(any(not blocked & line for line in LINES))


def claimable(s: State) -> str:
    """Return a reason from the sixth stone on."""
    return "six stones" if CLAIMS and popcount(s.own | s.other) >= 6 else ""
