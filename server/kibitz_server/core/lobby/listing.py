"""Listing of matches in the lobby, and selection of the match on TV."""

from collections.abc import Callable, Iterable

from kibitz_server.core.lobby.exhibition import is_exhibition
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.seats import is_invited, on_break
from kibitz_server.core.value import value
from kibitz_server.core.values.players import Engine, Human, Invited, Player

BEGIN_S = 10.0
"""Time for the first move of any player after which a match is no longer shown on TV."""
STILL_S = 45.0
"""Time for a move in a match without a clock after which it is no longer shown on TV."""
IDLE_S = 120.0
"""The same in a match with a clock."""

RatingOf = Callable[[Player, str], float]
"""Return the rating of a player in a game, or its lower bound."""


@value
class LobbyFilter:
    """Filter of the lobby. None and False do not filter."""

    game: str | None = None
    phase: Phase | None = None
    player: str | None = None
    rated: bool | None = None
    free: bool = False
    min_rating: float | None = None

    def passes(self, match: Match, viewer: Human | None, rating_of: RatingOf) -> bool:
        """Return whether a match passes, for this viewer. One player with `min_rating` is enough."""
        seated = [player for player in match.seats if player is not None]
        named = self.player is None or any(self.player.casefold() in player.shown.casefold() for player in seated)
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
    """Return the matches that a viewer sees: open ones first, then live ones, each with the newest first.

    Unlisted and private matches are omitted, except for their players and invited players.
    """
    shown = [match for match in matches if is_listed(match, viewer)]
    return sorted(shown, key=lambda match: (match.phase is not Phase.OPEN, -match.created.created_at))


def is_listed(match: Match, viewer: Human | None) -> bool:
    """Return whether the lobby shows a match to this viewer."""
    return not match.over and (match.created.listed or is_for(match, viewer) or plays(match, viewer))


def plays(match: Match, viewer: Human | None) -> bool:
    """Return whether this viewer has a seat in a match."""
    return viewer is not None and match.seat_of(viewer.id) is not None


def is_for(match: Match, viewer: Human | None) -> bool:
    """Return whether an open match keeps a seat for this viewer."""
    return viewer is not None and match.phase is Phase.OPEN and is_invited(match, viewer)


def is_live(match: Match) -> bool:
    """Return whether a match is running, listed and watchable."""
    return match.created.listed and match.phase is Phase.RUNNING and match.created.terms.watchable


def has_disconnected_player(match: Match) -> bool:
    """Return whether a player is disconnected: there may be nothing to see for days."""
    humans = [player for player in match.seats if isinstance(player, Human)]
    return any(match.presence.disconnected_since(player.id) is not None for player in humans)


def may_be_deserted(match: Match) -> bool:
    """Return whether the players of a match may leave it and never come back: it is casual and has no clock."""
    runs = match.phase in (Phase.RUNNING, Phase.PAUSED)
    return runs and not match.created.terms.rated and match.created.control is None


def is_idle(match: Match, now: float) -> bool:
    """Return whether a player has not moved for long: there may be nothing to see."""
    if match.phase is not Phase.RUNNING or match.to_move is None:
        return False
    if not isinstance(match.seats[match.to_move], Human):
        return False
    limit_s = IDLE_S if match.created.control else STILL_S
    return now - match.turn.began_at >= (limit_s if _is_lively(match) else BEGIN_S)


def _is_lively(match: Match) -> bool:
    """Return whether a board moves: an engine is to move, or a player has moved."""
    moved = any(isinstance(match.seats[seat], Human) for seat in match.history.moved)
    return moved or (match.to_move is not None and not isinstance(match.seats[match.to_move], Human))


def _worth(match: Match) -> int:
    """Return how well a match can be followed: 2 between people or engines at a pace, 0 between engines without one."""
    engines = sum(isinstance(player, Engine) for player in match.seats)
    if engines < len(match.seats):
        return 1 if engines else 2
    return 2 if match.pace_s else 0


class TvSelector:
    """Selector of the match on TV. It keeps a match while that runs, so that viewers are not moved between matches."""

    def __init__(self, lower_bound_of: RatingOf) -> None:
        self._lower_bound_of = lower_bound_of
        self._featured: Match | None = None

    def feature(self, match: Match) -> None:
        """Select a match, such as the next game of the series on TV."""
        self._featured = match

    def featured(self, matches: Iterable[Match], watchers: dict[str, int]) -> Match | None:
        """Return the match on TV: the last one while it runs and is among `matches`, else the best live one.

        Criteria, in order: a player has moved or an engine is to move, not an exhibition, people or engines at a pace
        before a person against an engine, and that before engines at full speed, most watchers, most human players,
        highest lower bound of the weaker player's rating, newest. A paused match is replaced, and so is one in
        which no player has moved yet, if the best one fulfils the first criterion.

        Args:
            watchers: Number of watchers by match id.
        """
        last, candidates = self._featured, list(matches)
        shown = last is not None and any(match.created.id == last.created.id for match in candidates)
        if last is not None and (on_break(last) or (shown and last.phase is Phase.RUNNING and _is_lively(last))):
            return last
        best = self.best(candidates, watchers)
        stays = last is not None and shown and last.phase is Phase.RUNNING and (best is None or not _is_lively(best))
        self._featured = last if stays else best
        return self._featured

    def best(self, matches: Iterable[Match], watchers: dict[str, int]) -> Match | None:
        """Return the best live match, for a viewer that plays the one on TV. The match on TV stays as it is."""
        live = [match for match in matches if is_live(match)]
        return max(live, key=lambda match: self._rank(match, watchers), default=None)

    def _rank(self, match: Match, watchers: dict[str, int]) -> tuple[bool, bool, int, int, int, float, float]:
        created, seated = match.created, [player for player in match.seats if player is not None]
        humans = sum(isinstance(player, Human) for player in seated)
        strength = min(self._lower_bound_of(player, match.game.name) for player in seated)
        shown_for = watchers.get(created.id, 0), humans, strength, created.created_at
        return _is_lively(match), not is_exhibition(created), _worth(match), *shown_for
