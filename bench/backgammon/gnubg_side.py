"""Answer questions about backgammon inside GNU Backgammon, which runs this file with its own Python.

    gnubg -t -q -p gnubg_side.py

Nothing of Kibitz is imported here, and nothing of GNU Backgammon elsewhere: the two processes exchange lines of JSON
through two pipes, whose numbers are in the environment.
"""

import importlib
import json
import os
from typing import Any

# Only GNU Backgammon has this module.
gnubg: Any = importlib.import_module("gnubg")


def answer(question: dict[str, Any]) -> list[Any]:
    """Return a play as pairs of points, or the values of positions for the side on roll.

    A question has `plies` and `noise`, and either `plays`, a list of board and dice, or `values`, a list of boards.
    """
    cube = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, 0)
    cube["jacoby"] = 0
    context = dict(gnubg.evalcontext())
    context.update(cubeful=0, plies=question["plies"], noise=question["noise"], deterministic=0)
    if "plays" in question:
        return [
            gnubg.findbestmove((tuple(board[0]), tuple(board[1])), cube, context, tuple(dice))
            for board, dice in question["plays"]
        ]
    return [gnubg.evaluate((tuple(b[0]), tuple(b[1])), cube, context) for b in question["values"]]


with os.fdopen(int(os.environ["QUESTIONS"])) as questions, os.fdopen(int(os.environ["ANSWERS"]), "w") as answers:
    for line in questions:
        answers.write(json.dumps(answer(json.loads(line))) + "\n")
        answers.flush()
os._exit(0)
