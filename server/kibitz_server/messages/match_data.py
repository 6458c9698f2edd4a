"""Conversion of matches to protocol messages.

Frequent messages are plain data, ready to encode; tests validate them against the protocol's models. A `Position` is
immutable, so a message about an earlier moment can be built later.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from msgspec import Raw

from kibitz_protocol.fairness.chance import server_seed_hash
from kibitz_server.core.lobby.listing import is_for
from kibitz_server.core.lobby.matchmaking import OpenSeek
from kibitz_server.core.lobby.series import entrant, score_after
from kibitz_server.core.match.claims import claimable_at
from kibitz_server.core.match.deadlines import first_move_left_s, settle_left_s
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.visibility import audience, seen_position, visible_chances, visible_search_info
from kibitz_server.core.values.clock import Byoyomi
from kibitz_server.core.values.events import ChanceDecided, MatchCreated, MovePlayed, Result, SearchInfo
from kibitz_server.core.values.offers import MadeOffer, OfferKind
from kibitz_server.core.values.players import Human, Invited, Player
from kibitz_server.core.values.terms import Adjudication, Delay, Uncounted
from kibitz_server.games.game import Game, Position
from kibitz_server.messages import games
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.outgoing import Data
from kibitz_server.messages.searches import search_data
from kibitz_server.store.archive.queries import Change

NO_TIMES: Data = {"remaining_ms": None, "flag_ms": None, "periods": None, "ticking": None, "first_move_ms": None}
"""The clock fields of a `State` without a clock."""


def times_data(match: Match, now: float) -> Data:
    """Return the clock fields of a `State` at `now`."""
    displays = match.clock_displays(now)
    if displays is None:
        return NO_TIMES
    first_move_s = first_move_left_s(match, now)
    remaining_s, until_flag_s, periods = displays
    remaining_ms = [round(1000 * seconds) for seconds in remaining_s]
    return {
        "remaining_ms": remaining_ms,
        "flag_ms": remaining_ms if until_flag_s is remaining_s else [round(1000 * seconds) for seconds in until_flag_s],
        "periods": periods if isinstance(match.created.control, Byoyomi) else None,
        "ticking": match.ticking,
        "first_move_ms": None if first_move_s is None else round(1000 * first_move_s),
    }


def state_data(position: Position, ply: int, over: bool, times: Data) -> Data:
    """Return a `State` with its `times_data`. A finished match has no side to move, even if its position has."""
    legal = () if over else position.legal
    return _state(position, ply, over, times, [move.text for move in legal], [move.path for move in legal])


def state_to_encode(position: Position, ply: int, over: bool, times: Data) -> Data:
    """Return the same as `state_data` for msgspec's encoder: the legal moves are encoded already where that is known.

    Each move of a match is sent with the state after it, so this costs much less than `state_data`.
    """
    encoded = None if over else position.encoded_moves
    if encoded is None:
        return state_data(position, ply, over, times)
    return _state(position, ply, over, times, Raw(encoded.texts), Raw(encoded.paths))


def _state(position: Position, ply: int, over: bool, times: Data, legal: object, paths: object) -> Data:
    picture, chances = position.picture, () if over else position.chances
    claim = position.claimable if position.game.claims and not over else ""
    return {
        "ply": ply,
        "to_move": None if over else position.to_move,
        "position": position.id,
        "text": position.text,
        "rows": picture.rows,
        "counts": picture.counts,
        "blocks": picture.blocks,
        "shades": picture.shades,
        "last": position.last,
        "attacked": picture.attacked,
        "legal": legal,
        "paths": paths,
        "counters": dict(picture.counters),
        "trays": games.trays_data(picture) if picture.trays else [],
        "chances": [chance.text for chance in chances],
        "weights": [chance.weight for chance in chances],
        "lines": position.lines,
        "attacks": position.attacks if over else (),
        "claim": claim,
        "removable": (),
        "settle_ms": None,
        **times,
    }


def match_state(match: Match, now: float, audience: int | None) -> Data:
    """Return the `State` of a match at `now`, as an audience may see it."""
    position = seen_position(match, match.position, audience)
    state = state_data(position, match.ply, match.over, times_data(match, now))
    settle_s = settle_left_s(match, now)
    return (
        state if settle_s is None else {**state, "removable": position.removable, "settle_ms": round(1000 * settle_s)}
    )


def offer_data(match: Match, offer: MadeOffer) -> Data:
    """Return an `OfferView`."""
    outcome = match.position.without(offer.cells).outcome if offer.kind is OfferKind.SETTLE else None
    points = list(outcome.points) if outcome is not None and outcome.points else None
    return {"seat": offer.seat, "offer": offer.kind.value, "dead": offer.cells, "points": points}


def seat_data(seat: int, player: Player | None) -> Data:
    """Return a `SeatView`."""
    account = player.account if isinstance(player, Human) else None
    label = player.label if isinstance(player, Human) else None
    rest: Data = {"kept_for": None, "strength": None, "account": account, "label": label}
    if isinstance(player, Invited):
        return {"seat": seat, "kind": "open", "name": None, "bot": player.bot, **rest, "kept_for": player.name}
    kind = "open" if player is None else "human" if isinstance(player, Human) else "engine"
    bot = isinstance(player, Human) and player.bot
    return {"seat": seat, "kind": kind, "name": player.name if player else None, "bot": bot, **rest}


def result_data(result: Result | None, uncounted: Uncounted | None = None) -> Data | None:
    """Return a `Result`."""
    if result is None:
        return None
    points = list(result.points) if result.points else None
    return {
        "winner": result.winner,
        "reason": result.reason,
        "points": points,
        "ratings": None,
        "uncounted": uncounted_data(uncounted),
    }


def uncounted_data(uncounted: Uncounted | None) -> str | None:
    """Return an `Uncounted`."""
    return None if uncounted is None else uncounted.value


def add_ratings(result: Data | None, changes: Sequence[Change]) -> None:
    """Add the changes of ratings to a `Result`, if there are any."""
    if result is not None and changes:
        result["ratings"] = [{"before": change.before.shown, "after": change.after.shown} for change in changes]


def move_data(game: Game, move: MovePlayed, shown: SearchInfo | None) -> Data:
    """Return a `MoveView` of a move in a game."""
    return {
        "ply": move.ply,
        "seat": move.seat,
        "move": move.move,
        "said": move.said,
        "opening": move.opening,
        "elapsed_ms": round(1000 * move.elapsed_s),
        "lag_ms": round(1000 * move.lag_s),
        "search": search_data(game, shown) if shown else None,
    }


def chance_data(chance: ChanceDecided, ply: int) -> Data:
    """Return a `ChanceView` of a chance event that was made after `ply` moves."""
    return {"number": chance.number, "ply": ply, "text": chance.text, "said": chance.said}


def chance_events_data(match: Match, audience: int | None) -> list[Data]:
    """Return a `ChanceView` of each chance event of the match, as an audience may see it."""
    found = zip(visible_chances(match, audience), match.history.chance_plies, strict=True)
    return [chance_data(*each) for each in found]


def _chance_data(match: Match, audience: int | None) -> Data:
    """Return the fields of a `Snapshot` about chance events. The seed is among them only after it was revealed."""
    created = match.created
    if created.server_seed is None:
        return {
            "server_seed_hash": None,
            "repeatable": False,
            "client_seeds": [],
            "chance_events": [],
            "server_seed": None,
            "seed_kept": False,
        }
    return {
        "server_seed_hash": server_seed_hash(created.server_seed),
        "repeatable": created.repeatable,
        "client_seeds": match.client_seeds,
        "chance_events": chance_events_data(match, audience),
        "server_seed": match.server_seed,
        "seed_kept": match.secret_kept,
    }


def snapshot_data(match: Match, viewer_id: str, watchers: int, now: float, seat: int | None = None) -> Data:
    """Return a `Snapshot` message for one client; with a seat, for the client that has that seat or will take it."""
    created = match.created
    yours = match.seats_of(viewer_id) if seat is None else (seat,)
    viewer = audience(match, viewer_id) if seat is None else seat
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
        "moves": [move_data(match.game, move, visible_search_info(match, move.thought)) for move in match.moves],
        "state": match_state(match, now, viewer),
        "result": result_data(match.result, match.uncounted),
        "you": next(iter(yours), None),
        "yours": yours,
        "first_moves_free": created.first_move_s is not None,
        "berserk": [seat for seat, gone in enumerate(match.berserk) if gone] if created.terms.berserk else None,
        "away": away_data(match, now),
        "host": created.host.name,
        "start": created.position,
        "opening": list(created.opening),
        "rated": created.terms.rated,
        "uncounted": uncounted_data(match.uncounted),
        "visibility": visibility(created),
        "watchable": created.terms.watchable,
        "delay": delay_data(created.terms.delay),
        "chat": created.terms.chat,
        "series": series_data(match),
        "tournament": place_data(match),
        "adjudication": adjudication_data(created.terms.adjudication),
        "offers": [offer_data(match, offer) for offer in match.offers.open],
        "adjourned": match.adjourned,
        "rematch": {"match": match.rematch.match, "code": match.rematch.code} if match.rematch else None,
        **_chance_data(match, viewer),
        "notes": [],
        "settled": match.settled,
        "engine_pace_s": match.pace_s,
        "help": created.terms.help,
        "study": None,
        "hosting": created.host.id == viewer_id,
    }


def visibility(created: MatchCreated) -> str:
    """Return a `Visibility`."""
    return "private" if created.terms.key_hash else "public" if created.listed else "unlisted"


def delay_data(delay: Delay | None) -> Data | None:
    """Return a `Delay`."""
    return {"moves": delay.moves, "seconds": delay.seconds} if delay else None


def place_data(match: Match) -> Data | None:
    """Return the place of a match in a tournament."""
    place = match.created.terms.tournament
    if place is None:
        return None
    return {
        "tournament": place.id,
        "code": place.code,
        "round": place.round,
        "pair": place.pair,
        "game": place.game,
        "name": place.name,
    }


def adjudication_data(rules: Adjudication | None) -> Data | None:
    """Return an `AdjudicationSpec`."""
    return asdict(rules) if rules else None


def series_data(match: Match) -> Data | None:
    """Return a `SeriesView`."""
    series = match.created.terms.series
    if series is None:
        return None
    score = score_after(match)
    by_seat = [score[entrant(series, seat)] for seat in range(2)]
    return {"id": series.id, "number": series.number, "games": series.games, "score": by_seat}


def row_data(
    match: Match,
    watchers: Mapping[str, int],
    viewer: Human | None = None,
    now: float | None = None,
    away_since: float | None = None,
) -> Data:
    """Return a `MatchRow`; without `now` it has no clocks. `away_since` is in seconds since 1970."""
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
        "result": result_data(match.result, match.uncounted),
        "host": created.host.name,
        "rated": created.terms.rated,
        "uncounted": uncounted_data(match.uncounted),
        "visibility": visibility(created),
        "watchable": created.terms.watchable,
        "delay": delay_data(created.terms.delay),
        "series": series_data(match),
        "tournament": place_data(match),
        "for_you": is_for(match, viewer),
        "adjourned": match.adjourned,
        "to_move": match.to_move if match.phase is Phase.RUNNING else None,
        "remaining_ms": None if now is None else times_data(match, now)["remaining_ms"],
        "you": None if viewer is None else match.seat_of(viewer.id),
        "away_since": away_since,
        "created_at": created.created_at,
        "help": created.terms.help,
    }


def encoded_matches(rows: Sequence[bytes], next: str | None) -> bytes:
    """Return an encoded `Matches` result of encoded rows. `next` is the cursor of the next page."""
    return encode({"kind": "matches", "next": next, "matches": [Raw(row) for row in rows]})


def seek_data(seek: OpenSeek, since: float) -> Data:
    """Return a `SeekView`. `since` is in seconds since 1970."""
    return {
        "seek": seek.id,
        "game": seek.game,
        "options": dict(seek.options),
        "clock": games.clock_data(seek.control),
        "rated": seek.rated,
        "since": since,
    }


def paired_data(match: Match, seat: int | None, opponent: str) -> Data:
    """Return a `Paired` message."""
    created = match.created
    return {
        "t": "paired",
        "match": created.id,
        "code": created.code,
        "seat": seat,
        "opponent": opponent,
        "tournament": place_data(match),
    }


def next_data(match: Match, after: Match | None, why: str) -> Data:
    """Return a `Next` message."""
    return {
        "t": "next",
        "match": match.created.id,
        "why": why,
        "next": after.created.id if after else None,
        "code": after.created.code if after else None,
        "series": series_data(match),
    }


def invitation_data(row: Data) -> Data:
    """Return an `Invitation` to the match of a row."""
    return {"t": "invited", "by": row["host"], "row": row}


def away_data(match: Match, now: float) -> list[Data]:
    """Return a list of `Away`: the disconnected players of a match."""
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
    """Return a `Presence` message."""
    return {"t": "presence", "match": match.created.id, "away": away_data(match, now)}


def said_data(match_id: str, room: str, name: str, text: str, at: float) -> Data:
    """Return a `Said` message."""
    return {"t": "said", "match": match_id, "room": room, "name": name, "text": text, "at": at}
