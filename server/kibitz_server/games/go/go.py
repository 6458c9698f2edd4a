"""Go: surround more of the board than the other side, by stones that stay on it.

The rules are those of area scoring, where the stones that are left on the board count with the points they enclose.
They are close to the rules of the Chinese Weiqi Association and of Tromp and Taylor (1996), with the differences that
the guide names. `chains` plays and captures, `area` counts, and `notation` has the texts.
"""

from typing import Annotated, Any

from kibitz_server.games.bits import mix, u64, zobrist
from kibitz_server.games.board import Grid, Picture, half_of
from kibitz_server.games.game import BY_CODE, DRAW, EVAL_LIMIT, LOSS, ONGOING, WIN, BadOption, Declaration, Option
from kibitz_server.games.go import area, chains, notation, patterns, playouts
from kibitz_server.games.go.area import areas, enclosed, lead, territory
from kibitz_server.games.go.chains import begin, breathes, chain_constants, hash_after, put, repeats
from kibitz_server.games.go.notation import COLUMNS, PASS, handicap_places, most_handicap, number, star_places
from kibitz_server.games.go.playouts import playout_constants
from kibitz_server.games.record import I64, U64, Array, Record

COMPANIONS = (chains, area, notation, patterns, playouts)

GUIDE = """\
Goal: have more area at the end than your opponent: stones on the board, and empty points that only your stones enclose.

Moves: Black begins. The players place one stone in turn on an empty point, or pass. Stones never move. Stones of one
colour that touch along the lines are a chain. The empty points next to a chain are its liberties. A stone that takes
the last liberty of a chain of the other colour captures the chain: its stones leave the board.

Forbidden: a stone that captures nothing and leaves its own chain without liberties (suicide). Also a stone after which
the whole board would be as it was after any earlier move of the match, or before the first one, whichever side moved
then (positional superko). So a player who could take back a single stone at once (ko) has to play elsewhere first. A
pass is always allowed. It changes nothing of what is forbidden.

End: two passes in a row end the match. All stones on the board then count as alive, so capture the stones that cannot
escape before you pass. The counters beside the board say at any time what the score would be if the match ended now. A
match of very many moves, four for each point and 40 more, ends too and is counted as it stands.

Score: the area of Black, and the area of White plus `komi`. An empty region that touches both colours counts for
neither. The higher score wins. Equal scores are a draw, which a komi with a half point rules out. Captured stones do
not count.

Handicap: with `handicap`, that many black stones stand on fixed places at the beginning and White moves first. The komi
is 0.5 unless you set it. White gets no points for the handicap stones; some other sites and rules give them.

Notation: a move is the letter of a column and the number of a row, such as `D4`, or `pass`. There is no column I. `A1`
is the bottom left point.

Options: `size` is the number of lines of the board, `komi` are the points that White gets because Black moves first. A
position text begins a match without a past: nothing is forbidden by what came before it.
"""

GAME = Declaration(
    name="go",
    title="Go",
    summary="Place stones, capture chains without liberties, and enclose more of the board than your opponent.",
    move_help="a move is an empty point, such as E5 for the centre of the usual board, or pass",
    seats=("Black", "White"),
    sides=True,
    options=(
        Option("size", 9, 2, 19, "lines across and down"),
        Option("komi", 7.5, 0, 100, "points for White", step=0.5, otherwise=("handicap", 0.5)),
        Option("handicap", 0, 0, 9, "black stones on the board at first", without=(1,)),
    ),
    guide=GUIDE,
    notation="gtp",
)


def places(size: int) -> tuple[int, ...]:
    """Return the codes of the points, row by row from the top left."""
    wide = size + 2
    return tuple(y * wide + x for y in range(1, size + 1) for x in range(1, size + 1))


def constants(size: int, komi: float, handicap: int) -> dict[str, Any]:
    """Return the constants of a board size, with the komi and the handicap of the first position.

    Raises:
        BadOption: The board has no places for so many handicap stones.
    """
    most = most_handicap(size)
    if handicap > most:
        fits = f"0 or 2 to {most}" if most else "0"
        raise BadOption(f"option handicap is {fits} with size={size}, not {handicap}; choose a larger odd size")
    cells, longest, chain = (size + 2) ** 2, 4 * size**2 + 40, chain_constants(size)
    return {
        "SIZE": size,
        "WIDE": size + 2,
        "CELLS": cells,
        "CODES": cells,
        "AREA": size**2,
        "MAX_MOVES": size**2 + 1,
        "MAX_PLIES": longest,
        "BOARDS": longest + 1,
        "PLACES": places(size),
        "KEYS": zobrist(2 * cells),
        "KOMI2": int(2 * komi),
        "HANDICAP": handicap_places(size, handicap),
        "LIBERTIES": cells * chain["LIBERTY_WORDS"],
        **chain,
        **playout_constants(size),
    }


def compiled_as(size: int, **_numbers: object) -> dict[str, Any]:
    """Return the options whose searches serve a game: komi and handicap are numbers of its states."""
    return {"size": size}


MOVES = BY_CODE
SIZE, WIDE, CELLS, CODES, AREA = 9, 11, 121, 121, 81
MAX_MOVES, MAX_PLIES, BOARDS = 82, 364, 365
PLACES = places(9)
KEYS = zobrist(2 * 121)
KOMI2 = 15
HANDICAP: tuple[int, ...] = ()
LIBERTY_WORDS = 2
LIBERTIES = 242
STEPS = (-11, -1, 1, 11)
ROUND = (-11, -1, 1, 11, -12, -10, 10, 12)
SEATS = 2
KEEP = 0
"""Repetitions are forbidden, so values of earlier searches may no longer be true."""


