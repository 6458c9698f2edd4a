"""Score and games of a series as lines of text."""

from collections.abc import Sequence

from kibitz_client.columns import fit, width_of
from kibitz_client.match.state import OVER
from kibitz_client.text.formatting import clock_text, points_text
from kibitz_protocol.commands.match_info import SeriesGame, SeriesScore
from kibitz_protocol.commands.statistics import EloFigures
from kibitz_protocol.values.seats import SeatView, name_text

UNKNOWN = "not known yet"


def elo_text(figures: EloFigures) -> str:
    """Return a difference in Elo: `+35, with 95 % between -60 and +140`."""
    low, high = figures.elo_low, figures.elo_high
    if figures.elo is None:
        return UNKNOWN
    if low is None:
        return UNKNOWN if high is None else f"with 95 % less than {round(high):+d}"
    if high is None:
        return f"with 95 % more than {round(low):+d}"
    return f"{round(figures.elo):+d}, with 95 % between {round(low):+d} and {round(high):+d}"


def normalized_text(figures: EloFigures) -> str:
    """Return the rest of what is known: `Normalised Elo +58 +- 28, likelihood of superiority 99.9 %`; else nothing."""
    if figures.normalized_elo is None or figures.superiority is None:
        return ""
    margin = "" if figures.normalized_error is None else f" +- {figures.normalized_error:.0f}"
    return (
        f"Normalised Elo {round(figures.normalized_elo):+d}{margin}, "
        f"likelihood of superiority {100 * figures.superiority:.1f} %"
    )


def score_lines(games: Sequence[SeriesGame], score: SeriesScore | None, width: int) -> list[str]:
    """Return a line for each player: `otter  4.5 of 6   75.0 %   4 won  1 drawn  1 lost`; for a duel also with Elo.

    Args:
        games: One game or more.
        score: Their score; None from older servers, which leaves the names.
    """
    return table_lines(player_names(games[0]), score, width)


def table_lines(names: tuple[str, str], score: SeriesScore | None, width: int) -> list[str]:
    """Return the same for players by name."""
    if score is None:
        return list(names)
    columns = max(8, min(max(map(width_of, names)), width - 46))
    counted = score.won + score.drawn + score.lost
    lines = []
    for name, won, lost in zip(names, (score.won, score.lost), (score.lost, score.won), strict=True):
        points = won + score.drawn / 2
        share = f"{100 * points / counted:5.1f} %" if counted else "    - %"
        counts = f"{won} won  {score.drawn} drawn  {lost} lost"
        lines.append(f"{fit(name, columns)}  {points_text(points):>5} of {counted:<3}  {share}  {counts}")
    return [*lines, *strength_lines(score)]


def strength_lines(score: SeriesScore) -> list[str]:
    """Return what the games of two different engines say about their strength; no lines for other players."""
    if score.strength is None:
        return []
    elo = f"Elo of the first over the second: {elo_text(score.strength)}"
    return [elo, *filter(None, [normalized_text(score.strength)])]


def player_names(game: SeriesGame) -> tuple[str, str]:
    """Return the names of both players, the one who moved first in the first game of the series before the other."""
    first, second = (display_name(view) for view in game.seats[:2])
    return (first, second) if game.number % 2 else (second, first)


def display_name(view: SeatView) -> str:
    """Return the name of the player at a seat, or the kind of an unnamed one."""
    return name_text(view) if view.name else f"({view.kind})"


def game_heading(width: int) -> str:
    """Return the heading above the games."""
    columns = _name_columns(width)
    names = f"{'moved first':<{columns}.{columns}} {'second':<{columns}.{columns}}"
    return f" game {names} {'result':<18} {'plies':>5} {'time':>7}"


def game_line(game: SeriesGame, width: int, *, ply: int | None = None, time_ms: int | None = None) -> str:
    """Return a line for a game: number, players, result, plies and time.

    Args:
        ply: The plies of a running game, if they are known.
        time_ms: The time of a running game, if it is known.
    """
    columns = _name_columns(width)
    names = [fit(display_name(view), columns) for view in game.seats[:2]]
    if game.ended_at is not None:
        time_ms = round(1000 * max(0.0, game.ended_at - game.created_at))
    time = clock_text(time_ms) if time_ms is not None else ""
    ended = _ended(game)
    return f" {game.number:>4} {' '.join(names)} {ended:<18.18} {game.ply if ply is None else ply:>5} {time:>7}"


def _ended(game: SeriesGame) -> str:
    if game.phase not in OVER:
        return {"running": "running", "paused": "paused"}.get(game.phase, "begins soon")
    if game.phase == "aborted" or game.result is None:
        return f"none {game.result.reason if game.result else ''}".rstrip()
    score = "draw" if game.result.winner is None else ("1-0", "0-1")[game.result.winner]
    return f"{score} {game.result.reason}"


def _name_columns(width: int) -> int:
    return max(8, (width - 41) // 2)
