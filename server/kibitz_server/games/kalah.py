"""Kalah: sow the seeds of a house round the board; more seeds in the own store win.

Pits go round counter-clockwise: South's houses 0 to HOUSES - 1, South's store, North's houses, North's store. A move's
code is the mover's own house counted from 0, the one farthest from its store.
"""

from typing import Annotated, Any

from kibitz_server.games.bits import ALL, mix, u64, zobrist
from kibitz_server.games.board import Picture, Pits
from kibitz_server.games.game import DRAW, LOSS, ONGOING, WIN, Declaration, Option, other_names
from kibitz_server.games.record import I64, Array, Record

GUIDE = """\
Goal: collect more seeds in your store than your opponent.

Moves: choose one of your houses. Its seeds are sown one by one into the next pits, counter-clockwise: your other
houses, your store, and your opponent's houses. Your opponent's store is left out. South owns the lower houses and
the right store, North the upper houses and the left store.

Another turn: if your last seed falls into your own store, you move again, as often as this happens.

Captures: if your last seed falls into an empty house of yours, and the opposite house has seeds, both that seed and
the opposite seeds go to your store.

End: the game ends as soon as one side's houses are empty. The other side puts the seeds in its houses into its own
store. More seeds win; equal numbers are a draw.

Notation: a move is the number of your house. 1 is the house that is farthest from your store: `3` sows the third
house from there.

Options: with `empty_capture`, the last seed in an empty house of yours goes to your store even if the opposite
house is empty.
"""

GAME = Declaration(
    name="kalah",
    title="Kalah",
    summary="Sow the seeds of a house; a last seed in your store moves again, one in your own empty house captures.",
    move_help="a move is the number of one of your houses that has seeds; 1 is farthest from your store",
    seats=("South", "North"),
    options=(
        Option("houses", 6, 1, 8, "houses on each side", title="Houses on each side", german="Mulden je Seite"),
        Option(
            "seeds", 4, 1, 12, "seeds in each house at the start", title="Seeds in each house", german="Samen je Mulde"
        ),
        Option(
            "empty_capture",
            False,
            meaning="a last seed in an own empty house goes to the store by itself too",
            title="Capture without a prize",
            german="Schlagen ohne Beute",
        ),
    ),
    guide=GUIDE,
    aliases=other_names("mancala", "kalaha", "mankala"),
)


def constants(houses: int, seeds: int, empty_capture: bool) -> dict[str, Any]:
    """Return the constants of a board size."""
    total = 2 * houses * seeds
    return {
        "HOUSES": houses,
        "SEEDS": seeds,
        "EMPTY_CAPTURE": empty_capture,
        "PITS": 2 * houses + 2,
        "TOTAL": total,
        "MAX_MOVES": houses,
        "MAX_PLIES": total * total * houses,
    }


HOUSES, SEEDS = 6, 4
EMPTY_CAPTURE = False
PITS, TOTAL, MAX_MOVES = 14, 48, 6
MAX_PLIES = TOTAL * TOTAL * HOUSES
"""Upper bound, far more than any game has: between two seeds for a store, every ply moves a seed nearer to one."""

WEIGHTS = zobrist(18)
"""A random word for each pit of the largest board."""

STORE_VALUE = 100
HOUSE_VALUE = 6
AGAIN_VALUE = 90
CAPTURE_VALUE = 60
ABLE_VALUE = 130
WON_VALUE = 1500
TURN_VALUE = 130
"""Hundredths of a seed of the final margin, from own games: `python -m training kalah` fits them."""
PASSING = 3
"""Houses that a move past the own store counts for in the order of moves."""
REDUCE, MARGIN = 60, 200
"""How the search trims its tree: see docs/add-a-game.md.

In 160 games at 25,000 nodes a move, 200 scored 56 % against 0; the reductions gain nothing that is beyond chance.
"""


class State(Record):
    """Number of seeds in each pit."""

    turn: I64
    pits: Annotated[list[int], Array("i2", "PITS")]


def setup(s: State) -> None:
    """Put SEEDS seeds in every house."""
    for house in range(HOUSES):
        s.pits[house] = SEEDS
        s.pits[house + HOUSES + 1] = SEEDS


def in_houses(s: State, seat: int) -> int:
    """Return the number of seeds in a seat's houses."""
    first = seat * (HOUSES + 1)
    seeds = 0
    for pit in range(first, first + HOUSES):
        seeds += s.pits[pit]
    return seeds


def has_seeds(s: State, seat: int) -> bool:
    """Return whether a seat has seeds in its houses."""
    first = seat * (HOUSES + 1)
    pit = first
    while pit < first + HOUSES and s.pits[pit] == 0:
        pit += 1
    return pit < first + HOUSES


