"""Tables of tournaments in plain text, no wider than the terminal: lists, standings, games, rounds, crosstable."""

from collections.abc import Sequence
from datetime import datetime

from kibitz_client.columns import cut, pad, shorten, width_of
from kibitz_client.text.formatting import counted, points_text
from kibitz_protocol.tournaments.views import (
    CrosstableView,
    EntrantView,
    GameRow,
    PairRow,
    StandingRow,
    TournamentRow,
    TournamentView,
)

LEAST_NAME = 8
"""Columns of a name that is cut."""
GAP = "  "
SCORE_COLUMNS = 14
"""Columns of the points of the last games of an arena."""
BYES = {"U": "has a bye", "H": "has a half-point bye", "Z": "is absent"}
STATES = {"ready": "", "out": "out", "left": "left"}
"""States of an entrant that are not shown as they are."""


def fitted(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    width: int,
    *,
    names: Sequence[int],
    right: Sequence[int] = (),
) -> list[str]:
    """Return rows as lines with aligned columns, at most as wide as the terminal. Empty columns are left out.

    Args:
        headings: The headings of the columns.
        rows: The cells.
        width: Columns of the terminal.
        names: The columns with names, which are cut first. If that is not enough, the last columns are left out.
        right: The columns that are aligned to the right.
    """
    kept = [column for column in range(len(headings)) if any(row[column] for row in rows)]
    widths = {column: max(width_of(row[column]) for row in (headings, *rows)) for column in kept}

    def excess() -> int:
        return sum(widths[column] for column in kept) + len(GAP) * (len(kept) - 1) - width

    while excess() > 0:
        longest = max((column for column in names if column in kept), key=widths.__getitem__, default=None)
        if longest is not None and widths[longest] > LEAST_NAME:
            widths[longest] -= 1
        elif len(kept) > 1:
            kept.pop()
        else:
            break
    return [
        cut(GAP.join(_cell(row[column], widths[column], right=column in right) for column in kept).rstrip(), width)
        for row in (headings, *rows)
    ]


def _cell(text: str, width: int, *, right: bool) -> str:
    if width_of(text) > width:
        return shorten(text, width)
    return " " * (width - width_of(text)) + text if right else pad(text, width)


def list_lines(rows: Sequence[TournamentRow], width: int) -> list[str]:
    """Return tournaments as a table."""
    if not rows:
        return ["no tournament"]
    headings = ("code", "name", "format", "game", "state", "entrants", "round")
    cells = [
        (row.code, row.name, row.format, row.game, state_text(row), f"{row.entrants}/{row.most_entrants}", _round(row))
        for row in rows
    ]
    return fitted(headings, cells, width, names=(1,))


def _round(row: TournamentRow) -> str:
    return "" if not row.round else str(row.round) if row.rounds is None else f"{row.round}/{row.rounds}"


def state_text(row: TournamentRow) -> str:
    """Return the state of a tournament in a list: `running`, or `starts 19:30`."""
    if row.state == "announced" and row.starts_at is not None:
        return f"starts {time_text(row.starts_at)}"
    return row.state


def time_text(at: float, now: datetime | None = None) -> str:
    """Return a point in time, in seconds since 1970, on the clock of this machine: `19:30`, or with its day."""
    then, now = datetime.fromtimestamp(at), now or datetime.now()
    return f"{then:%H:%M}" if then.date() == now.date() else f"{then:%Y-%m-%d %H:%M}"


def headline(view: TournamentView) -> list[str]:
    """Return what a tournament is, in two lines or three."""
    terms = view.terms
    parts = [
        terms.format,
        terms.game,
        view.clock or "no clock",
        f"{terms.minutes:g} min" if terms.minutes else "",
        "berserk" if terms.berserk else "",
        "rated" if terms.rated else "",
        "private" if terms.private else "",
        f"organised by {view.organiser}",
    ]
    lines = [f"{view.name} ({view.code})", ", ".join(filter(None, parts)), status_text(view)]
    return [*lines, *(f"warning: {text}" for text in view.warnings)]


