"""TODO."""

from collections.abc import Callable

from kibitz_protocol import to_server
from kibitz_protocol.refusals import Code
from kibitz_server.core.lobby.listing import LobbyFilter
from kibitz_server.core.match.phase import Phase
from kibitz_server.games.registry import UnknownGame, declaration
from kibitz_server.handlers.access import Refuse
from kibitz_server.messages import outgoing
from kibitz_server.runtime.room import Client
from kibitz_server.runtime.runtime import Runtime


def list_matches(
    runtime: Runtime,
    peer: Client,
    message: to_server.ListMatches,
    reply: Callable[[str, outgoing.Data], None],
    refuse: Refuse,
) -> None:
    """Tell which matches there are and, where that is asked for, every change from now on."""
    try:
        wanted = _wanted(message)
    except UnknownGame as error:
        refuse(message.id, Code.UNKNOWN_GAME, str(error), "`kibitz games` lists them")
        return
    rows = runtime.lobby.rows(peer.player, wanted)
    if message.follow:
        runtime.lobby.follow(peer, wanted)
    reply(message.id, {"kind": "matches", "matches": rows})


def _wanted(message: to_server.ListMatches) -> LobbyFilter:
    """What a list is to show. Raises UnknownGame, because the list would be empty for ever."""
    if message.game is not None:
        declaration(message.game)
    phase = {None: None, "open": Phase.OPEN, "live": Phase.RUNNING}[message.phase]
    return LobbyFilter(message.game, phase, message.player, message.rated, message.free, message.min_rating)
