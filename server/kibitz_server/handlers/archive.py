"""Commands of the archive: search it, show ratings, read records, export files, and analyse finished matches.

A helper process reads the database, a page at a time.
"""

import hashlib
import math
from functools import partial
from typing import Any

from kibitz_protocol import to_server
from kibitz_protocol.commands.analysis import Analyse
from kibitz_protocol.commands.archive import Export, OpenFile, SearchArchive, ShowRatings
from kibitz_protocol.formats.forms import form_fault
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.core.lobby.exhibition import is_exhibition
from kibitz_server.core.match.visibility import audience
from kibitz_server.handlers import access
from kibitz_server.handlers.request import AwaitedOutcome, Request
from kibitz_server.jobs.matches import archive_page, file_page, found_by, record_page, rows_of
from kibitz_server.messages.game_names import listed_name
from kibitz_server.messages.outgoing import Data
from kibitz_server.messages.record import thinking_told
from kibitz_server.records.opened import opened_page
from kibitz_server.runtime.room import Room
from kibitz_server.store.archive.queries import ArchiveCriteria, RatingChange
from kibitz_server.store.archive.ranking import Ranked
from kibitz_server.store.archive.sought import sought

EXHIBITION, KEPT = (
    "exhibition matches are not kept",
    "the server plays them for spectators only; matches of `kibitz duel` are kept",
)


async def search(request: Request[SearchArchive]) -> None:
    """Answer with a page of matches that the client may see.

    Raises:
        CommandRefused: The cursor of the page is not valid.
    """
    message = request.message
    wanted = ArchiveCriteria(
        player=sought(message.player) if message.player is not None else None,
        game=listed_name(message.game),
        result=message.result,
        rated=message.rated,
        since=message.since,
        until=message.until,
    )
    bound = hashlib.blake2b(repr(wanted).encode(), digest_size=6).hexdigest()
    after = _position(message.cursor, bound) if message.cursor is not None else None
    page = wanted._replace(viewer_id=request.client.player.id, after=after, limit=message.limit + 1)
    request.reply(await request.query(partial(found_by, wanted=page), archive_page, message.limit, bound))


async def ratings(request: Request[ShowRatings]) -> None:
    """Answer with the best players, or with one player's ratings and their history."""
    message, store, ranking = request.message, request.runtime.store, request.runtime.ratings.ranking
    player, game = message.player, listed_name(message.game)
    changes: list[RatingChange] = []
    if player is None:
        found = ranking.best(message.limit, game)
    else:
        found = ranking.named(player, message.limit, game)
        changes = await request.read(lambda: store.rating_changes(player, game))
    rows = [_rating_data(ranked) for ranked in found]
    request.reply({"kind": "ratings", "ratings": rows, "history": [_change_data(change) for change in changes]})


async def record(request: Request[to_server.Record]) -> None:
    """Answer with a page of the record of a match."""
    room = await access.find_watchable(request)
    match_id, seen = room.match.created.id, _seen(request, room)
    rows = partial(rows_of, match_id=match_id)
    request.reply(await request.query(rows, record_page, match_id, request.message.since, *seen))


async def export(request: Request[Export]) -> None:
    """Answer with a page of a match as a file.

    Raises:
        CommandRefused: The client may not watch the match, or it is not kept, or its game has no such file.
    """
    room = await access.find_watchable(request)
    created, form = room.match.created, request.message.form
    if form != "record" and (fault := form_fault(form, created.game)) is not None:
        raise CommandRefused(Code.BAD_OPTION, fault, "take it as PGN")
    seen, name = _seen(request, room), f"{created.game}-{created.code}.{'jsonl' if form == 'record' else form}"
    rows = partial(rows_of, match_id=created.id)
    request.reply(await request.query(rows, file_page, request.message, created.id, name, *seen))


async def open_file(request: Request[OpenFile]) -> None:
    """Answer with a page of the record of a game in a file that the client has.

    Raises:
        CommandRefused: There is no such game in the file.
    """
    message = request.message
    page = await request.in_background(opened_page, message.form, message.data, message.game, message.since)
    request.reply(page)


def _seen(request: Request[Any], room: Room) -> tuple[int, int | None, bool]:
    """Return what a record for the client has: the last event, the audience that received its events, and whether
    moves have search info. Raises CommandRefused if the match has no record."""
    if is_exhibition(room.match.created):
        raise CommandRefused(Code.NOT_SAVED, EXHIBITION, KEPT)
    shown = room.shown_to(request.client)
    # Where everything was revealed at the end, nothing is hidden from the first event on.
    viewer = None if shown.revealed else audience(shown, request.client.player.id)
    return shown.seq, viewer, thinking_told(shown)


async def analyse(request: Request[Analyse]) -> None:
    """Answer with the analysis of a match that the client may watch and that is over for it.

    Raises:
        CommandRefused: There is no such match, or it cannot be analysed, or too many analyses wait.
    """
    room = await access.find_watchable(request)
    # Over as far as the client may know: a spectator with a delay must not learn of the end early.
    match = room.shown_to(request.client)
    if not match.over:
        sentence = "the match is not over, and only finished ones are analysed"
        raise CommandRefused(Code.NOT_OVER, sentence, "ask again when it is over")
    if is_exhibition(match.created):
        raise CommandRefused(Code.NO_ANALYSIS, EXHIBITION, KEPT)
    access.check_revealed(match, Code.NO_ANALYSIS)
    analyses, effort = request.runtime.analyses, request.message.effort
    analysis: bytes | CommandRefused = await AwaitedOutcome(
        lambda then: analyses.request(match, effort, request.client, then)
    )
    if isinstance(analysis, CommandRefused):
        raise analysis
    request.reply(analysis)


def _position(cursor: str, bound: str) -> tuple[float, str]:
    """Return the time and id of the last match before a page of the search that a cursor is bound to.

    Raises:
        CommandRefused: The cursor is not one, or that of another search.
    """
    text, _, rest = cursor.partition(" ")
    match_id, _, search = rest.partition(" ")
    try:
        ended_at = float(text)
    except ValueError:
        ended_at = math.nan
    if not match_id or math.isnan(ended_at):
        raise CommandRefused(Code.BAD_CURSOR, hint="take `next` of the page before, or leave it out")
    if search != bound:
        sentence = "the cursor is that of another search"
        raise CommandRefused(Code.BAD_CURSOR, sentence, "search again without it, or for the same as before")
    return ended_at, match_id


def _rating_data(ranked: Ranked) -> Data:
    standing, kind = ranked.standing, "engine" if ranked.engine else "human"
    rating = standing.rating
    numbers = {"rating": rating.shown, "deviation": rating.deviation, "matches": rating.matches}
    against = {"opponents": len(standing.opponents), "engines_only": standing.engines_only}
    return {"player": ranked.name, "kind": kind, "game": ranked.game, **numbers, **against}


def _change_data(change: RatingChange) -> Data:
    after = {"after": change.after.shown, "deviation": change.after.deviation}
    return {"match": change.match_id, "game": change.game, "at": change.at, "before": change.before.shown, **after}
