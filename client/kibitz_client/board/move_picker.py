"""The moves that picked cells stand for. It uses only the server's list of legal moves, so it fits any game. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kibitz_client.board.points import picker as pairs
from kibitz_client.match.owners import EMPTY
from kibitz_client.match.state import legal_text
from kibitz_protocol.values.boards import Board, Grid, Heaps, Points, Table
from kibitz_protocol.values.state import State

LONGEST = 12
"""Characters of a move such as `Nb1xd2=Q+`, at most."""


@dataclass(frozen=True, slots=True)
class MovePicker:
    """The result of a pick: complete `moves`, or `picked` cells that begin a move, or neither for a miss."""

    picked: tuple[int, ...] = ()
    moves: tuple[str, ...] = ()


def pick(board: Board, position: State, picked: Sequence[int], cell: int) -> MovePicker:
    """Pick one more cell. A cell that continues no move starts a new pick; for a pass any cell will do.

    On a board of lines, an empty point where no stone may be placed is picked too: the server then says why not.
    """
    if not any(position.paths):
        return MovePicker((cell,), tuple(position.legal))
    if isinstance(board, Points):
        return MovePicker(*pairs.pick(position, tuple(picked), cell))
    for tried in ((*picked, cell), (cell,)) if picked and cell not in picked[-1:] else ((cell,),) if not picked else ():
        found = _follow(board, position, tried)
        if found.moves or found.picked:
            return found
    if _places_stones(board, position) and isinstance(board, Grid) and not picked:
        row, column = divmod(cell, len(board.column_labels))
        if board.symbols.get(position.rows[row][column]) == EMPTY:
            return MovePicker((cell,), (board.column_labels[column] + board.row_labels[row],))
    return MovePicker()


def targets(board: Board, position: State, picked: Sequence[int]) -> frozenset[int]:
    """Return the cells that may be picked next: the starts of moves, or on a grid the ends of the picked ones."""
    if isinstance(board, Points):
        return pairs.targets(position, picked)
    ends = set()
    for path in position.paths:
        rest = _after(path, picked)
        if rest is None:
            continue
        if not picked:
            ends.update(path[:1])
        elif isinstance(board, Grid):
            ends.update(rest[-1:])
    return frozenset(ends)


def marked(board: Board, position: State, picked: Sequence[int]) -> frozenset[int]:
    """Return the targets to mark: none where about every empty cell is one, as marks would only hide the stones."""
    if (isinstance(board, Grid) and board.every_empty_cell) or _places_stones(board, position):
        return frozenset()
    return targets(board, position, picked)


def _places_stones(board: Board, position: State) -> bool:
    """Return whether moves place stones on the crossings of lines, as in Go."""
    return isinstance(board, Grid) and board.ground == "lines" and all(len(path) < 2 for path in position.paths)


def with_steps(board: Board, position: State, picked: Sequence[int]) -> State:
    """Return the position with the steps that are picked already, on a board where a move has several."""
    return pairs.stepped(position, picked) if isinstance(board, Points) and picked else position


def premove_cells(position: State, moves: Sequence[str]) -> frozenset[int]:
    """Return the last cells of premoves that are legal moves of this position."""
    known = dict(zip(position.legal, position.paths, strict=True))
    return frozenset(cell for move in moves for cell in known.get(legal_text(position, move) or "", [])[-1:])


def could_be_move(board: Board, position: State, text: str) -> bool:
    """Return whether a text may be a move later.

    Its letters and numbers are names of the board or in a legal move, or it names a cell among others, as `Nbd7` does.
    """
    match board:
        case Grid():
            labels = [*board.column_labels, *board.row_labels, *board.cell_labels]
        case Points():
            labels = [label for own in board.cell_labels for label in own]
        case Table():
            labels = []
        case _:
            labels = board.cell_labels
    # Heaps have moves with a number of objects, and captures are often written with an x.
    counts = map(str, range(board.most + 1)) if isinstance(board, Heaps) else ()
    names = {word for name in (*labels, *position.legal) for word in _words(name)} | {"x", *counts}
    words = _words(text)
    return bool(words) and (names.issuperset(words) or (isinstance(board, Grid) and _names_cell(board, text)))


def _names_cell(grid: Grid, text: str) -> bool:
    """Return whether a text that is no longer than moves names a cell of a grid, or castles."""
    text = text.casefold()
    columns, rows, symbols = (
        {name.casefold() for name in names} for names in (grid.column_labels, grid.row_labels, grid.symbols)
    )
    found = re.findall(r"([a-z])([0-9]+)", text)
    castles = "k" in symbols and re.fullmatch(r"([o0])-\1(-\1)?[+#]?", text) is not None
    return len(text) <= LONGEST and (castles or any(column in columns and row in rows for column, row in found))


def _words(text: str) -> list[str]:
    """Return the runs of letters and of digits."""
    return re.findall(r"[a-z]+|[0-9]+", text.casefold())


def _follow(board: Board, position: State, picked: tuple[int, ...]) -> MovePicker:
    started, complete = [], []
    for move, path in zip(position.legal, position.paths, strict=True):
        if _after(path, picked) is None:
            continue
        started.append(move)
        # One pit or heap is enough; on a grid a move is complete when its last cell is picked.
        if not isinstance(board, Grid) or (path[-1] == picked[-1] and (len(path) == 1 or len(picked) > 1)):
            complete.append(move)
    if complete:
        return MovePicker(picked, tuple(complete))
    if started:
        return MovePicker(picked)
    return _column(board, position, picked)


def _after(path: Sequence[int], picked: Sequence[int]) -> list[int] | None:
    """Return the rest of a path after the picked cells; None if it does not contain them in that order."""
    if not picked:
        return list(path)
    if not path or path[0] != picked[0]:
        return None
    place = 0
    for cell in picked[1:]:
        try:
            place = path.index(cell, place + 1)
        except ValueError:
            return None
    return list(path[place + 1 :])


def _column(board: Board, position: State, picked: tuple[int, ...]) -> MovePicker:
    """Return the move into the column of a cell, if the game has such moves."""
    if not isinstance(board, Grid) or len(picked) != 1:
        return MovePicker()
    label = board.column_labels[picked[0] % len(board.column_labels)]
    return MovePicker(picked, (label,)) if label and label in position.legal else MovePicker()