def status_text(view: TournamentView) -> str:
    """Return how far a tournament is, in one line."""
    state = "not started" if view.state == "announced" else str(view.state)
    if view.state in ("announced", "paused", "cancelled", "finished") and view.reason:
        state += f": {view.reason.rstrip('.')}"
    parts = [state, counted(view.entrants, "entrant")]
    if view.state == "announced" and view.starts_at is not None:
        parts.append(f"starts at {time_text(view.starts_at)}")
    if view.round and (view.rounds or 0) > 1:
        parts.append(f"round {view.round} of {view.rounds}")
    if view.games_played or view.live:
        planned = f" of {view.games_planned}" if view.games_planned is not None else ""
        parts.append(
            f"{view.games_played}{planned} {'game' if view.games_played == 1 and not planned else 'games'} played"
        )
    if view.live:
        parts.append(f"{view.live} running")
    if view.state == "running" and view.next_at is not None:
        parts.append(f"next round at {time_text(view.next_at)}")
    if view.state == "running" and view.ends_at is not None:
        parts.append(f"ends at {time_text(view.ends_at)}")
    return ", ".join(parts)


def record_text(row: StandingRow) -> str:
    """Return the results of an entrant: `+3 =1 -0`."""
    return f"+{row.won} ={row.drawn} -{row.lost}"


def elo_text(row: StandingRow) -> str:
    """Return the Elo of the rating list with its error: `+56 +-28`; empty while it is not known."""
    if row.elo is None:
        return ""
    return f"{row.elo:+.0f}" + (f" +-{row.elo_error:.0f}" if row.elo_error is not None else "")


def tie_break_text(value: float | None) -> str:
    """Return the value of a tie-break: `22.5`; a dash where it decides nothing."""
    return "-" if value is None else points_text(round(value, 2))


def entrant_text(entrant: EntrantView) -> str:
    """Return the name of an entrant, and the engine behind it if that is another."""
    return f"{entrant.name} ({entrant.engine})" if entrant.engine and entrant.engine != entrant.name else entrant.name


def standing_lines(view: TournamentView, width: int, rows: Sequence[StandingRow] | None = None) -> list[str]:
    """Return the standings as a table. The table of a tournament with more rows than a page says so.

    Args:
        view: The tournament.
        width: Columns of the terminal.
        rows: The rows; None for those of the view.
    """
    shown = view.rows if rows is None else rows
    if not shown:
        return ["no entrants yet"]
    names = list(view.tie_breaks)
    # An arena ranks by the performance.
    performance = "" if "TPR" in names else "perf"
    headings = ["#", "entrant", "points", *names, "results", "elo", performance, "last", "now"]
    cells = [
        [
            str(row.rank),
            row.entrant.name,
            points_text(row.points),
            *map(tie_break_text, (*row.tie_breaks, *[None] * len(names))[: len(names)]),
            record_text(row),
            elo_text(row),
            "" if row.performance is None or not performance else str(row.performance),
            ("*" if row.streak else "") + row.score[-SCORE_COLUMNS:],
            row.next or STATES.get(row.state, row.state),
        ]
        for row in shown
    ]
    right = (0, *range(2, 3 + len(names)))
    lines = fitted(headings, cells, width, names=(1,), right=right)
    if rows is None and view.pages > 1:
        lines.append(f"page {view.page} of {view.pages}; all: kibitz tournament standings {view.code}")
    return lines


