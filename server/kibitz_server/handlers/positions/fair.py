"""Fair play: no engine helps with the position of a running match that must be played without it.

A client that plays such a match or watches it would otherwise ask by the moves, or in another match, in place of the
match. The position may be reached in another way, so boards are compared as well as moves.
"""

from typing import Any

from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.visibility import PUBLIC, analysis_allowed
from kibitz_server.games.game import Position
from kibitz_server.handlers.request import Request
from kibitz_server.jobs.fair import first_shown
from kibitz_server.jobs.lines import AnalysisLine


async def check_line(request: Request[Any], line: AnalysisLine) -> None:
    """Check a line whose last position an engine is to search.

    Raises:
        CommandRefused: It leads to the position of a match without help which the client plays or watches, or through
            it, or a move is not valid.
    """
    found = _without_help(request, line)
    if not found:
        return
    codes = [match.created.code for match, _ in found]
    shown = next((place for place, (match, _) in enumerate(found) if _leads_through(line, match)), None)
    if shown is None:
        kept = [(seen, _has_moves(match)) for match, seen in found]
        shown = await request.in_background(first_shown, line, kept)
    if shown is not None:
        raise CommandRefused(
            Code.NO_HELP,
            f"this is the position of match {codes[shown]}, which is played without engine help",
            "ask again when the match is over",
        )


def _without_help(request: Request[Any], line: AnalysisLine) -> list[tuple[Match, Position]]:
    """Return the running matches without help that the client plays or watches, with the positions that it sees."""
    client, found = request.client, []
    for room in request.runtime.rooms.all:
        match = room.match
        if match.game.name != line.game.name or match.phase is Phase.OPEN or analysis_allowed(match):
            continue
        seat = match.seat_of(client.player.id)
        if seat is not None:
            found.append((match, match.position.seen_by(seat)))
        elif room in client.rooms:
            # What a spectator with a delay does not see yet must not follow from a refusal either.
            shown = room.shown_to(client)
            found.append((shown, shown.position.seen_by(PUBLIC)))
    return found


def _has_moves(match: Match) -> bool:
    """Return whether the position of a match is more than the first one of its game."""
    return match.ply > 0 or match.created.position is not None or bool(match.created.opening)


def _leads_through(line: AnalysisLine, match: Match) -> bool:
    """Return whether a line begins with all moves of a match that has begun."""
    moves = (*match.created.opening, *match.history.line())
    same = line.start == match.created.position and dict(line.game.options) == dict(match.game.options)
    return same and match.ply > 0 and line.moves[: len(moves)] == moves
