"""Rules of Reversi that are faster in plain Python."""

from kibitz_server.games.board import Picture, as_symbols, split_rows
from kibitz_server.games.reversi.rules import BOARD, CELLS, GAME, INNER, PASS, SIZE, STEPS, State


def mobility(own: int, other: int) -> int:
    """Return the same as `rules.mobility`. A direction ends where no disc is left to follow."""
    found = 0
    for step, inner in zip(STEPS, INNER, strict=True):
        enemy = inner & other
        at = own << step & enemy
        while at:
            at <<= step
            found |= at
            at &= enemy
        at = own >> step & enemy
        while at:
            at >>= step
            found |= at
            at &= enemy
    return found & BOARD & ~(own | other)


def flips(own: int, other: int, cell: int) -> int:
    """Return the same as `rules.flips`. Most directions end at the first square."""
    found = 0
    disc = 1 << cell
    for step, inner in zip(STEPS, INNER, strict=True):
        enemy = inner & other
        at, line = disc << step, 0
        while at & enemy:
            line |= at
            at <<= step
        if at & own:
            found |= line
        at, line = disc >> step, 0
        while at & enemy:
            line |= at
            at >>= step
        if at & own:
            found |= line
    return found


def keys(s: State) -> list[int]:
    """Return the moves that `legal` writes."""
    found, left = [], s.moves
    while left:
        square = left & -left
        found.append(square.bit_length() - 1)
        left ^= square
    return found or [PASS]


def points(s: State) -> tuple[int, ...]:
    """Return the same as `rules.points`."""
    own, other = s.own.bit_count(), s.other.bit_count()
    return (own, other) if s.turn == 0 else (other, own)


def picture(s: State) -> Picture:
    """Return the same as `view.picture`."""
    black, white = (s.own, s.other) if s.turn == 0 else (s.other, s.own)
    counters = ((GAME.seats[0], black.bit_count()), (GAME.seats[1], white.bit_count()))
    return Picture(split_rows(as_symbols(black, white, CELLS), SIZE), counters)
