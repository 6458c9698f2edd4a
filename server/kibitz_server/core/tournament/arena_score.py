"""Points of an entrant's games in an arena: wins in a row, draws in a row and berserk."""

from collections.abc import Iterable
from enum import StrEnum

from kibitz_server.core.value import value

WIN, DRAW, BERSERK = 2, 1, 1
STREAK = 2
"""Wins in a row after which points double."""
BERSERK_MOVES = 7
"""Least own moves of a win that berserk adds a point to."""


class ArenaResult(StrEnum):
    """Result of a game for one of its entrants."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@value
class ArenaGame:
    """A counted game as one of its entrants sees it. `own_moves` are the moves that the entrant made."""

    result: ArenaResult
    berserk: bool = False
    own_moves: int = 0


@value
class ArenaScore:
    """Points of an entrant: of each game in order, their sum, and how many games in a row are won by now."""

    games: tuple[int, ...] = ()
    points: int = 0
    streak: int = 0

    @property
    def on_fire(self) -> bool:
        """Whether points double in the next game."""
        return self.streak >= STREAK


def arena_score(games: Iterable[ArenaGame], all_draws: bool = False) -> ArenaScore:
    """Return the points of an entrant's counted games, given in order. Void games are left out by the caller.

    A win is two points and a draw one, doubled after two wins in a row until a game is not won. Of draws without a win
    between them only the first counts, unless `all_draws`. Berserk adds one point, which never doubles.
    """
    points: list[int] = []
    streak, drawn = 0, False
    for game in games:
        factor = 2 if streak >= STREAK else 1
        match game.result:
            case ArenaResult.WON:
                bonus = BERSERK if game.berserk and game.own_moves >= BERSERK_MOVES else 0
                points.append(WIN * factor + bonus)
                streak, drawn = streak + 1, False
            case ArenaResult.DRAWN:
                points.append(DRAW * factor if all_draws or not drawn else 0)
                streak, drawn = 0, True
            case ArenaResult.LOST:
                points.append(0)
                streak = 0
    return ArenaScore(tuple(points), sum(points), streak)
