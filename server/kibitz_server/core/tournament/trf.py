"""Tournaments in the report format of FIDE (TRF), which programs for pairings, ratings and tie-breaks read.

A line begins with a code of three characters. `001` is an entrant with its rounds of ten columns each; the others
describe the tournament. What Kibitz writes is read back to the same tournament, by Kibitz and by gacrux.
"""

import re
from collections.abc import Callable, Iterator, Mapping

from kibitz_server.core.tournament.crosstable import (
    BYES,
    DRAW,
    FORFEITS,
    LOSS,
    WIN,
    Cell,
    CellKind,
    bye,
    crosstable,
    forfeit,
    played,
    unfinished,
)
from kibitz_server.core.tournament.crosstable import Crosstable as Table
from kibitz_server.core.tournament.tie_breaks.table import ROUND_ROBIN, SWISS, tie_break
from kibitz_server.core.value import value

MOST_CHARACTERS = 4_000_000
MOST_ENTRANTS, MOST_ROUNDS = 9_999, 999
"""Bounds of the format: columns for numbers have four and three digits."""
MOST_POINTS = 99.5
MOST_CELLS, MOST_FORBIDDEN = 500_000, 10_000

_ENTRANT, _ROUNDS, _OLD_ROUNDS, _FIRST_SIDE, _POINTS = "001", "142", "XXR", "152", "162"
_TITLE, _STARTED, _KIND, _SYSTEM, _TIE_BREAKS, _FORBIDDEN = "012", "042", "092", "192", "212", "260"
_FIRST_ROUND, _WIDTH = 89, 10
"""Column of an entrant's first round, and columns of a round."""
_NAME_WIDTH = 33
_KINDS = {
    SWISS: ("Individual: Swiss-System", "FIDE_DUTCH_2026"),
    ROUND_ROBIN: ("Individual: Round-Robin", "BERGER_ROUNDROBIN"),
}
_SIGNS = {WIN: "1", DRAW: "=", LOSS: "0"}
_RESULTS = {"1": WIN, "=": DRAW, "0": LOSS, "W": WIN, "D": DRAW, "L": LOSS}
_SIDES = "wb"
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


@value
class Report:
    """Tournament in a report.

    `first_side` is the side of the top entrant in the first round, None if it is not known. `bye_points` are those of
    an allocated bye. `forbidden` are pairs that must not be made. `absent` are entrants with a bye in the round after
    the table. `ranks` are the places by seed, empty for the order of seeds.
    """

    name: str
    names: tuple[str, ...]
    table: Table
    kind: str = SWISS
    first_side: int | None = None
    bye_points: float = WIN
    forbidden: tuple[tuple[int, int], ...] = ()
    tie_breaks: tuple[str, ...] = ()
    absent: tuple[tuple[int, CellKind], ...] = ()
    ranks: tuple[int, ...] = ()
    started: str = ""
    """Day of the start, such as 2026-11-29; the rules of that day hold. Empty for the newest rules."""


def write_report(report: Report) -> str:
    """Return a tournament as text.

    Args:
        report: The tournament.

    Raises:
        ValueError: It is too large for the columns of the format.
    """
    table = report.table
    if len(table.rows) > MOST_ENTRANTS or max(table.rounds, table.planned) > MOST_ROUNDS:
        raise ValueError(f"FIDE's report format has room for {MOST_ENTRANTS} entrants and {MOST_ROUNDS} rounds")
    return "".join(f"{line}\n" for line in _lines(report))


def _lines(report: Report) -> Iterator[str]:
    table = report.table
    kind, system = _KINDS.get(report.kind, _KINDS[ROUND_ROBIN] if table.predetermined else _KINDS[SWISS])
    yield f"{_TITLE} {_printable(report.name)}"
    if report.started:
        yield f"{_STARTED} {report.started.replace('-', '/')}"
    yield f"062 {len(table.rows)}"
    yield f"072 {sum(rating is not None for rating in table.ratings)}"
    yield f"{_KIND} {kind}"
    if table.planned:
        yield f"{_ROUNDS} {table.planned}"
    if report.first_side is not None:
        yield f"{_FIRST_SIDE} {_SIDES[report.first_side].upper()}"
    points = (("W", WIN), ("D", DRAW), ("L", LOSS), ("A", LOSS), ("P", report.bye_points), ("X", DRAW))
    yield f"{_POINTS}  " + "    ".join(f"{sign}{worth:4.1f}" for sign, worth in points)
    yield f"{_SYSTEM} {system}"
    if report.tie_breaks:
        yield f"{_TIE_BREAKS} " + ",".join(["PTS", *(tie_break(name).report for name in report.tie_breaks)])
    absent = dict(report.absent)
    for number in range(1, len(table.rows) + 1):
        yield _entrant(report, number, absent.get(number))
    last = max(table.planned, table.rounds + 1)
    for one, other in report.forbidden:
        yield f"{_FORBIDDEN} {1:3} {last:3} {one:4} {other:4}"