def standing_line(row: StandingRow, tie_breaks: Sequence[str], *, brief: bool = False) -> str:
    """Return a row of the standings as a line for a screen reader.

    Args:
        row: The row.
        tie_breaks: The names of its tie-breaks.
        brief: Whether to leave out what changes with the games of others.
    """
    values = zip(tie_breaks, row.tie_breaks, strict=False)
    breaks = (f"{name} {tie_break_text(value)}" for name, value in values if value is not None)
    parts = [
        f"{row.rank}. {row.entrant.name}",
        f"{points_text(row.points)} {'point' if row.points == 1 else 'points'}",
        *(() if brief else breaks),
        f"{row.won} won, {row.drawn} drawn, {row.lost} lost",
        f"Elo {elo_text(row)}" if row.elo is not None and not brief else "",
        "points double" if row.streak else "",
        _now(row, brief=brief),
    ]
    return ", ".join(filter(None, parts))


def _now(row: StandingRow, *, brief: bool) -> str:
    if row.next is not None or row.state == "playing":
        return f"plays {row.next}" if row.next is not None and not brief else ""
    return STATES.get(row.state, row.state)


def game_lines(games: Sequence[GameRow], width: int) -> list[str]:
    """Return games as a table."""
    if not games:
        return ["no games"]
    headings = ("game", "round", "first", "second", "result", "plies", "code", "how")
    cells = [
        (
            str(game.game),
            str(game.round),
            game.first.name,
            game.second.name,
            game.result or game.phase,
            str(game.ply),
            game.code,
            game.reason + (f" (set by {game.set_by})" if game.set_by else ""),
        )
        for game in games
    ]
    return fitted(headings, cells, width, names=(2, 3, 7), right=(0, 1, 5))


def round_lines(pairs: Sequence[PairRow], width: int) -> list[str]:
    """Return the pairings of a round as a table."""
    if not pairs:
        return ["no pairings"]
    headings = ("board", "first", "second", "result", "now", "")
    cells = [
        (
            str(pair.board),
            pair.first.name,
            pair.second.name if pair.second is not None else BYES.get(pair.bye or "", "has a bye"),
            pair.result,
            next((game.code for game in pair.games if game.phase in ("open", "running", "paused")), ""),
            pair.label,
        )
        for pair in pairs
    ]
    return fitted(headings, cells, width, names=(1, 2), right=(0,))


def crosstable_numbers(view: CrosstableView) -> list[int]:
    """Return the numbers by which the cells or columns of a crosstable name the entrants of its rows.

    Results of a round have the numbers of the entrants. Columns of opponents are the rows, because places are shared.
    """
    return [row.entrant.number if view.by == "round" else at for at, row in enumerate(view.rows, 1)]


def crosstable_lines(view: CrosstableView, width: int) -> list[str]:
    """Return the crosstable, in blocks of columns if it is wider than the terminal."""
    if not view.rows:
        return ["no entrants yet"]
    numbers = crosstable_numbers(view)
    columns = view.columns if view.by == "round" else map(str, numbers)
    columns = list(columns)[: max(len(row.cells) for row in view.rows)] or list(columns)
    name = min(20, max(len("entrant"), *(width_of(row.entrant.name) for row in view.rows)))
    place = len(str(max(numbers)))
    points = max(len("pts"), *(len(points_text(row.points)) for row in view.rows))
    cell = max([*map(len, columns), *(width_of(text) for row in view.rows for text in row.cells)])
    fixed = place + len(GAP) + name + len(GAP) + points
    each = max(1, (width - fixed) // (cell + 1))
    lines: list[str] = []
    for start in range(0, max(1, len(columns)), each):
        block = range(start, min(start + each, len(columns)))
        if lines:
            lines.append("")
        head = f"{'#':>{place}}{GAP}{pad('entrant', name)}{GAP}{'pts':>{points}}"
        lines.append((head + "".join(f" {columns[at]:>{cell}}" for at in block))[:width])
        for number, row in zip(numbers, view.rows, strict=True):
            texts = [row.cells[at] if at < len(row.cells) else "" for at in block]
            begin = f"{number:>{place}}{GAP}{shorten(row.entrant.name, name)}{GAP}{points_text(row.points):>{points}}"
            lines.append((begin + "".join(f" {text:>{cell}}" for text in texts)).rstrip()[:width])
    return lines
