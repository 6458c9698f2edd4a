"""Requests about tournaments: one action each, with an answer of its own type."""

from collections.abc import AsyncIterator
from typing import Any, TypeVar

from pydantic import ValidationError

from kibitz_client.errors import NetworkError, UsageError
from kibitz_client.network.client import NetworkClient
from kibitz_client.requests import build, reasoned
from kibitz_protocol.to_client import TournamentSnapshot
from kibitz_protocol.to_server import Tournament
from kibitz_protocol.tournaments.commands import (
    Action,
    ListTournamentGames,
    ListTournaments,
    OfTournament,
    ShowTournament,
)
from kibitz_protocol.tournaments.views import (
    GameRow,
    GameRows,
    StandingRow,
    TournamentDone,
    TournamentRow,
    TournamentRows,
    TournamentView,
)

T = TypeVar("T")
A = TypeVar("A", bound=OfTournament)
CAPABILITY = "tournaments"
MOST_PAGES = 200
"""Pages of one list that are requested at most."""


async def ask(client: NetworkClient, do: Action | OfTournament, kind: type[T]) -> T:
    """Return the answer to an action.

    Raises:
        UsageError: The server has no tournaments.
        NetworkError: The answer is of another kind.
    """
    if CAPABILITY not in client.welcome.capabilities:
        raise UsageError(f"the server at {client.url} has no tournaments", "update it, or choose another: --server")
    answer = await client.ask(build(Tournament, do=do))
    if not isinstance(answer, kind):
        raise NetworkError("the server answered another question", "update kibitz")
    return answer


def action(kind: type[A], code: str, key: str | None, **fields: Any) -> A:
    """Return an action on one tournament.

    Raises:
        UsageError: A field is invalid.
    """
    try:
        return kind(tournament=code, key=key, **fields)
    except ValidationError as error:
        place, reason = reasoned(error)
        raise UsageError(f"{place[-1]} {reason}") from None


async def view_of(
    client: NetworkClient, code: str, key: str | None, *, follow: bool = False, page: int | None = None
) -> TournamentView:
    """Return a tournament with a page of its standings; with `follow`, the client then receives its events.

    Messages that come before the snapshot are lost.

    Raises:
        NetworkError: The connection was closed.
    """
    done = await ask(client, action(ShowTournament, code, key, follow=follow, page=page), TournamentDone)
    async for message in client.messages():
        if isinstance(message, TournamentSnapshot) and message.tournament.tournament == done.tournament:
            return message.tournament
    raise NetworkError("the connection was closed")


async def all_rows(client: NetworkClient, view: TournamentView, key: str | None) -> list[StandingRow]:
    """Return the rows of all pages of the standings."""
    rows = {row.entrant.number: row for row in view.rows}
    for page in range(1, min(view.pages, MOST_PAGES) + 1):
        if page != view.page:
            other = await view_of(client, view.code, key, page=page)
            rows |= {row.entrant.number: row for row in other.rows}
    return sorted(rows.values(), key=lambda row: row.rank)


async def games_of(client: NetworkClient, code: str, key: str | None, **sought: object) -> AsyncIterator[GameRow]:
    """Yield the games of all pages, or those of a round or of some entrants."""
    pages = page = 1
    while page <= min(pages, MOST_PAGES):
        answer = await ask(client, action(ListTournamentGames, code, key, page=page, **sought), GameRows)
        for game in answer.games:
            yield game
        pages, page = answer.pages, page + 1


async def tournaments(client: NetworkClient, do: ListTournaments) -> AsyncIterator[TournamentRow]:
    """Yield the tournaments of all pages."""
    pages = 1
    page = 0
    while page < min(pages, MOST_PAGES):
        page += 1
        answer = await ask(client, do.model_copy(update={"page": page}), TournamentRows)
        pages = answer.pages
        for row in answer.tournaments:
            yield row
