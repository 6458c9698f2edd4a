"""`kibitz archive` and `kibitz ratings`: finished matches, and the ratings of the players."""

from typing import Any

from kibitz_client.commands.listings import listed_games
from kibitz_client.network.servers.connect import connect
from kibitz_client.parsing.archive_query import parse_time
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.terminal.output import Output
from kibitz_client.text.formatting import table, time_text
from kibitz_protocol.commands.archive import ArchiveRow, RatingRow, RatingStep, SearchArchive, ShowRatings
from kibitz_protocol.values.seats import player_text, strength_text

MATCH_HEADINGS = ("code", "ended", "game", "plies", "clock", "rated", "result", "players", "match")
RATING_HEADINGS = ("player", "game", "rating", "matches")
STEP_HEADINGS = ("when", "game", "before", "after", "match")


async def archive(settings: Settings, output: Output, **fields: Any) -> None:
    """Show a page of finished matches.

    Raises:
        UsageError: `since` or `until` is not a time.
        RefusedError: The server does not have the game.
    """
    for name in ("since", "until"):
        fields[name] = parse_time(name, fields[name])
    async with connect(settings, output) as connected:
        if fields["game"] is not None:
            (game,) = await listed_games(connected.client, fields["game"])
            fields["game"] = game.name
        page = await connected.client.ask(build(SearchArchive, **fields))
    for row in page.matches:
        output.emit(row)
    if output.json:
        if page.next is not None:
            output.emit({"next": page.next})
        return
    if not page.matches:
        output.say("no finished match fits")
        return
    output.say(*table([MATCH_HEADINGS, *map(_match, page.matches)]))
    output.say(f"replay one: kibitz replay {page.matches[0].code}")
    if page.next is not None:
        output.say(f"there are more: add --cursor '{page.next}'")


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
    if not found.ratings:
        output.say("there are no ratings yet: play rated matches, with accounts, bots or engines of a fixed limit")
        return
    output.say(*table([RATING_HEADINGS, *map(_rating, found.ratings)]))
    if found.history:
        output.say("", *table([STEP_HEADINGS, *map(_step, found.history)]))


def _match(row: ArchiveRow) -> tuple[str, ...]:
    players = " v ".join(player_text(seat) for seat in row.seats)
    winner = None if row.result.winner is None else row.seats[row.result.winner]
    result = f"{(winner.label or winner.name or '?') if winner else 'draw'}: {row.result.reason}"
    rated, ended = "rated" if row.rated else "", time_text(row.ended_at)
    return row.code, ended, row.game, str(row.ply), row.clock or "", rated, result, players, row.match


def _rating(row: RatingRow) -> tuple[str, ...]:
    return row.player, row.game, strength_text(row.rating, row.deviation), str(row.matches)


def _step(row: RatingStep) -> tuple[str, ...]:
    return time_text(row.at), row.game, str(row.before), strength_text(row.after, row.deviation), row.match
