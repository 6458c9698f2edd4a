"""The command `explain`: the tree of a small search, made by a helper process so that no match waits."""

from kibitz_protocol.commands.explain import Explain, OfLeaves, OfMatch
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.core.match.visibility import analysis_allowed, explanation_allowed
from kibitz_server.handlers import access
from kibitz_server.handlers.positions.fair import check_line
from kibitz_server.handlers.positions.reference import line_of
from kibitz_server.handlers.request import Request
from kibitz_server.jobs.lines import AnalysisLine
from kibitz_server.jobs.trees import tree_of_leaves, tree_of_line
from kibitz_server.runtime.room import Room


async def explain(request: Request[Explain]) -> None:
    """Answer with the tree of a search."""
    message, of = request.message, request.message.of
    if isinstance(of, OfLeaves):
        request.reply(await request.in_background(tree_of_leaves, message, of.tree, long=True))
        return
    title = None
    if isinstance(of, OfMatch):
        line, title = _line_of_match(request, await access.find_watchable(request, of), of.ply)
    else:
        line = line_of(of)
    await check_line(request, line)
    request.reply(await request.in_background(tree_of_line, message, title, line, long=True))


def _line_of_match(request: Request[Explain], room: Room, ply: int | None) -> tuple[AnalysisLine, str]:
    """Return the line of a match up to a ply, and its title. Raises CommandRefused if a tree would tell too much."""
    if not analysis_allowed(room.match):
        raise CommandRefused(Code.NO_HELP, hint="ask again when the match is over")
    if room.match.over:
        access.check_revealed(room.match, Code.NO_HELP)
    if not explanation_allowed(room.match):
        sentence = "a search of this match would tell what players have not seen"
        raise CommandRefused(Code.NO_HELP, sentence, "ask again when the match is over")
    shown = room.shown_to(request.client)
    if shown.ply < (ply or 0):
        raise CommandRefused(Code.STALE_PLY, hint=f"you can see it up to ply {shown.ply}")
    created, at = shown.created, shown.ply if ply is None else ply
    moves = (*created.opening, *shown.history.line(at))
    return AnalysisLine(shown.game, created.position, moves), f"{shown.game.name}, match {created.code}, ply {at}"
