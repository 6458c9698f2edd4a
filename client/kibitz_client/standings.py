"""How a series stands: points, and for a duel of engines what they say about the difference in strength. Pure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kibitz_client.words import clock_text, points_text
from kibitz_protocol.around import SeriesGame
from kibitz_protocol.values import SeatView

OVER = ("finished", "aborted")
SURE = 1.96
"""Standard deviations of 95 %."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A series from the side of `names[0]`, who moved first in its first game. Games without a result do not count."""

    names: tuple[str, str]
    duel: bool
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def counted(self) -> int:
        """How many games have a result."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Elo:
    """A difference in Elo and between what it is with 95 %; None is without a bound."""

    gap: float | None
    low: float | None
    high: float | None


def entrant(number: int, seat: int) -> int:
    """Who sits at a seat in a game of that number, as the sides are swapped after each."""
    return (seat + number - 1) % 2


def standing(games: Sequence[SeriesGame]) -> Standing:
    """How a series stands after these games, of which there is one at least."""
    first = games[0]
    views = [first.seats[entrant(first.number, place)] for place in range(2)]
    counts = [0, 0, 0]
    for game in games:
        if game.phase == "finished" and game.result is not None:
            winner = game.result.winner
            counts[1 if winner is None else 2 * entrant(game.number, winner)] += 1
    duel = all(view.kind == "engine" for view in views) and views[0].name != views[1].name
    return Standing((_name(views[0]), _name(views[1])), duel, *counts)


def elo(won: int, drawn: int, lost: int) -> Elo:
    """The difference that this score speaks for.

    The interval is Wilson's (1927) for the mean, with the variance that draws leave. As few draws say little about how
    many there will be, their share counts less the fewer games there were: four draws alone prove no equality.
    """
    games = won + drawn + lost
    if not games:
        return Elo(None, None, None)
    mean = (won + drawn / 2) / games
    k = SURE * SURE / games
    saved = drawn / (games + SURE * SURE) / 4
    middle = 2 * mean + k
    root = math.sqrt(max(0.0, middle * middle - 4 * (1 + k) * (mean * mean + k * saved)))
    return Elo(_gap(mean), _gap((middle - root) / (2 + 2 * k)), _gap((middle + root) / (2 + 2 * k)))


def _gap(mean: float) -> float | None:
    """What a mean result is in Elo; None for all or nothing."""
    return 400 * math.log10(mean / (1 - mean)) if 1e-9 < mean < 1 - 1e-9 else None


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


def _name(view: SeatView) -> str:
    return view.name or f"({view.kind})"
