"""Commands of the lobby: list games and matches, and seek an opponent."""

from contextlib import suppress

from kibitz_protocol import to_server
from kibitz_protocol.refusals import Code
from kibitz_server.core.lobby.listing import LobbyFilter
from kibitz_server.core.match.phase import Phase
from kibitz_server.games.registry import UnknownGame, declarations, named_game
from kibitz_server.handlers.access import check_host
from kibitz_server.handlers.request import Request
from kibitz_server.messages import match_data
from kibitz_server.messages.games import encoded_games
from kibitz_server.runtime.lobby.rows import BadCursor


def ping(request: Request[to_server.Ping]) -> None:
    """Answer with the server's time."""
    request.reply({"kind": "pong", "at": request.runtime.wall_clock()})


def list_games(request: Request[to_server.ListGames]) -> None:
    """Answer with the games of the server and their options."""
    offered = request.runtime.host.offers
    request.reply(encoded_games(tuple(game for game in declarations() if offered(game.name))))


def list_matches(request: Request[to_server.ListMatches]) -> None:
    """Answer with a page of the matches of the lobby. With `follow`, subscribe the client to their changes."""
    try:
        wanted = _filter(request.message)
    except UnknownGame as error:
        request.refuse(Code.UNKNOWN_GAME, str(error), "`kibitz games` lists them")
        return
    client, lobby, message = request.client, request.runtime.lobby, request.message
    try:
        page = lobby.page(client.player, wanted, message.cursor, message.limit)
    except BadCursor:
        request.refuse(Code.BAD_CURSOR, hint="take `next` of the page before, or leave it out")
        return
    if message.follow:
        lobby.follow(client, wanted)
    request.reply(match_data.encoded_matches(page.rows, page.next))


def follow_chat(request: Request[to_server.FollowLobbyChat]) -> None:
    """Send the client the chat of the lobby from now on, and answer with its last messages."""
    request.reply({"kind": "lobby_chat", "said": request.runtime.lobby_chat.follow(request.client)})


def say(request: Request[to_server.SayInLobby]) -> None:
    """Send a message to the chat of the lobby."""
    client, chat = request.client, request.runtime.lobby_chat
    if not chat.follows(client):
        request.refuse(Code.NOT_WATCHING, "you do not follow the chat of the lobby", "send lobby_chat first")
        return
    request.context.moderation.check_not_muted(client.player, client.info.block)
    request.reply()
    chat.say(client.player, request.message.text, request.runtime.wall_clock())


def seek(request: Request[to_server.Seek]) -> None:
    """Seek an opponent."""
    game = request.message.game
    # An unknown game is refused as one where the search begins.
    with suppress(UnknownGame):
        check_host(request, named_game(game)[0] if game is not None else None)
    request.runtime.matchmaking.seek(request.client, request.message, request.reply, request.refuse)


def unseek(request: Request[to_server.Unseek]) -> None:
    """Cancel the seeks of the client's player, or one of them."""
    request.reply()
    request.runtime.matchmaking.cancel(request.client, request.message.seek)


def _filter(message: to_server.ListMatches) -> LobbyFilter:
    """Return the filter of a list. Raises UnknownGame, because such a list would always be empty."""
    game = named_game(message.game)[0] if message.game is not None else None
    phase = {None: None, "open": Phase.OPEN, "live": Phase.RUNNING}[message.phase]
    return LobbyFilter(game, phase, message.player, message.rated, message.free, message.min_rating)
