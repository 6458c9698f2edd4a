"""Moves as files have them, and the comments on them: the clock, the time and the score, read and written."""

import re
from dataclasses import dataclass

from kibitz_protocol.formats.text import BadGame
from kibitz_protocol.values.matches import MoveView

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


def comment_text(move: MoveView, left_ms: int | None) -> str:
    """Return `{[%eval 0.35] [%clk 0:04:58.0] [%emt 0:00:01.5]}`: score for the first side, clock and time of a move.

    A proven win has `#` and the moves of the winner until then. A move that was not searched has no score.
    """
    parts = []
    if (search := move.search) is not None and search.source == "search":
        sign = 1 if move.seat == 0 else -1
        if search.wins_in is not None:
            own_moves = (abs(search.wins_in) + 1) // 2
            parts.append(f"[%eval #{own_moves if (search.wins_in > 0) == (sign > 0) else -own_moves}]")
        elif not search.exact:
            parts.append(f"[%eval {sign * search.score / 100:.2f}]")
    if left_ms is not None:
        parts.append(f"[%clk {_hours(left_ms)}]")
    return f"{{{' '.join([*parts, f'[%emt {_hours(move.elapsed_ms)}]'])}}}"


def _hours(ms: int) -> str:
    """Return `0:04:58.1`."""
    tenths = max(ms, 0) // 100
    return f"{tenths // 36000}:{tenths // 600 % 60:02}:{tenths // 10 % 60:02}.{tenths % 10}"
