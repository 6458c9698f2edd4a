"""Backgammon: move fifteen checkers home and off the board, as the dice fall."""

from typing import Any

from kibitz_server.games.backgammon import features, moves, network, positions, reading, rolls, worth
from kibitz_server.games.backgammon.moves import (
    DOUBLED,
    DROPPED,
    LARGEST_CUBE,
    OVER,
    PLAY,
    ROLL,
    SIDES,
    TO,
    State,
    all_moves,
    game_value,
    play,
)
from kibitz_server.games.game import Declaration, Option, other_names, read_guide

COMPANIONS = (moves, reading, positions, rolls, features, worth, network)

GAME = Declaration(
    name="backgammon",
    title="Backgammon",
    summary="Race fifteen checkers home by the dice, hit single checkers, and bear all yours off first.",
    move_help="a move names points from your side, such as 8/5 6/5; others are bar/22, 13/7(2) and 6/off",
    seats=SIDES,
    options=(
        Option(
            "to",
            0,
            0,
            25,
            "points that win the match; 0 for a single game",
            title="Points to win",
            german="Punkte zum Sieg",
        ),
        Option("cube", False, meaning="whether players may double", title="Doubling cube", german="Verdopplungswürfel"),
    ),
    chance=True,
    guide=read_guide(__file__),
    pairs=True,
    aliases=other_names("tavla", "tavli", "takhte nard", "tables", "gammon"),
)


def constants(to: int, cube: bool) -> dict[str, Any]:
    """Return the constants of a match length, and of games with the cube or without it."""
    return {"TO": to, "CUBE": int(cube), "PAYOFF_LIMIT": payoff_limit(to, cube), "SCORE_OF_WIN": 100 * to}


def payoff_limit(to: int, cube: bool) -> int:
    """Return what the end is worth at most: the points of the match, or a backgammon at the highest cube."""
    return 100 * (to or 3 << (LARGEST_CUBE if cube else 0))


PAYOFF_LIMIT, SCORE_OF_WIN = 300, 0
WORDS = 1
"""Texts of moves may have several words."""
ENDINGS = ("", "single game", "gammon", "backgammon")


def points(s: State) -> tuple[int, ...]:
    """Return the points of each seat: those of the game, or the score of the match."""
    return tuple(s.score)


def payoff(s: State) -> int:
    """Return what the end is worth for the side to move, which has lost, in hundredths of a point.

    In a match only its end counts, with as many points as it is long. In a single game each point counts.
    """
    return -PAYOFF_LIMIT if TO else 100 * (s.score[s.turn] - s.score[1 - s.turn])


def ending(s: State) -> str:
    """Return how the last game was won."""
    return "double dropped" if s.stage == DROPPED else ENDINGS[game_value(s, s.turn)]


def can_win(s: State, seat: int) -> int:
    """Return 0 if the other seat is about to bear off its last checkers, however the dice fall, else 1."""
    if s.stage >= OVER:
        return int(seat != s.turn)
    other = 1 - seat
    left = sum(s.checkers[25 * other : 25 * other + 25])
    if left > 4 or s.turn != other or s.stage == DOUBLED:
        return 1
    return int(not all(wins_at_once(rolled) for rolled in rolled_states(s)))


def rolled_states(s: State) -> list[State]:
    """Return the position after each roll, or with the dice that are to be played."""
    if s.stage == PLAY:
        return [s]
    found = []
    for high in range(1, 7):
        for low in range(1, high + 1):
            after = s.copy()
            after.stage = ROLL
            play(after, 8 * high + low)
            found.append(after)
    return found


def wins_at_once(s: State) -> bool:
    """Return whether each legal play bears off the last checker, and wins the match."""
    if s.stage != PLAY:
        return False
    for move in all_moves(s):
        after = s.copy()
        play(after, move)
        if after.stage < OVER:
            return False
    return True
