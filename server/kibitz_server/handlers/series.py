"""What clients ask around a match: the games of its series, from memory and archive together, and who watches it."""

from collections.abc import Callable

from kibitz_protocol.match_info import MOST_NAMES, AroundCommand, ShowSeries, ShowWatchers
from kibitz_protocol.refusals import Code
from kibitz_server.core.match.match import Match
from kibitz_server.handlers import access, archive
from kibitz_server.messages import match_data
from kibitz_server.messages.outgoing import Data
from kibitz_server.runtime.room import Client, Room
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.store.archive.queries import Ended, Search

MOST_GAMES = 100
Reply = Callable[[str, Data], None]


def answer(runtime: Runtime, peer: Client, message: AroundCommand, reply: Reply, refuse: access.Refuse) -> None:
    """Answer to who may watch the match."""

    def found(room: Room | None) -> None:
        if room is None:
            refuse(message.id, Code.UNKNOWN_MATCH, f"there is no match {message.match!r}", "`kibitz lobby` lists some")
        elif not access.admits(room, peer, message):
            refuse(message.id, Code.WRONG_KEY, hint="its host was told the key")
        elif not access.may_watch(room, peer.player):
            refuse(message.id, Code.NO_WATCHERS, hint="`kibitz lobby` lists others")
        elif isinstance(message, ShowWatchers):
            reply(message.id, _watching(room))
        else:
            _series(runtime, peer, message, room, reply, refuse)

    on_tv = access.is_tv(message.match)
    room = runtime.tv.seen_by(peer) if on_tv else runtime.matches.find(message.match)
    if room is None and not on_tv:
        runtime.matches.fetch(message.match, found)
    else:
        found(room)


def _watching(room: Room) -> Data:
    # Whoever is connected twice is one person all the same.
    people = {peer.player.id: peer.player for peer in room.peers if room.match.seat_of(peer.player.id) is None}
    names = [player.name for player in people.values()][:MOST_NAMES]
    return {"kind": "watchers", "match": room.match.created.id, "count": len(people), "names": names}


def _series(
    runtime: Runtime, peer: Client, message: ShowSeries, room: Room, reply: Reply, refuse: access.Refuse
) -> None:
    created = room.match.created
    series = created.terms.series
    if series is None:
        reply(message.id, _table(room.match, [_game(1, room.shown_to(peer), room.ended_at)]))
        return
    id = series.id

    def tell(kept: list[Ended] | Exception) -> None:
        if isinstance(kept, Exception):
            refuse(message.id, Code.NOT_SAVED, "the archive cannot be read at the moment", "try again in a moment")
            return
        ended_at = {match.match_id: match.ended_at for match in kept}
        games = {match.series_number or 1: _kept_game(match) for match in kept}
        for other in runtime.matches.rooms:
            place = other.match.created.terms.series
            if place is not None and place.id == id:
                # Who watches from behind may not know yet how it ended.
                at = other.ended_at or ended_at.get(other.match.created.id)
                games[place.number] = _game(place.number, other.shown_to(peer), at)
        reply(message.id, _table(room.match, [games[number] for number in sorted(games)]))

    store = runtime.store
    store.read(lambda: store.search(Search(series=id, limit=MOST_GAMES)), tell)


def _table(match: Match, games: list[Data]) -> Data:
    created, series = match.created, match.created.terms.series
    return {
        "kind": "series",
        "series": series.id if series else None,
        "game": match.game.name,
        "clock": str(created.control) if created.control else None,
        "games": series.games if series else 1,
        "played": games,
    }


def _game(number: int, match: Match, ended_at: float | None) -> Data:
    created = match.created
    return {
        "number": number,
        "match": created.id,
        "code": created.code,
        "phase": match.phase.value,
        "seats": [match_data.seat_data(seat, player) for seat, player in enumerate(match.seats)],
        "result": match_data.result_data(match.result),
        "ply": match.ply,
        "created_at": created.created_at,
        "ended_at": ended_at if match.over else None,
    }


def _kept_game(match: Ended) -> Data:
    row = archive.row_data(match)
    kept = {name: row[name] for name in ("match", "code", "seats", "result", "ply", "created_at", "ended_at")}
    return {"number": match.series_number or 1, "phase": "aborted" if match.aborted else "finished", **kept}
