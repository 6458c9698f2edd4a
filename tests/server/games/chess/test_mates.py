"""Which pieces can win, against a search for a mate with them on all squares, and matches that a flag ends."""

from itertools import combinations_with_replacement

import pytest

from kibitz_server.games.chess.text.fen import FIELDS
from kibitz_server.games.game import Position
from kibitz_server.games.record import Record
from tests.server.games.chess.helpmates import allowed, mate
from tests.server.games.helpers import game_of

GAME = game_of("chess")
WINNERS = ("N", "L", "D", "NN", "NL", "LD")
HELPERS = "PNLDRQ"


def state_of(winner: str, helpers: str) -> Record:
    """Return a state with White's king and pieces in capital letters of `helpmates`, and Black's."""
    state: Record = GAME.new_state()
    taken: set[tuple[int, int]] = set()
    for side, kinds in (("white", f"K{winner}"), ("black", f"K{helpers}")):
        for kind in kinds:
            column, row = next(at for at in allowed(kind) if at not in taken)
            taken.add((column, row))
            letter = "b" if kind in "LD" else kind.lower()
            for field in (side, *FIELDS[letter]):
                setattr(state, field, getattr(state, field) | 1 << (8 * row + column))
    return state


def agrees(winner: str, helpers: str) -> bool:
    """Return whether the rules say of both sets of pieces what a search for a mate finds."""
    state = state_of(winner, helpers)
    return bool(GAME.rules.can_win(state, 0)) == (mate(winner, helpers) is not None)


@pytest.mark.parametrize("winner", WINNERS)
@pytest.mark.parametrize("helper", ["", *HELPERS])
def test_a_mate_with_one_helper(winner: str, helper: str) -> None:
    """Pieces can win exactly if they mate somewhere, with no piece of the other side or with any one."""
    assert agrees(winner, helper)


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.parametrize("winner", ["N", "L", "D"])
@pytest.mark.parametrize("helpers", ["".join(pair) for pair in combinations_with_replacement(HELPERS, 2)])
def test_a_mate_with_two_helpers(winner: str, helpers: str) -> None:
    """The same with any two pieces of the other side: two queens, or a queen and a rook, help a minor piece no more."""
    assert agrees(winner, helpers)


@pytest.mark.nightly
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("winner", "helper"), [("LL", ""), ("DD", "")])
def test_bishops_of_one_colour(winner: str, helper: str) -> None:
    """Two bishops on squares of one colour, after a promotion, do not mate a king."""
    assert agrees(winner, helper)


def test_a_dead_position_is_one_that_no_side_can_win() -> None:
    """The rule that ends a game at once follows from the same table, for all pairs of up to two pieces."""
    kinds = ["", *HELPERS, *("".join(pair) for pair in combinations_with_replacement(HELPERS, 2))]
    for winner in kinds:
        for helpers in kinds:
            state = state_of(winner, helpers)
            neither = not GAME.rules.can_win(state, 0) and not GAME.rules.can_win(state, 1)
            assert bool(GAME.rules.dead(state)) == neither, (winner, helpers)


def start(text: str) -> Position:
    """Return a position of chess."""
    return GAME.start(text)


@pytest.mark.parametrize(
    ("position", "white"),
    [
        ("3qk3/8/8/8/8/8/8/4KB2 b - - 0 1", False),
        ("4k3/3q4/8/8/8/8/8/4KB2 b - - 0 1", False),
        ("q2qk3/8/8/8/8/8/8/4KN2 b - - 0 1", False),
        ("3qk3/8/8/8/8/8/8/2B1KB2 b - - 0 1", True),
        ("3qk2b/8/8/8/8/8/8/4KB2 b - - 0 1", True),
        ("3qk1n1/8/8/8/8/8/8/4KB2 b - - 0 1", True),
        ("3qk3/6p1/8/8/8/8/8/4KB2 b - - 0 1", True),
        ("3rk3/8/8/8/8/8/8/4KN2 b - - 0 1", True),
    ],
)
def test_a_queen_of_the_other_side_does_not_help(position: str, white: bool) -> None:
    """A queen is no bishop, whatever the colour of its square; other pieces beside it help as without it."""
    assert start(position).can_win(0) is white
    assert start(position).can_win(1) is True


def test_moves_that_are_forced_count() -> None:
    """A side whose last piece is taken by the only legal move cannot win, though it has a queen now."""
    forced = start("8/8/8/8/8/5k2/6q1/7K w - - 0 1")
    assert forced.outcome is not None  # the queen is protected: mate
    taken = start("8/8/8/8/8/8/3k2q1/7K w - - 0 1")
    assert [move.text for move in taken.legal] == ["h1g2"]
    assert (taken.can_win(1), taken.can_win(0)) == (False, False)
