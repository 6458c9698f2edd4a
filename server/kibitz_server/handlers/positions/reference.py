"""The positions that a command describes by game, options, first position and moves.

A client steps through a line by sending all its moves each time, because the text of a position need not say everything
about it. The runtime keeps the newest positions, so that a step plays only one move.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kibitz_protocol.explain import OfGame
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.core.values.refusal import legal_moves_text
from kibitz_server.games.game import BadOption, BadPosition, Game, IllegalMove, Position
from kibitz_server.games.registry import UnknownGame, load
from kibitz_server.handlers.request import Request
from kibitz_server.runtime.analysis.position_cache import PositionCache

AT_ONCE = 4
"""Moves that are played on the event loop. In the slowest game a move takes about a millisecond."""


@dataclass(frozen=True, slots=True)
class Line:
    """Moves of a game from a first position on; without `start` that of the game."""

    game: Game
    start: str | None
    moves: tuple[str, ...]

    def key(self, ply: int) -> tuple[object, ...]:
        """Return what the position after some of the moves is kept by."""
        return self.game.name, tuple(self.game.options.items()), self.start, self.moves[:ply]


def line_of(of: OfGame) -> Line:
    """Return the line that a command describes.

    Raises:
        CommandRefused: The server does not have the game, or the game not the options.
    """
    try:
        return Line(load(of.game, of.options), of.position, tuple(of.moves))
    except UnknownGame as error:
        raise CommandRefused(Code.UNKNOWN_GAME, str(error), "`kibitz games` lists them") from None
    except BadOption as error:
        raise CommandRefused(Code.BAD_OPTION, str(error), f"`kibitz games {of.game}` lists its options") from None


def position_of(of: OfGame, cache: PositionCache) -> Position:
    """Return the position after all moves of a command.

    Args:
        of: The game and the moves.
        cache: Positions that are kept.

    Raises:
        CommandRefused: The game, its options, the first position or a move is not valid.
    """
    line = line_of(of)
    return positions(line, len(line.moves), cache)[-1][1]


def positions(line: Line, since: int, cache: PositionCache) -> list[tuple[str | None, Position]]:
    """Return the positions of a line from ply `since` on, each with the move that leads to it, as the game writes it.

    The first one comes without a move.

    Args:
        line: The moves.
        since: The ply of the first position that is wanted.
        cache: Positions that are kept; the last one of the line is added.

    Raises:
        CommandRefused: The first position or a move is not valid.
    """
    since = min(since, len(line.moves))
    at, ply = cache.get(line.key(since)), since
    if at is None:
        at, ply = _start(line), 0
    found: list[tuple[str | None, Position]] = [(None, at)]
    for number, text in enumerate(line.moves[ply:], ply + 1):
        try:
            move = at.find(text)
        except IllegalMove as error:
            raise _illegal(line, number, since, error, at) from None
        at = at.after(move)
        found.append((move.text, at))
    cache.keep(line.key(len(line.moves)), at)
    (_, first), *rest = found[since - ply :]
    return [(None, first), *rest]


def reach(
    request: Request[Any], line: Line, since: int, then: Callable[[list[tuple[str | None, Position]]], None]
) -> None:
    """Find the positions of a line: a few moves at once, more in a background thread. Refuse an invalid line.

    Args:
        request: The command, which is answered in `then` unless it is refused.
        line: The moves.
        since: The ply of the first position that is wanted.
        then: Called once on the event loop with the result of `positions`, unless the command is refused.
    """
    cache = request.runtime.positions
    kept = cache.get(line.key(since)) is not None
    if len(line.moves) - (since if kept else 0) > AT_ONCE:
        request.in_background(lambda: positions(line, since, cache), then)
        return
    try:
        found = positions(line, since, cache)
    except CommandRefused as refused:
        request.refuse_because(refused)
    else:
        then(found)


def _start(line: Line) -> Position:
    try:
        return line.game.start(line.start)
    except BadPosition as error:
        hint = "leave the position out to start from the beginning"
        raise CommandRefused(Code.BAD_POSITION, str(error), hint) from None


def _illegal(line: Line, number: int, since: int, error: IllegalMove, at: Position) -> CommandRefused:
    # A single new move needs no number.
    alone = number == since + 1 == len(line.moves)
    sentence = str(error) if alone else f"move {number}, {line.moves[number - 1]!r}: {error}"
    hint = f"legal there: {legal_moves_text(at)}" if at.legal else "leave out what comes after the end of the game"
    return CommandRefused(Code.BAD_MOVES, sentence, hint)
