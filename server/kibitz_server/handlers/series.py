"""Commands about a match besides its moves: the games of its series, in memory and archive, and its spectators."""

from kibitz_protocol.commands.match_info import MAX_NAMES, ShowSeries, ShowWatchers
from kibitz_server.core.match.match import Match
from kibitz_server.handlers import access
from kibitz_server.handlers.request import Request
from kibitz_server.messages import archive, match_data
from kibitz_server.messages.outgoing import Data
from kibitz_server.messages.tournaments.statistics import series_score_data
from kibitz_server.runtime.room import Room
from kibitz_server.store.archive.queries import ArchiveCriteria, Ended

MAX_GAMES = 100


async def show_series(request: Request[ShowSeries]) -> None:
    """Answer with the games of the series that a match belongs to."""
    room = await access.find_watchable(request)
    client, store, series = request.client, request.runtime.store, room.match.created.terms.series
    if series is None:
        request.reply(_table_data(room.match, [_game_data(1, room.shown_to(client), room.ended_at)]))
        return
    archived = await request.read(lambda: store.search(ArchiveCriteria(series=series.id, limit=MAX_GAMES)))
    ended_at = {match.match_id: match.ended_at for match in archived}
    games = {match.series_number or 1: _archived_game_data(match) for match in archived}
    for other in request.runtime.rooms.all:
        place = other.match.created.terms.series
        if place is not None and place.id == series.id:
            # A game in memory replaces its archived row: with a spectator delay the client may not know its result.
            at = other.ended_at or ended_at.get(other.match.created.id)
            games[place.number] = _game_data(place.number, other.shown_to(client), at)
    request.reply(_table_data(room.match, [games[number] for number in sorted(games)]))


async def show_watchers(request: Request[ShowWatchers]) -> None:
    """Answer with the names of the spectators of a match."""
    request.reply(_watchers_data(await access.find_watchable(request)))


def _watchers_data(room: Room) -> Data:
    # A player with two connections counts once.
    watching = {
        client.player.id: client.player
        for client in room.clients
        if room.match.seat_of(client.player.id) is None and not room.previewed_by(client)
    }
    names = [player.name for player in watching.values()][:MAX_NAMES]
    return {"kind": "watchers", "match": room.match.created.id, "count": len(watching), "names": names}


def _table_data(match: Match, games: list[Data]) -> Data:
    created, series = match.created, match.created.terms.series
    return {
        "kind": "series",
        "series": series.id if series else None,
        "game": match.game.name,
        "clock": str(created.control) if created.control else None,
        "games": series.games if series else 1,
        "played": games,
        "score": series_score_data(games),
    }


def _game_data(number: int, match: Match, ended_at: float | None) -> Data:
    created = match.created
    return {
        "number": number,
        "match": created.id,
        "code": created.code,
        "phase": match.phase.value,
        "seats": [match_data.seat_data(seat, player) for seat, player in enumerate(match.seats)],
        "result": match_data.result_data(match.result, match.uncounted),
        "ply": match.ply,
        "created_at": created.created_at,
        "ended_at": ended_at if match.over else None,
    }


def _archived_game_data(match: Ended) -> Data:
    row = archive.row_data(match)
    shared = {name: row[name] for name in ("match", "code", "seats", "result", "ply", "created_at", "ended_at")}
    return {"number": match.series_number or 1, "phase": "aborted" if match.aborted else "finished", **shared}
