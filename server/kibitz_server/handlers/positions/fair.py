"""Fair play on analysis boards: no engine helps with the position of a running match that must be played without it.

A client that plays such a match or watches it would otherwise ask by the moves, in place of the match. The position may
be reached in another way, so boards are compared as well as moves.
"""

from typing import Any

from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.visibility import PUBLIC, analysis_allowed
from kibitz_server.games.game import Position
from kibitz_server.handlers.positions.reference import reach
from kibitz_server.handlers.request import Request
from kibitz_server.jobs.lines import AnalysisLine


async def check_line(request: Request[Any], line: AnalysisLine) -> None:
    """Check the position after a line, which is found only for a client in a match without help.

    Raises:
        CommandRefused: It is that of such a match, or a move is not valid.
    """
    if _without_help(request, line):
        line, position = await reach(request, line)
        check_position(request, line, position)


def check_position(request: Request[Any], line: AnalysisLine, position: Position) -> None:
    """Check a position and the line that leads to it.

    Raises:
        CommandRefused: It is that of a match without help which the client plays or watches, or follows from that.
    """
    for match, seen in _without_help(request, line):
        if _leads_through(line, match) or _board(position) == _board(seen):
            code = match.created.code
            raise CommandRefused(
                Code.NO_HELP,
                f"this is the position of match {code}, which is played without engine help",
                "ask again when the match is over",
            )


def _without_help(request: Request[Any], line: AnalysisLine) -> list[tuple[Match, Position]]:
    """Return the running matches without help that the client plays or watches, with the positions that it sees."""
    client, found = request.client, []
    for room in request.runtime.rooms.all:
        seat = room.match.seat_of(client.player.id)
        if room.match.game.name != line.game.name or analysis_allowed(room.match):
            continue
        if seat is not None:
            found.append((room.match, room.match.position.seen_by(seat)))
        elif room in client.rooms:
            # What a spectator with a delay does not see yet must not follow from a refusal either.
            shown = room.shown_to(client)
            found.append((shown, shown.position.seen_by(PUBLIC)))
    return found


def _leads_through(line: AnalysisLine, match: Match) -> bool:
    """Return whether a line begins with all moves of a match that has begun."""
    moves = (*match.created.opening, *match.history.line())
    same = line.start == match.created.position and dict(line.game.options) == dict(match.game.options)
    return same and match.ply > 0 and line.moves[: len(moves)] == moves


def _board(position: Position) -> object:
    """Return the pieces of a board and the side to move; the whole text where a board has no cells."""
    picture = position.picture
    drawn = picture.rows or picture.counts
    return (position.to_move, picture.rows, picture.counts, picture.blocks) if drawn else position.text
