"""Go: surround more of the board than the other side, by stones that stay on it.

The rules are those of area scoring, where the stones that are left on the board count with the points they enclose.
They are close to the rules of the Chinese Weiqi Association and of Tromp and Taylor (1996), with the differences that
the guide names. `chains` plays and captures, `area` counts, and `notation` has the texts.
"""

from typing import Annotated, Any

from kibitz_server.games.bits import zobrist
from kibitz_server.games.board import half_of
from kibitz_server.games.game import (
    BY_CODE,
    DRAW,
    LOSS,
    ONGOING,
    WIN,
    BadOption,
    Declaration,
    Option,
    other_names,
    read_guide,
)
from kibitz_server.games.go import area, chains, patterns, playouts
from kibitz_server.games.go.area import areas, enclosed, lead
from kibitz_server.games.go.chains import begin, breathes, chain_constants, put, repeats
from kibitz_server.games.go.notation import handicap_places, most_handicap
from kibitz_server.games.go.playouts import playout_constants
from kibitz_server.games.record import I64, U64, Array, Record

COMPANIONS = (chains, area, patterns, playouts)

GAME = Declaration(
    name="go",
    title="Go",
    summary="Place stones, capture chains without liberties, and enclose more of the board than your opponent.",
    move_help="a move is an empty point such as E5, or pass; E5 is the centre of the usual board",
    seats=("Black", "White"),
    sides=True,
    options=(
        Option("size", 9, 2, 19, "lines across and down", title="Board size", german="Brettgröße"),
        Option(
            "komi",
            7.5,
            -100,
            100,
            "points for White",
            step=0.5,
            otherwise=("handicap", 0.5),
            title="Komi",
            german="Komi",
        ),
        Option(
            "handicap",
            0,
            0,
            9,
            "black stones on the board at first",
            without=(1,),
            title="Handicap stones",
            german="Vorgabesteine",
        ),
    ),
    guide=read_guide(__file__),
    notation="gtp",
    least_plies=2,
    aliases=other_names("weiqi", "wei ch'i", "baduk", "paduk", "igo", "囲碁", "围棋", "바둑"),
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
SYMMETRIES = ("columns", "rows", "diagonal")
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
