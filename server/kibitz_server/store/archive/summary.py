"""Archive entry of a finished match."""

from kibitz_server.core.lobby.ratings import quitter
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.players import Engine, Human, Player
from kibitz_server.store.archive.queries import Change, Ended, EndedSeat


def summary(match: Match, ended_at: float, changes: tuple[Change, ...] = ()) -> Ended:
    """Return the archive entry of a finished match."""
    created, result, series = match.created, match.result, match.created.terms.series
    place = created.terms.tournament
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
        uncounted=match.uncounted,
        quitter=quitter(match),
        tournament_id=place.id if place else None,
        round=place.round if place else None,
        pair=place.pair if place else None,
        tournament_game=place.game if place else None,
        seats=tuple(_seat(player) for player in match.seats),
        changes=changes,
    )


def _seat(player: Player | None) -> EndedSeat:
    match player:
        case Human(id=id, name=name, bot=bot, label=label):
            return EndedSeat(name, "human", id, bot, label)
        case Engine():
            return EndedSeat(player.name, "engine")
        case _:
            return EndedSeat("", "open")
