"""Joins the two vocabularies: the protocol's messages and the core's commands and events.

What is sent often is built here as plain data, ready to encode; tests hold it against the protocol's models. A
`Position` is a value, so a message about an earlier moment can be built later.
"""

from collections.abc import Mapping

from kibitz_server.core.lobby.listing import is_for
from kibitz_server.core.lobby.series import entrant, score_after
from kibitz_server.core.match.claims import claimable_at
from kibitz_server.core.match.deadlines import first_move_left_s
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.visibility import visible_search_info
from kibitz_server.core.values.clock import Byoyomi
from kibitz_server.core.values.events import (
    MatchCreated,
    MovePlayed,
    Result,
    SearchInfo,
)
from kibitz_server.core.values.players import Human, Invited, Player
from kibitz_server.core.values.terms import Delay
from kibitz_server.games.game import Position
from kibitz_server.messages import games
from kibitz_server.messages.outgoing import Data
from kibitz_server.messages.searches import thought_data


def times_data(match: Match, now: float) -> Data:
    """The part of a `State` that says what the clocks show at this moment."""
    faces = match.clock_displays(now)
    if faces is None:
        return {"remaining_ms": None, "flag_ms": None, "periods": None, "ticking": None, "first_move_ms": None}
    first_move_s = first_move_left_s(match, now)
    return {
        "remaining_ms": [round(1000 * face.remaining_s) for face in faces],
        "flag_ms": [round(1000 * face.until_flag_s) for face in faces],
        "periods": [face.periods for face in faces] if isinstance(match.created.control, Byoyomi) else None,
        "ticking": match.ticking,
        "first_move_ms": None if first_move_s is None else round(1000 * first_move_s),
    }


def state_data(position: Position, ply: int, over: bool, times: Data) -> Data:
    """A `State`, with its `times_data`. A match that is over has nobody to move, wherever its position stands."""
    legal, picture = () if over else position.legal, position.picture
    return {
        "ply": ply,
        "to_move": None if over else position.to_move,
        "position": position.id,
        "text": position.text,
        "rows": picture.rows,
        "counts": picture.counts,
        "blocks": picture.blocks,
        "last": position.last,
        "legal": [move.text for move in legal],
        "paths": [move.path for move in legal],
        "counters": dict(picture.counters),
        **times,
    }


def match_state(match: Match, now: float) -> Data:
    """The `State` of a match at this moment."""
    return state_data(match.position, match.ply, match.over, times_data(match, now))


def seat_data(seat: int, player: Player | None) -> Data:
    """A `SeatView`."""
    rest: Data = {"kept_for": None, "strength": None}
    if isinstance(player, Invited):
        return {"seat": seat, "kind": "open", "name": None, "bot": player.bot, **rest, "kept_for": player.name}
    kind = "open" if player is None else "human" if isinstance(player, Human) else "engine"
    bot = isinstance(player, Human) and player.bot
    return {"seat": seat, "kind": kind, "name": player.name if player else None, "bot": bot, **rest}


def result_data(result: Result | None) -> Data | None:
    """A `Result`."""
    if result is None:
        return None
    points = list(result.points) if result.points else None
    return {"winner": result.winner, "reason": result.reason, "points": points}


def move_data(move: MovePlayed, shown: SearchInfo | None) -> Data:
    """A `MoveView`."""
    return {
        "ply": move.ply,
        "seat": move.seat,
        "move": move.move,
        "elapsed_ms": round(1000 * move.elapsed_s),
        "lag_ms": round(1000 * move.lag_s),
        "search": thought_data(shown) if shown else None,
    }


