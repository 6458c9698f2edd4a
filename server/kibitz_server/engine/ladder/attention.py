"""Which moves a player of a level sees, and how far it reads each: errors come from what it does not look at.

People see what stands out: captures, checks, threats, answers beside the last move. They miss quiet moves, most of all
those across the board and backwards. They read a move that stands out further than others, and what they do not read
they take to be good. What stands out in a game is what it says of its moves for searches: `ordered`, `LOUD` and
`unsettled`.
"""

import random
from collections.abc import Sequence
from typing import NamedTuple

from kibitz_server.engine.ladder.rungs import Rung
from kibitz_server.engine.rules import part_of
from kibitz_server.games.board import Grid
from kibitz_server.games.contract.parts import SEARCH_DEFAULTS
from kibitz_server.games.game import LegalMove, Position

STRIKING, HIDDEN = 0.4, 1.5
"""Powers of the chance to see a move, and of that to read on: of moves that stand out, and of those easily missed."""
FAR = 4
"""Steps between origin and target of a long move."""
TOP = 4
"""The best moves by `ordered` stand out, one of this number, in a game that does not say which moves are loud."""


class Glance(NamedTuple):
    """Whether a move is seen, and the depth to which it is read, at most that of the search."""

    seen: bool
    depth: int


def look(position: Position, moves: Sequence[LegalMove], rung: Rung, deepest: int, rng: random.Random) -> list[Glance]:
    """Return what a player looks at, for each move.

    Args:
        position: The position before the moves.
        moves: Legal moves of it.
        rung: How much the player sees and reads.
        deepest: Largest depth to read.
        rng: Random choices.
    """
    if rung.sees >= 1 and rung.reads >= 1:
        return [Glance(True, deepest)] * len(moves)
    found = []
    for power in _powers(position, moves):
        seen, depth = rng.random() < rung.sees**power, min(rung.glance, deepest)
        while depth < deepest and rng.random() < rung.reads**power:
            depth += 1
        found.append(Glance(seen, depth))
    return found


def _powers(position: Position, moves: Sequence[LegalMove]) -> list[float]:
    """Return the power of each move: 1 for an ordinary one, less for one that is easy to see, more for a hidden one."""
    if "striking" in position.game.names:
        striking = position.game.rules.striking(position.state, [move.code for move in moves])
        return [(1.0, STRIKING, 0.0)[each] for each in striking]
    loud, powers = _loud(position), []
    for move in moves:
        if move.code in loud or _beside_last(position, move) or _threatens(position, move):
            powers.append(STRIKING)
        else:
            powers.append(HIDDEN if _is_hidden(position, move) else 1.0)
    return powers


def _loud(position: Position) -> set[int]:
    """Return the codes of the moves that the game's order of moves puts far in front."""
    game = position.game
    if "ordered" not in game.names:
        return set()
    codes, scores = [0] * game.rules.MAX_MOVES, [0] * game.rules.MAX_MOVES
    end = game.rules.ordered(position.state.copy(), codes, scores, 0)
    least = part_of(game, "LOUD")
    if least == SEARCH_DEFAULTS["LOUD"]:
        least = max(sorted(scores[:end], reverse=True)[(end - 1) // TOP], min(scores[:end]) + 1)
    return {codes[i] for i in range(end) if scores[i] >= least}


def _threatens(position: Position, move: LegalMove) -> bool:
    """Return whether a move forces the opponent, such as a check."""
    if "unsettled" not in position.game.names:
        return False
    after = position.after(move)
    return after.to_move == 1 - position.state.turn and bool(after.game.rules.unsettled(after.state))


def _beside_last(position: Position, move: LegalMove) -> bool:
    """Return whether a move ends where the last one did, or beside it."""
    return bool(move.path and position.last) and _steps(position, move.path[-1:], position.last[-1:]) <= 1


def _is_hidden(position: Position, move: LegalMove) -> bool:
    """Return whether a move goes far, or back to its own side of a board with sides."""
    board = position.game.board
    if not isinstance(board, Grid) or len(move.path) < 2:
        return False
    columns = len(board.column_labels)
    down = move.path[-1] // columns - move.path[0] // columns
    back = board.top is not None and (down < 0 if position.state.turn == board.top else down > 0)
    return back or _steps(position, move.path[:1], move.path[-1:]) >= FAR


def _steps(position: Position, one: Sequence[int], other: Sequence[int]) -> int:
    """Return the steps of a king between two cells of a grid; 0 where there are none."""
    board = position.game.board
    if not isinstance(board, Grid) or not one or not other:
        return 0
    columns = len(board.column_labels)
    (row, column), (other_row, other_column) = divmod(one[0], columns), divmod(other[0], columns)
    return max(abs(row - other_row), abs(column - other_column))
