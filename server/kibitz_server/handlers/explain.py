"""Trees of small searches, explained to those who ask; made aside, so that no match waits."""

import time
from collections.abc import Callable

import structlog

from kibitz_protocol import explain as said
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.visibility import analysis_allowed
from kibitz_server.core.values.opening import BadOpening, starting_position
from kibitz_server.engine.algorithms import UnfitAlgorithm, check
from kibitz_server.engine.trees import leaves
from kibitz_server.engine.trees.tree import Nested, TooLarge, explain
from kibitz_server.engine.trees.unpruned import unpruned
from kibitz_server.games.game import BadOption, BadPosition, Position
from kibitz_server.games.registry import UnknownGame, load
from kibitz_server.handlers import access
from kibitz_server.messages import games
from kibitz_server.messages.outgoing import Data
from kibitz_server.runtime.room import Client, Room
from kibitz_server.runtime.runtime import Runtime

log = structlog.get_logger(__name__)

MOST_NODES = 2_000
"""So many nodes make an answer of about half a megabyte, which is half of what may wait for a client."""
MOST_S = 2.0
"""So much of the processor's time a tree may take, because matches share it."""
MOST_CELLS = 150_000
"""Trees with more cells on all their boards together are told without the boards."""
EXAMPLE = "write it like [[3, 12, 8], [2, 4, 6]]"

Reply = Callable[[str, Data], None]


def answer(runtime: Runtime, peer: Client, message: said.Explain, reply: Reply, refuse: access.Refuse) -> None:
    """Answer with the tree, or why there is none."""
    of = message.of
    if not isinstance(of, said.OfMatch):
        _start(runtime, peer, message, lambda: _subject(of), reply, refuse)
        return

    def found(room: Room | None) -> None:
        if room is None:
            refuse(message.id, Code.UNKNOWN_MATCH, f"there is no match {of.match!r}", "`kibitz lobby` lists some")
        elif not access.admits(room, peer, of):
            refuse(message.id, Code.WRONG_KEY, hint="its host was told the key")
        elif not access.may_watch(room, peer.player):
            refuse(message.id, Code.NO_WATCHERS, hint="`kibitz lobby` lists others")
        elif not analysis_allowed(room.match):
            refuse(message.id, Code.NO_HELP, hint="trees of it are explained when it is over")
        elif (shown := room.shown_to(peer)).ply < (of.ply or 0):
            refuse(message.id, Code.STALE_PLY, hint=f"you can see it up to ply {shown.ply}")
        else:
            _start(runtime, peer, message, lambda: _of_match(shown, of.ply), reply, refuse)

    room = runtime.tv.seen_by(peer) if access.is_tv(of.match) else runtime.matches.find(of.match)
    if room is None and not access.is_tv(of.match):
        runtime.matches.fetch(of.match, found)
    else:
        found(room)


def _start(
    runtime: Runtime,
    peer: Client,
    message: said.Explain,
    subject: Callable[[], tuple[str, Position | Nested]],
    reply: Reply,
    refuse: access.Refuse,
) -> None:
    def tell(result: Data | BaseException) -> None:
        if isinstance(result, CommandRefused):
            refuse(message.id, result.code, str(result), result.hint)
        elif isinstance(result, BaseException):
            log.error("a tree could not be explained", exc_info=result)
            refuse(message.id, Code.INTERNAL, "the server made a mistake", "try again, or tell its operator")
        else:
            reply(message.id, result)

    try:
        runtime.aside.start(peer.player.id, lambda: explained(message, *subject()), tell)
    except CommandRefused as denied:
        tell(denied)


def explained(
    message: said.Explain, title: str, subject: Position | Nested, stop: Callable[[], bool] | None = None
) -> Data:
    """The tree as the client hears it; `stop` says when it has taken too long. Raises Denied."""
    stop = stop or _in_time(time.thread_time() + MOST_S)
    try:
        if isinstance(subject, Position):
            check("textbook", subject.game)
        first = message.of.first if isinstance(message.of, said.OfLeaves) else "max"
        root = explain(subject, message.algorithm, message.depth, first, MOST_NODES, stop)
    except UnfitAlgorithm as error:
        raise CommandRefused(
            Code.UNFIT_ENGINE, str(error), "choose a game without chance and hidden information"
        ) from None
    except TooLarge as error:
        hint = "a smaller depth, or a position later in the game; textbook leaves out more than minimax"
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
        if len(nodes) * cells <= MOST_CELLS:
            _show(data, subject)
    tree = {"root": data, "board": board}
    return {"kind": "explained", "algorithm": message.algorithm, "title": title, **counts, **tree}


def _in_time(until: float) -> Callable[[], bool]:
    return lambda: time.thread_time() >= until


def _show(node: Data, position: Position) -> None:
    """Put into a node and all below it what stands on the board there."""
    picture = position.picture
    shown = {"rows": picture.rows, "counts": picture.counts, "blocks": picture.blocks, "last": position.last}
    node["shown"] = {name: list(value) if name != "blocks" else value for name, value in shown.items() if value}
    moves = {move.text: move for move in position.legal} if node["children"] else {}
    for child in node["children"]:
        _show(child, position.after(moves[child["move"]]))


def _subject(of: said.OfGame | said.OfLeaves) -> tuple[str, Position | Nested]:
    """What is to be explained, and what to call it. Raises Denied."""
    if isinstance(of, said.OfLeaves):
        try:
            return "leaf values", leaves.read(of.tree)
        except leaves.BadLeaves as error:
            raise CommandRefused(Code.BAD_TREE, str(error), EXAMPLE) from None
    try:
        position = starting_position(load(of.game, of.options), of.position, of.moves)
    except UnknownGame as error:
        raise CommandRefused(Code.UNKNOWN_GAME, str(error), "`kibitz games` lists them") from None
    except BadOption as error:
        raise CommandRefused(Code.BAD_OPTION, str(error), f"`kibitz games {of.game}` lists its options") from None
    except BadPosition as error:
        hint = "leave the position out to start from the beginning"
        raise CommandRefused(Code.BAD_POSITION, str(error), hint) from None
    except BadOpening as error:
        raise CommandRefused(Code.BAD_MOVES, str(error), error.hint) from None
    return f"{of.game} {position.text}", position


def _of_match(shown: Match, ply: int | None) -> tuple[str, Position]:
    """A match as somebody may see it, at a ply, and what to call it."""
    created = shown.created
    at = shown.ply if ply is None else ply
    title = f"{shown.game.name}, match {created.code}, ply {at}"
    if at == shown.ply:
        return title, shown.position
    moves = [*created.opening, *(move.move for move in shown.moves[:at])]
    return title, starting_position(shown.game, created.position, moves)
