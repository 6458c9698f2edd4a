"""The positions that a command describes by game, options, first position and moves.

The runtime keeps the newest positions, so that a step along a line plays only one move.
"""

from typing import Any

from kibitz_protocol.commands.explain import OfGame
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.games.game import BadOption, Position
from kibitz_server.games.registry import UnknownGame, load, named_game
from kibitz_server.handlers.request import Request
from kibitz_server.jobs.lines import AnalysisLine, PlayedAgain, Steps, last_position, positions

AT_ONCE = 4
"""Moves that are played on the event loop. In the slowest game a move takes about a millisecond."""


def line_of(of: OfGame) -> AnalysisLine:
    """Return the line that a command describes.

    Raises:
        CommandRefused: The server does not have the game, or the game not the options.
    """
    try:
        return AnalysisLine(load(*named_game(of.game, of.options)), of.position, tuple(of.moves))
    except UnknownGame as error:
        raise CommandRefused(Code.UNKNOWN_GAME, str(error), "`kibitz games` lists them") from None
    except BadOption as error:
        raise CommandRefused(Code.BAD_OPTION, str(error), f"`kibitz games {of.game}` lists its options") from None


def at_once(request: Request[Any], line: AnalysisLine, since: int) -> Steps | None:
    """Return the positions of a line from ply `since` on, and keep the last one; None if they take more moves.

    Raises:
        CommandRefused: The first position or a move is not valid.
    """
    cache = request.runtime.positions
    kept = cache.get(line.key(since))
    if len(line.moves) - (since if kept is not None else 0) > AT_ONCE:
        return None
    try:
        found = positions(line, since, kept)
    except PlayedAgain:
        return None
    cache.keep(line.key(len(line.moves)), found[-1][1])
    return found


async def reach(request: Request[Any], line: AnalysisLine) -> Position:
    """Return the position after all moves of a line: a few moves are played at once, more in a helper.

    Raises:
        CommandRefused: The first position or a move is not valid.
    """
    found = at_once(request, line, len(line.moves))
    if found is not None:
        return found[-1][1]
    position = await request.in_background(last_position, line)
    request.runtime.positions.keep(line.key(len(line.moves)), position)
    return position
