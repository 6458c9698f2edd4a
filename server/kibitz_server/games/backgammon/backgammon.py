"""Backgammon: move fifteen checkers home and off the board, as the dice fall."""

from typing import Any

from kibitz_server.games.backgammon import features, moves, network, notation, positions, reading, reasons, rolls, worth
from kibitz_server.games.backgammon.moves import (
    CHECKERS,
    CUBE,
    DOUBLED,
    DROPPED,
    LARGEST_CUBE,
    OVER,
    PLAY,
    ROLL,
    TO,
    State,
    game_value,
    play,
)
from kibitz_server.games.backgammon.notation import SIDES, all_moves
from kibitz_server.games.bits import mix, u64, zobrist
from kibitz_server.games.board import Face, Picture, Points, Tray
from kibitz_server.games.game import Declaration, Option

COMPANIONS = (moves, notation, reading, reasons, positions, rolls, features, worth, network)
GUIDE = """\
Goal: be the first to bear all your fifteen checkers off the board.

The board: 24 points, which each player numbers from the own side. Your checkers move from your point 24 down to point
1, the opponent's in the other direction: your point 1 is the opponent's 24. Points 1 to 6 are your home board.

Dice: each player rolls one die; the higher number begins and plays both. Then the players roll two dice in turn. Each
die moves a checker by its number, the same one or another. A double, such as 3 and 3, is played four times.

Moves: a checker may go to any point without two or more checkers of the opponent. A single checker there is hit: it
goes to the bar, and has to enter again, from point 25, before its side may move another checker. You must play both
dice if you can. If you can play either but not both, you must play the larger one. A player who cannot move passes;
Kibitz does that for you.

Bearing off: when all your checkers are in your home board, a 4 takes a checker off point 4. If none is there or farther
back, it takes one off the last point.

End: the game ends when a side has no checkers left. A win counts one point. It counts two (a gammon) if the loser has
borne off no checker, and three (a backgammon) if the loser has in addition a checker on the bar or in the winner's home
board.

Notation: `8/5 6/5` moves a checker from point 8 to 5 and one from 6 to 5. `24/13` moves one checker by both dice. A `*`
says that it hits, and `(2)` that a step is made twice: `6/4(2)`. `bar/22` enters, `6/off` bears off. Order, `*` and
steps between do not matter when you type a move. A roll is written by its dice, such as `31`; in the opening roll
White's die comes first.

Options: with `to`, the players play games until one has so many points. `cube` adds the doubling cube.

Cube: before a roll, a player may `double` instead. The opponent must `take`, and the game counts twice as much, or
`drop`, and loses what the game has counted until then. After a take, only the side that took may double again. In a
match, no player may double in the first game after one of them needs only one more point (Crawford). Gammons always
count (no Jacoby rule), and a side that takes may not double back at once (no beavers).
"""

GAME = Declaration(
    name="backgammon",
    title="Backgammon",
    summary="Race fifteen checkers home by the dice, hit single checkers, and bear all yours off first.",
    move_help="a move names points from your side, such as 8/5 6/5, bar/22, 13/7(2) or 6/off",
    seats=SIDES,
    options=(
        Option("to", 0, 0, 25, "points that win the match; 0 for a single game"),
        Option("cube", False, meaning="whether players may double"),
    ),
    chance=True,
    guide=GUIDE,
)


def constants(to: int, cube: bool) -> dict[str, Any]:
    """Return the constants of a match length, and of games with the cube or without it."""
    return {"TO": to, "CUBE": int(cube), "PAYOFF_LIMIT": payoff_limit(to, cube)}


def payoff_limit(to: int, cube: bool) -> int:
    """Return what the end is worth at most: the points of the match, or a backgammon at the highest cube."""
    return 100 * (to or 3 << (LARGEST_CUBE if cube else 0))


PAYOFF_LIMIT = 300
CALLED = ("weigh", "legal", "play", "chance", "contact_inputs", "race_inputs", "activate")
WORDS = 1
"""Texts of moves may have several words."""
KEEP = 0
CELL_WORDS = zobrist(50 * 16)
ENDINGS = ("", "single game", "gammon", "backgammon")
COUNTING = ("zero", "one", "two", "three", "four", "five", "six")


def points(s: State) -> tuple[int, ...]:
    """Return the points of each seat: those of the game, or the score of the match."""
    return tuple(s.score)


def payoff(s: State) -> int:
    """Return what the end is worth for the side to move, which has lost, in hundredths of a point.

    In a match only its end counts, with as many points as it is long. In a single game each point counts.
    """
    return -PAYOFF_LIMIT if TO else 100 * (s.score[s.turn] - s.score[1 - s.turn])


def pips(s: State, seat: int) -> int:
    """Return the sum of a seat's distances to the end: its pip count."""
    total = 0
    for place in range(25):
        total += (place + 1) * s.checkers[25 * seat + place]
    return total


def key(s: State) -> int:
    """Return a hash of the whole position: there is no history."""
    word: int = u64(0)
    for cell in range(50):
        word ^= CELL_WORDS[16 * cell + s.checkers[cell]]
    rest = s.turn | (s.high << 1) | (s.low << 4) | (s.stage << 7) | (s.cube << 10) | ((s.owner + 1) << 13)
    rest |= (s.crawford << 15) | (s.score[0] << 16) | (s.score[1] << 32)
    return mix(mix(u64(rest)) ^ word)


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


def board() -> Points:
    """Return the points with their names for each seat, and the dice and the cube."""
    names = [str(point) for point in range(1, 25)]
    rest = ["bar", "bar", "off", "off"]
    faces = {f"d{n}": Face("die", str(n), COUNTING[n]) for n in range(1, 7)}
    if CUBE:
        values = [1 << exponent for exponent in range(LARGEST_CUBE + 1)]
        faces |= {f"x{value}": Face("cube", str(value), f"the cube at {value}") for value in values}
        faces |= {f"o{value}": Face("cube", str(value), f"the cube offered at {value}") for value in values[1:]}
    return Points(cell_labels=((*names, *rest), (*reversed(names), *rest)), unit="checker", names=SIDES, faces=faces)


def picture(s: State) -> Picture:
    """Return the checkers on each cell, the pip counts and the score, the dice, and the cube."""
    white, black = (s.checkers[25 * seat : 25 * seat + 25] for seat in (0, 1))
    cells = [white[place] - black[23 - place] for place in range(24)]
    off = [CHECKERS - sum(white), CHECKERS - sum(black)]
    counters = [(f"{SIDES[seat]} pips", pips(s, seat)) for seat in (0, 1)]
    if TO:
        counters += [(f"{SIDES[seat]} points", s.score[seat]) for seat in (0, 1)]
    trays = []
    if s.high:
        trays.append(Tray("dice", s.turn, (f"d{s.high}", f"d{s.low}")))
    if CUBE and s.stage == DOUBLED:
        trays.append(Tray("cube", s.turn, (f"o{2 << s.cube}",)))
    elif CUBE:
        trays.append(Tray("cube", None if s.owner < 0 else s.owner, (f"x{1 << s.cube}",)))
    counts = (*cells, white[24], -black[24], off[0], -off[1])
    return Picture(counters=tuple(counters), counts=counts, trays=tuple(trays))
