"""Which matches people are shown, in what order, and which of them is on TV."""

from collections.abc import Iterable

from kibitz_server.core.match import Match
from kibitz_server.core.phase import Phase
from kibitz_server.core.players import Human


def listing(matches: Iterable[Match], viewer: Human | None = None) -> list[Match]:
    """Open matches first, then live ones, the newest of each first.

    Unlisted and private ones are found by their code alone, but those a seat is kept for see them too.
    """
    shown = [match for match in matches if not match.over and (match.created.listed or is_for(match, viewer))]
    return sorted(shown, key=lambda match: (match.phase is not Phase.OPEN, -match.created.created_at))


def is_for(match: Match, viewer: Human | None) -> bool:
    """Whether a seat of a match that waits is kept for this viewer."""
    return viewer is not None and match.phase is Phase.OPEN and bool(match.kept_for(viewer))


class Television:
    """The featured match. It stays the same while it runs, so that nobody's picture hops."""

    def __init__(self) -> None:
        self._featured: Match | None = None

    def featured(self, matches: Iterable[Match], watchers: dict[str, int]) -> Match | None:
        """The live match on TV: the last one while it runs, else the one with most watchers, people before engines."""
        if self._featured is None or self._featured.phase is not Phase.RUNNING:
            live = [
                match for match in listing(matches) if match.phase is Phase.RUNNING and match.created.terms.watchable
            ]
            self._featured = max(live, key=lambda match: _worth(match, watchers), default=None)
        return self._featured


def _worth(match: Match, watchers: dict[str, int]) -> tuple[int, int, float]:
    people = sum(isinstance(player, Human) for player in match.seats)
    return watchers.get(match.created.id, 0), people, match.created.created_at
