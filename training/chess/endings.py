"""Table of chess endings against a lone king: `python -m training chess-endings` makes it, in half a minute.

Retrograde analysis (Ströhlein, 1970; Thompson, 1986), level by level: White wins in n moves if a move leads to a
position that Black loses in n - 1 moves; Black loses in n moves if each of its moves leads to a position that White
wins in n moves or fewer. What is never reached is a draw. Promotions lead to the endings with a queen and a rook, which
are complete by then. Only positions with the lone king to move are kept.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import njit

from kibitz_server.engine.compiler.native import Native
from kibitz_server.engine.data import files
from kibitz_server.games import bits
from kibitz_server.games.chess import endings
from kibitz_server.games.chess.attacks import KING, KNIGHT
from kibitz_server.games.ruleset import rebuild

Function = TypeVar("Function", bound=Callable[..., Any])

DRAWN, SHIFT = endings.DRAWN, endings.SHIFT
PAWN, KNIGHT_PIECE, BISHOP, ROOK, QUEEN = range(5)
PIECES = {"queen": (QUEEN, -1), "rook": (ROOK, -1), "pawn": (PAWN, -1), "minor": (BISHOP, KNIGHT_PIECE)}
"""White's pieces besides its king, by the endings of the table."""
STEPS = np.array([(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)])
KING_MOVES, KNIGHT_MOVES = np.array(KING, np.uint64), np.array(KNIGHT, np.uint64)
ONE, NONE = np.uint64(1), np.uint64(0)

native = Native()
NUMBERING = rebuild({**vars(bits), **vars(endings)}, native.constant, native.function)
lowest = NUMBERING["lowest"]
place_of, pair_place, pawn_place = (NUMBERING[name] for name in ("piece_place", "pair_place", "pawn_place"))


def compiled(function: Function) -> Function:
    """Compile a function."""
    compiler: Any = njit  # its type stubs know functions of one kind only
    made: Function = compiler(function)
    return made


@compiled
def slides(piece: int, square: int, occupied: Any) -> Any:
    """Return the squares that a piece other than a pawn attacks."""
    if piece == KNIGHT_PIECE:
        return KNIGHT_MOVES[square]
    found = np.uint64(0)
    for way in range(4 if piece == BISHOP else 0, 4 if piece == ROOK else 8):
        column, row = square % 8 + STEPS[way, 0], square // 8 + STEPS[way, 1]
        while 0 <= column < 8 and 0 <= row < 8:
            bit = ONE << np.uint64(8 * row + column)
            found |= bit
            if occupied & bit:
                break
            column, row = column + STEPS[way, 0], row + STEPS[way, 1]
    return found


@compiled
def attacks(piece: int, square: int, occupied: Any) -> Any:
    """Return the squares that a piece of White attacks; none for no piece."""
    if piece < 0:
        return NONE
    if piece == PAWN:
        bit = ONE << np.uint64(square)
        left = (bit << np.uint64(7)) & np.uint64(0x7F7F7F7F7F7F7F7F)
        return left | ((bit << np.uint64(9)) & np.uint64(0xFEFEFEFEFEFEFEFE))
    return slides(piece, square, occupied)


@compiled
def bit_of(square: int) -> Any:
    """Return a square as a set; none for no square."""
    return ONE << np.uint64(square) if square >= 0 else NONE


@compiled
def place(first: int, second: int, king: int, enemy: int, a: int, b: int) -> int:
    """Return the index of a position among those of its ending."""
    if second >= 0:
        return int(pair_place(king, enemy, a, b))
    return int(pawn_place(king, enemy, a)) if first == PAWN else int(place_of(king, enemy, a))


@compiled
def black_value(values: Any, first: int, second: int, king: int, enemy: int, a: int, b: int, level: int) -> int:
    """Return how Black to move stands: SHIFT + `level` if it loses in that number of moves, DRAWN if not so soon."""
    occupied = bit_of(king) | bit_of(a) | bit_of(b)
    guarded = KING_MOVES[king] | attacks(first, a, occupied ^ bit_of(a)) | attacks(second, b, occupied ^ bit_of(b))
    free = KING_MOVES[enemy] & ~guarded & ~bit_of(king)
    if free & (bit_of(a) | bit_of(b)):
        return DRAWN
    left = free
    while left:
        value = values[place(first, second, king, lowest(left), a, b)]
        if value == 0 or value > SHIFT + level:
            return DRAWN
        left &= left - ONE
    if not free:
        everything = occupied | bit_of(enemy)
        check = (attacks(first, a, everything) | attacks(second, b, everything)) & bit_of(enemy)
        return SHIFT if check and level == 0 else DRAWN
    return SHIFT + level