def legal(s: State, moves: list[int], k: int) -> int:
    """Write every own house with seeds."""
    first = s.turn * (HOUSES + 1)
    for house in range(HOUSES):
        if s.pits[first + house]:
            moves[k] = house
            k += 1
    return k


def keys(s: State) -> list[int]:
    """Return the pit of each legal move and its seeds, from which the last pit follows."""
    first = s.turn * (HOUSES + 1)
    return [pit << 8 | seeds for pit, seeds in enumerate(s.pits[first : first + HOUSES], first) if seeds]


def play(s: State, move: int) -> None:
    """Sow, capture, and sweep the board when one side has no seeds left; a last seed in the store keeps the turn."""
    first = s.turn * (HOUSES + 1)
    store = first + HOUSES
    skipped = (1 - s.turn) * (HOUSES + 1) + HOUSES
    pit = first + move
    hand = s.pits[pit]
    s.pits[pit] = 0
    while hand > 0:
        pit = pit + 1 if pit + 1 < PITS else 0
        if pit != skipped:
            s.pits[pit] += 1
            hand -= 1
    if first <= pit < store and s.pits[pit] == 1:
        opposite = 2 * HOUSES - pit
        if s.pits[opposite] > 0 or EMPTY_CAPTURE:
            s.pits[store] += 1 + s.pits[opposite]
            s.pits[pit] = 0
            s.pits[opposite] = 0
    if pit != store:
        s.turn = 1 - s.turn
    if not has_seeds(s, 0) or not has_seeds(s, 1):
        for seat in range(2):
            low = seat * (HOUSES + 1)
            for house in range(low, low + HOUSES):
                s.pits[low + HOUSES] += s.pits[house]
                s.pits[house] = 0


def outcome(s: State) -> int:
    """Return ONGOING until the houses are empty, then the result: more seeds in the store win."""
    own = s.pits[s.turn * (HOUSES + 1) + HOUSES]
    other = s.pits[(1 - s.turn) * (HOUSES + 1) + HOUSES]
    if own + other < TOTAL:
        return ONGOING
    return DRAW if own == other else WIN if own > other else LOSS


def can_win(s: State, seat: int) -> int:
    """Return whether the other store has less than half of the seeds: they stay there."""
    return int(2 * s.pits[(1 - seat) * (HOUSES + 1) + HOUSES] < TOTAL)


def result(s: State) -> int:
    """Return the result of a finished game for the side to move, in seeds."""
    return s.pits[s.turn * (HOUSES + 1) + HOUSES] - s.pits[(1 - s.turn) * (HOUSES + 1) + HOUSES]


def bounds(s: State) -> tuple[int, int]:
    """Return the worst and best result still possible: seeds in a store stay there."""
    own = s.pits[s.turn * (HOUSES + 1) + HOUSES]
    other = s.pits[(1 - s.turn) * (HOUSES + 1) + HOUSES]
    return 2 * own - TOTAL, TOTAL - 2 * other


def secured(s: State) -> int:
    """Return the difference between the stores."""
    return s.pits[s.turn * (HOUSES + 1) + HOUSES] - s.pits[(1 - s.turn) * (HOUSES + 1) + HOUSES]


def key_of_rest(s: State) -> int:
    """Return a hash of the houses and the turn: the seeds that are still to be won do not depend on the stores."""
    return hash_of(s, HOUSES)


