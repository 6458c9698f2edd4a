"""Trees of small searches, explained to those who ask; made aside, so that no match waits."""

import json
from collections.abc import Callable
from typing import Any

import structlog

from kibitz_protocol import explaining as said
from kibitz_protocol.refusals import Code
from kibitz_server.core.opening import BadOpening, begin
from kibitz_server.engine.algorithms import UnfitAlgorithm, check
from kibitz_server.engine.explain import Nested, TooLarge, explain
from kibitz_server.games.game import BadOption, BadPosition, Position
from kibitz_server.games.registry import UnknownGame, load
from kibitz_server.shell import hosting
from kibitz_server.shell.denied import Denied
from kibitz_server.shell.room import Peer, Room
from kibitz_server.shell.runtime import Runtime

log = structlog.get_logger(__name__)

MOST_NODES = 2_000
"""So many nodes make an answer of about half a megabyte, which is half of what may wait for a client."""
DEEPEST = 24
"""How deeply leaf values may be nested."""
QUOTED = 200
EXAMPLE = "write it like [[3, 12, 8], [2, 4, 6]]"

Data = dict[str, Any]
Reply = Callable[[str, Data], None]


def answer(runtime: Runtime, peer: Peer, message: said.Explain, reply: Reply, refuse: hosting.Refuse) -> None:
    """Answer with the tree, or why there is none."""
    of = message.of
    if not isinstance(of, said.OfMatch):
        _start(runtime, peer, message, lambda: _subject(of), reply, refuse)
        return

    def found(room: Room | None) -> None:
        if room is None:
            refuse(message.id, Code.UNKNOWN_MATCH, f"there is no match {of.match!r}", "`kibitz lobby` lists some")
        elif not hosting.admits(room, peer, of):
            refuse(message.id, Code.WRONG_KEY, hint="its host was told the key")
        elif not hosting.may_watch(room, peer.player):
            refuse(message.id, Code.NO_WATCHERS, hint="`kibitz lobby` lists others")
        else:
            shown = room.shown_to(peer)
            title, position = f"{shown.game.name}, match {shown.created.code}, ply {shown.ply}", shown.position
            _start(runtime, peer, message, lambda: (title, position), reply, refuse)

    room = runtime.tv.seen_by(peer) if hosting.is_tv(of.match) else runtime.matches.find(of.match)
    if room is None and not hosting.is_tv(of.match):
        runtime.matches.fetch(of.match, found)
    else:
        found(room)


def _start(
    runtime: Runtime,
    peer: Peer,
    message: said.Explain,
    subject: Callable[[], tuple[str, Position | Nested]],
    reply: Reply,
    refuse: hosting.Refuse,
) -> None:
    def tell(result: Data | BaseException) -> None:
        if isinstance(result, Denied):
            refuse(message.id, result.code, str(result), result.hint)
        elif isinstance(result, BaseException):
            log.error("a tree could not be explained", exc_info=result)
            refuse(message.id, Code.INTERNAL, "the server made a mistake", "try again, or tell its operator")
        else:
            reply(message.id, result)

    try:
        runtime.aside.start(peer.player.id, lambda: explained(message, *subject()), tell)
    except Denied as denied:
        tell(denied)


def explained(message: said.Explain, title: str, subject: Position | Nested) -> Data:
    """The tree as the client hears it. Raises Denied."""
    try:
        if isinstance(subject, Position):
            check("textbook", subject.game)
        first = message.of.first if isinstance(message.of, said.OfLeaves) else "max"
        root = explain(subject, message.algorithm, message.depth, first, MOST_NODES)
    except UnfitAlgorithm as error:
        raise Denied(Code.UNFIT_ENGINE, str(error), "choose a game without chance and hidden information") from None
    except TooLarge as error:
        hint = "a smaller depth, or a position later in the game; textbook leaves out more than minimax"
        raise Denied(Code.TREE_TOO_LARGE, str(error), hint) from None
    except ValueError as error:
        raise Denied(Code.BAD_TREE, _cut(str(error)), EXAMPLE) from None
    nodes = list(root.walk())
    pruned = sum(node.pruned for node in nodes)
    counts = {"searched": len(nodes) - pruned, "pruned": pruned}
    return {"kind": "explained", "algorithm": message.algorithm, "title": title, **counts, "root": root.as_data()}


def _subject(of: said.OfGame | said.OfLeaves) -> tuple[str, Position | Nested]:
    """What is to be explained, and what to call it. Raises Denied."""
    if isinstance(of, said.OfLeaves):
        return "leaf values", leaves(of.tree)
    try:
        position = begin(load(of.game, of.options), of.position, of.moves)
    except UnknownGame as error:
        raise Denied(Code.UNKNOWN_GAME, str(error), "`kibitz games` lists them") from None
    except BadOption as error:
        raise Denied(Code.BAD_OPTION, str(error), f"`kibitz games {of.game}` lists its options") from None
    except BadPosition as error:
        hint = "leave the position out to start from the beginning"
        raise Denied(Code.BAD_POSITION, str(error), hint) from None
    except BadOpening as error:
        raise Denied(Code.BAD_MOVES, str(error), error.hint) from None
    return f"{of.game} {position.text}", position


def leaves(text: str) -> Nested:
    """The tree that somebody has typed. Raises Denied."""
    depth = deepest = 0
    for character in text:
        depth += (character == "[") - (character == "]")
        deepest = max(deepest, depth)
    if deepest > DEEPEST:
        raise Denied(Code.BAD_TREE, f"a tree is nested {DEEPEST} deep at most", EXAMPLE)
    try:
        tree: Nested = json.loads(text)
    except ValueError as error:
        raise Denied(Code.BAD_TREE, f"the tree cannot be read: {_cut(str(error))}", EXAMPLE) from None
    return tree


def _cut(sentence: str) -> str:
    return sentence if len(sentence) <= QUOTED else f"{sentence[:QUOTED]}…"
