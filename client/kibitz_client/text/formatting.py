"""Numbers, times, players, series and results as short text, and tables."""

import time
from collections.abc import Sequence

from kibitz_client.text.columns import pad, width_of
from kibitz_protocol.to_client import Invitation
from kibitz_protocol.values import Delay, MatchRow, Result, SearchReport, Seat, SeatView, SeriesView, exact

UNSURE_DEVIATION = 200
"""Above this deviation, a rating has a question mark."""


def clock_text(remaining_ms: int) -> str:
    """Return the time left: `04:58`, `1:04:58` with hours, `2d 04:58` with days, and tenths in the last ten seconds."""
    left_ms = max(remaining_ms, 0)
    if left_ms < 10_000:
        return f"00:{left_ms // 1000:02}.{left_ms % 1000 // 100}"
    minutes, seconds = divmod(left_ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= 24:
        return f"{hours // 24}d {hours % 24:02}:{minutes:02}"
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes:02}:{seconds:02}"


def time_text(at: float) -> str:
    """Return a time in seconds since 1970 as a local day and time: `2026-11-21 18:30`."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


RANDOM_MOVE = "random move"
BOOK_MOVE = "opening book"


def count_text(number: float) -> str:
    """Return a count in about three digits: `950`, `12.3k`, `123k`, `4.1M`."""
    for unit in ("", "k", "M", "G"):
        # Rounded first, so that 999,999 is 1.0M and not 1000k.
        if round(number) < 1000:
            return f"{number:.1f}{unit}" if unit and number < 99.95 else f"{number:.0f}{unit}"
        number /= 1000
    return f"{number:.0f}T"


def score_text(search: SearchReport) -> str:
    """Return a score for the side to move: `score +0.35`, or `wins in 5` (plies) if that is proven."""
    if search.exact and search.wins_in is None:
        return "a draw" if search.score == 0 else f"result {search.score:+d}"
    if search.wins_in is None:
        return f"score {search.score / 100:+.2f}"
    return f"wins in {search.wins_in}" if search.wins_in >= 0 else f"loses in {-search.wins_in}"


def search_text(search: SearchReport, moves: int = 8) -> str:
    """Return a search in one line: `depth 9/14  score +0.35  123k nodes/s  table 71%  best 4 4 5 3`.

    The second depth is the deepest searched ply. A Monte Carlo search shows the visits of its first moves. A move
    without a search has only its source.

    Args:
        moves: How many moves of the principal variation to show.
    """
    if search.source == "random":
        return RANDOM_MOVE
    if search.source == "book":
        return f"{BOOK_MOVE}  {score_text(search)}"
    deepest = f"/{search.selective}" if search.selective > search.depth else ""
    parts = [f"depth {search.depth}{deepest}", score_text(search)]
    # The speed of a search that took no time is meaningless.
    fast = search.seconds >= 0.001 and search.nodes > 0
    parts.append(
        f"{count_text(search.nodes / search.seconds)} nodes/s"
        if fast
        else f"{count_text(search.nodes)} node{'s' * (search.nodes != 1)}"
    )
    if search.fill:
        parts.append(f"table {search.fill // 10}%")
    if search.shares:
        parts.append("visits " + " ".join(f"{move} {share // 10}%" for move, share in search.shares[:3]))
    if search.line:
        parts.append("best " + " ".join(search.line[:moves]) + (" ..." if len(search.line) > moves else ""))
    return "  ".join(parts)


def counted(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun: `1 blunder`, `2 blunders`, `0 inaccuracies`."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def seat_text(names: list[str], seat: Seat) -> str:
    """Return the name of a seat in its game: `X`, or its number if the game has no name for it."""
    return names[seat] if seat < len(names) else f"seat {seat}"


def player_text(view: SeatView) -> str:
    """Return the player at a seat, with the rating if there is one."""
    if view.kind == "open":
        return f"(kept for {'bot ' if view.bot else ''}{view.kept_for})" if view.kept_for else "(open)"
    name = view.name or view.kind
    # A label may be any name, so it never stands without the player's own.
    name = f"{view.label} ({name})" if view.label else name
    return f"{name} ({strength_text(view.strength.rating, view.strength.deviation)})" if view.strength else name


def strength_text(rating: int, deviation: int) -> str:
    """Return a rating with its deviation: `1612±97`, or `1640±310?` if it is unsure."""
    return f"{rating}±{deviation}{'?' * (deviation > UNSURE_DEVIATION)}"


def delay_text(delay: Delay | None) -> str:
    """Return the delay of the spectators: `2 moves late`, `30 s late`; empty without one."""
    if delay is None:
        return ""
    moves = [f"{delay.moves} move{'s' * (delay.moves != 1)}"] if delay.moves else []
    return " and ".join([*moves, f"{exact(delay.seconds)} s"] if delay.seconds else moves) + " late"


def row_notes(row: MatchRow) -> str:
    """Return the last column of a lobby row: `for you, rated, game 2 of 10 (1-0), 2 moves late`."""
    notes = (
        "for you" if row.for_you else "",
        "rated" if row.rated else "",
        "" if row.visibility == "public" else row.visibility,
        series_text(row.series),
        delay_text(row.delay),
        "" if row.watchable else "no watchers",
    )
    return ", ".join(filter(None, notes))


def invitation_text(invitation: Invitation) -> str:
    """Return an invitation, with the command that accepts it."""
    row = invitation.row
    return f"{invitation.by} reserves a seat for you at {row.game}: kibitz join {row.code}"


def points_text(points: float) -> str:
    """Return the points of a series: `3`, `2.5`."""
    return exact(points)


def series_text(series: SeriesView | None) -> str:
    """Return the score of a series, by seat: `game 2 of 10 (1.5-0.5)`."""
    if series is None:
        return ""
    return f"game {series.number} of {series.games} ({'-'.join(map(points_text, series.score))})"


def series_result(series: SeriesView, seats: Sequence[SeatView]) -> str:
    """Return the final points of a series, best first: `otter 6.5, alphabeta:depth=4 3.5`.

    Args:
        seats: The seats of the last game.
    """
    best = sorted(seats, key=lambda view: -series.score[view.seat])
    return ", ".join(f"{player_text(view)} {points_text(series.score[view.seat])}" for view in best)


def result_text(
    result: Result, names: list[str], seats: tuple[SeatView, ...] | list[SeatView], *, aborted: bool
) -> str:
    """Return a result: `X wins: line (otter)`, `draw: full board`, `Black wins 40-24: more discs (otter)`."""
    points = " " + "-".join(map(str, result.points)) if result.points else ""
    if aborted:
        return f"aborted: {result.reason}"
    if result.winner is None:
        return f"draw{points}: {result.reason}"
    player = next((player_text(view) for view in seats if view.seat == result.winner), "")
    return f"{seat_text(names, result.winner)} wins{points}: {result.reason}" + (f" ({player})" if player else "")


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines with aligned columns."""
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(pad(cell, width) for cell, width in zip(row, widths, strict=True) if width).rstrip() for row in rows
    ]