def effort(s: State) -> int:
    """Return about how many nodes of a fast search it takes to solve a position: 1.6 times as many with each seed."""
    left = TOTAL - s.pits[HOUSES] - s.pits[PITS - 1]
    return 32 << min(40, 2 * left // 3)


def ending(_s: State) -> str:
    """Return why the game is over."""
    return "no seeds left to sow"


def points(s: State) -> tuple[int, ...]:
    """Return the seeds in the stores."""
    return (s.pits[HOUSES], s.pits[PITS - 1])


def chances(s: State, seat: int) -> int:
    """Score a seat's houses: seeds, houses that can move, moves that would end in its store, and its best capture."""
    first = seat * (HOUSES + 1)
    store = first + HOUSES
    value = 0
    best = 0
    for pit in range(first, store):
        seeds = s.pits[pit]
        if seeds:
            value += HOUSE_VALUE * seeds + ABLE_VALUE
        if seeds == store - pit:
            value += AGAIN_VALUE
        if 0 < seeds < store - pit and s.pits[pit + seeds] == 0:
            best = max(best, s.pits[2 * HOUSES - pit - seeds])
    return value + CAPTURE_VALUE * best


def evaluate(s: State) -> int:
    """Return the difference in seeds and chances; a side with more than half of all seeds has already won."""
    own = s.pits[s.turn * (HOUSES + 1) + HOUSES]
    other = s.pits[(1 - s.turn) * (HOUSES + 1) + HOUSES]
    value = STORE_VALUE * (own - other)
    if 2 * own > TOTAL:
        value += WON_VALUE
    elif 2 * other > TOTAL:
        value -= WON_VALUE
    return value + chances(s, s.turn) - chances(s, 1 - s.turn) + TURN_VALUE


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the moves that end in the store first, then captures by size, then the houses nearest to the store.

    A move that goes on to the opponent's houses comes a little earlier. In the solver this order needs half of the
    nodes of one by captures alone.
    """
    end = legal(s, moves, k)
    first = s.turn * (HOUSES + 1)
    for i in range(k, end):
        house = moves[i]
        seeds = s.pits[first + house]
        target = house + seeds
        scores[i] = house + (PASSING if target > HOUSES else 0)
        if target % (2 * HOUSES + 1) == HOUSES:
            scores[i] = 100_000 + house
        elif target < HOUSES and s.pits[first + target] == 0:
            scores[i] += 100 * s.pits[2 * HOUSES - first - target]
    return end


def key(s: State) -> int:
    """Return a hash of the turn and the pits. North's store follows from the rest."""
    return hash_of(s, HOUSES + 1)


def hash_of(s: State, pits: int) -> int:
    """Return a hash of the turn, of the first pits of South, and of North's houses: a sum with random weights."""
    word: int = u64(1 + s.turn)
    for pit in range(pits):
        word = (word + u64(s.pits[pit]) * WEIGHTS[pit]) & ALL
    for pit in range(HOUSES + 1, PITS - 1):
        word = (word + u64(s.pits[pit]) * WEIGHTS[pit]) & ALL
    return mix(word)


def move_text(_s: State, move: int) -> str:
    """Return the number of the house."""
    return str(move + 1)


def move_path(s: State, move: int) -> tuple[int, ...]:
    """Return the house, and the pit of the last seed."""
    ring = [pit for pit in range(PITS) if pit != (1 - s.turn) * (HOUSES + 1) + HOUSES]
    pit = s.turn * (HOUSES + 1) + move
    return (pit, ring[(ring.index(pit) + s.pits[pit]) % len(ring)])


def why_not(s: State, text: str) -> str | None:
    """Return a sentence for a house that is empty or does not exist."""
    if not text.isdecimal():
        return None
    if not 1 <= int(text) <= HOUSES:
        return f"there is no house {text}; houses are 1 to {HOUSES}"
    return f"house {text} is empty" if not s.pits[s.turn * (HOUSES + 1) + int(text) - 1] else None


def position_text(s: State, _rows: tuple[str, ...]) -> str:
    """Return South's houses, '/', North's houses, then both stores and the side to move."""
    south = ",".join(str(seeds) for seeds in s.pits[:HOUSES])
    north = ",".join(str(seeds) for seeds in s.pits[HOUSES + 1 : PITS - 1])
    return f"{south}/{north} {s.pits[HOUSES]} {s.pits[PITS - 1]} {'SN'[s.turn]}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes.

    Raises:
        ValueError: The text cannot be read, or no game can reach the position.
    """
    parts = text.upper().split(" ")
    rows = [row.split(",") for row in parts[0].split("/")]
    if len(parts) != 4 or [len(row) for row in rows] != [HOUSES, HOUSES]:
        raise ValueError(
            f"it must be {HOUSES} houses joined by ',' for South, '/', as many for North, "
            "then South's store, North's store and the side to move, with blanks between"
        )
    numbers = [*rows[0], parts[1], *rows[1], parts[2]]
    for pit, number in enumerate(numbers):
        if not (number.isascii() and number.isdecimal()) or int(number) > TOTAL:
            raise ValueError(f"{number!r} is not a number of seeds from 0 to {TOTAL}")
        s.pits[pit] = int(number)
    if parts[3] not in ("S", "N"):
        raise ValueError("the side to move must be S or N")
    s.turn = "SN".index(parts[3])
    if sum(s.pits) != TOTAL:
        raise ValueError(f"there are {sum(s.pits)} seeds where the game has {TOTAL}")
    if (in_houses(s, 0) == 0) != (in_houses(s, 1) == 0):
        raise ValueError("one side has no seeds in its houses, so the other's would have gone to its store")


def board() -> Pits:
    """Return two rows of houses numbered from 1 and a store at each end."""
    labels = tuple(str(house + 1) for house in range(HOUSES))
    names = tuple(
        name for seat in GAME.seats for name in (*(f"{seat} house {label}" for label in labels), f"{seat} store")
    )
    return Pits(HOUSES, (*labels, "", *labels, ""), names, "seed")


def picture(s: State) -> Picture:
    """Return the seeds in each pit."""
    return Picture(counters=tuple(zip(GAME.seats, points(s), strict=True)), counts=tuple(s.pits))
