"""Symmetries that a game names, tried in random games: the image of a game must be a game."""

import random

from kibitz_server.game_check.finding import Broken
from kibitz_server.games.game import Game, Position
from kibitz_server.games.symmetry import images_of, mapped

GAMES, MOST_PLIES = 2, 40
"""Random games for each symmetry, and the plies after which they are given up."""
WAY_OUT = "leave that symmetry out of SYMMETRIES, or correct the rules"


def check_symmetries(game: Game) -> None:
    """Compare random games with their images by each symmetry of the board.

    Raises:
        Broken: They differ in a legal move, the side to move or the end.
    """
    if game.chance:
        return
    for image in images_of(game)[1:]:
        for seed in range(GAMES):
            _check(game, image, random.Random(seed))


def _check(game: Game, image: tuple[int, ...], rng: random.Random) -> None:
    position, other = game.start(), game.start()
    line: list[str] = []
    while position.outcome is None and len(line) < MOST_PLIES:
        _compare(position, other, image, line)
        move = rng.choice(position.legal)
        found = mapped(other, move, image)
        if found is None:
            raise Broken("SYMMETRIES", f"after {_said(line)}, {move.text} has no image", WAY_OUT)
        line.append(move.text)
        position, other = position.after(move), other.after(found)
    _compare(position, other, image, line)


def _compare(position: Position, other: Position, image: tuple[int, ...], line: list[str]) -> None:
    paths = sorted(tuple(image[cell] for cell in move.path) for move in position.legal)
    same = paths == sorted(move.path for move in other.legal)
    if not same or position.to_move != other.to_move or _winner(position) != _winner(other):
        raise Broken("SYMMETRIES", f"after {_said(line)}, the image of the position goes on in another way", WAY_OUT)


def _winner(position: Position) -> tuple[int | None] | None:
    return None if position.outcome is None else (position.outcome.winner,)


def _said(line: list[str]) -> str:
    return " ".join(line) or "no move"
