"""Trees of studies: their moves are checked by the rules, and get what people read. A helper process does it.

The nodes are those of the protocol, as plain data without what has its default.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from kibitz_protocol.commands.studies.study import MAX_NODES, MAX_PATH, StudyTree
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.core.values.refusal import way_on
from kibitz_server.games.ends.studies import drawn, going_on, longer
from kibitz_server.games.game import BadPosition, Game, IllegalMove, LegalMove, Position
from kibitz_server.jobs.lines import AnalysisLine, positions

Node = dict[str, Any]
NOTES = ("text", "nags", "shapes")
"""What a node has of its author."""


class _EndsTooEarly(Exception):
    """The rules end the game before a move of the tree, and others may not."""


def told_line(line: AnalysisLine) -> list[Node]:
    """Return the nodes of a single line.

    Raises:
        CommandRefused: The first position or a move is not valid, or the line is too long.
    """
    found = positions(line, 0)
    if len(found) > min(MAX_PATH + 1, MAX_NODES):
        raise CommandRefused(Code.TOO_MANY, f"a study has at most {MAX_PATH} moves in a line", "take a part of it")
    nodes: list[Node] = [{}]
    for place, ((_, before), (move, _after)) in enumerate(pairwise(found)):
        assert move is not None
        nodes.append({"parent": place, **_told(before, move)})
    return nodes


def told_tree(game: Game, start: str | None, nodes: Sequence[Node]) -> list[Node]:
    """Return nodes with what the rules say of their moves.

    As on an analysis board, the game goes on after a draw that nobody claimed.

    Raises:
        CommandRefused: The first position or a move is not valid.
    """
    for rules in (game, *longer(game)):
        try:
            return _played(rules, start, nodes)
        except _EndsTooEarly:
            continue
    raise AssertionError("the last rules end the game too early")


def _played(game: Game, start: str | None, nodes: Sequence[Node]) -> list[Node]:
    others = bool(longer(game))
    at: list[Position] = []
    told: list[Node] = []
    for place, node in enumerate(nodes):
        notes = {name: node[name] for name in NOTES if node.get(name)}
        if place == 0:
            try:
                at.append(game.start(start))
            except BadPosition as error:
                raise CommandRefused(Code.BAD_POSITION, str(error), "leave the position out") from None
            told.append(notes)
            continue
        before, text = at[node["parent"]], node["move"]
        try:
            move = before.find(text)
        except IllegalMove as error:
            if drawn(before) and others:
                raise _EndsTooEarly from None
            sentence = f"move {text!r} of node {place}: {error}"
            raise CommandRefused(Code.BAD_MOVES, sentence, way_on(before, text, str(error))) from None
        after = before.after(move)
        at.append(after if others else going_on(after, game))
        told.append({"parent": node["parent"], **_told(before, move), **notes})
    return told


def _told(before: Position, move: LegalMove) -> Node:
    """Return what the rules say of a move, without what has its default."""
    said = before.said(move)
    found: Node = {"move": move.text, "said": said, "seat": before.to_move, "chance": bool(before.chances)}
    return {name: value for name, value in found.items() if value is not None and value is not False}


def nodes_of(tree: StudyTree) -> list[Node]:
    """Return the nodes of a tree as a client sends it."""
    nodes: list[Node] = [{}]
    nodes += ({"parent": parent, "move": move} for parent, move in zip(tree.parents, tree.moves, strict=True))
    for name in NOTES:
        column: list[Any] = getattr(tree, "texts" if name == "text" else name)
        for node, value in zip(nodes, column, strict=False):
            if value:
                node[name] = value
    return nodes


def same_moves(nodes: Sequence[Node], others: Sequence[Node]) -> bool:
    """Return whether two trees have the same moves in the same order, and differ in notes at most."""

    def moves(of: Sequence[Node]) -> list[tuple[object, object]]:
        return [(node.get("parent"), node.get("move")) for node in of]

    return moves(nodes) == moves(others)


def with_notes(told: Sequence[Node], nodes: Sequence[Node]) -> list[Node]:
    """Return told nodes with the notes of others that have the same moves."""
    return [
        {name: value for name, value in old.items() if name not in NOTES}
        | {name: new[name] for name in NOTES if new.get(name)}
        for old, new in zip(told, nodes, strict=True)
    ]
