"""The command `explore`: a line of moves, checked by the rules, for an analysis board."""

from kibitz_protocol.explain import OfMatch
from kibitz_protocol.positions import Explore
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.core.values.events import Result
from kibitz_server.games.game import Position
from kibitz_server.handlers import access
from kibitz_server.handlers.positions.reference import Line, line_of, reach
from kibitz_server.handlers.request import Request
from kibitz_server.messages import games, match_data
from kibitz_server.messages.outgoing import Data
from kibitz_server.runtime.room import Room


def explore(request: Request[Explore]) -> None:
    """Answer with a line and a position of it."""
    of, since = request.message.of, request.message.since
    if isinstance(of, OfMatch):
        access.find_watchable(request, lambda room: _explore_match(request, room, of.ply), of)
        return
    try:
        line = line_of(of)
    except CommandRefused as refused:
        request.refuse_because(refused)
        return
    since = min(since, len(line.moves))
    reach(request, line, since, lambda found: request.reply(explored_data(line, found, since, len(line.moves))))


def _explore_match(request: Request[Explore], room: Room, ply: int | None) -> None:
    match = room.shown_to(request.client)
    if not match.over:
        # The moves are no secret, but an engine stands beside them on the analysis board.
        request.refuse(Code.NOT_OVER, "the match is still running", "open it when it is over, or replay it")
        return
    moves = (*match.created.opening, *(move.move for move in match.moves))
    line = Line(match.game, match.created.position, moves)
    seats = [match_data.seat_data(seat, player) for seat, player in enumerate(match.seats)]
    at = len(moves) if ply is None else min(len(match.created.opening) + ply, len(moves))
    reach(request, line, 0, lambda found: request.reply({**explored_data(line, found, 0, at), "seats": seats}))


def explored_data(line: Line, found: list[tuple[str | None, Position]], since: int, ply: int) -> Data:
    """Return an `Explored`.

    Args:
        line: The line.
        found: Its positions from `since` on, each with the move that leads to it.
        since: The ply of the first of these positions.
        ply: The ply whose state is shown.
    """
    shown = found[ply - since][1]
    seats = [None, *(position.to_move for _, position in found[:-1])]
    outcome = shown.outcome
    result = Result(outcome.winner, outcome.reason, outcome.points) if outcome is not None else None
    return {
        "kind": "explored",
        "game": games.game_data(line.game.declaration),
        "options": line.game.options,
        "board": games.board_data(line.game.board),
        "start": line.start,
        "since": since,
        "line": [
            {"move": move, "seat": seat, "position": position.text}
            for seat, (move, position) in zip(seats, found, strict=True)
        ],
        "ply": ply,
        "state": match_data.state_data(shown, ply, outcome is not None, match_data.NO_TIMES),
        "result": match_data.result_data(result),
    }
