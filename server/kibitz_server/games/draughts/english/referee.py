"""Rules of English draughts that are faster in plain Python."""

from functools import lru_cache

from kibitz_server.games.board import Picture
from kibitz_server.games.draughts.english.notation import all_moves
from kibitz_server.games.draughts.english.rules import BOARD, GAME, QUIET_LIMIT, State, shift
from kibitz_server.games.game import DRAW, LOSS, ONGOING

STEP_CODES = [{shift(1 << n, way): n | way << 9 for n in range(32) if shift(1 << n, way)} for way in range(4)]
"""For each direction, the code of the plain move that ends on a square."""


def outcome(s: State) -> int:
    """Return the same as `rules.outcome`. The first move that is found is enough."""
    own, other = (s.black, s.white) if s.turn == 0 else (s.white, s.black)
    empty = BOARD & ~(own | other)
    for way in range(4):
        pieces = own if way // 2 == s.turn else own & s.kings
        reached = shift(pieces, way)
        if reached & empty or (reached & other and shift(reached & other, way) & empty):
            return DRAW if s.repeats >= 2 or s.quiet >= QUIET_LIMIT else ONGOING
    return LOSS


def keys(s: State) -> list[int]:
    """Return the moves that `legal` writes."""
    own, other = (s.black, s.white) if s.turn == 0 else (s.white, s.black)
    empty = BOARD & ~(own | other)
    found = []
    for way in range(4):
        pieces = own if way // 2 == s.turn else own & s.kings
        if pieces:
            reached = shift(pieces, way)
            if reached & other and shift(reached & other, way) & empty:
                return all_moves(s)
            reached &= empty
            while reached:
                square = reached & -reached
                found.append(STEP_CODES[way][square])
                reached ^= square
    return found


@lru_cache(maxsize=4096)
def row_text(begins: int, black: int, white: int, kings: int) -> str:
    """Return the cells of a row, given the bits of its four dark squares; the first of them is cell `begins`."""
    cells = [" "] * 8
    for n in range(4):
        letter = "b" if black >> n & 1 else "w" if white >> n & 1 else "-"
        cells[begins + 2 * n] = letter.upper() if kings >> n & 1 else letter
    return "".join(cells)


@lru_cache(maxsize=4096)
def numbers_text(first: int, pieces: int, kings: int) -> str:
    """Return the PDN numbers of the pieces on eight squares from number `first`, each with a comma behind it."""
    squares = (n for n in range(8) if pieces >> n & 1)
    return "".join(f"{'K' if kings >> n & 1 else ''}{first + n}," for n in squares)


def picture(s: State) -> Picture:
    """Return the same as `view.picture`."""
    black, white, kings = s.black, s.white, s.kings
    rows = [
        row_text(1 - row % 2, black >> 4 * row & 15, white >> 4 * row & 15, kings >> 4 * row & 15) for row in range(8)
    ]
    return Picture(tuple(rows), ((GAME.seats[0], black.bit_count()), (GAME.seats[1], white.bit_count())))


def position_text(s: State, _rows: tuple[str, ...]) -> str:
    """Return the same as `notation.position_text`."""
    texts = []
    for pieces in (s.white, s.black):
        kings = s.kings & pieces
        parts = [numbers_text(8 * i + 1, pieces >> 8 * i & 255, kings >> 8 * i & 255) for i in range(4)]
        texts.append("".join(parts)[:-1])
    return f"{'BW'[s.turn]}:W{texts[0]}:B{texts[1]}"