@compiled
def white_wins(
    lost: Any, queens: Any, rooks: Any, first: int, second: int, king: int, enemy: int, a: int, b: int, level: int
) -> bool:
    """Return whether a move of White leads to a position that Black loses in `level` moves or fewer."""
    occupied = bit_of(king) | bit_of(enemy) | bit_of(a) | bit_of(b)
    targets = KING_MOVES[king] & ~KING_MOVES[enemy] & ~occupied
    while targets:
        if SHIFT <= lost[place(first, second, lowest(targets), enemy, a, b)] <= SHIFT + level:
            return True
        targets &= targets - ONE
    targets = attacks(first, a, occupied) & ~occupied if first != PAWN else NONE
    while targets:
        if SHIFT <= lost[place(first, second, king, enemy, lowest(targets), b)] <= SHIFT + level:
            return True
        targets &= targets - ONE
    targets = attacks(second, b, occupied) & ~occupied
    while targets:
        if SHIFT <= lost[place(first, second, king, enemy, a, lowest(targets))] <= SHIFT + level:
            return True
        targets &= targets - ONE
    if first == PAWN:
        for step in range(1, 3 if a < 16 else 2):
            target = a + 8 * step
            if occupied & bit_of(target):
                break
            if target >= 56:
                value = min(
                    winning(queens[place_of(king, enemy, target)]), winning(rooks[place_of(king, enemy, target)])
                )
            else:
                value = winning(lost[pawn_place(king, enemy, target)])
            if value <= SHIFT + level:
                return True
    return False


@compiled
def winning(value: int) -> int:
    """Return the byte of a lost position, or a large number for any other."""
    return value if value >= SHIFT else 1000


@compiled
def legal(first: int, second: int, king: int, enemy: int, a: int, b: int, white: bool) -> bool:
    """Return whether pieces stand on different squares, and the side that does not move is not in check."""
    if king in (enemy, a, b) or enemy in (a, b) or (second >= 0 and a == b) or KING_MOVES[king] & bit_of(enemy):
        return False
    if not white:
        return True
    occupied = bit_of(king) | bit_of(enemy) | bit_of(a) | bit_of(b)
    return not (attacks(first, a, occupied) | attacks(second, b, occupied)) & bit_of(enemy)


@compiled
def spread(
    lost: Any, won: Any, queens: Any, rooks: Any, kings: Any, squares: Any, first: int, second: int, level: int
) -> int:
    """Determine what is lost in `level` moves, and what is won one move before. Return the number of new results."""
    count = 0
    for white in (False, True):
        for king in kings:
            for enemy in range(64):
                for a in squares:
                    for b in range(64 if second >= 0 else 1):
                        other = b if second >= 0 else -1
                        at = place(first, second, king, enemy, a, other)
                        known = won[at] if white else lost[at]
                        if known or not legal(first, second, king, enemy, a, other, white):
                            continue
                        if white:
                            if white_wins(lost, queens, rooks, first, second, king, enemy, a, other, level):
                                won[at] = SHIFT + level + 1
                                count += 1
                        elif black_value(won, first, second, king, enemy, a, other, level) == SHIFT + level:
                            lost[at] = SHIFT + level
                            count += 1
    return count


def determine(name: str, queens: Any, rooks: Any) -> tuple[Any, Any]:
    """Return the bytes of an ending with Black and with White to move; 0 where there is no result."""
    first, second = PIECES[name]
    size = endings.SIZES[name]
    lost, won = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    pawn = first == PAWN
    kings = np.arange(64) if pawn else np.array([square for square in range(64) if endings.TRIANGLE[square] >= 0])
    squares = np.array([n for n in range(8, 56) if n % 8 < 4]) if pawn else np.arange(64)
    level = 0
    while spread(lost, won, queens, rooks, kings, squares, first, second, level) or level == 0:
        level += 1
    return lost, won


def tables() -> dict[str, tuple[Any, Any]]:
    """Return the bytes of each ending with Black and with White to move."""
    nothing = np.zeros(1, np.uint8)
    found = {name: determine(name, nothing, nothing) for name in ("queen", "rook")}
    return found | {
        name: determine(name, found["queen"][0], found["rook"][0]) for name in endings.SIZES if name not in found
    }


def content(found: dict[str, tuple[Any, Any]]) -> bytes:
    """Return the bytes of the file: a draw for what has no result."""
    kept = np.concatenate([found[name][0] for name in endings.SIZES])
    kept[kept == 0] = DRAWN
    return bytes(kept.tobytes())


def main() -> None:
    """Make the table and print the counts that can be compared with published ones."""
    arguments = argparse.ArgumentParser(prog="python -m training chess-endings", description=__doc__.split("\n")[0])
    arguments.add_argument("--dry", action="store_true", help="write no file")
    given = arguments.parse_args()
    began = time.process_time()
    found = tables()
    for name, (lost, won) in found.items():
        counts = f"{int((won > 0).sum()):,} won, {int((lost > 0).sum()):,} lost"
        print(f"{name}: {counts}, longest {int(won.max()) - SHIFT} moves")
    print(f"{time.process_time() - began:.0f} s")
    if not given.dry:
        print(f"{files.write('chess-endings', content(found)):,} bytes")


if __name__ == "__main__":
    main()
