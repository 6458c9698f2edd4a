"""Tables of solved openings."""

import random

import pytest

from kibitz_server.engine.data import openings
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load
from tests.server.games.helpers import play

GAME = load("connect4")


def test_a_file_keeps_all_entries() -> None:
    """What is packed is unpacked again, however far apart the numbers are."""
    dice = random.Random(1)
    numbers = {dice.randrange(3 ** dice.randrange(1, 16)) for _ in range(500)} | {0, 1, 127, 128, 129, 300}
    entries = {number: (dice.randrange(-1, 2), dice.choice((*range(7), openings.NO_MOVE))) for number in numbers}
    assert openings.unpacked(openings.packed(entries)) == entries


def test_the_centre_wins() -> None:
    """The first move of Connect Four is known (Allis, 1988)."""
    known = openings.opening(GAME.start())
    assert known is not None
    assert known.move is not None
    assert (known.value, known.move.text) == (1, "4")


@pytest.mark.parametrize("moves", ["4 4", "4 3", "4 2 4 4", "4 7 4 4 5 5"])
def test_mirror_images_have_mirrored_moves(moves: str) -> None:
    """A position and its mirror image share an entry."""
    position = play(GAME.start(), moves)
    mirrored = play(GAME.start(), " ".join(str(8 - int(move)) for move in moves.split()))
    found, other = openings.opening(position), openings.opening(mirrored)
    if found is None or other is None:
        assert found is other is None
    else:
        assert found.value == other.value
        assert found.move is not None
        assert other.move is not None
        if position.text != mirrored.text and position.text != _image(position):
            assert int(found.move.text) + int(other.move.text) == 8


def _image(position: Position) -> str:
    board, _, side = position.text.partition(" ")
    return "/".join(row[::-1] for row in board.split("/")) + f" {side}"


def test_a_winning_first_side_knows_its_moves() -> None:
    """Against any answers, the first side has a known winning move for the first four of its moves."""
    for seed in range(40):
        dice, position = random.Random(seed), GAME.start()
        for _ in range(4):
            known = openings.opening(position)
            if known is None:
                assert GAME.rules.at_once(position.state)
                break
            assert known.value == 1
            assert known.move is not None
            position = position.after(known.move)
            position = position.after(dice.choice(position.legal))


def test_entries_agree_with_each_other() -> None:
    """A kept result is that of the position after the move; a lost position has only moves to won ones."""
    compared = 0
    for seed in range(200):
        dice, position = random.Random(seed), GAME.start()
        for _ in range(6):
            position = position.after(dice.choice(position.legal))
            known = openings.opening(position)
            moves = [known.move] if known and known.move else position.legal if known else ()
            for move in moves:
                after = openings.opening(position.after(move))
                if known and after:
                    compared += 1
                    assert after.value == -known.value, position.text
    assert compared > 20


def test_other_sizes_have_no_table() -> None:
    """A table is for one board."""
    assert openings.opening(load("connect4", {"columns": 8}).start()) is None
    assert openings.opening(load("tictactoe").start()) is None
