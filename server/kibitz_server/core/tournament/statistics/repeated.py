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


def fingerprint(entrants: tuple[int, int], moves: Sequence[str], *, start: str = "") -> bytes:
    """Return 16 bytes that are the same for equal games of the same entrants.

    Args:
        entrants: The numbers of both entrants. Which one moved first makes no difference.
        moves: All moves from the start, those of the opening included.
        start: The position that the game started from, if it is not the usual one.
    """
    one, other = sorted(entrants)
    return blake2b("\0".join((str(one), str(other), start, *moves)).encode(), digest_size=16).digest()


def repeated_games(fingerprints: Iterable[bytes]) -> RepeatedGames:
    """Count the games that equal an earlier one."""
    each = Counter(fingerprints)
    return RepeatedGames(each.total(), each.total() - len(each))
