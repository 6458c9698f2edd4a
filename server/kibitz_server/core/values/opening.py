"""Starting position of a match: the game's own or a given one, after optional opening moves."""

from functools import lru_cache

from kibitz_server.core.values.refusal import way_on
from kibitz_server.games.game import Game, IllegalMove, Position


class BadOpening(ValueError):
    """Opening moves that cannot be played. The text names the first illegal move, `hint` the legal ones."""

    def __init__(self, sentence: str, hint: str | None) -> None:
        super().__init__(sentence)
        self.hint = hint


@lru_cache(maxsize=8)  # a match is checked and then created: its opening may have 500 moves
def starting_position(game: Game, position: str | None, opening: tuple[str, ...]) -> Position:
    """Return the position in which a match begins.

    Raises:
        BadPosition: The position cannot be parsed, or is invalid.
        BadOpening: An opening move is not legal.
    """
    at = game.start(position)
    for number, text in enumerate(opening, 1):
        try:
            at = at.after(at.find(text))
        except IllegalMove as error:
            sentence = f"move {number} of those to start from, {text!r}: {error}"
            raise BadOpening(sentence, way_on(at, text, str(error))) from None
    return at