def _entrant(report: Report, number: int, absence: CellKind | None) -> str:
    table = report.table
    cells = [*table.row(number), *([bye(absence)] if absence else [])]
    points = sum(cell.points for cell in cells)
    if points > MOST_POINTS:
        raise ValueError(f"FIDE's report format has no room for more than {MOST_POINTS} points")
    rating = table.ratings[number - 1]
    shown = "" if rating is None else str(min(max(rating, 1), 9999))
    rank = report.ranks[number - 1] if report.ranks else number
    name = _printable(report.names[number - 1])[:_NAME_WIDTH]
    line = f"{_ENTRANT} {number:4}      {name:{_NAME_WIDTH}} {shown:>4} {'':26}{points:5.1f} {rank:4}"
    return line + "".join(map(_cell, cells))


def _cell(cell: Cell) -> str:
    if not cell.opponent:
        return f"  0000 - {cell.kind.value}"
    sign = {CellKind.PLAYED: _SIGNS.get(cell.points, " "), CellKind.OPEN: " "}.get(cell.kind, cell.kind.value)
    return f"  {cell.opponent:4} {_SIDES[cell.side or 0]} {sign}"


def _printable(text: str) -> str:
    return _UNPRINTABLE.sub(" ", text).strip()


class _Reader:
    """Values of a report that its lines so far have given."""

    def __init__(self) -> None:
        self.name = self.started = ""
        self.kind = SWISS
        self.planned = 0
        self.first_side: int | None = None
        self.bye_points = WIN
        self.forbidden: list[tuple[int, int]] = []
        self.tie_breaks: list[str] = []
        self.entrants: dict[int, str] = {}

    def title(self, line: str) -> None:
        self.name = line[4:].strip()

    def start(self, line: str) -> None:
        self.started = line[4:14].strip().replace("/", "-").replace(".", "-")

    def tournament_kind(self, line: str) -> None:
        text = line[4:].upper()
        if "ROBIN" in text or "BERGER" in text:
            self.kind = ROUND_ROBIN

    def rounds(self, line: str) -> None:
        self.planned = _number(line[4:], MOST_ROUNDS)

    def side(self, line: str) -> None:
        if (sign := line[4:].strip().lower()) not in _SIDES or not sign:
            raise ValueError("the initial colour is W or B")
        self.first_side = _SIDES.index(sign)

    def points(self, line: str) -> None:
        worth = dict(re.findall(r"([A-Z]) *(\d+[.,]\d)", line[4:].upper()))
        for sign, usual in (("W", WIN), ("D", DRAW), ("L", LOSS)):
            if float(worth.get(sign, str(usual)).replace(",", ".")) != usual:
                raise ValueError("only 1, 1/2 and 0 points can be read for a win, a draw and a loss")
        self.bye_points = float(worth.get("P", str(WIN)).replace(",", "."))
        if self.bye_points not in (WIN, DRAW, LOSS):
            raise ValueError("a bye has 1, 1/2 or 0 points")

    def ranking(self, line: str) -> None:
        names = [name for name in re.split(r"[\s,]+", line[4:].strip()) if name and name != "PTS"]
        self.tie_breaks = [tie_break(name).name for name in names]

    def forbid(self, line: str) -> None:
        numbers = [_number(text, MOST_ENTRANTS) for text in line[12:].split()]
        if len(self.forbidden) + len(numbers) * (len(numbers) - 1) // 2 > MOST_FORBIDDEN:
            raise ValueError(f"more than {MOST_FORBIDDEN} pairs are forbidden")
        self.forbidden += [(one, other) for place, one in enumerate(numbers) for other in numbers[place + 1 :]]

    def entrant(self, line: str) -> None:
        number = _number(line[4:8], MOST_ENTRANTS)
        if number in self.entrants:
            raise ValueError(f"entrant {number} is there twice")
        self.entrants[number] = line


_READERS: Mapping[str, Callable[[_Reader, str], None]] = {
    _TITLE: _Reader.title,
    _STARTED: _Reader.start,
    _KIND: _Reader.tournament_kind,
    _SYSTEM: _Reader.tournament_kind,
    _ROUNDS: _Reader.rounds,
    _OLD_ROUNDS: _Reader.rounds,
    _FIRST_SIDE: _Reader.side,
    _POINTS: _Reader.points,
    _TIE_BREAKS: _Reader.ranking,
    _FORBIDDEN: _Reader.forbid,
    _ENTRANT: _Reader.entrant,
}


def read_report(text: str) -> Report:
    """Return the tournament in a text. Lines of other kinds are skipped.

    Args:
        text: The report.

    Raises:
        ValueError: It is not a report, too long, or contradicts itself; the message names the line.
    """
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"the report is longer than {MOST_CHARACTERS} characters")
    reader = _Reader()
    for place, line in enumerate(text.splitlines(), 1):
        if read := _READERS.get(line[:3]):
            try:
                read(reader, line)
            except ValueError as error:
                raise ValueError(f"line {place}: {error}") from None
    if not reader.entrants:
        raise ValueError("the text has no entrants: no line begins with 001")
    if sorted(reader.entrants) != list(range(1, len(reader.entrants) + 1)):
        raise ValueError("entrants are not numbered from 1 without gaps")
    return _report(reader)


