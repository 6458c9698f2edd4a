"""Score and games of a series as lines of text."""

from kibitz_client.columns import fit, width_of
from kibitz_client.match.series_score import EloDifference, SeriesScore, display_name, elo_difference
from kibitz_client.match.state import OVER
from kibitz_client.text.formatting import clock_text, points_text
from kibitz_protocol.commands.match_info import SeriesGame


def elo_text(elo: EloDifference) -> str:
    """Return a difference in Elo: `+35, with 95 % between -60 and +140`."""
    if elo.low is None and elo.high is None:
        return "not known yet"
    if elo.high is None:
        return f"with 95 % more than {elo.low:+.0f}"
    if elo.low is None:
        return f"with 95 % less than {elo.high:+.0f}"
    return f"{elo.gap or 0.0:+.0f}, with 95 % between {elo.low:+.0f} and {elo.high:+.0f}"


def score_lines(score: SeriesScore, width: int) -> list[str]:
    """Return a line for each player: `otter  4.5 of 6   75.0 %   4 won  1 drawn  1 lost`; for a duel one with Elo."""
    columns = max(8, min(max(map(width_of, score.names)), width - 46))
    lines = []
    for name, won, lost in zip(score.names, (score.won, score.lost), (score.lost, score.won), strict=True):
        points = won + score.drawn / 2
        share = f"{100 * points / score.counted:5.1f} %" if score.counted else "    - %"
        counts = f"{won} won  {score.drawn} drawn  {lost} lost"
        lines.append(f"{fit(name, columns)}  {points_text(points):>5} of {score.counted:<3}  {share}  {counts}")
    if score.duel:
        elo = elo_difference(score.won, score.drawn, score.lost)
        lines.append(f"Elo of the first over the second: {elo_text(elo)}")
    return lines


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