def snapshot_data(match: Match, viewer_id: str, watchers: int, now: float) -> Data:
    """A `Snapshot` message for one viewer."""
    created = match.created
    return {
        "t": "snapshot",
        "match": created.id,
        "code": created.code,
        "seq": match.seq,
        "phase": match.phase.value,
        "game": games.game_data(match.game.declaration),
        "options": match.game.options,
        "board": games.board_data(match.game.board),
        "seats": [seat_data(seat, player) for seat, player in enumerate(match.seats)],
        "clock": games.clock_data(created.control),
        "created_at": created.created_at,
        "show_thinking": created.show_thinking,
        "watchers": watchers,
        "moves": [move_data(move, visible_search_info(match, move.thought)) for move in match.moves],
        "state": match_state(match, now),
        "result": result_data(match.result),
        "you": match.seat_of(viewer_id),
        "first_moves_free": created.first_move_s is not None,
        "away": away_data(match, now),
        "host": created.host.name,
        "start": created.position,
        "opening": list(created.opening),
        "rated": created.terms.rated,
        "visibility": visibility(created),
        "watchable": created.terms.watchable,
        "delay": delay_data(created.terms.delay),
        "chat": created.terms.chat,
        "series": series_data(match),
        "offers": [{"seat": offer.seat, "offer": offer.kind.value} for offer in match.offers.open],
        "adjourned": match.adjourned,
        "rematch": {"match": match.rematch.match, "code": match.rematch.code} if match.rematch else None,
    }


def visibility(created: MatchCreated) -> str:
    """A `Visibility`."""
    return "private" if created.terms.key_hash else "public" if created.listed else "unlisted"


def delay_data(delay: Delay | None) -> Data | None:
    """A `Delay`."""
    return {"moves": delay.moves, "seconds": delay.seconds} if delay else None


def series_data(match: Match) -> Data | None:
    """A `SeriesView`."""
    series = match.created.terms.series
    if series is None:
        return None
    score = score_after(match)
    by_seat = [score[entrant(series, seat)] for seat in range(2)]
    return {"id": series.id, "number": series.number, "games": series.games, "score": by_seat}


def row_data(match: Match, watchers: Mapping[str, int], viewer: Human | None = None) -> Data:
    """A `MatchRow`."""
    created = match.created
    return {
        "match": match.created.id,
        "code": match.created.code,
        "game": match.game.name,
        "options": match.game.options,
        "phase": match.phase.value,
        "seats": [seat_data(seat, player) for seat, player in enumerate(match.seats)],
        "ply": match.ply,
        "clock": str(match.created.control) if match.created.control else None,
        "watchers": watchers.get(match.created.id, 0),
        "result": result_data(match.result),
        "host": created.host.name,
        "rated": created.terms.rated,
        "visibility": visibility(created),
        "watchable": created.terms.watchable,
        "delay": delay_data(created.terms.delay),
        "series": series_data(match),
        "for_you": is_for(match, viewer),
        "adjourned": match.adjourned,
    }


def paired_data(match: Match, seat: int | None, opponent: str) -> Data:
    """A `Paired` message."""
    created = match.created
    return {"t": "paired", "match": created.id, "code": created.code, "seat": seat, "opponent": opponent}


def next_data(match: Match, after: Match | None, why: str) -> Data:
    """A `Next` message."""
    return {
        "t": "next",
        "match": match.created.id,
        "why": why,
        "next": after.created.id if after else None,
        "code": after.created.code if after else None,
        "series": series_data(match),
    }


def invitation_data(row: Data) -> Data:
    """An `Invitation` to a match of which this is the row."""
    return {"t": "invited", "by": row["host"], "row": row}


def away_data(match: Match, now: float) -> list[Data]:
    """A list of `Away`: who of those that sit in the match is gone."""
    away = []
    for seat, player in enumerate(match.seats):
        since = match.presence.disconnected_since(player.id) if isinstance(player, Human) else None
        if since is None or match.over:
            continue
        at = claimable_at(match, seat)
        claim_ms = None if at is None else max(0, round(1000 * (at - now)))
        away.append({"seat": seat, "away_ms": max(0, round(1000 * (now - since))), "claim_ms": claim_ms})
    return away


def presence_data(match: Match, now: float) -> Data:
    """A `Presence` message."""
    return {"t": "presence", "match": match.created.id, "away": away_data(match, now)}


def said_data(match_id: str, room: str, name: str, text: str, at: float) -> Data:
    """A `Said` message."""
    return {"t": "said", "match": match_id, "room": room, "name": name, "text": text, "at": at}