def _report(reader: _Reader) -> Report:
    lines = [reader.entrants[number] for number in sorted(reader.entrants)]
    rows = [_cells(line, number, len(lines), reader.bye_points) for number, line in enumerate(lines, 1)]
    rounds = max(map(len, rows))
    if len(rows) * rounds > MOST_CELLS:
        raise ValueError(f"the report has more than {MOST_CELLS} rounds of entrants")
    last = [(number, row[-1]) for number, row in enumerate(rows, 1) if row and len(row) == rounds]
    absent: tuple[tuple[int, CellKind], ...] = ()
    if len(last) < len(rows) and not any(cell and cell.opponent for _, cell in last):
        # Byes of the next round, which has no pairs yet.
        absent = tuple((number, cell.kind) for number, cell in last if cell)
        rounds -= 1
    played_rows = [[cell or bye(CellKind.ZERO_POINT_BYE) for cell in row[:rounds]] for row in rows]
    _check_opponents(played_rows)
    ratings = [_number(line[48:52] or "0", 9_999) or None for line in lines]
    table = crosstable(played_rows, ratings, planned=reader.planned, predetermined=reader.kind == ROUND_ROBIN)
    return Report(
        name=reader.name,
        names=tuple(line[14 : 14 + _NAME_WIDTH].strip() for line in lines),
        table=table,
        kind=reader.kind,
        first_side=reader.first_side,
        bye_points=reader.bye_points,
        forbidden=tuple(reader.forbidden),
        tie_breaks=tuple(reader.tie_breaks),
        absent=absent,
        ranks=tuple(_number(line[85:89] or "0", MOST_ENTRANTS) or number for number, line in enumerate(lines, 1)),
        started=reader.started,
    )


def _cells(line: str, number: int, entrants: int, bye_points: float) -> list[Cell | None]:
    """Return the rounds of an entrant; None where nothing is written."""
    rounds = line[_FIRST_ROUND:]
    if len(rounds) > MOST_ROUNDS * _WIDTH:
        raise ValueError(f"entrant {number} has more than {MOST_ROUNDS} rounds")
    cells: list[Cell | None] = []
    for start in range(0, len(rounds), _WIDTH):
        text = rounds[start : start + _WIDTH].ljust(_WIDTH)
        try:
            cells.append(_parsed(text, entrants, bye_points) if text.strip() else None)
        except ValueError as error:
            raise ValueError(f"entrant {number}, round {len(cells) + 1}: {error}") from None
    while cells and cells[-1] is None:
        cells.pop()
    return cells


def _parsed(text: str, entrants: int, bye_points: float) -> Cell:
    opponent, side, sign = _number(text[2:6] or "0", MOST_ENTRANTS), text[7].lower(), text[9].upper()
    if not opponent:
        kind = {"-": CellKind.ZERO_POINT_BYE, " ": CellKind.ZERO_POINT_BYE, "+": CellKind.FULL_POINT_BYE}.get(sign)
        kind = kind or next((known for known in BYES if known.value == sign), None)
        if kind is None:
            raise ValueError(f"{sign!r} is no bye")
        return bye(kind, bye_points if kind is CellKind.ALLOCATED_BYE else None)
    if opponent > entrants:
        raise ValueError(f"there is no entrant {opponent}")
    if side not in _SIDES:
        raise ValueError(f"{side!r} is no colour")
    seat = _SIDES.index(side)
    if sign in "+-":
        return forfeit(opponent, seat, won=sign == "+")
    if sign == " ":
        return unfinished(opponent, seat)
    if sign not in _RESULTS:
        raise ValueError(f"{sign!r} is no result")
    return played(opponent, seat, _RESULTS[sign])


def _check_opponents(rows: list[list[Cell]]) -> None:
    """Refuse a table whose opponents do not name each other, with opposite sides and results that fit."""
    for number, row in enumerate(rows, 1):
        for place, cell in enumerate(row):
            if not cell.opponent:
                continue
            others = rows[cell.opponent - 1]
            other = others[place] if place < len(others) else None
            if other is None or (other.opponent, other.side) != (number, 1 - (cell.side or 0)) or not _fit(cell, other):
                raise ValueError(f"entrant {number}, round {place + 1}: entrant {cell.opponent} does not say the same")


def _fit(cell: Cell, other: Cell) -> bool:
    """Tell whether two cells can be the sides of one game: played, forfeited by one or both, or without result."""
    return (cell.kind in FORFEITS) == (other.kind in FORFEITS) and cell.points + other.points <= WIN


def _number(text: str, most: int) -> int:
    digits = text.strip()
    if not digits:
        return 0
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 5 and int(digits) <= most):
        raise ValueError(f"{digits[:20]!r} is no number up to {most}")
    return int(digits)
