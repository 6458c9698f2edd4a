"""`kibitz archive` and `kibitz ratings`: finished matches, and the ratings of the players."""

import shlex
from typing import Any

from kibitz_client.commands.listings import listed_games
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.servers.connect import connect
from kibitz_client.parsing.archive_query import parse_time
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.terminal.output import Output
from kibitz_client.text.formatting import opponents_text, outcome_text, rated_text, table, time_text
from kibitz_protocol.commands.archive import (
    Archive,
    ArchiveRow,
    RatingList,
    RatingRow,
    RatingStep,
    SearchArchive,
    ShowRatings,
)
from kibitz_protocol.values.seats import player_text, strength_text

MATCH_HEADINGS = ("code", "ended", "game", "plies", "clock", "rated", "result", "players")
RATING_HEADINGS = ("player", "game", "rating", "matches", "opponents")
ORDER = "ordered by rating minus twice its deviation (±)"
USUAL_LIMIT = 20
STEP_HEADINGS = ("when", "game", "before", "after", "match")


MOST_ROWS = 100
"""The most matches of one answer of the server."""


async def archive(settings: Settings, output: Output, page_number: int, **fields: Any) -> None:
    """Show a page of finished matches, counted from 1.

    Raises:
        UsageError: `since` or `until` is not a time.
        RefusedError: The server does not have the game.
    """
    next_page = _command(page_number + 1, fields)
    for name in ("since", "until"):
        fields[name] = parse_time(name, fields[name])
    async with connect(settings, output) as connected:
        if fields["game"] is not None:
            (game,) = await listed_games(connected.client, fields["game"])
            fields["game"] = game.name
        page = await _page(connected.client, page_number, fields)
    for row in page.matches:
        output.emit(row)
    if output.json:
        if page.next is not None:
            output.emit({"next": page.next})
        return
    if not page.matches:
        output.say("no finished match fits" if page_number == 1 else f"there is no page {page_number}")
        return
    output.say(*table([MATCH_HEADINGS, *map(_match, page.matches)]))
    output.say(f"replay one: kibitz replay {page.matches[0].code}")
    if page.next is not None:
        output.say(f"the next page: {next_page}")


async def _page(client: NetworkClient, number: int, fields: dict[str, Any]) -> Archive:
    """Return a page of matches. Those before it are passed by in as few answers as possible."""
    size, cursor = fields["limit"], fields["cursor"]
    left = size * (number - 1)
    while left:
        step = min(left, MOST_ROWS)
        passed = await client.ask(build(SearchArchive, **{**fields, "limit": step, "cursor": cursor}))
        if passed.next is None:
            return passed.model_copy(update={"matches": []})
        left, cursor = left - step, passed.next
    return await client.ask(build(SearchArchive, **{**fields, "cursor": cursor}))


def _command(page: int, fields: dict[str, Any]) -> str:
    """Return the command for another page of the same search."""
    words = ["kibitz", "archive"]
    for name, value in fields.items():
        if isinstance(value, bool):
            words.append("--rated" if value else "--casual")
        elif value is not None and (name, value) != ("limit", USUAL_LIMIT) and name != "cursor":
            words += [f"--{name}", str(value)]
    return shlex.join([*words, "--page", str(page)])


async def ratings(settings: Settings, output: Output, game: str | None, player: str | None, limit: int) -> None:
    """Show the best players of a game, or a player's ratings and their history.

    Raises:
        RefusedError: The server does not have the game.
    """
    async with connect(settings, output) as connected:
        if game is not None:
            game = (await listed_games(connected.client, game))[0].name
        found = await connected.client.ask(build(ShowRatings, game=game, player=player, limit=limit))
    for row in (*found.ratings, *found.history):
        output.emit(row)
    if output.json:
        return
    output.say(*rating_lines(found))


def rating_lines(found: RatingList) -> list[str]:
    """Return the table of the ratings, and that of the changes of one player's rating."""
    if not found.ratings:
        return ["there are no ratings yet: play rated matches, with accounts, bots or engines of a fixed limit"]
    best = [*table([RATING_HEADINGS, *map(_rating, found.ratings)]), ORDER]
    return [*best, "", *table([STEP_HEADINGS, *map(_step, found.history)])] if found.history else best


def _match(row: ArchiveRow) -> tuple[str, ...]:
    players = " v ".join(player_text(seat) for seat in row.seats)
    result = outcome_text(row.result, row.seats)
    rated, ended = rated_text(row.rated, row.result.uncounted), time_text(row.ended_at)
    return row.code, ended, row.game, str(row.ply), row.clock or "", rated, result, players


def _rating(row: RatingRow) -> tuple[str, ...]:
    return row.shown, row.game, strength_text(row.rating, row.deviation), str(row.matches), opponents_text(row)


def _step(row: RatingStep) -> tuple[str, ...]:
    return time_text(row.at), row.game, str(row.before), strength_text(row.after, row.deviation), row.match
