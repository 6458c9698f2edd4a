"""The search tree: opened node by node, or followed step by step in the order of the search."""

import asyncio
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.style import Style
from textual.widgets import Input, Tree

from kibitz_client.errors import ClientError
from kibitz_client.parsing.arguments import ExplainRequest, explain_command
from kibitz_client.text.tree import values_of
from kibitz_client.tui import strings
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.screens.help import HelpScreen
from kibitz_client.tui.search_tree.nodes import node_entries
from kibitz_client.tui.search_tree.steps import SearchSteps
from kibitz_client.tui.search_tree.subject import subject_of, typed
from kibitz_client.tui.widgets.key_line import KeyLine
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar
from kibitz_client.tui.widgets.tree.node_card import NodeCard
from kibitz_client.tui.widgets.tree.search_tree import SearchTree
from kibitz_protocol.commands.explain import Explained

DEEPEST = 12
ALL_PLIES = 1 << 20
NAMES = {"textbook": "alpha-beta", "minimax": "minimax"}


class ExplainScreen(KibitzScreen):
    """A prompt for a position or leaf values; below it the tree that the server searched, and its current node."""

    help_section = "Search tree"
    DEFAULT_CSS = """
    ExplainScreen Input { margin: 0 1; }
    ExplainScreen #below { height: 1fr; }
    ExplainScreen SearchTree { width: 1fr; }
    ExplainScreen #counts, ExplainScreen #controls { height: 1; padding: 0 1; }
    ExplainScreen #controls { color: $mark; link-color: $mark; link-style: underline; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        Binding("slash", "prompt", show=False),
        Binding("plus,equals_sign", "deeper(1)", show=False),
        Binding("minus", "deeper(-1)", show=False),
        Binding("m", "algorithm", show=False),
        Binding("f", "first", show=False),
        Binding("e", "open_all", show=False),
        Binding("c", "close_all", show=False),
        *(Binding(str(plies), f"open_to({plies})", show=False) for plies in range(1, 10)),
        Binding("right_square_bracket", "cut(1)", show=False),
        Binding("left_square_bracket", "cut(-1)", show=False),
        Binding("n", "step(1)", show=False),
        Binding("p", "step(-1)", show=False),
        Binding("s", "whole", show=False),
        Binding("b", "board", show=False),
        Binding("question_mark,f1", "help", show=False),
    ]

    def __init__(self, request: ExplainRequest | None = None) -> None:
        super().__init__()
        self._request = request or ExplainRequest()
        self._has_subject = request is not None
        self._explained: Explained | None = None
        self._steps: SearchSteps | None = None
        self._asking = asyncio.Lock()
        self._now: int | None = None
        """The step that is shown; None shows the whole search."""

    def compose(self) -> ComposeResult:
        """Lay out title, prompt, controls, counts, tree with node card, and keys."""
        ascii_only = self.preferences.ascii_only
        yield TitleBar(f"{strings.TITLE}  {strings.EXPLAIN}")
        text = typed(self._request) if self._has_subject else ""
        yield Input(text, placeholder=strings.EXPLAIN_HINT, compact=True, id="subject")
        yield TextLine(id="controls")
        yield TextLine(id="counts")
        with Horizontal(id="below"):
            yield SearchTree(ascii_only=ascii_only, id="tree")
            yield NodeCard(ascii_only=ascii_only, id="card")
        yield TextLine(id="say", classes="say")
        yield KeyLine(strings.EXPLAIN_KEYS)

    def on_mount(self) -> None:
        """Explain the request that the screen was opened with."""
        self._show_controls()
        if self._has_subject:
            self._ask()

    @property
    def branches(self) -> SearchTree:
        """The tree widget."""
        return self.query_one(SearchTree)

    def on_resize(self) -> None:
        """Hide the node card on a narrow terminal, and widen it on a wide one."""
        card = self.query_one(NodeCard)
        card.display = self.size.width >= 76
        card.set_class(self.size.width >= 110, "-wide")

    def preferences_changed(self) -> None:
        """Redraw tree lines and board."""
        self.branches.draw_with(ascii_only=self.preferences.ascii_only)
        self.query_one(NodeCard).draw_with(ascii_only=self.preferences.ascii_only)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Explain the typed text. Unchanged text keeps its request, which may contain a position as well."""
        text = event.value.strip()
        if not text:
            return
        if not self._has_subject or text != typed(self._request):
            like = replace(self._request, depth=None)
            self._request = subject_of(text, self.session.games, like)
        self._has_subject = True
        self._ask()

    def on_tree_node_highlighted(self, event: "Tree.NodeHighlighted[object]") -> None:
        """Show the node under the cursor."""
        event.stop()
        self._show_card()

    def action_back(self) -> None:
        """Move from the prompt to the tree, or close the screen from the tree."""
        if isinstance(self.focused, Input) and self._explained is not None:
            self.branches.focus()
        else:
            self.app.pop_screen()

    def action_prompt(self) -> None:
        """Focus the prompt."""
        self.query_one(Input).focus()

    def action_help(self) -> None:
        """Show how to read the tree, and all keys."""
        self.app.push_screen(HelpScreen("Search tree", strings.EXPLAIN_HELP))

    def action_deeper(self, plies: int) -> None:
        """Search deeper by some plies; a negative number searches shallower."""
        self._ask_for(depth=max(0, min(DEEPEST, (self._request.depth or 0) + plies)))

    def action_algorithm(self) -> None:
        """Switch between alpha-beta and minimax."""
        self._ask_for(algorithm="minimax" if self._request.algorithm == "textbook" else "textbook")

    def action_first(self) -> None:
        """Switch the player who moves first in a tree of leaf values."""
        if self._request.tree is None:
            self.say(strings.EXPLAIN_FIRST_OF_LEAVES)
        else:
            self._ask_for(first="max" if self._request.first == "min" else "min")

    def action_open_all(self) -> None:
        """Open every node."""
        self.branches.open_to(ALL_PLIES)

    def action_close_all(self) -> None:
        """Close every node but the root."""
        self.branches.open_to(0)

    def action_open_to(self, plies: int) -> None:
        """Open that many plies, and close all nodes below."""
        self.branches.open_to(plies)

    def action_cut(self, direction: int) -> None:
        """Go to the next cut-off, or with -1 to the previous one."""
        if not self.branches.next_cut(direction):
            self.say(strings.EXPLAIN_NO_CUT)

    def action_board(self) -> None:
        """Show or hide the board of the node."""
        card = self.query_one(NodeCard)
        card.with_board = not card.with_board
        self._show_card()

    def action_step(self, by: int) -> None:
        """Go to the next step of the search, or with -1 to the previous one; the first call starts at either end."""
        if self._steps is None:
            return
        last = len(self._steps.steps) - 1
        now = (0 if by > 0 else last) if self._now is None else self._now + by
        if not 0 <= now <= last:
            self.say(strings.STEPS_OVER if now > last else strings.STEPS_BEGIN)
            return
        self._now = now
        step = self._steps.steps[now]
        steps = self._steps
        self.branches.relabel(lambda entry: steps.label(entry, now))
        self.branches.go_to(self.branches.entries[step.at])
        self.say(strings.STEP.format(step=now + 1, of=last + 1, text=step.text))
        self._show_card()

    def action_whole(self) -> None:
        """Stop stepping and show the whole search."""
        self._now = None
        self.say("")
        self.branches.relabel()
        self._show_card()

    def _ask_for(self, **changes: object) -> None:
        self._request = replace(self._request, **changes)  # type: ignore[arg-type]
        self._show_controls()
        if self._has_subject:
            self._ask()

    def _ask(self) -> None:
        self._show_controls()
        self.request(self._explain(self._request))

    async def _explain(self, request: ExplainRequest) -> None:
        """Request one tree at a time. The server chooses a depth that is not given."""
        if "explain" not in self.session.client.welcome.capabilities:
            raise ClientError(strings.EXPLAIN_UNSUPPORTED)
        async with self._asking:
            if request is not self._request:
                return
            explained = await self.session.client.ask(explain_command(request))
            if request is self._request and explained.depth is not None:
                self._request = replace(request, depth=explained.depth)
                self._show_controls()
            self.show(explained)

    def show(self, explained: Explained) -> None:
        """Show a tree, opened down to the moves of its root."""
        self._explained = explained
        entries = node_entries(explained)
        self._steps = SearchSteps(entries, explained.steps)
        self._now = None
        self.say("")
        self.query_one(TitleBar).show(f"{strings.TITLE}  {strings.EXPLAIN}  {explained.title}")
        self.query_one("#counts", TextLine).show(counts(explained))
        self.branches.show(entries)
        self.branches.focus()
        self._show_card()

    def _show_card(self) -> None:
        entry, explained = self.branches.here, self._explained
        if entry is None or explained is None:
            return
        hidden = self._steps is not None and self._now is not None and not self._steps.done(entry, self._now)
        text = strings.STEP_NOT_KNOWN if hidden else ""
        self.query_one(NodeCard).show(entry, explained.searched, explained.board, text)

    def _show_controls(self) -> None:
        """Show algorithm, depth and steps; a click on a control acts as its key."""
        request = self._request
        parts: list[Content | str] = [_link("algorithm", "m"), f" {NAMES[request.algorithm]}   "]
        if request.tree is None:
            depth = "?" if request.depth is None else request.depth
            parts += [_link("deeper(-1)", "-"), f" depth {depth} ", _link("deeper(1)", "+")]
        else:
            parts += [_link("first", "f"), f" {request.first or 'max'} moves first"]
        for action, text in strings.EXPLAIN_CONTROLS:
            parts += ["   ", _link(action, text)]
        self.query_one("#controls", TextLine).show(Content.assemble(*parts))


def _link(action: str, text: str) -> Content:
    """Return text that runs an action on a click."""
    return Content.styled(text, Style.from_meta({"@click": f"screen.{action}"}))


def counts(explained: Explained) -> str:
    """Return the value of the root, and the visited nodes compared with minimax."""
    value = "none" if explained.root.value is None else values_of(explained)(explained.root.value)
    found = strings.EXPLAIN_FOUND.format(value=value, player=explained.root.player, nodes=explained.searched)
    if explained.algorithm == "minimax":
        return found
    branches = strings.EXPLAIN_CUT_ONE if explained.pruned == 1 else strings.EXPLAIN_CUT.format(count=explained.pruned)
    whole = strings.EXPLAIN_MANY if explained.unpruned is None else str(explained.unpruned)
    return f"{found}, {branches}; {strings.EXPLAIN_WHOLE.format(count=whole)}"
