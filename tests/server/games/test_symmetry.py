"""Symmetries of boards: what games name in `SYMMETRIES` holds in random games, and gives equal positions one key."""

import random
from collections.abc import Iterator

import pytest

from kibitz_server.games.game import Game, Position
from kibitz_server.games.moves import LegalMove
from kibitz_server.games.registry import declarations, load
from kibitz_server.games.symmetry import NAMES, images_of, key_after, mapped

COUNTS = {
    "tictactoe": 8,
    "mnk": 8,
    "gomoku": 8,
    "go": 8,
    "dots": 8,
    "ultimate": 8,
    "reversi": 4,
    "hex": 2,
    "connect4": 2,
    "chess": 1,
    "draughts": 1,
    "kalah": 1,
    "nim": 1,
}


def moves_of(game: Game, *texts: str) -> list[LegalMove]:
    """Return the moves of texts from the first position."""
    position, found = game.start(), []
    for text in texts:
        found.append(position.find(text))
        position = position.after(found[-1])
    return found


def walk(game: Game, seed: int) -> Iterator[tuple[Position, LegalMove]]:
    """Yield the positions and moves of a random game."""
    rng, position = random.Random(seed), game.start()
    while position.outcome is None:
        move = rng.choice(position.legal)
        yield position, move
        position = position.after(move)


@pytest.mark.parametrize(("name", "count"), COUNTS.items())
def test_games_have_the_symmetries_of_their_boards(name: str, count: int) -> None:
    """A square board without sides has eight images, and one with sides those that keep them."""
    assert len(images_of(load(name))) == count


def test_only_known_symmetries_are_named() -> None:
    """Each name of a game is one of the table."""
    for declared in declarations():
        assert set(load(declared.name).names["SYMMETRIES"]) <= set(NAMES)


@pytest.mark.parametrize("name", [name for name, count in COUNTS.items() if count > 1])
def test_images_of_games_are_games(name: str) -> None:
    """A game and its image have as many legal moves at each ply, and the same end."""
    game = load(name)
    for image in images_of(game):
        other = game.start()
        for position, move in walk(game, 3):
            paths = sorted(tuple(image[cell] for cell in each.path) for each in position.legal)
            assert paths == sorted(each.path for each in other.legal)
            found = mapped(other, move, image)
            assert found is not None
            after, other = position.after(move), other.after(found)
            assert (after.outcome and after.outcome.winner) == (other.outcome and other.outcome.winner)
            assert after.to_move == other.to_move


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("tictactoe", ["a1", "b2"], ["c3", "b2"]),
        ("tictactoe", ["a1", "b2", "c3"], ["c3", "b2", "a1"]),
        ("tictactoe", ["b1", "a1"], ["a2", "a3"]),
        ("connect4", ["1", "2"], ["7", "6"]),
        ("reversi", ["d3", "c3"], ["c4", "c3"]),
        ("nim", ["2-2"], ["2-2"]),
        ("nim", ["2-2", "1-1"], ["2-2", "2-1"]),
        ("hex", ["a1", "b3", "c2"], ["k11", "j9", "i10"]),
    ],
)
def test_equal_positions_have_one_key(name: str, one: list[str], other: list[str]) -> None:
    """Positions that a symmetry or another order of moves makes equal have the same key."""
    game = load(name)
    assert key_after(game, moves_of(game, *one)) == key_after(game, moves_of(game, *other))


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("tictactoe", ["a1"], ["b1"]),
        ("connect4", ["1", "2"], ["2", "1"]),
        ("reversi", ["d3", "c3"], ["d3", "c5"]),
        ("nim", ["2-2"], ["2-1"]),
        ("chess", ["a2a3"], ["h2h3"]),
        ("hex", ["a1", "b3", "c2"], ["a11", "b9", "c10"]),
        ("kalah", ["1"], ["2"]),
    ],
)
def test_other_positions_have_other_keys(name: str, one: list[str], other: list[str]) -> None:
    """Positions that no symmetry of the rules makes equal have different keys."""
    game = load(name)
    assert key_after(game, moves_of(game, *one)) != key_after(game, moves_of(game, *other))


def test_options_take_symmetries_away() -> None:
    """A board that is not square has no diagonal, and stones that options place must be where they were."""
    assert len(images_of(load("mnk", {"columns": 4, "rows": 3}))) == 4
    assert len(images_of(load("go", {"handicap": 2}))) == 4
    assert len(images_of(load("go", {"handicap": 3}))) == 2
