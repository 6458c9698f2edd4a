"""Moves as a file has them, and what programs write in comments on them: the clock, the time and the score."""

import re
from dataclasses import dataclass

from kibitz_server.records.written.text import BadGame

MOST_MOVES = 5_000
LONGEST = 200
"""Longest move and longest name in a file, in characters."""
COMMAND = re.compile(r"\[%(clk|emt|eval)\s++([^\[\]\s]++)[^\[\]]*+\]")
"""It keeps no place to return to and ends at the next bracket, so the time is that of one pass over any comment."""
TIME = re.compile(r"(?:([0-9]{1,4}):)?([0-9]{1,4}):([0-9]{1,2}(?:\.[0-9]{1,6})?)")
SCORE = re.compile(r"(#?)([+-]?[0-9]{1,5}(?:\.[0-9]{1,6})?)")


@dataclass(slots=True)
class WrittenMove:
    """A move as it is written. `number` is its place in the game, from 1. Times are in seconds.

    `score` is for the first side in hundredths, and `mate` the number of moves to a win, negative if that side loses.
    """

    number: int
    text: str
    clock_s: float | None = None
    elapsed_s: float | None = None
    score: int | None = None
    mate: int | None = None


def add_move(moves: list[WrittenMove], text: str) -> None:
    """Add a move to those of a game.

    Raises:
        BadGame: The move is too long, or there are too many.
    """
    number = len(moves) + 1
    if number > MOST_MOVES:
        raise BadGame(f"a game has more than {MOST_MOVES} moves")
    if len(text) > LONGEST:
        raise BadGame(f"move {number} has more than {LONGEST} characters")
    moves.append(WrittenMove(number, text))


def read_comment(move: WrittenMove, text: str) -> None:
    """Take clock, time and score out of a comment: `[%eval 0.35] [%clk 0:04:58] [%emt 0:00:01.5]`."""
    for name, value in COMMAND.findall(text):
        if name == "eval":
            if found := SCORE.fullmatch(value.partition(",")[0]):
                number = float(found[2])
                move.mate = round(number) or None if found[1] else None
                move.score = None if found[1] else round(100 * number)
        elif found := TIME.fullmatch(value):
            hours, minutes, seconds = found.groups()
            time_s = 3600 * int(hours or 0) + 60 * int(minutes) + float(seconds)
            if name == "clk":
                move.clock_s = time_s
            else:
                move.elapsed_s = time_s
