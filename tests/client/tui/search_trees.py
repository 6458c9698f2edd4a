"""Search trees as a server sends them, for screens that show them."""

from typing import Any

from kibitz_client.tui.search_tree.nodes import Run
from kibitz_protocol.commands.explain import Explain, Explained, OfMatch
from kibitz_server.engine.trees import leaves
from kibitz_server.games.registry import load
from kibitz_server.jobs.trees import explained

TEXTBOOK = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
"""Russell and Norvig, Artificial Intelligence: A Modern Approach. Its value is 3; 4 and 6 are never searched."""


def tree_of(command: Explain) -> Explained:
    """Return the answer of a server. For a match it explains the first position of tic-tac-toe."""
    of = command.of
    if of.kind == "leaves":
        tree = explained(command, "leaf values", leaves.read(of.tree))
    else:
        # The sample match has an option that its game does not have.
        game, moves = ("tictactoe", []) if isinstance(of, OfMatch) else (of.game, of.moves)
        position = load(game, {}).start()
        for move in moves:
            position = position.after(position.find(move))
        tree = explained(command, f"{game} {position.text}", position)
    return Explained.model_validate(tree)


def answer_explain(command: Any) -> Any:
    """Answer explain commands, for `Server(more=...)`."""
    return tree_of(command) if isinstance(command, Explain) else None


def leaf_tree(tree: str = TEXTBOOK, first: str = "max", algorithm: str = "textbook") -> Explained:
    """Return the answer of a server for a tree of leaf values."""
    of = {"kind": "leaves", "tree": tree, "first": first}
    return tree_of(Explain.model_validate({"id": "1", "of": of, "algorithm": algorithm}))


def label_text(runs: list[Run]) -> str:
    """Return the text of a label."""
    return "".join(part for part, _ in runs).rstrip()
