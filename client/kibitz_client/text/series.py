"""TODO."""

from kibitz_client.match.series_score import OVER, Elo, Standing, _name, elo
from kibitz_client.text.formatting import clock_text, points_text
from kibitz_protocol.match_info import SeriesGame


def elo_text(found: Elo) -> str:
    """`+35, with 95 % between -60 and +140`."""
    if found.low is None and found.high is None:
        return "not known yet"
    if found.high is None:
        return f"with 95 % more than {found.low:+.0f}"
    if found.low is None:
        return f"with 95 % less than {found.high:+.0f}"
    return f"{found.gap or 0.0:+.0f}, with 95 % between {found.low:+.0f} and {found.high:+.0f}"


def score_lines(stands: Standing, width: int) -> list[str]:
    """A line for each side: `otter  4.5 of 6   75.0 %   4 won  1 drawn  1 lost`; a third with Elo for a duel."""
    room = max(8, min(max(map(len, stands.names)), width - 46))
    lines = []
    for name, won, lost in zip(stands.names, (stands.won, stands.lost), (stands.lost, stands.won), strict=True):
        points = won + stands.drawn / 2
        share = f"{100 * points / stands.counted:5.1f} %" if stands.counted else "    - %"
        told = f"{won} won  {stands.drawn} drawn  {lost} lost"
        lines.append(f"{name:<{room}.{room}}  {points_text(points):>5} of {stands.counted:<3}  {share}  {told}")
    if stands.duel:
        lines.append(f"Elo of the first over the second: {elo_text(elo(stands.won, stands.drawn, stands.lost))}")
    return lines


def game_heading(width: int) -> str:
    """What stands above the games."""
    room = _room(width)
    return f" game {'moved first':<{room}.{room}} {'second':<{room}.{room}} {'result':<18} {'plies':>5} {'time':>7}"


def game_line(game: SeriesGame, width: int, *, ply: int | None = None, thought_ms: int | None = None) -> str:
    """A game: its number, who had which side, how it ended, plies and time; of one that runs as far as it is known."""
    room = _room(width)
    names = [f"{_name(view):<{room}.{room}}" for view in game.seats[:2]]
    if game.ended_at is not None:
        thought_ms = round(1000 * max(0.0, game.ended_at - game.created_at))
    time = clock_text(thought_ms) if thought_ms is not None else ""
    ended = _ended(game)
    return f" {game.number:>4} {' '.join(names)} {ended:<18.18} {game.ply if ply is None else ply:>5} {time:>7}"


def _ended(game: SeriesGame) -> str:
    if game.phase not in OVER:
        return {"running": "running", "paused": "paused"}.get(game.phase, "begins soon")
    if game.phase == "aborted" or game.result is None:
        return f"none {game.result.reason if game.result else ''}".rstrip()
    score = "draw" if game.result.winner is None else ("1-0", "0-1")[game.result.winner]
    return f"{score} {game.result.reason}"


def _room(width: int) -> int:
    return max(8, (width - 41) // 2)
