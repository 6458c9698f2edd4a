"""Which matches people are shown, in what order, and which of them is on TV."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kibitz_server.core.lobby.exhibition import is_exhibition
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.seats import kept_for, on_break
from kibitz_server.core.values.players import Human, Invited, Player

RatingOf = Callable[[Player, str], float]
"""How strong a player is in a game."""


@dataclass(frozen=True, slots=True)
class LobbyFilter:
    """Which matches a list is to show; None and False ask for nothing."""

    game: str | None = None
    phase: Phase | None = None
    player: str | None = None
    rated: bool | None = None
    free: bool = False
    min_rating: float | None = None

    def passes(self, match: Match, viewer: Human | None, rating_of: RatingOf) -> bool:
        """Whether a match is one of them, for this viewer. `min_rating` is met by its strongest player."""
        seated = [player for player in match.seats if player is not None]
        named = self.player is None or any(self.player.casefold() in player.name.casefold() for player in seated)
        return (
            named
            and self.game in (None, match.game.name)
            and self.phase in (None, match.phase)
            and self.rated in (None, match.created.terms.rated)
            and (not self.free or _has_seat_for(match, viewer))
            and (self.min_rating is None or self._strong_enough(match, rating_of))
        )

    def _strong_enough(self, match: Match, rating_of: RatingOf) -> bool:
        players = [player for player in match.seats if player is not None and not isinstance(player, Invited)]
        return any(rating_of(player, match.game.name) >= (self.min_rating or 0.0) for player in players)


def _has_seat_for(match: Match, viewer: Human | None) -> bool:
    return match.phase is Phase.OPEN and (None in match.seats or is_for(match, viewer))


def listing(matches: Iterable[Match], viewer: Human | None = None) -> list[Match]:
    """Open matches first, then live ones, the newest of each first.

    Unlisted and private ones are found by their code alone, but those a seat is kept for see them too.
    """
    shown = [match for match in matches if is_listed(match, viewer)]
    return sorted(shown, key=lambda match: (match.phase is not Phase.OPEN, -match.created.created_at))


def is_listed(match: Match, viewer: Human | None) -> bool:
    """Whether the lobby shows a match to this viewer."""
    return not match.over and (match.created.listed or is_for(match, viewer))


def is_for(match: Match, viewer: Human | None) -> bool:
    """Whether a seat of a match that waits is kept for this viewer."""
    return viewer is not None and match.phase is Phase.OPEN and bool(kept_for(match, viewer))


def is_live(match: Match) -> bool:
    """Whether anybody may watch a match now."""
    return match.created.listed and match.phase is Phase.RUNNING and match.created.terms.watchable


def has_disconnected_player(match: Match) -> bool:
    """Whether somebody who plays is gone: there is nothing to see until they are back, which may take days."""
    people = [player for player in match.seats if isinstance(player, Human)]
    return any(match.presence.disconnected_since(person.id) is not None for person in people)


class TvSelector:
    """The featured match. It stays the same while it runs, so that nobody's picture hops."""

    def __init__(self, rating_of: RatingOf) -> None:
        self._rating_of = rating_of
        self._featured: Match | None = None

    def feature(self, match: Match) -> None:
        """Show this one: the next of a series that is on."""
        self._featured = match

    def featured(self, matches: Iterable[Match], watchers: dict[str, int]) -> Match | None:
        """The live match on TV: the last one while it goes on and is among `matches`, else the best.

        That is one that somebody made before an exhibition, then the one with most watchers, then people before
        engines, then the one whose weaker player is stronger, then the newest. One that is paused goes off.
        """
        on, candidates = self._featured, list(matches)
        shown = on is not None and any(match.created.id == on.created.id for match in candidates)
        if on is None or not ((shown and on.phase is Phase.RUNNING) or on_break(on)):
            live = [match for match in candidates if is_live(match)]
            self._featured = max(live, key=lambda match: self._worth(match, watchers), default=None)
        return self._featured

    def _worth(self, match: Match, watchers: dict[str, int]) -> tuple[bool, int, int, float, float]:
        created, seated = match.created, [player for player in match.seats if player is not None]
        people = sum(isinstance(player, Human) for player in seated)
        strength = min(self._rating_of(player, match.game.name) for player in seated)
        return not is_exhibition(created), watchers.get(created.id, 0), people, strength, created.created_at
