"""Words that a server can complete: its games and engines, the codes of its matches, and the moves of a position.

Shells call this while the user types. So a server has one second, and every error means that there are no words.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from kibitz_client.errors import ClientError
from kibitz_client.network.client import NetworkClient, Status
from kibitz_client.network.servers.connect import connect
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.storage.completions import Completions, Lists
from kibitz_client.storage.files import completions_path
from kibitz_protocol.commands.archive import SearchArchive
from kibitz_protocol.commands.explain import OfGame
from kibitz_protocol.commands.positions import Explore
from kibitz_protocol.to_server import ListGames, ListMatches, Tournament
from kibitz_protocol.tournaments.commands import ListTournaments
from kibitz_protocol.tournaments.views import TournamentRows
from kibitz_protocol.values.matches import MatchRow
from kibitz_protocol.values.seats import name_text

ANSWERS_WITHIN_S = 1.0
LEVELS = range(1, 11)
FINISHED_SHOWN = 20

Words = list[tuple[str, str]]
"""Words with a remark each."""
T = TypeVar("T")


class Silent:
    """Reporter that drops everything: a shell would print it into the line that the user types."""

    def warn(self, *lines: str) -> None:
        """Drop remarks."""

    def status(self, status: Status, text: str, /) -> None:
        """Drop a change of the connection."""


def games_and_engines(settings: Settings) -> Lists:
    """Return the games and the engines, and keep them for later. Without an answer, the kept lists will do."""
    kept = Completions(completions_path())
    lists = _answer(settings, _lists)
    if lists is not None:
        kept.keep(settings.server, lists)
    return lists or kept.get(settings.server, stale=True) or {}


def match_codes(settings: Settings) -> Words:
    """Return the codes of the open and live matches."""
    return _answer(settings, _codes) or []


def finished_codes(settings: Settings) -> Words:
    """Return the codes of the matches that ended last."""
    return _answer(settings, _finished) or []


def tournament_codes(settings: Settings) -> Words:
    """Return the codes of the tournaments: those that run or are announced, then the newest."""
    return _answer(settings, _tournaments) or []


def moves_after(settings: Settings, game: str, moves: list[str]) -> Words:
    """Return the legal moves, or the possible chance outcomes, of a game with its default options after some moves."""
    return _answer(settings, lambda client: _moves(client, game, moves)) or []


def _answer(settings: Settings, ask: Callable[[NetworkClient], Awaitable[T]]) -> T | None:
    if settings.private:
        return None

    async def work() -> T:
        async with asyncio.timeout(ANSWERS_WITHIN_S), connect(settings, Silent()) as connected:
            return await ask(connected.client)

    try:
        return asyncio.run(work())
    except (ClientError, OSError, TimeoutError):
        return None


async def _lists(client: NetworkClient) -> Lists:
    games = (await client.ask(build(ListGames))).games
    engines = [(name, "") for name in client.welcome.engines if name != "level"]
    levels = [(f"level:{level}", "weakest" if level == LEVELS[0] else "") for level in LEVELS]
    return {"games": [(game.name, game.title) for game in games], "engines": [*engines, *levels]}


async def _codes(client: NetworkClient) -> Words:
    rows = (await client.ask(build(ListMatches))).matches
    return [(row.code, _match_text(row)) for row in rows]


def _match_text(row: MatchRow) -> str:
    players = " v ".join(view.kept_for or name_text(view) for view in row.seats)
    return f"{row.game}, {row.phase}, {players}"


async def _tournaments(client: NetworkClient) -> Words:
    answer = await client.ask(build(Tournament, do=ListTournaments()))
    rows = answer.tournaments if isinstance(answer, TournamentRows) else []
    return [(row.code, f"{row.name}, {row.format} of {row.game}, {row.state}") for row in rows]


async def _finished(client: NetworkClient) -> Words:
    page = await client.ask(build(SearchArchive, limit=FINISHED_SHOWN))
    return [(row.code, f"{row.game}, finished") for row in page.matches]


async def _moves(client: NetworkClient, game: str, moves: list[str]) -> Words:
    of = OfGame(game=game, moves=moves)
    explored = await client.ask(build(Explore, of=of, since=len(moves)))
    return [(move, "") for move in (*explored.state.legal, *explored.state.chances)]
