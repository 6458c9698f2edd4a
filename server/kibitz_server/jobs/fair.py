"""Comparison of a line with positions that no engine may help with. A helper process does it."""

from collections.abc import Iterator, Sequence

from kibitz_server.games.game import Position
from kibitz_server.jobs.lines import AnalysisLine, positions


def first_shown(line: AnalysisLine, kept: Sequence[tuple[Position, bool]]) -> int | None:
    """Return the place of the first position that a line shows; None if it shows none of them.

    A line shows a position if it ends with its board. If moves have been played there, it also does so if it passes
    the board, or begins with the board after one more move: a position can be typed as well as played.

    Args:
        line: The line.
        kept: The positions, each with whether moves have been played.

    Raises:
        CommandRefused: The first position or a move of the line is not valid.
    """
    boards = [board(step.position) for step in positions(line, 0)]
    for place, (seen, played) in enumerate(kept):
        if board(seen) in (boards if played else boards[-1:]):
            return place
        if played and line.start is not None and boards[0] in map(board, _after_one_move(seen)):
            return place
    return None


def _after_one_move(position: Position) -> Iterator[Position]:
    """Yield the positions after one more move, where nothing of the position is hidden."""
    if not position.game.hidden:
        yield from (position.after(move) for move in position.legal)


def board(position: Position) -> object:
    """Return the pieces of a board and the side to move; the whole text where a board has no cells."""
    picture = position.picture
    drawn = picture.rows or picture.counts
    return (position.to_move, picture.rows, picture.counts, picture.blocks) if drawn else position.text
