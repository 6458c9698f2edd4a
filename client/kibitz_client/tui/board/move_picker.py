"""Which move is meant by the cells that were picked, in any game: only the server's list of moves counts. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz_client.text.board import EMPTY
from kibitz_protocol.values import Board, Grid, State


@dataclass(frozen=True, slots=True)
class MovePicker:
    """What picking has led to: one or several `moves`, or cells that go on (`picked`), or neither, which is a miss."""

    picked: tuple[int, ...] = ()
    moves: tuple[str, ...] = ()


def pick(board: Board, position: State, picked: Sequence[int], cell: int) -> MovePicker:
    """Pick one more cell. What does not go on from the cells before begins anew; a pass is meant by any cell."""
    if not any(position.paths):
        return MovePicker((cell,), tuple(position.legal))
    for tried in ((*picked, cell), (cell,)) if picked and cell not in picked[-1:] else ((cell,),) if not picked else ():
        found = _follow(board, position, tried)
        if found.moves or found.picked:
            return found
    return MovePicker()


def targets(board: Board, position: State, picked: Sequence[int]) -> frozenset[int]:
    """The cells that may be picked next: where a move begins or, for stones that are placed, goes."""
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
    """The targets that need a mark: none where a stone may go to every empty cell, which would only hide the stones."""
    found = targets(board, position, picked)
    if isinstance(board, Grid) and not picked:
        empty = {symbol for symbol, name in board.symbols.items() if name == EMPTY}
        if found == {cell for cell, symbol in enumerate("".join(position.rows)) if symbol in empty}:
            return frozenset()
    return found


def premove_cells(position: State, moves: Sequence[str]) -> frozenset[int]:
    """The cells of queued moves, as far as a list of legal moves knows them."""
    known = dict(zip(position.legal, position.paths, strict=True))
    return frozenset(cell for move in moves for cell in known.get(move, [])[-1:])


def _follow(board: Board, position: State, picked: tuple[int, ...]) -> MovePicker:
    begun, done = [], []
    for move, path in zip(position.legal, position.paths, strict=True):
        if _after(path, picked) is None:
            continue
        begun.append(move)
        # A pit or a heap says it all; on a grid a move is picked when its last cell is.
        if not isinstance(board, Grid) or (path[-1] == picked[-1] and (len(path) == 1 or len(picked) > 1)):
            done.append(move)
    if done:
        return MovePicker(picked, tuple(done))
    if begun:
        return MovePicker(picked)
    return _column(board, position, picked)


def _after(path: Sequence[int], picked: Sequence[int]) -> list[int] | None:
    """What is left of a path behind the cells that were picked; None when it does not hold them in that order."""
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
    """Where columns are played, any cell stands for its column."""
    if not isinstance(board, Grid) or len(picked) != 1:
        return MovePicker()
    label = board.column_labels[picked[0] % len(board.column_labels)]
    return MovePicker(picked, (label,)) if label and label in position.legal else MovePicker()
