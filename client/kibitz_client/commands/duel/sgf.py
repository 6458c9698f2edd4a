"""The games of a tournament of Go as one file in SGF, which the export of tournaments does not have."""

from kibitz_client.commands.tournament.ask import games_of
from kibitz_client.network.client import NetworkClient
from kibitz_client.requests import build
from kibitz_protocol.commands.archive import Export, Exported

OVER = ("finished", "aborted")


async def games_as_sgf(client: NetworkClient, tournament: str) -> str:
    """Return all games that are over, in the order in which they began."""
    games = [game async for game in games_of(client, tournament, None) if game.phase in OVER]
    texts = []
    for game in sorted(games, key=lambda game: game.game):
        since: int | None = 0
        while since is not None:
            command = build(Export, match=game.match, form="sgf", comments=True, since=since)
            part = await client.ask(command)
            assert isinstance(part, Exported)
            texts.append(part.content)
            since = part.next
        texts.append("\n")
    return "".join(texts)
