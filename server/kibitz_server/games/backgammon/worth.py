"""What a position of backgammon is worth, by its chances: in points of money play, or in chances to win the match.

The cube is valued by Janowski, "Take-Points in Money Games" (1993): between a dead cube, which is never used again, and
a live one, which is used at the best moment, as a straight line in the chance to win. The chance to win a match is his
formula for the score too, where both players need two points or more. Otherwise it follows from the games of the
Crawford rule, in which the trailing player doubles at once as soon as that is allowed.
"""

from typing import Any

from kibitz_server.games.backgammon.moves import LARGEST_CUBE

SLOTS = ("TO", "CUBE")
"""Options of the game."""
TO: int = 0
CUBE: int = 0

HUNDREDTHS = 100.0
"""Value of a point."""
CUBE_LIFE = 0.68
"""Part of a live cube's advantage that the cube of a real game has."""
GAMMONS = 0.26
"""Part of the games that are gammons, between two players who both need points."""
TENTHS_OF_PERCENT = 1000
MOST_AWAY = 64


def _after_crawford() -> tuple[int, ...]:
    """Return the chances of a player by the points that it needs, when the other needs one, in thousandths."""
    found = [1.0, 0.5]
    for away in range(2, MOST_AWAY + 1):
        found.append(((1 - GAMMONS) * found[away - 2] + GAMMONS * found[max(0, away - 4)]) / 2)
    return tuple(round(TENTHS_OF_PERCENT * each) for each in found)


AFTER_CRAWFORD = _after_crawford()
IN_CRAWFORD = tuple(
    round(((1 - GAMMONS) * AFTER_CRAWFORD[max(0, away - 1)] + GAMMONS * AFTER_CRAWFORD[max(0, away - 2)]) / 2)
    for away in range(MOST_AWAY + 1)
)
"""The same before the Crawford game."""


def chance_in_match(away: int, other_away: int, over: bool) -> float:
    """Return a player's chance to win the match before a game.

    Args:
        away: Points that the player needs.
        other_away: Points that the opponent needs.
        over: Whether the Crawford game has been played.
    """
    if away <= 0:
        return 1.0
    if other_away <= 0:
        return 0.0
    if away == other_away:
        return 0.5
    trailing = AFTER_CRAWFORD if over else IN_CRAWFORD
    least = trailing[min(MOST_AWAY, max(away, other_away))] / TENTHS_OF_PERCENT
    if away != 1 and other_away != 1:
        # The formula gives too little to a side that is far behind.
        least = max(least, 0.5 - 0.85 * abs(away - other_away) / (max(away, other_away) + 6))
    return least if away > other_away else 1.0 - least


def result_worth(s: Any, seat: int, points: int) -> float:
    """Return what it is worth to a seat to win this many points in this game; a negative number is a loss."""
    if TO == 0:
        return HUNDREDTHS * points
    away, other_away = TO - s.score[seat], TO - s.score[1 - seat]
    over = min(away, other_away) == 1 and (points != 0 or s.crawford == 0)
    if points > 0:
        away -= points
    else:
        other_away += points
    return HUNDREDTHS * TO * (2.0 * chance_in_match(away, other_away, over) - 1.0)


def has_cube(s: Any, seat: int, cube: int, owner: int) -> bool:
    """Return whether a seat may double, now or later, with a cube of this owner and 2 ** cube points."""
    if CUBE == 0 or s.crawford or cube >= LARGEST_CUBE or owner == 1 - seat:
        return False
    return bool(TO == 0 or s.score[seat] + (1 << cube) < TO)


def with_live_cube(p: float, win: float, loss: float, own: bool, other: bool) -> float:
    """Return the equity with a cube that is used at the best moment.

    Args:
        p: Chance to win.
        win: Points that a win has on average.
        loss: Points that a loss has on average.
        own: Whether this player may double.
        other: Whether the opponent may double.
    """
    drop = (loss - 0.5) / (win + loss + 0.5) if other else 0.0
    cash = (loss + 1.0) / (win + loss + 0.5) if own else 1.0
    low = -1.0 if other else -loss
    high = 1.0 if own else win
    if p < drop:
        return low - (loss - 1.0) * (drop - p) / drop
    if p > cash:
        return high + (win - 1.0) * (p - cash) / (1.0 - cash)
    return low + (high - low) * (p - drop) / (cash - drop)


def cube_worth(s: Any, seat: int, p: float, gammons: float, lost_gammons: float, cube: int, owner: int) -> float:
    """Return what a game is worth to a seat on roll that does not double now.

    Args:
        s: State; only its score counts.
        seat: The side on roll.
        p: Its chance to win.
        gammons: What it wins beyond one point, on average of all games: its gammons, and backgammons again.
        lost_gammons: The same for what it loses.
        cube: Binary logarithm of the cube.
        owner: Seat that owns it, or -1.
    """
    stake = 1 << cube
    top, bottom = result_worth(s, seat, stake), result_worth(s, seat, -stake)
    middle, half = (top + bottom) / 2, (top - bottom) / 2
    if half == 0.0:  # the match is over
        return middle
    p = max(0.0001, min(0.9999, p))
    win, loss = 1.0 + gammons / p, 1.0 + lost_gammons / (1.0 - p)
    if TO > 0:
        win = 1.0 + (win - 1.0) * (result_worth(s, seat, 2 * stake) - top) / half
        loss = 1.0 + (loss - 1.0) * (bottom - result_worth(s, seat, -2 * stake)) / half
    dead = p * win - (1.0 - p) * loss
    own, other = has_cube(s, seat, cube, owner), has_cube(s, 1 - seat, cube, owner)
    if own or other:
        dead += CUBE_LIFE * (with_live_cube(p, win, loss, own, other) - dead)
    return middle + half * dead


def doubled_worth(s: Any, seat: int, p: float, gammons: float, lost_gammons: float) -> float:
    """Return the same for a side that has doubled, whether the opponent takes or drops."""
    taken = cube_worth(s, seat, p, gammons, lost_gammons, s.cube + 1, 1 - seat)
    return min(taken, result_worth(s, seat, 1 << s.cube))
