"""What clients ask of the archive: searched in a thread, a page at a time."""

from collections.abc import Callable

from kibitz_protocol.archive import SearchArchive, ShowRatings
from kibitz_protocol.refusals import Code
from kibitz_server.core.lobby.ratings import Rating
from kibitz_server.handlers.access import Refuse
from kibitz_server.messages.outgoing import Data
from kibitz_server.runtime.room import Client
from kibitz_server.store import Store
from kibitz_server.store.archive.queries import Ended, RatingChange, Search, fold
from kibitz_server.store.archive.ratings import Ratings

Reply = Callable[[str, Data], None]


class BadCursor(ValueError):
    """A cursor that no page came with."""


def search(store: Store, peer: Client, message: SearchArchive, reply: Reply, refuse: Refuse) -> None:
    """Answer with a page of matches that the client may see."""
    try:
        after = _place(message.cursor) if message.cursor is not None else None
    except BadCursor:
        refuse(message.id, Code.BAD_CURSOR, hint="take `next` of the page before, or leave it out")
        return
    wanted = Search(
        viewer_id=peer.player.id,
        player=message.player,
        game=message.game,
        result=message.result,
        rated=message.rated,
        since=message.since,
        until=message.until,
        after=after,
        limit=message.limit + 1,
    )

    def tell(found: list[Ended] | Exception) -> None:
        if isinstance(found, Exception):
            refuse(message.id, Code.NOT_SAVED, "the archive cannot be read at the moment", "try again in a moment")
            return
        page, more = found[: message.limit], len(found) > message.limit
        next = f"{page[-1].ended_at!r} {page[-1].match_id}" if more else None
        reply(message.id, {"kind": "archive", "matches": [row_data(match) for match in page], "next": next})

    store.read(lambda: store.search(wanted), tell)


def ratings(store: Store, known: Ratings, message: ShowRatings, reply: Reply, refuse: Refuse) -> None:
    """Answer with the best players, or with one player's ratings and their history."""
    key = fold(message.player) if message.player is not None else None
    rows = [
        _rating(name, game, rating)
        for (_, game), (name, rating) in known.known.items()
        if message.game in (None, game) and key in (None, fold(name))
    ]
    rows = sorted(rows, key=lambda row: (-row["rating"], row["player"], row["game"]))[: message.limit]
    if message.player is None:
        reply(message.id, {"kind": "ratings", "ratings": rows, "history": []})
        return
    player, game = message.player, message.game

    def tell(changes: list[RatingChange] | Exception) -> None:
        if isinstance(changes, Exception):
            refuse(message.id, Code.NOT_SAVED, "the archive cannot be read at the moment", "try again in a moment")
            return
        reply(message.id, {"kind": "ratings", "ratings": rows, "history": [_step(change) for change in changes]})

    store.read(lambda: store.rating_changes(player, game), tell)


def _place(cursor: str) -> tuple[float, str]:
    at, _, match_id = cursor.partition(" ")
    try:
        place = float(at), match_id
    except ValueError:
        raise BadCursor from None
    if not match_id or place[0] != place[0]:
        raise BadCursor
    return place


def row_data(match: Ended) -> Data:
    """An `ArchiveRow`."""
    seats = [
        {
            "seat": number,
            "kind": seat.kind,
            "name": seat.name or None,
            "kept_for": None,
            "bot": seat.bot,
            "strength": None,
        }
        for number, seat in enumerate(match.seats)
    ]
    return {
        "match": match.match_id,
        "code": match.code,
        "game": match.game,
        "clock": match.clock,
        "seats": seats,
        "result": {"winner": match.winner, "reason": match.reason, "points": None},
        "ply": match.plies,
        "rated": match.rated,
        "created_at": match.created_at,
        "ended_at": match.ended_at,
    }


def _rating(name: str, game: str, rating: Rating) -> Data:
    numbers = {"rating": rating.shown, "deviation": rating.deviation, "matches": rating.matches}
    return {"player": name, "game": game, **numbers}


def _step(change: RatingChange) -> Data:
    after = {"after": change.after.shown, "deviation": change.after.deviation}
    return {"match": change.match_id, "game": change.game, "at": change.at, "before": change.before.shown, **after}
