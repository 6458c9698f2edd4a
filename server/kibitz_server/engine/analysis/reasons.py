"""Reasons of mistakes: one fact for each, which the lines after the played move and after the best move prove.

A forced result is a fact of any game. A table has what can be won or lost besides: pieces, seeds, boxes, corners,
groups of stones. In backgammon it is the decision about the cube, rolls that hit, or chances. Both lines are played
out, and what a side loses is compared: what the best move loses too is no reason. A line counts only up to a point
where nothing is left to take back. Where no fact is proven, there is none.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from kibitz_server.engine.driver import SearchResult
from kibitz_server.games.board import Grid
from kibitz_server.games.game import Position

Kind = Literal[
    "allows_win",
    "misses_win",
    "loses",
    "misses",
    "concedes",
    "corner",
    "group",
    "cube",
    "shots",
    "wins",
    "gammons_won",
    "gammons_lost",
]
PLIES = 10
"""Moves of a line that are played out."""
LEAST_WORTH = 80
"""Least difference of material that is a reason, in hundredths of a pawn."""
POINTS = {"kalah": ("seed", 3), "dots": ("box", 1)}
"""What points are called, and the least difference in one turn that is a reason."""
LEAST_GROUP = 2
GROUP_PLIES = 3
"""Smallest group, in stones, whose capture is a reason, and how soon it must be captured."""
LEAST_SHOTS = 6
"""Least difference of rolls of 36 that hit."""
LEAST_PERCENT = 2
"""Least difference of chances that is a reason."""
CUBE_MOVES = ("roll", "double", "take", "drop")
WORTH = {"pawn": 100, "knight": 300, "bishop": 320, "rook": 500, "queen": 900, "man": 100, "king": 250}


@dataclass(frozen=True, slots=True)
class Reason:
    """Fact that makes a move a mistake; fields as in the protocol's `Reason`. `best` is `count` after the best move."""

    kind: Kind
    moves: int = 0
    what: tuple[str, ...] = ()
    price: tuple[str, ...] = ()
    at: str = ""
    count: int = 0
    best: int = 0


class Continuation(NamedTuple):
    """Move of a position, and what a search of the position after it found; no report if the game is over there."""

    move: str
    after: Position
    report: SearchResult | None


def reason_of(before: Position, played: Continuation, best: Continuation) -> Reason | None:
    """Return why a move is worse than the best one, or None if nothing is proven."""
    seat = before.state.turn
    if forced := _forced(before, seat, played, best):
        return forced
    find = FACTS.get(before.game.name)
    return find(_Lines(before, seat, _line(before, played), _line(before, best), played, best)) if find else None


