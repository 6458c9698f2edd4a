"""Starting position of a match: the game's own or a given one, after optional opening moves."""

from functools import lru_cache
from typing import NamedTuple

from kibitz_server.core.values.refusal import way_on
from kibitz_server.games.game import Game, Position
from kibitz_server.games.typed.move_lists import IllegalEntry, played


class BadOpening(ValueError):
    """Opening moves that cannot be played. The text names the first illegal move, `hint` the legal ones."""

    def __init__(self, sentence: str, hint: str | None) -> None:
        super().__init__(sentence)
        self.hint = hint


class PlayedOpening(NamedTuple):
    """Opening moves one by one, in the notation of the game, and the position after them."""

    moves: tuple[str, ...]
    position: Position


@lru_cache(maxsize=8)  # a match is checked and then created: its opening may have 500 moves
def opening_of(game: Game, position: str | None, typed: tuple[str, ...]) -> PlayedOpening:
    """Return the opening that a list of moves stands for.

    Raises:
        BadPosition: The position cannot be parsed, or is invalid.
        BadOpening: An opening move is not legal.
    """
    first = game.start(position)
    try:
        steps = list(played(first, typed))
    except IllegalEntry as error:
        sentence = f"move {error.number} of those to start from, {error.text!r}: {error}"
        raise BadOpening(sentence, way_on(error.at, error.text, str(error))) from None
    return PlayedOpening(tuple(move.text for move, _ in steps), steps[-1][1] if steps else first)


def starting_position(game: Game, position: str | None, opening: tuple[str, ...]) -> Position:
    """Return the position in which a match begins.

    Raises:
        BadPosition: The position cannot be parsed, or is invalid.
        BadOpening: An opening move is not legal.
    """
    return opening_of(game, position, opening).position
