"""The command `explain`: the tree of a small search, made by a helper process so that no match waits."""

from kibitz_protocol.commands.explain import Explain, OfLeaves, OfMatch
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.core.match.visibility import analysis_allowed, explanation_allowed
from kibitz_server.handlers import access
from kibitz_server.handlers.positions.reference import line_of
from kibitz_server.handlers.request import Request
from kibitz_server.jobs.lines import Line
from kibitz_server.jobs.trees import tree_of_leaves, tree_of_line
from kibitz_server.runtime.room import Room


def explain(request: Request[Explain]) -> None:
    """Answer with the tree of a search."""
    message, of = request.message, request.message.of
    if isinstance(of, OfMatch):
        access.find_watchable(request, lambda room: _explain_match(request, room, of.ply), of)
    elif isinstance(of, OfLeaves):
        request.in_background(tree_of_leaves, (message, of.tree), request.reply, long=True)
    else:
        try:
            line = line_of(of)
        except CommandRefused as refused:
            request.refuse_because(refused)
        else:
            request.in_background(tree_of_line, (message, None, line), request.reply, long=True)


def _explain_match(request: Request[Explain], room: Room, ply: int | None) -> None:
    if not analysis_allowed(room.match):
        request.refuse(Code.NO_HELP, hint="ask again when the match is over")
        return
    if not explanation_allowed(room.match):
        sentence = "a search of this match would tell what players have not seen"
        request.refuse(Code.NO_HELP, sentence, "ask again when the match is over")
        return
    shown = room.shown_to(request.client)
    if shown.ply < (ply or 0):
        request.refuse(Code.STALE_PLY, hint=f"you can see it up to ply {shown.ply}")
        return
    created, at = shown.created, shown.ply if ply is None else ply
    moves = (*created.opening, *shown.history.line(at))
    line, title = Line(shown.game, created.position, moves), f"{shown.game.name}, match {created.code}, ply {at}"
    request.in_background(tree_of_line, (request.message, title, line), request.reply, long=True)
