"""Board of backgammon: points, bars and what is borne off, the dice and the cube."""

from kibitz_server.games.backgammon.moves import CHECKERS, CUBE, DOUBLED, LARGEST_CUBE, SIDES, TO, State
from kibitz_server.games.board import Face, Picture, Points, Tray

COUNTING = ("zero", "one", "two", "three", "four", "five", "six")


def pips(s: State, seat: int) -> int:
    """Return the sum of a seat's distances to the end: its pip count."""
    total = 0
    for place in range(25):
        total += (place + 1) * s.checkers[25 * seat + place]
    return total


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