class State(Record):
    """Board in its border, with its chains (see `chains`), and what the rest of the game depends on.

    `cells` has 0 for an empty point, 1 and 2 for a stone of Black or White, and 3 for the border. `captures` counts, by
    seat, the stones that it has captured; `komi2` is twice the komi. `passes` are those that came last, `ko` is the
    point where a single stone was just captured by a single one, and `history` has the `hash` of the stones after each
    ply, from the first position on.
    """

    turn: I64
    stones: I64
    hash: U64
    ko: I64
    passes: I64
    komi2: I64
    last: I64
    before_last: I64
    plies: I64
    vacancies: I64
    captures: Annotated[list[int], Array("i2", "SEATS")]
    cells: Annotated[list[int], Array("i1", "CELLS")]
    lost: Annotated[list[int], Array("i1", "CELLS")]
    head: Annotated[list[int], Array("i2", "CELLS")]
    next: Annotated[list[int], Array("i2", "CELLS")]
    size: Annotated[list[int], Array("i2", "CELLS")]
    open: Annotated[list[int], Array("i2", "CELLS")]
    vacant: Annotated[list[int], Array("i2", "CELLS")]
    where: Annotated[list[int], Array("i2", "CELLS")]
    around: Annotated[list[int], Array("i4", "CELLS")]
    liberties: Annotated[list[int], Array("u8", "LIBERTIES")]
    history: Annotated[list[int], Array("u8", "BOARDS")]


def setup(s: State) -> None:
    """Set up the empty board, Black to move, or the handicap stones, White to move."""
    begin(s)
    for cell in HANDICAP:
        put(s, cell, 1)
        s.turn = 1
    s.komi2 = KOMI2
    s.history[0] = s.hash


def legal_by_set(s: State, moves: list[int], k: int) -> int:
    """Write the legal moves as `legal` does, but look up the boards of a long game in a set, made at most once."""
    colour = 1 + s.turn
    past: set[int] = set()
    for cell in PLACES:
        if s.cells[cell] == 0 and breathes(s, cell, colour):
            if s.lost[cell] & colour:
                past = past or set(s.history[: s.plies + 1])
                if hash_after(s, cell, colour) in past:
                    continue
            moves[k] = cell
            k += 1
    moves[k] = PASS
    return k + 1


REFEREE = {"legal": legal_by_set}


def barred(s: State, moves: list[int], k: int) -> int:
    """Write the points that only the history forbids: after the text of the position they are legal."""
    colour = 1 + s.turn
    for cell in PLACES:
        if s.cells[cell] == 0 and s.lost[cell] & colour and breathes(s, cell, colour) and repeats(s, cell, colour):
            moves[k] = cell
            k += 1
    return k


def outcome(s: State) -> int:
    """Return ONGOING until two passes in a row, or MAX_PLIES, then the result: the higher score wins."""
    if s.passes < 2 and s.plies < MAX_PLIES:
        return ONGOING
    ahead = lead(s) if s.turn == 0 else -lead(s)
    return DRAW if ahead == 0 else WIN if ahead > 0 else LOSS


def evaluate(s: State) -> int:
    """Return the lead as the stones lie, in hundredths of a point: what the picture shows as the score."""
    ahead = min(max(50 * lead(s), -EVAL_LIMIT), EVAL_LIMIT)
    return ahead if s.turn == 0 else -ahead


def ending(s: State) -> str:
    """Return why the game is over."""
    return "area" if s.passes > 1 else "length"


def points(s: State) -> tuple[float, float]:
    """Return the score of each seat, that of White with the komi."""
    return scores(s, enclosed(s))


def scores(s: State, regions: tuple[int, int]) -> tuple[float, float]:
    """Return the score of each seat, if the game ended now: a whole number, or a half one."""
    black, white = areas(s, regions)
    return black, half_of(2 * white + s.komi2)


def key(s: State) -> int:
    """Return a hash of what a text of the position has."""
    over = u64(1) if s.plies >= MAX_PLIES else u64(0)
    captured = (u64(s.captures[0]) << u64(16)) ^ u64(s.captures[1])
    return mix(s.hash ^ mix((captured << u64(8)) ^ (u64(s.passes) << u64(4)) ^ (u64(s.turn) << u64(1)) ^ over))


def full_key(s: State) -> int:
    """Return a hash of the position, of the number of plies, and of all earlier positions in any order."""
    found = key(s) ^ u64(s.plies)
    for i in range(s.plies):
        if s.history[i] != s.history[i + 1]:
            found ^= mix(s.history[i])
    return mix(found)


def board() -> Grid:
    """Return the lines of the board, with letters from the left and numbers from the bottom."""
    return Grid(
        column_labels=tuple(COLUMNS[:SIZE]),
        row_labels=tuple(str(row) for row in range(SIZE, 0, -1)),
        symbols={"-": "empty", "B": "black stone", "W": "white stone"},
        stars=tuple(sorted(number(cell) for cell in star_places(SIZE))),
        owners={"B": 0, "W": 1},
        ground="lines",
    )


def picture(s: State) -> Picture:
    """Return the stones and the score if the game ended now; after a pass and at the end also the territory."""
    regions = enclosed(s)
    counters = (
        *zip(GAME.seats, scores(s, regions), strict=True),
        *((f"{seat} captured", count) for seat, count in zip(GAME.seats, s.captures, strict=True)),
    )
    symbols = bytes(s.cells).translate(STONES).decode()
    rows = tuple([symbols[at + 1 : at + 1 + SIZE] for at in range(WIDE, CELLS - WIDE, WIDE)])
    shown = s.passes > 0 or s.plies >= MAX_PLIES
    return Picture(rows, counters, shades=territory(regions) if shown else "")


STONES = bytes.maketrans(b"\0\1\2", b"-BW")