def _forced(before: Position, seat: int, played: Continuation, best: Continuation) -> Reason | None:
    """Return the result that the move gives away or allows."""
    what = ("mate",) if before.game.name == "chess" else ()
    now, wanted = _wins_in(played, seat), _wins_in(best, seat)
    if now is not None and now < 0 and not (wanted is not None and wanted < 0):
        at = played.report.line[0] if now == -1 and played.report and played.report.line else ""
        return Reason("allows_win", moves=(1 - now) // 2, what=what, at=at)
    if wanted is not None and wanted > 0 and not (now is not None and now > 0):
        return Reason("misses_win", moves=(wanted + 1) // 2, what=what)
    return None


def _wins_in(each: Continuation, seat: int) -> int | None:
    """Return in how many plies a seat wins, from the move on; negative from the next move on, in which it loses."""
    if (outcome := each.after.outcome) is not None:
        return 1 if outcome.winner == seat else None
    found = each.report.wins_in if each.report else None
    if not found:
        return None
    own = found if each.after.state.turn == seat else -found
    return own + 1 if own > 0 else own


def _line(before: Position, each: Continuation) -> list[Position]:
    """Return the positions from the one before a move to the end of the expected line."""
    found = [before, each.after]
    for text in (each.report.line if each.report else ())[:PLIES]:
        if found[-1].outcome is not None or found[-1].chances:
            break
        found.append(found[-1].after(found[-1].find(text)))
    return found


class _Lines(NamedTuple):
    """The positions of both lines, the seat whose move is explained, and both moves with their searches."""

    before: Position
    seat: int
    played: list[Position]
    best: list[Position]
    played_move: Continuation
    best_move: Continuation


class _Trade(NamedTuple):
    """What a seat lost and won along a line, without what it got back in kind.

    The dearest piece has a place if the next move of the other side takes it.
    """

    lost: Counter[str]
    won: Counter[str]
    lost_at: str
    won_at: str

    @property
    def worth(self) -> int:
        return _worth(self.won) - _worth(self.lost)


def _worth(pieces: Counter[str]) -> int:
    return sum(WORTH[name] * count for name, count in pieces.items())


def _material(lines: _Lines) -> Reason | None:
    """Return the pieces that a move loses, or fails to win."""
    played, best = _traded(lines.played, lines.seat), _traded(lines.best, lines.seat)
    if played is None or best is None or best.worth - played.worth < LEAST_WORTH:
        return None
    if best.worth >= LEAST_WORTH and best.worth > -played.worth:
        return Reason("misses", what=_names(best.won), price=_names(best.lost), at=best.won_at)
    if played.worth < 0:
        what, price = _names(played.lost), _names(played.won)
        # A piece that is taken at once says enough.
        return Reason("loses", what=what if price or not played.lost_at else what[:1], price=price, at=played.lost_at)
    return None


def _traded(line: Sequence[Position], seat: int) -> _Trade | None:
    """Return the exchange of a line up to the last position in which it is over.

    None if it is never over, or if a piece became another one, which no exchange of pieces explains.
    """
    counts = [_pieces(position) for position in line]
    quiet = [before == after for before, after in pairwise(map(_total, line))]
    end = next((at for at in range(len(line) - 1, 0, -1) if _settled(line, quiet, at)), None)
    if end is None or any(after - before for before, after in zip(counts[0], counts[end], strict=True)):
        return None
    own, other = (counts[0][each] - counts[end][each] for each in (seat, 1 - seat))
    lost, won = own - other, other - own
    return _Trade(lost, won, _where(line[1:3], seat, lost), _where(line[:2], 1 - seat, won))


def _pieces(position: Position) -> tuple[Counter[str], Counter[str]]:
    """Return the pieces of each seat by their names, such as `knight`."""
    board, found = _grid(position), (Counter[str](), Counter[str]())
    for symbol, count in Counter(_flat(position)).items():
        if symbol in board.owners:
            found[board.owners[symbol]][board.symbols[symbol].rpartition(" ")[2]] += count
    return found


def _grid(position: Position) -> Grid:
    board = position.game.board
    assert isinstance(board, Grid)
    return board


def _flat(position: Position) -> str:
    return "".join(position.picture.rows)


def _settled(line: Sequence[Position], quiet: Sequence[bool], at: int) -> bool:
    """Return whether the exchange before a position of a line is over: it goes on quietly, or nothing is taken back."""
    if at < len(quiet):
        return all(quiet[at : at + 2])
    return quiet[at - 1] or not _may_take_back(line[at])


def _may_take_back(position: Position) -> bool:
    """Return whether a move goes where the last one went, or every move takes something."""
    if any(move.path[-1:] == position.last[-1:] for move in position.legal):
        return True
    before = _total(position)
    return bool(position.legal) and all(_total(position.after(move)) < before for move in position.legal)


def _total(position: Position) -> int:
    return sum(pieces.total() for pieces in _pieces(position))


def _gone(before: Position, after: Position, seat: int) -> list[int]:
    """Return the cells from which a move of the opponent takes what stood there for a seat."""
    if before.state.turn == seat:
        return []
    owners, cells = _grid(before).owners, enumerate(zip(_flat(before), _flat(after), strict=True))
    return [cell for cell, (stood, stands) in cells if owners.get(stood) == seat and owners.get(stands) != seat]


def _where(move: Sequence[Position], seat: int, named: Counter[str]) -> str:
    """Return where a move takes from a seat the dearest of the named pieces; empty if it takes another one, or none."""
    dearest = _names(named)[:1]
    cells = [(before, cell) for before, after in pairwise(move) for cell in _gone(before, after, seat)]
    return next((_cell(before, cell) for before, cell in cells if dearest == (_name(before, cell),)), "")


def _name(position: Position, cell: int) -> str:
    return _grid(position).symbols[_flat(position)[cell]].rpartition(" ")[2]


def _cell(position: Position, cell: int) -> str:
    board = _grid(position)
    if board.cell_labels:
        return board.cell_labels[cell]
    width = len(board.column_labels)
    return f"{board.column_labels[cell % width]}{board.row_labels[cell // width]}"


def _names(pieces: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(pieces.elements(), key=lambda name: -WORTH[name]))


def _conceded(lines: _Lines) -> Reason | None:
    """Return how many points the opponent makes in its next turn, if it makes fewer after the best move."""
    played, best = _next_turn(lines.played, lines.seat), _next_turn(lines.best, lines.seat)
    name, least = POINTS[lines.before.game.name]
    if played is None or best is None or played - best < least:
        return None
    return Reason("concedes", what=(name,), count=played)


def _next_turn(line: Sequence[Position], seat: int) -> int | None:
    """Return the points of the opponent in its next turn; None if the line does not reach the end of that turn."""
    began = next((at for at in range(1, len(line)) if line[at].outcome or line[at].state.turn != seat), None)
    if began is None:
        return None
    end = next((at for at in range(began, len(line)) if line[at].outcome or line[at].state.turn == seat), None)
    return None if end is None else _points(line[end])[1 - seat] - _points(line[began])[1 - seat]


def _points(position: Position) -> tuple[int, int]:
    first, second = position.game.rules.points(position.state)
    return int(first), int(second)


def _corner(lines: _Lines) -> Reason | None:
    """Return the corner that the opponent takes next, if it takes none after the best move."""
    cell = _corner_taken(lines.played, lines.seat)
    if cell is None or _corner_taken(lines.best, lines.seat) is not None:
        return None
    return Reason("corner", at=_cell(lines.before, cell))


def _corner_taken(line: Sequence[Position], seat: int) -> int | None:
    """Return the corner that the opponent takes with the second move of a line."""
    if len(line) < 3 or line[1].state.turn == seat:
        return None
    board = _grid(line[0])
    width, cells = len(board.column_labels), len(board.column_labels) * len(board.row_labels)
    return next((cell for cell in line[2].last[-1:] if cell in (0, width - 1, cells - width, cells - 1)), None)


def _group(lines: _Lines) -> Reason | None:
    """Return the stones that the opponent captures soon, if it captures fewer after the best move."""
    stones, fewer = (_captured(line, lines.seat) for line in (lines.played, lines.best))
    if len(stones) < LEAST_GROUP or len(stones) <= len(fewer):
        return None
    return Reason("group", count=len(stones), at=_cell(lines.before, stones[0]).lower())


def _captured(line: Sequence[Position], seat: int) -> list[int]:
    """Return the cells of the most stones that one of the next moves of the opponent captures."""
    moves = pairwise(line[1 : GROUP_PLIES + 2])
    return max((_gone(before, after, seat) for before, after in moves), key=len, default=[])


def _backgammon(lines: _Lines) -> Reason | None:
    """Return the right decision about the cube, the rolls that hit, or the chance that differs most."""
    if lines.best_move.move in CUBE_MOVES:
        return Reason("cube", what=(lines.best_move.move,))
    shots, fewer = (_shots(line[1], lines.seat) for line in (lines.played, lines.best))
    if shots - fewer >= LEAST_SHOTS:
        return Reason("shots", count=shots, best=fewer)
    found = [_chances(each, lines.seat) for each in (lines.played_move, lines.best_move)]
    if found[0] is None or found[1] is None:
        return None
    wins, won, lost = zip(*found, strict=True)
    # A win more and a loss less are two points, a gammon is one.
    worse: list[tuple[int, Kind, tuple[int, int]]] = [
        (2 * (wins[1] - wins[0]), "wins", wins),
        (won[1] - won[0], "gammons_won", won),
        (lost[0] - lost[1], "gammons_lost", lost),
    ]
    by, kind, (count, best) = max(worse)
    return Reason(kind, count=count, best=best) if by >= LEAST_PERCENT else None


def _shots(position: Position, seat: int) -> int:
    """Return by how many rolls of 36 the opponent can hit a checker of a seat in its turn."""
    if position.outcome is not None or position.state.turn == seat:
        return 0
    due = position if position.chances else position.after(position.find(CUBE_MOVES[0]))
    found = 0
    for chance in due.chances:
        rolled = due.after(chance.move)
        if rolled.outcome is None and not rolled.chances:
            hits = any(_on_bar(rolled.after(move), seat) > _on_bar(position, seat) for move in rolled.legal)
            found += chance.weight * hits
    return found


def _on_bar(position: Position, seat: int) -> int:
    state: Any = position.state
    return int(state.checkers[25 * seat + 24])


def _chances(each: Continuation, seat: int) -> tuple[int, int, int] | None:
    """Return the chances of a seat to win, to win a gammon and to lose one, in percent."""
    found = each.report.prospects if each.report else None
    if found is None:
        return None
    win, won, lost = found.win, found.gammon, found.lost_gammon
    if each.after.state.turn != seat:
        win, won, lost = 1 - win, lost, won
    return round(100 * win), round(100 * won), round(100 * lost)


FACTS: dict[str, Callable[[_Lines], Reason | None]] = {
    "chess": _material,
    "draughts": _material,
    "international": _material,
    "russian": _material,
    "kalah": _conceded,
    "dots": _conceded,
    "reversi": _corner,
    "go": _group,
    "backgammon": _backgammon,
}
"""What finds the reason in a game besides forced results."""
