"""Numbers and facts of a match as people read them."""

from kibitz_protocol.values import Result, SearchReport, Seat, SeatView


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
    return "(open)" if view.kind == "open" else view.name or view.kind


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
