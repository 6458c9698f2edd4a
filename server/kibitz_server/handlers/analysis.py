"""The command `analyse`: a search of every position of a finished match, in the background."""

from kibitz_protocol.analysis import Analyse
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.core.lobby.exhibition import is_exhibition
from kibitz_server.handlers import access
from kibitz_server.handlers.request import Request
from kibitz_server.messages.outgoing import Data
from kibitz_server.runtime.room import Room


def analyse(request: Request[Analyse]) -> None:
    """Answer with the analysis of a match that the client may watch and that is over for it."""
    access.find_watchable(request, lambda room: _analyse(request, room))


def _analyse(request: Request[Analyse], room: Room) -> None:
    # Over as far as the client may know: a spectator with a delay must not learn of the end early.
    match = room.shown_to(request.client)
    if not match.over:
        request.refuse(
            Code.NOT_OVER, "the match is not over, and only finished ones are analysed", "ask again when it is over"
        )
        return
    if is_exhibition(match.created):
        hint = "the server plays them for spectators only; matches of `kibitz duel` are kept"
        request.refuse(Code.NO_ANALYSIS, "exhibition matches are not kept", hint)
        return

    def answer(found: Data | CommandRefused) -> None:
        if isinstance(found, CommandRefused):
            request.refuse_because(found)
        else:
            request.reply(found)

    request.runtime.analyses.request(match, request.message.effort, request.client, answer)
