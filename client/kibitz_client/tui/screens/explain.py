"""The tree of a small search, to be opened and closed node by node; what alpha and beta cut off is crossed out."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input, Tree
from textual.widgets.tree import TreeNode as Branch

from kibitz_client.errors import ClientError
from kibitz_client.explaining import Wanted, explain_command, heading, node_text
from kibitz_client.tui import strings
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.widgets.line import Line
from kibitz_client.tui.widgets.title_bar import TitleBar
from kibitz_protocol.explaining import Explained, TreeNode

DEEPEST = 12
CUT = "bold magenta"
LEFT_OUT = "dim strike"


class ExplainScreen(KibitzScreen):
    """Above, what is to be explained is typed; below is its tree, as the server searched it."""

    DEFAULT_CSS = """
    ExplainScreen Tree { height: 1fr; background: $background; padding: 0 1; }
    ExplainScreen Input { margin: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.pop_screen", show=False),
        Binding("plus,equals_sign", "deeper(1)", show=False),
        Binding("minus", "deeper(-1)", show=False),
        Binding("m", "algorithm", show=False),
        Binding("e", "open_all", show=False),
        Binding("c", "close_all", show=False),
        Binding("f1", "app.help", show=False),
    ]

    def __init__(self, subject: str = "") -> None:
        super().__init__()
        self._subject = subject
        self._depth = 2
        self._algorithm = "textbook"

    def compose(self) -> ComposeResult:
        """Title, prompt, what was found, the tree, keys."""
        yield TitleBar(f"{strings.TITLE}  {strings.EXPLAIN}")
        yield Input(self._subject, placeholder=strings.EXPLAIN_HINT, compact=True, id="subject")
        yield Line(id="say", classes="say")
        yield Tree("", id="tree")
        yield Line(strings.EXPLAIN_KEYS, classes="keys")

    def on_mount(self) -> None:
        """A subject that is known is explained at once."""
        self.query_one(Tree).show_root = False
        if self._subject:
            self._ask_again()

    def say(self, text: str) -> None:
        """Tell above the tree."""
        self.query_one("#say", Line).show(text)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Explain this."""
        self._subject = event.value.strip()
        self._ask_again()

    def action_deeper(self, plies: int) -> None:
        """Look further ahead, or less far."""
        self._depth = max(0, min(DEEPEST, self._depth + plies))
        self._ask_again()

    def action_algorithm(self) -> None:
        """The same tree with cut-offs or without."""
        self._algorithm = "minimax" if self._algorithm == "textbook" else "textbook"
        self._ask_again()

    def action_open_all(self) -> None:
        """Every node."""
        self.query_one(Tree).root.expand_all()

    def action_close_all(self) -> None:
        """The root alone."""
        for branch in self.query_one(Tree).root.children:
            branch.collapse_all()

    def _ask_again(self) -> None:
        if self._subject:
            self.ask(self._explain())

    async def _explain(self) -> None:
        if "explain" not in self.hub.link.welcome.capabilities:
            raise ClientError(strings.EXPLAIN_NOT_HERE)
        games = {game.name for game in self.hub.games}
        wanted = subject_of(self._subject, games, self._algorithm, self._depth)
        self.show(await self.hub.link.ask(explain_command(wanted)))

    def show(self, explained: Explained) -> None:
        """Show a tree, opened down to its root's moves."""
        self.say(f"{heading(explained)}   depth {self._depth}")
        tree: Tree[None] = self.query_one("#tree", Tree)
        tree.clear()
        root = add(tree.root, explained.root)
        tree.root.expand()
        root.expand()
        tree.cursor_line = 0
        tree.focus()


def subject_of(text: str, games: set[str], algorithm: str, depth: int) -> Wanted:
    """What somebody typed: leaf values, a game with options and moves, or the code of a match."""
    if text.startswith("["):
        return Wanted(tree=text, algorithm=algorithm, depth=depth)
    name, *words = text.replace(",", " ").split()
    if name not in games:
        return Wanted(match=text, algorithm=algorithm, depth=depth)
    options = tuple(word for word in words if "=" in word)
    moves = " ".join(word for word in words if "=" not in word)
    return Wanted(name, options=options, moves=moves, algorithm=algorithm, depth=depth)


def add(parent: "Branch[None]", node: TreeNode) -> "Branch[None]":
    """Hang a node with all that is below it into the tree."""
    style = LEFT_OUT if node.pruned else CUT if node.bound != "exact" else ""
    label = Text(node_text(node), style)
    if not node.children:
        return parent.add_leaf(label)
    branch = parent.add(label)
    for child in node.children:
        add(branch, child)
    return branch
