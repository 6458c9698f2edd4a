"""Results of endings that a game knows from a table: the value of a position, and best play to the end.

A game with `known` knows the results of quiet positions. A capture is looked up one move later, and so is a move of
the strong side in chess.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from kibitz_server.engine.control import LINE
from kibitz_server.engine.rules import part_of
from kibitz_server.games.game import DRAW, ONGOING, UNKNOWN, Game, LegalMove, Position

MOST_LOOKED = 400
"""Positions that are looked up before a line ends."""
DRAWN_LINE = 6
"""Longest line of a draw: its end is as far away as the players want."""


class KnownEnding(NamedTuple):
    """Known result for the side to move: `value` is 1, 0 or -1, `distance` the number of plies to the end.

    `line` is best play, of LINE plies at most, and `looked` the number of positions that were looked up. A draw has no
    certain distance: it is the length of the line.
    """

    value: int
    distance: int
    line: tuple[LegalMove, ...]
    looked: int


def plies_to_end(position: Position) -> int:
    """Return the plies to the win of the side to move (negative: to its loss), 0 for a draw, or UNKNOWN.

    The position must not be over.
    """
    return _Reader(position.game).plies(position)


def ending(position: Position) -> KnownEnding | None:
    """Return the known result of a position that is not over, or None."""
    if "known" not in position.game.names:
        return None
    reader = _Reader(position.game)
    plies = reader.plies(position)
    if plies == UNKNOWN:
        return None
    line = reader.line(position, plies)
    value = (plies > 0) - (plies < 0)
    return KnownEnding(value, abs(plies) if value else len(line), line, reader.looked)


class _Reader:
    """Reads results, and counts what it reads. Plies are as `known` returns them, and 0 in a drawn position."""

    def __init__(self, game: Game) -> None:
        self.looked = 0
        self._further: Callable[[Any], int] = getattr(game.rules, "further", part_of(game, "further"))

    def plies(self, position: Position, further: int | None = None) -> int:
        """Return what is known of a position. `further` moves may be tried where that is nothing."""
        if further is None:
            further = int(self._further(position.state))
        self.looked += 1
        plies = int(position.game.rules.known(position.state))
        if plies != UNKNOWN or not further:
            return plies
        found = []
        for move in position.legal:
            found.append(self._through(position, move, further - 1))
            if found[-1] == UNKNOWN and further > 1:
                return UNKNOWN
        # What is not known may win too, but no sooner: most often it comes too late for a rule of draws.
        won = [after for after in found if 0 < after < UNKNOWN]
        return min(won) if won else UNKNOWN if UNKNOWN in found else max(found, key=_worth)

    def line(self, position: Position, plies: int) -> tuple[LegalMove, ...]:
        """Return best play: the soonest win or the latest loss. In a draw, the first move sets many traps."""
        line: list[LegalMove] = []
        most = LINE if plies else DRAWN_LINE
        while len(line) < most and position.outcome is None and (not line or self.looked < MOST_LOOKED):
            values = {move: self._through(position, move) for move in position.legal}
            best = [move for move in position.legal if values[move] == plies]
            if not best:  # beyond the reach of the 40-move rule, or of a repetition
                break
            if not plies and not line:
                best.sort(key=lambda move: -self._traps(position.after(move)))
            move = best[0]
            line.append(move)
            position, turned = _after(position, move)
            plies = _earlier(plies, turned)
        return tuple(line)

    def _through(self, position: Position, move: LegalMove, further: int | None = None) -> int:
        """Return the plies that a move of a position leads to, counted from that position for its side to move."""
        after, turned = _after(position, move)
        result = int(position.game.rules.outcome(after.state))
        if result == ONGOING:
            plies = self.plies(after, further)
        elif result == DRAW:
            plies = 0
        else:
            # A finished game has no distance of its own; one ply is added below.
            return -result if turned else result
        if plies in (0, UNKNOWN):
            return plies
        plies += 1 if plies > 0 else -1
        return -plies if turned else plies

    def _traps(self, position: Position) -> float:
        """Return the share of an opponent's moves that lose a drawn position."""
        replies = [self._through(position, move) for move in position.legal]
        return sum(-UNKNOWN < plies < 0 for plies in replies) / max(1, len(replies))


def _after(position: Position, move: LegalMove) -> tuple[Position, bool]:
    after = position.after(move)
    return after, bool(after.state.turn != position.state.turn)


def _earlier(plies: int, turned: bool) -> int:
    """Return the plies that are left after a best move."""
    left = plies - 1 if plies > 0 else plies + 1 if plies < 0 else 0
    return -left if turned else left


def _worth(plies: int) -> float:
    """Return how good a known result is for the side to move: soon wins first, then draws, then late losses."""
    return 1 / plies if plies else 0
