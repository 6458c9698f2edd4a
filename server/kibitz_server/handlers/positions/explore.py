"""The command `explore`: a line of moves, checked by the rules, for an analysis board."""

from kibitz_protocol.commands.explain import OfMatch
from kibitz_protocol.commands.positions import Explore
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.handlers import access
from kibitz_server.handlers.positions.reference import at_once, keep, line_of
from kibitz_server.handlers.request import Request
from kibitz_server.jobs.lines import AnalysisLine, explored, explored_data
from kibitz_server.messages import match_data
from kibitz_server.messages.outgoing import Data
from kibitz_server.runtime.room import Room


async def explore(request: Request[Explore]) -> None:
    """Answer with a line and a position of it."""
    of, since = request.message.of, request.message.since
    if isinstance(of, OfMatch):
        await _explore_match(request, await access.find_watchable(request, of), of.ply)
    else:
        line = line_of(of)
        await _answer(request, line, min(since, len(line.moves)))


async def _explore_match(request: Request[Explore], room: Room, ply: int | None) -> None:
    match = room.shown_to(request.client)
    if not match.over:
        # The moves are no secret, but an engine is beside them on the analysis board.
        raise CommandRefused(Code.NOT_OVER, "the match is still running", "open it when it is over, or replay it")
    access.check_revealed(match, Code.NO_HELP)
    moves = (*match.created.opening, *match.history.line())
    line = AnalysisLine(match.game, match.created.position, moves)
    seats = [match_data.seat_data(seat, player) for seat, player in enumerate(match.seats)]
    reached = match.history.line(None if ply is None else min(ply, len(match.moves)))
    at = len(match.created.opening) + len(reached)
    await _answer(request, line, 0, at, seats)


async def _answer(
    request: Request[Explore], line: AnalysisLine, since: int, at: int | None = None, seats: list[Data] | None = None
) -> None:
    """Answer with the positions of a line from ply `since` on, and the state at ply `at`, or at the end."""
    found = at_once(request, line, since)
    if found is not None:
        data = explored_data(line, found, since, at)
        request.reply(data if seats is None else {**data, "seats": seats})
    else:
        made, line, position = await request.in_background(explored, line, since, at, seats)
        keep(request, line, position)
        request.reply(made)
