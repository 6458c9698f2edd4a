"""Table of bearing off: `python -m training backgammon-bearoff`.

For each way to place up to fifteen checkers at home, `kibitz_server/games/backgammon/bearoff.xz` has the chances to
need one roll, two rolls, and so on. Dynamic programming finds them: each play leads to a placement with fewer pips, and
of the plays of a roll the one is taken that needs the fewest rolls on average.
"""

import argparse
from array import array
from typing import Any

import numpy as np

from kibitz_server.games.backgammon import rolls
from training.backgammon.nets import FEATURES, STATE
from training.backgammon.plays import compiled, positions_after, room_for_plays

row_of = FEATURES["row_of"]
ROW, SURE, COUNTS, HOME, CHECKERS = rolls.ROW, rolls.SURE, rolls.COUNTS, rolls.HOME, rolls.CHECKERS
MOST_ROLLS = 32
"""More rolls than a side at home ever needs."""


@compiled
def fill(chances: Any, mean: Any, states: Any) -> None:
    """Fill the chances to need so many rolls, and their means; each play leads to an earlier one of the states."""
    room = room_for_plays()
    after = np.zeros(1, states.dtype)[0]
    for each in range(1, states.shape[0]):
        at = row_of(states[each], 0) // ROW
        for a in range(1, 7):
            for b in range(1, a + 1):
                best = -1
                for i in range(positions_after(states[each].checkers, 0, a, b, room.found, room.keys, room.most)):
                    after.checkers[:] = room.found[i]
                    number = row_of(after, 0) // ROW
                    if best < 0 or mean[number] < mean[best]:
                        best = number
                share = (1.0 if a == b else 2.0) / 36
                for n in range(MOST_ROLLS - 1):
                    chances[at, n + 1] += share * chances[best, n]
        for n in range(MOST_ROLLS):
            mean[at] += n * chances[at, n]


def table(checkers: int = CHECKERS) -> "array[int]":
    """Return the rows of the placements of up to so many checkers; others are not filled."""
    placed = sorted(_placements(HOME, checkers), key=lambda each: sum((p + 1) * n for p, n in enumerate(each)))
    states = np.zeros(len(placed), STATE)
    states["checkers"][:, :HOME] = placed
    chances, mean = np.zeros((rolls.AT_HOME, MOST_ROLLS)), np.zeros(rolls.AT_HOME)
    chances[0, 0] = 1.0
    fill(chances, mean, states)
    return rows_of(chances)


def _placements(points: int, checkers: int) -> list[tuple[int, ...]]:
    if points == 0:
        return [()]
    return [(n, *rest) for n in range(checkers + 1) for rest in _placements(points - 1, checkers - n)]


def rows_of(chances: Any) -> "array[int]":
    """Return chances as the rows of the table: integers, whose sum in each row is SURE."""
    found = array("h")
    # The last bit of a sum differs between machines, and must not decide how a chance between two integers is rounded.
    for each in np.round(SURE * chances, 6):
        first = int((each >= 0.5).argmax())
        row = np.round(each[first : first + COUNTS]).astype(int)
        row[row.argmax()] += SURE - row.sum()
        found.extend([first, *row.tolist(), *[0] * (COUNTS - len(row))])
    return found


def main() -> None:
    """Make the table, and write it."""
    argparse.ArgumentParser(prog="python -m training backgammon-bearoff", description=__doc__).parse_args()
    rolls.TABLE_FILE.write_bytes(rolls.packed_table(table()))
    print(f"{rolls.TABLE_FILE}: {rolls.TABLE_FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
