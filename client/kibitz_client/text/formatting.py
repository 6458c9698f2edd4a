"""Numbers, times, players, series and results as short text, and tables."""

import time
from collections.abc import Callable, Iterable, Sequence

from kibitz_client.columns import pad, width_of
from kibitz_client.parsing.move_list import moves_text
from kibitz_protocol.commands.archive import RatingRow
from kibitz_protocol.to_client import Invitation
from kibitz_protocol.values.engines import DROP, Prospects, SearchReport
from kibitz_protocol.values.evaluation import percent, win_probability
from kibitz_protocol.values.fields import Seat, exact
from kibitz_protocol.values.matches import Delay, MatchRow, PlaceView, Result, SeriesView, Uncounted, joined_points
from kibitz_protocol.values.seats import ENGINES_ONLY, SeatView, name_text, player_text, seat_text

MOST_NAMED = 8
"""Most names that a message lists."""


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


def duration_text(elapsed_ms: int) -> str:
    """Return the time that a move took: `2.0` seconds, `26:21` minutes, `1:04:58` hours."""
    if round(elapsed_ms / 100) < 600:
        return f"{elapsed_ms / 1000:.1f}"
    minutes, seconds = divmod(round(elapsed_ms / 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def time_text(at: float) -> str:
    """Return a time in seconds since 1970 as a local day and time: `2026-11-21 18:30`."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


RANDOM_MOVE = "random move"
BOOK_MOVE = "opening book"
STRATEGY_MOVE = "computed strategy"
MIXING = "cfr"
"""The algorithm that samples its move by probabilities, and plays some games by a strategy computed before."""


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


def _opinion_text(search: SearchReport) -> str:
    """Return what a search expects for the side to move: `win 55%  score +0.35`, or a proven result."""
    win = None if search.exact or search.wins_in is not None else win_probability(search)
    return score_text(search) if win is None else f"win {percent(win)}  {score_text(search)}"


def search_text(search: SearchReport, moves: int = 8, write: Callable[[Sequence[str]], Sequence[str]] = list) -> str:
    """Return a search in one line: `depth 9/14  win 55%  score +0.35  123k nodes/s  table 71%  best 4 4 5 3`.

    The second depth is the deepest searched ply. A Monte Carlo search shows the visits of its first moves. A move
    without a search has only its source.

    Args:
        moves: How many moves of the principal variation to show.
        write: Adds the numbers of the moves to them.
    """
    if search.source == "random":
        return RANDOM_MOVE
    if search.source == "book" and search.algorithm == MIXING:
        return "  ".join(filter(None, (STRATEGY_MOVE, shares_text(search))))
    if search.source == "book":
        return f"{BOOK_MOVE}  {_opinion_text(search)}"
    deepest = f"/{search.selective}" if search.selective > search.depth else ""
    known = search.prospects
    parts = [f"depth {search.depth}{deepest}"]
    if known is None or known.match is None:
        equity = known.equity if known is not None else None
        parts.append(_opinion_text(search) if equity is None else f"equity {equity:+.2f}")
    if known is not None:
        parts.append(prospects_text(known))
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
        parts.append(shares_text(search))
    if line := search.written:
        parts.append("best " + moves_text(write(line[:moves])) + (" ..." if len(line) > moves else ""))
    return "  ".join(parts)


def prospects_text(prospects: Prospects) -> str:
    """Return the chances of both sides in a game with gammons, and what to do with the cube.

    Such as `wins 58% (gammon 14%, backgammon 1%), loses 42% (gammon 9%); double by 0.06, take by 0.21`.
    """

    def listed(gammon: float, backgammon: float) -> str:
        return f"gammon {percent(gammon)}" + (f", backgammon {percent(backgammon)}" if backgammon >= 0.005 else "")

    won = listed(prospects.gammon, prospects.backgammon)
    lost = listed(prospects.lost_gammon, prospects.lost_backgammon)
    parts = [f"wins {percent(prospects.win)} ({won}), loses {percent(1 - prospects.win)} ({lost})"]
    if prospects.match is not None:
        parts.append(f"wins the match {percent(prospects.match)}")
    if prospects.cube:
        parts.append(cube_text(prospects))
    return "; ".join(parts)


def cube_text(prospects: Prospects) -> str:
    """Return what both sides should do with the cube, and by how much each is better: `no double by 0.25, take by 0.8`.

    The margins are in units of the stake before a double.
    """
    found = prospects.cube_equities
    if found is None:
        return prospects.cube
    answer = f" by {abs(found.take - DROP):.2f}"
    if found.no_double is None:
        return prospects.cube + answer
    action, *answers = prospects.cube.split(", ")
    return ", ".join([f"{action} by {abs(found.no_double - found.double):.2f}", *(each + answer for each in answers)])


def shares_text(search: SearchReport, moves: int = 3) -> str:
    """Return the largest shares of a search's first moves: of its visits, or the probabilities by which it plays."""
    what = "plays" if search.algorithm == MIXING else "visits"
    largest = sorted(search.shares, key=lambda pair: -pair[1])[:moves]
    return f"{what} {' '.join(f'{move} {share // 10}%' for move, share in largest)}" if largest else ""


def place_text(place: PlaceView) -> str:
    """Return the tournament and the round of a match: `Friday, round 3`."""
    return f"{place.name or place.code}, round {place.round}" if place.round else place.name or place.code


def counted(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun: `1 blunder`, `2 blunders`, `0 inaccuracies`."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def some_of(names: Iterable[str], most: int = MOST_NAMED) -> str:
    """Return names with commas, a long list with its first ones and a count: `a, b and 12 more`."""
    found = list(names)
    more = f" and {len(found) - most} more" if len(found) > most else ""
    return f"{', '.join(found[:most])}{more}"


def delay_text(delay: Delay | None) -> str:
    """Return the delay of the spectators: `2 moves late`, `30 s late`; empty without one."""
    if delay is None:
        return ""
    moves = [counted(delay.moves, "move")] if delay.moves else []
    return " and ".join([*moves, f"{exact(delay.seconds)} s"] if delay.seconds else moves) + " late"


def away_text(since: float | None, now: float) -> str:
    """Return for how long a player has been away: `away 12 min`; empty while all players are there.

    Args:
        since: When the player left, and `now`, both in seconds since 1970.
    """
    if since is None:
        return ""
    return f"away {age_text(since, now)}".rstrip()


def age_text(since: float | None, now: float) -> str:
    """Return how long ago a time was: `12 min`; empty within the first minute, or if it is not known.

    Args:
        since: The time, and `now`, both in seconds since 1970.
    """
    minutes = 0 if since is None else max(0, int((now - since) // 60))
    if not minutes:
        return ""
    size, unit = (1, "min") if minutes < 60 else (60, "h") if minutes < 48 * 60 else (24 * 60, "days")
    return f"{minutes // size} {unit}"


def row_notes(row: MatchRow, now: float) -> str:
    """Return the last column of a lobby row: `away 12 min, for you, rated, game 2 of 10 (1-0), 2 moves late`.

    `now` is in seconds since 1970.
    """
    notes = (
        away_text(row.away_since, now),
        "for you" if row.for_you else "",
        rated_text(row.rated, row.uncounted),
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


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
REASONS = {
    "full board": "the board is full",
    "no moves left": "no moves are left",
    "no seeds left to sow": "no seeds are left to sow",
    "threefold repetition": "the position came up three times",
    "fivefold repetition": "the position came up five times",
    "40-move rule": "40 moves without progress",
    "50-move rule": "50 moves without progress",
    "75-move rule": "75 moves without progress",
    "dead position": "neither side can mate any more",
    "line": "a line",
    "line of boards": "three boards in a row",
    "chain": "a chain from edge to edge",
    "abandonment": "the opponent left",
    "no-show": "the opponent made no first move",
    "area": "both sides passed",
    "length": "the match has reached its maximum length",
    "adjudicated by score": "adjudicated by the scores of the engines",
    "adjudicated by proof": "adjudicated, because both engines have proven it",
    "adjudicated by length": "adjudicated after the most moves",
}
"""Reasons of the server in plain words. Other reasons are shown as they are."""
UNCLEAR = ("line", "line of boards", "chain", "area", "length")
"""Reasons that say nothing without their game."""
FAILINGS = {
    "resignation": ("resigned", "resigned"),
    "abandonment": ("left", "left"),
    "no-show": ("made no first move", "made no first move"),
    "engine failure": ("could not move", "could not move"),
    "no moves": ("cannot move", "cannot move"),
    "no pieces left": ("has no pieces left", "have no pieces left"),
}
"""Reasons that concern the loser: what is said of that player, and to that player."""


def result_text(
    result: Result,
    names: list[str],
    seats: tuple[SeatView, ...] | list[SeatView],
    *,
    aborted: bool,
    you: Seat | None = None,
    line: int = 0,
    mover: Seat | None = None,
    unit: str = "point",
) -> str:
    """Return a result as a sentence: `You win: four in a row.`, `X (otter) wins on time.`, `Draw: the board is full.`

    Args:
        result: The result.
        names: The names of the seats in the game.
        seats: The players.
        aborted: Whether the match was aborted.
        you: The seat of the reader, if it has one.
        line: How many are in the line that won; 0 if that is unknown.
        mover: The seat that made the last move.
        unit: What one side wins and the other loses, where the points of both are the same number.
    """
    winner = result.winner
    if aborted:
        return f"Aborted: {result.reason}."
    if winner is None:
        if result.reason == "agreement":
            return "Draw by agreement."
        return f"Draw{_points(result, 0, unit)}: {REASONS.get(result.reason, result.reason)}."
    loser = next((view.seat for view in seats if view.seat != winner), winner)
    if you is not None:
        subject = "You win" if you == winner else "You lose"
    else:
        view = next((view for view in seats if view.seat == winner and view.kind != "open"), None)
        side, player = seat_text(names, winner), player_text(view) if view is not None else ""
        # Of two at one keyboard, the name says more than the player who typed for both.
        parts = (view.label, side) if view is not None and view.label else (side, player)
        subject = f"{parts[0]} ({parts[1]}) wins" if parts[1] else f"{parts[0]} wins"
    subject += _points(result, winner if you is None else you, unit)

    def named(seat: Seat) -> str:
        return "you" if seat == you else "your opponent" if you is not None else seat_text(names, seat)

    if result.reason == "time":
        return f"{subject} on time."
    if result.reason in FAILINGS:
        return f"{subject}: {named(loser)} {FAILINGS[result.reason][loser == you]}."
    if result.reason == "line" and 0 < line < len(NUMBERS):
        return f"{subject}: {NUMBERS[line]} in a row."
    if result.reason == "last object taken" and mover is not None:
        if mover == winner and you is None:
            return f"{seat_text(names, winner)} took the last object and wins."
        return f"{subject}: {named(mover)} took the last object."
    return f"{subject}: {REASONS.get(result.reason, result.reason)}."


def reason_text(result: Result) -> str:
    """Return why a match ended, in a few words: `resignation`, `a line`."""
    return REASONS[result.reason] if result.reason in UNCLEAR else result.reason


def outcome_text(result: Result, seats: Sequence[SeatView]) -> str:
    """Return who did what in a finished match, for lists: `anna resigned: Zofie won`, `Ann won: checkmate`, or a draw.

    Names of conditions stay as books have them. What a client of one game alone would understand is said in words.
    """
    reason, words = result.reason, reason_text(result)
    if result.winner is None:
        return "draw by agreement" if reason == "agreement" else f"draw: {words}"
    winner, *losers = sorted(seats, key=lambda view: view.seat != result.winner)
    won = f"{winner.label or name_text(winner)} won"
    if reason == "time":
        return f"{won} on time"
    if reason in FAILINGS and losers:
        return f"{losers[0].label or name_text(losers[0])} {FAILINGS[reason][0]}: {won}"
    return f"{won}: {words}"


def _points(result: Result, first: Seat, unit: str) -> str:
    """Return the points after a blank, those of one seat before the others; empty for a game without points.

    What one side has won and the other lost is one number: `92 chips`.
    """
    if not result.points:
        return ""
    if len(result.points) == 2 and sum(result.points) == 0:
        won = abs(result.points[0])
        return f" {exact(won)} {unit}{'s' * (won != 1)}" if won else ""
    others = [points for seat, points in enumerate(result.points) if seat != first]
    return " " + joined_points([result.points[first], *others])


UNCOUNTED: dict[Uncounted, str] = {
    "same_address": "both players use one address",
    "same_owner": "both players belong to one account",
    "played_often": "the players have enough counted matches with each other today",
    "engines_often": "the player has enough counted matches with engines today",
    "too_short": "it ended after too few moves",
}
"""Why a rated match does not count."""


def rated_text(rated: bool, uncounted: Uncounted | None) -> str:
    """Return whether a match is rated, and whether it counts: `rated, not counted`; empty for a casual match."""
    return "" if not rated else "rated" if uncounted is None else "rated, not counted"


def uncounted_text(uncounted: Uncounted) -> str:
    """Return why a rated match does not count, as a sentence."""
    return f"Not counted for ratings: {UNCOUNTED[uncounted]}."


def rating_text(result: Result, names: list[str], you: Seat | None = None) -> str:
    """Return how a match changed ratings: `Rating 1500 -> 1611 (+111)`, to spectators both; or why it did not count."""
    if result.uncounted is not None:
        return uncounted_text(result.uncounted)
    if not result.ratings:
        return ""
    if you is not None and you < len(result.ratings):
        own = result.ratings[you]
        return f"Rating {own.before} -> {own.after} ({own.after - own.before:+})"
    both = (f"{seat_text(names, seat)} {one.before} -> {one.after}" for seat, one in enumerate(result.ratings))
    return "Ratings " + ", ".join(both)


def opponents_text(row: RatingRow) -> str:
    """Return how many different opponents a rating comes from: `12`, or `1, engines only`; empty if it is not known."""
    only = f", {ENGINES_ONLY}" if row.engines_only else ""
    return "" if row.opponents is None else f"{row.opponents}{only}"


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines with aligned columns."""
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(pad(cell, width) for cell, width in zip(row, widths, strict=True) if width).rstrip() for row in rows
    ]
