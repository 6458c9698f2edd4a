"""Numbers and facts of a match as people read them."""

from collections.abc import Sequence

from kibitz_protocol.to_client import Invitation
from kibitz_protocol.values import Delay, MatchRow, Result, SearchReport, Seat, SeatView, SeriesView, exact

UNSURE = 200
"""With a deviation above this, a rating has a question mark."""


def clock_text(remaining_ms: int) -> str:
    """Time left: `04:58`, with hours as `1:04:58`, with days as `2d 04:58`, with tenths in the last ten seconds."""
    left_ms = max(remaining_ms, 0)
    if left_ms < 10_000:
        return f"00:{left_ms // 1000:02}.{left_ms % 1000 // 100}"
    minutes, seconds = divmod(left_ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= 24:
        return f"{hours // 24}d {hours % 24:02}:{minutes:02}"
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes:02}:{seconds:02}"


def count_text(number: float) -> str:
    """A count in three digits or so: `950`, `12.3k`, `123k`, `4.1M`."""
    for unit in ("", "k", "M", "G"):
        # Rounded first, so that 999,999 is one million and not a thousand thousand.
        if round(number) < 1000:
            return f"{number:.1f}{unit}" if unit and number < 99.95 else f"{number:.0f}{unit}"
        number /= 1000
    return f"{number:.0f}T"


def score_text(search: SearchReport) -> str:
    """What a search expects for the side that moves: `score +0.35`, or `wins in 5` (plies) when that is proven."""
    if search.exact and search.wins_in is None:
        return "a draw" if search.score == 0 else f"result {search.score:+d}"
    if search.wins_in is None:
        return f"score {search.score / 100:+.2f}"
    return f"wins in {search.wins_in}" if search.wins_in >= 0 else f"loses in {-search.wins_in}"


def search_text(search: SearchReport, moves: int = 8) -> str:
    """A search in one line: `depth 9/14  score +0.35  123k nodes/s  table 71%  best 4 4 5 3`.

    The second depth is the deepest ply that was looked at. Of a Monte Carlo search it says where the visits went.
    """
    deepest = f"/{search.selective}" if search.selective > search.depth else ""
    parts = [f"depth {search.depth}{deepest}", score_text(search)]
    # A search that took no time has no speed worth telling.
    fast = search.seconds >= 0.001 and search.nodes > 0
    parts.append(
        f"{count_text(search.nodes / search.seconds)} nodes/s" if fast else f"{count_text(search.nodes)} nodes"
    )
    if search.fill:
        parts.append(f"table {search.fill // 10}%")
    if search.shares:
        parts.append("visits " + " ".join(f"{move} {share // 10}%" for move, share in search.shares[:3]))
    if search.line:
        parts.append("best " + " ".join(search.line[:moves]) + (" ..." if len(search.line) > moves else ""))
    return "  ".join(parts)


def seat_text(names: list[str], seat: Seat) -> str:
    """What a seat is called in its game: `X`, or its number where the game has no name for it."""
    return names[seat] if seat < len(names) else f"seat {seat}"


def player_text(view: SeatView) -> str:
    """Who sits at a seat."""
    if view.kind == "open":
        return f"(kept for {'bot ' if view.bot else ''}{view.kept_for})" if view.kept_for else "(open)"
    name = view.name or view.kind
    return f"{name} ({strength_text(view.strength.rating, view.strength.deviation)})" if view.strength else name


def strength_text(rating: int, deviation: int) -> str:
    """A rating and how sure it is: `1612±97`, and `1640±310?` of who is hardly known."""
    return f"{rating}±{deviation}{'?' * (deviation > UNSURE)}"


def delay_text(delay: Delay | None) -> str:
    """How far who watches is behind: `2 moves late`, `30 s late`; empty when they are not."""
    if delay is None:
        return ""
    moves = [f"{delay.moves} move{'s' * (delay.moves != 1)}"] if delay.moves else []
    return " and ".join([*moves, f"{exact(delay.seconds)} s"] if delay.seconds else moves) + " late"


def row_notes(row: MatchRow) -> str:
    """What else the lobby says of a match: `for you, rated, game 2 of 10 (1-0), 2 moves late`."""
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
    """An invitation, and how to take it up."""
    row = invitation.row
    return f"{invitation.by} keeps a seat for you at {row.game}: kibitz join {row.code}"


def points_text(points: float) -> str:
    """Points of a series: `3`, `2.5`."""
    return exact(points)


def series_text(series: SeriesView | None) -> str:
    """Where a series stands, by seat: `game 2 of 10 (1.5-0.5)`."""
    if series is None:
        return ""
    return f"game {series.number} of {series.games} ({'-'.join(map(points_text, series.score))})"


def series_result(series: SeriesView, seats: Sequence[SeatView]) -> str:
    """How a series ended, of the seats of its last game: `otter 6.5, alphabeta:depth=4 3.5`."""
    best = sorted(seats, key=lambda view: -series.score[view.seat])
    return ", ".join(f"{player_text(view)} {points_text(series.score[view.seat])}" for view in best)


def result_text(
    result: Result, names: list[str], seats: tuple[SeatView, ...] | list[SeatView], *, aborted: bool
) -> str:
    """How a match ended: `X wins: line (otter)`, `draw: full board`, `Black wins 40-24: more discs (otter)`."""
    points = " " + "-".join(map(str, result.points)) if result.points else ""
    if aborted:
        return f"aborted: {result.reason}"
    if result.winner is None:
        return f"draw{points}: {result.reason}"
    player = next((player_text(view) for view in seats if view.seat == result.winner), "")
    return f"{seat_text(names, result.winner)} wins{points}: {result.reason}" + (f" ({player})" if player else "")


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows with their cells in columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True) if width).rstrip() for row in rows
    ]
