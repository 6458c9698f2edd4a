"""`kibitz explain`: the tree of a small search, which the server makes, as indented lines."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kibitz_client.asking import build, game_options
from kibitz_client.errors import Misuse
from kibitz_client.keys import given_key
from kibitz_client.reach import reach_or_start
from kibitz_client.settings import Settings
from kibitz_client.style import Style
from kibitz_client.terminal import Output
from kibitz_protocol.explaining import Explain, Explained, TreeNode
from kibitz_protocol.values import exact

INDENT = "  "
BOUNDS = {"exact": "=", "at least": ">=", "at most": "<="}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be explained, as typed: one of game, match and tree."""

    game: str | None = None
    match: str | None = None
    tree: str | None = None
    options: tuple[str, ...] = ()
    position: str | None = None
    moves: str | None = None
    algorithm: str = "textbook"
    depth: int = 3
    first: str | None = None
    ply: int | None = None


async def explain(settings: Settings, output: Output, wanted: Wanted, key_file: Path | None = None) -> None:
    """Show the tree. Raises Misuse."""
    command = explain_command(wanted, given_key(key_file) if wanted.match is not None else None)
    async with reach_or_start(settings, output) as reached:
        if "explain" not in reached.link.welcome.capabilities:
            raise Misuse("this server explains no search trees", "name another with --server")
        explained = await reached.link.ask(command)
    output.emit(explained)
    if not output.json:
        output.say(heading(explained), *tree_lines(explained.root, output.style))


def explain_command(wanted: Wanted, key: str | None = None) -> Explain:
    """The command that asks for a tree. Raises Misuse."""
    given = [name for name in ("game", "match", "tree") if getattr(wanted, name) is not None]
    if len(given) != 1:
        asked = f"not {' and '.join(given)}" if given else "and none was named"
        raise Misuse(f"one game, match or tree is explained, {asked}", "try kibitz explain tictactoe --depth 2")
    if wanted.game is None and (wanted.options or wanted.position or wanted.moves):
        raise Misuse("options, position and moves go with a game", f"leave them out, or leave out --{given[0]}")
    if wanted.tree is None and wanted.first is not None:
        raise Misuse("in a game the side to move is max", "leave --first out, or give a tree of your own with --tree")
    of: dict[str, object]
    if wanted.game is not None:
        moves = (wanted.moves or "").replace(",", " ").split()
        options = game_options(wanted.options)
        of = {"kind": "game", "game": wanted.game, "options": options, "position": wanted.position, "moves": moves}
    elif wanted.match is not None:
        of = {"kind": "match", "match": wanted.match, "key": key, "ply": wanted.ply}
    else:
        of = {"kind": "leaves", "tree": wanted.tree, "first": wanted.first or "max"}
    return build(Explain, of=of, algorithm=wanted.algorithm, depth=wanted.depth)


def heading(explained: Explained) -> str:
    """What was explained, and how much was looked at: `nim 1,2: textbook, 8 nodes searched, 1 branch left out`."""
    return f"{explained.title}: {explained.algorithm}, {counts_text(explained)}"


def counts_text(explained: Explained) -> str:
    """How much was looked at, and how much minimax would have: `minimax searches 11`."""
    branches = "branch" if explained.pruned == 1 else "branches"
    counts = f"{explained.searched} nodes searched, {explained.pruned} {branches} left out"
    if explained.algorithm == "minimax" or explained.unpruned is None:
        return counts
    return f"{counts}; minimax searches {explained.unpruned}"


def tree_lines(node: TreeNode, style: Style, level: int = 0) -> Iterator[str]:
    """A line for each node, what is below it indented."""
    line = INDENT * level + node_text(node)
    yield style.paint(line, "faint") if node.pruned else line
    for child in node.children:
        yield from tree_lines(child, style, level + 1)


def node_text(node: TreeNode) -> str:
    """A node in a line: `b2  min <= 3  alpha 3  cut off by a1: ...`; what was left out has an x before it."""
    move = f"{node.move}  " if node.move is not None else ""
    if node.pruned or node.value is None:
        return f"x {move}{node.why}"
    player = f"{node.player} " if node.children else ""
    return f"{move}{player}{BOUNDS[node.bound]} {exact(node.value)}{window(node)}  {node.why}"


def window(node: TreeNode) -> str:
    """Alpha and beta on coming to the node, as far as there were any."""
    known = (("alpha", node.alpha), ("beta", node.beta))
    return "".join(f"  {name} {exact(value)}" for name, value in known if value is not None)
