"""What is kept of a match that is over beside its events: how it is found again, and what it did to ratings."""

from collections.abc import Mapping
from typing import Any

from kibitz_server.core.match import Match
from kibitz_server.core.phase import Phase
from kibitz_server.core.players import Engine, Human, Player
from kibitz_server.core.ratings import Rating, counts, identity, rated
from kibitz_server.shell.store.archive import Change, Ended, EndedSeat


class Ratings:
    """Every rating there is, by player and game, with the name that the player had last."""

    def __init__(self, known: Mapping[tuple[str, str], tuple[str, Rating]] | None = None) -> None:
        self.known = dict(known or {})

    def of(self, player: Player | None, game: str) -> Rating | None:
        """The rating of a player at a game; None for who cannot have one or has not played."""
        who = identity(player)
        found = self.known.get((who, game)) if who is not None else None
        return found[1] if found else None

    def number(self, player: Player, game: str) -> float:
        """The number that a player is sought and listed by: that of a beginner for who has none."""
        return float((self.of(player, game) or Rating()).shown)

    def onto(self, seats: list[dict[str, Any]], match: Match) -> None:
        """Add to the views of a match's seats how strong who sits there is."""
        for view, player in zip(seats, match.seats, strict=True):
            rating = self.of(player, match.created.game)
            if rating is not None:
                view["strength"] = {"rating": rating.shown, "deviation": rating.deviation}

    def note(self, match: Match) -> tuple[Change, ...]:
        """Rate the players of a match that is over, if it counts; what changed."""
        who, game = counts(match), match.created.game
        if who is None or match.result is None:
            return ()
        before = [self.known.get((player, game), ("", Rating()))[1] for player in who]
        after = rated(before, match.result.winner)
        # An engine is known by its limit alone: a seed, or what random would have had, is no part of its strength.
        names = [player.name if isinstance(player, Human) else id for player, id in zip(match.seats, who, strict=True)]
        for player, name, rating in zip(who, names, after, strict=True):
            self.known[player, game] = (name, rating)
        return tuple(map(Change, who, names, before, after))


def summary(match: Match, ended_at: float, changes: tuple[Change, ...] = ()) -> Ended:
    """A match that is over, as the archive keeps it."""
    created, result, series = match.created, match.result, match.created.terms.series
    assert result is not None
    return Ended(
        match_id=created.id,
        code=created.code,
        game=created.game,
        clock=str(created.control) if created.control else None,
        host_id=created.host.id,
        listed=created.listed and created.terms.key_hash is None,
        rated=created.terms.rated,
        aborted=match.phase is Phase.ABORTED,
        winner=result.winner,
        reason=result.reason,
        plies=match.ply,
        created_at=created.created_at,
        ended_at=ended_at,
        series_id=series.id if series else None,
        series_number=series.number if series else None,
        seats=tuple(_seat(player) for player in match.seats),
        changes=changes,
    )


def _seat(player: Player | None) -> EndedSeat:
    match player:
        case Human(id=id, name=name, bot=bot):
            return EndedSeat(name, "human", id, bot)
        case Engine():
            return EndedSeat(player.name, "engine")
        case _:
            return EndedSeat("", "open")
