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
from kibitz_server.jobs.lines import AnalysisLine, PlayedAgain, Steps, positions, reached

AT_ONCE = 4
"""Moves that are played on the event loop. In the slowest game a move takes about a millisecond."""
SHORT = 12
"""Characters of a text that is not several moves."""


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
    waiting = line.moves[since if kept is not None else 0 :]
    if sum(1 + len(text) // SHORT for text in waiting) > AT_ONCE:
        return None
    try:
        found = positions(line, since, kept)
    except PlayedAgain:
        return None
    keep(request, line.one_by_one(found, since), found[-1].position)
    return found


def keep(request: Request[Any], line: AnalysisLine, position: Position) -> None:
    """Keep the position after a line whose moves are one by one."""
    request.runtime.positions.keep(line.key(len(line.moves)), position)


async def reach(request: Request[Any], line: AnalysisLine) -> tuple[AnalysisLine, Position]:
    """Return a line with its moves one by one, and the position after it.

    A few moves are played at once, more in a helper.

    Raises:
        CommandRefused: The first position or a move is not valid.
    """
    kept = request.runtime.positions.get(line.key(len(line.moves)))
    if kept is not None:
        return line, kept
    if (found := at_once(request, line, 0)) is not None:
        return line.one_by_one(found, 0), found[-1].position
    line, position = await request.in_background(reached, line)
    keep(request, line, position)
    return line, position
