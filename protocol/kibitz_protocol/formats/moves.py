"""Moves as files have them, and the comments that are written on them: the score, the clock and the time."""

from dataclasses import dataclass

from kibitz_protocol.formats.comments import Remarks
from kibitz_protocol.formats.text import BadGame
from kibitz_protocol.values.matches import MoveView

MOST_MOVES = 5_000
LONGEST = 200
"""Longest move and longest name in a file, in characters."""


@dataclass(slots=True)
class WrittenMove(Remarks):
    """A move as it is written, with what comments say of it. `number` is its place in the game, from 1."""

    number: int
    text: str


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
