"""`kibitz archive` and `kibitz ratings`: what has been played, and how strong it made people."""

import time
from typing import Any

from kibitz_client.network.connect import connect
from kibitz_client.parsing.archive_query import moment
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.terminal.output import Output
from kibitz_client.text.formatting import player_text, strength_text, table
from kibitz_protocol.archive import ArchiveRow, RatingRow, RatingStep, SearchArchive, ShowRatings

MATCHES = ("code", "ended", "game", "plies", "clock", "rated", "result", "players", "match")
RATINGS = ("player", "game", "rating", "matches")
STEPS = ("when", "game", "before", "after", "match")


async def archive(settings: Settings, output: Output, **wanted: Any) -> None:
    """A page of matches that are over. Raises Misuse."""
    for name in ("since", "until"):
        wanted[name] = moment(name, wanted[name])
    async with connect(settings, output) as connected:
        page = await connected.client.ask(build(SearchArchive, **wanted))
    for row in page.matches:
        output.emit(row)
    if output.json:
        if page.next is not None:
            output.emit({"next": page.next})
        return
    if not page.matches:
        output.say("no match that is over fits")
        return
    output.say(*table([MATCHES, *map(_match, page.matches)]))
    output.say(f"watch one: kibitz watch {page.matches[0].match}")
    if page.next is not None:
        output.say(f"there are more: add --cursor '{page.next}'")


async def ratings(settings: Settings, output: Output, game: str | None, player: str | None, limit: int) -> None:
    """The best at a game, or a player's ratings and how they came about."""
    async with connect(settings, output) as connected:
        found = await connected.client.ask(build(ShowRatings, game=game, player=player, limit=limit))
    for row in (*found.ratings, *found.history):
        output.emit(row)
    if output.json:
        return
    if not found.ratings:
        output.say("nobody has a rating yet: play rated matches, with accounts, bots or engines of a fixed limit")
        return
    output.say(*table([RATINGS, *map(_rating, found.ratings)]))
    if found.history:
        output.say("", *table([STEPS, *map(_step, found.history)]))


def _shown(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def _match(row: ArchiveRow) -> tuple[str, ...]:
    players = " v ".join(player_text(seat) for seat in row.seats)
    winner = "draw" if row.result.winner is None else row.seats[row.result.winner].name or "?"
    result = f"{winner}: {row.result.reason}"
    rated = "rated" if row.rated else ""
    return row.code, _shown(row.ended_at), row.game, str(row.ply), row.clock or "", rated, result, players, row.match


def _rating(row: RatingRow) -> tuple[str, ...]:
    return row.player, row.game, strength_text(row.rating, row.deviation), str(row.matches)


def _step(row: RatingStep) -> tuple[str, ...]:
    return _shown(row.at), row.game, str(row.before), strength_text(row.after, row.deviation), row.match
