"""The command `explain`: the tree of a small search, made in a background thread so that no match waits."""

import time
from collections.abc import Callable

from kibitz_protocol.explain import Explain, OfGame, OfLeaves, OfMatch
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.visibility import analysis_allowed
from kibitz_server.core.values.opening import starting_position
from kibitz_server.engine.algorithms import UnfitAlgorithm, check
from kibitz_server.engine.trees import leaves
from kibitz_server.engine.trees import tree as trees
from kibitz_server.engine.trees.tree import Nested, TooLarge
from kibitz_server.engine.trees.unpruned import unpruned
from kibitz_server.games.game import Position
from kibitz_server.handlers import access
from kibitz_server.handlers.positions.reference import position_of
from kibitz_server.handlers.request import Request
from kibitz_server.messages import games
from kibitz_server.messages.outgoing import Data
from kibitz_server.runtime.analysis.position_cache import PositionCache
from kibitz_server.runtime.room import Room

MAX_NODES = 2_000
"""This many nodes make an answer of about half a megabyte, half of the bytes that an outbox may hold."""
MAX_S = 2.0
"""Processor time for a tree, in seconds: matches share the processor."""
MAX_CELLS = 150_000
"""A tree whose boards have more cells in total is sent without the boards."""
EXAMPLE = "write it like [[3, 12, 8], [2, 4, 6]]"


def explain(request: Request[Explain]) -> None:
    """Answer with the tree of a search, made in a thread."""
    of = request.message.of
    if isinstance(of, OfMatch):
        access.find_watchable(request, lambda room: _explain_match(request, room, of.ply), of)
    else:
        _start(request, lambda: _subject(of, request.runtime.positions))


def _explain_match(request: Request[Explain], room: Room, ply: int | None) -> None:
    if not analysis_allowed(room.match):
        request.refuse(Code.NO_HELP, hint="ask again when the match is over")
    elif (shown := room.shown_to(request.client)).ply < (ply or 0):
        request.refuse(Code.STALE_PLY, hint=f"you can see it up to ply {shown.ply}")
    else:
        _start(request, lambda: _of_match(shown, ply))


def _start(request: Request[Explain], subject: Callable[[], tuple[str, Position | Nested]]) -> None:
    """Make the tree of a subject in the background, and answer with it."""
    message = request.message
    request.in_background(lambda: explained(message, *subject()), request.reply)


def explained(message: Explain, title: str, subject: Position | Nested, stop: Callable[[], bool] | None = None) -> Data:
    """Return an `Explained` result.

    Args:
        message: the command.
        title: a name for the subject.
        subject: a position, or leaf values.
        stop: called at each node, and returns whether to give up; by default after `MAX_S` of processor time.

    Raises:
        CommandRefused: the algorithm cannot search the game, or the tree is too large or takes too long.
    """
    stop = stop or _in_time(time.thread_time() + MAX_S)
    try:
        if isinstance(subject, Position):
            check("textbook", subject.game)
        first = message.of.first if isinstance(message.of, OfLeaves) else "max"
        root = trees.explain(subject, message.algorithm, message.depth, first, MAX_NODES, stop)
    except UnfitAlgorithm as error:
        raise CommandRefused(
            Code.UNFIT_ENGINE, str(error), "choose a game without chance and hidden information"
        ) from None
    except TooLarge as error:
        hint = "choose a smaller depth, or a position later in the game; textbook prunes branches that minimax searches"
        raise CommandRefused(Code.TREE_TOO_LARGE, str(error), hint) from None
    nodes = list(root.walk())
    pruned = sum(node.pruned for node in nodes)
    counts = {
        "searched": len(nodes) - pruned,
        "pruned": pruned,
        "unpruned": unpruned(subject, message.depth, stop=stop),
    }
    data = root.as_data()
    board = None
    if isinstance(subject, Position):
        board = games.board_data(subject.game.board)
        cells = sum(map(len, subject.picture.rows)) + len(subject.picture.counts)
        if len(nodes) * cells <= MAX_CELLS:
            _show(data, subject)
    tree = {"root": data, "board": board}
    return {"kind": "explained", "algorithm": message.algorithm, "title": title, **counts, **tree}


def _in_time(until: float) -> Callable[[], bool]:
    return lambda: time.thread_time() >= until


def _show(node: Data, position: Position) -> None:
    """Add the board to the data of a node and of all nodes below it."""
    picture = position.picture
    shown = {"rows": picture.rows, "counts": picture.counts, "blocks": picture.blocks, "last": position.last}
    node["shown"] = {name: list(value) if name != "blocks" else value for name, value in shown.items() if value}
    moves = {move.text: move for move in position.legal} if node["children"] else {}
    for child in node["children"]:
        _show(child, position.after(moves[child["move"]]))


def _subject(of: OfGame | OfLeaves, cache: PositionCache) -> tuple[str, Position | Nested]:
    """Return a name for the subject, and the subject. Raises CommandRefused."""
    if isinstance(of, OfLeaves):
        try:
            return "leaf values", leaves.read(of.tree)
        except leaves.BadLeaves as error:
            raise CommandRefused(Code.BAD_TREE, str(error), EXAMPLE) from None
    position = position_of(of, cache)
    return f"{of.game} {position.text}", position


def _of_match(shown: Match, ply: int | None) -> tuple[str, Position]:
    """Return a name for the position of a match at a ply, and the position."""
    created = shown.created
    at = shown.ply if ply is None else ply
    title = f"{shown.game.name}, match {created.code}, ply {at}"
    if at == shown.ply:
        return title, shown.position
    moves = [*created.opening, *(move.move for move in shown.moves[:at])]
    return title, starting_position(shown.game, created.position, moves)
