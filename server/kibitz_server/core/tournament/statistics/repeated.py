"""Repeated games: games that equal an earlier game of the same entrants move for move.

They say nothing new about the entrants, so they make error bars too narrow. Deterministic engines repeat games unless
openings or seeds differ.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import blake2b

from kibitz_server.core.value import value

MOST_SHARE = 0.05
"""A larger share of repeated games is worth a warning."""


@value
class RepeatedGames:
    """How many of the counted games repeat an earlier one."""

    games: int = 0
    repeated: int = 0

    @property
    def warning(self) -> str | None:
        """The sentence for users about too many repeated games; None if there are few."""
        if self.repeated <= MOST_SHARE * self.games:
            return None
        repeat = "repeats an earlier game" if self.repeated == 1 else "repeat earlier games"
        return f"{self.repeated} of {self.games} games {repeat}; error bars are too narrow; use openings or seeds"


def moves_hash(moves: Sequence[str], start: str = "") -> str:
    """Return the identity of the moves of a game: 32 characters.

    Args:
        moves: All moves from the start, those of the opening included.
        start: The position that the game started from, if it is not the usual one.
    """
    return blake2b("\0".join((start, *moves)).encode(), digest_size=16).hexdigest()


def repeated_games(games: Iterable[tuple[int, int, str]]) -> RepeatedGames:
    """Count the games that equal an earlier one of the same entrants, on either side.

    Args:
        games: The numbers of both entrants and the identity of the moves of each counted game.
    """
    each = Counter((min(first, second), max(first, second), moves) for first, second, moves in games)
    return RepeatedGames(each.total(), each.total() - len(each))
