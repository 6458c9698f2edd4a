"""Othello in PGN with the tag `Game`, whose moves are written as in lists of other programs."""

from typing import Any

from tests.server.games.typed.test_move_lists import WITH_PASSES
from tests.server.records.corpus.case import Case

HEAD = '[Game "reversi"]\n\n'
END: dict[str, Any] = {"result": 1, "reason": "full board"}

CASES = [
    Case("run together", HEAD + "f5d6c3d3c4 *", "f5 d6 c3 d3 c4", notes=("is read as 5 moves",)),
    Case("run together in capital letters", HEAD + "F5D6C3 *", "f5 d6 c3", notes=("is read as 3 moves",)),
    Case("numbered", HEAD + "1. f5 d6 2. c3 d3 *", "f5 d6 c3 d3"),
    Case("a pass by PA", HEAD + WITH_PASSES.replace("pass", "PA"), WITH_PASSES, **END),
    Case("a pass by dashes", HEAD + WITH_PASSES.replace("pass", "--"), WITH_PASSES, **END),
    Case("passes left out", HEAD + WITH_PASSES.replace("pass ", ""), WITH_PASSES, notes=("move", "move"), **END),
    Case("a pass by ps", HEAD + WITH_PASSES.replace("pass", "ps"), WITH_PASSES, **END),
]
