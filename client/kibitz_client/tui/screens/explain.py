"""The tree of a small search: to be opened and closed node by node, and followed step by step as the search went."""

import asyncio
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.style import Style
from textual.widgets import Input, Tree

from kibitz_client.errors import ClientError, RefusedError
from kibitz_client.parsing.arguments import ExplainRequest, explain_command
from kibitz_client.tui import strings
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.screens.help import HelpScreen
from kibitz_client.tui.search_tree.nodes import node_entries
from kibitz_client.tui.search_tree.steps import SearchSteps
from kibitz_client.tui.search_tree.subject import subject_of, typed
from kibitz_client.tui.widgets.node_card import NodeCard
from kibitz_client.tui.widgets.search_tree import SearchTree
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar
from kibitz_protocol.explain import Explained
from kibitz_protocol.refusals import Code
from kibitz_protocol.values import exact

DEEPEST = 12
ALL_PLIES = 1 << 20
NAMES = {"textbook": "alpha-beta", "minimax": "minimax"}


class ExplainScreen(KibitzScreen):
    """Above, what is to be explained is typed; below is its tree as the server searched it, beside a node of it."""

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

    def __init__(self, wanted: ExplainRequest | None = None) -> None:
        super().__init__()
        self._wanted = wanted or ExplainRequest(depth=2)
        self._known = wanted is not None
        self._explained: Explained | None = None
        self._lesson: SearchSteps | None = None
        self._asking = asyncio.Lock()
        self._now: int | None = None
        """The step that is shown; None when all of the search is."""

    def compose(self) -> ComposeResult:
        """Title, prompt, how it is searched, what came of it, the tree and a node of it, keys."""
        ascii_only = self.kibitz.prefs.ascii_only
        yield TitleBar(f"{strings.TITLE}  {strings.EXPLAIN}")
        text = typed(self._wanted) if self._known else ""
        yield Input(text, placeholder=strings.EXPLAIN_HINT, compact=True, id="subject")
        yield TextLine(id="controls")
        yield TextLine(id="counts")
        with Horizontal(id="below"):
            yield SearchTree(ascii_only=ascii_only, id="tree")
            yield NodeCard(ascii_only=ascii_only, id="card")
        yield TextLine(id="say", classes="say")
        yield TextLine(strings.EXPLAIN_KEYS, classes="keys")

    def on_mount(self) -> None:
        """A subject that is known is explained at once."""
        self._show_controls()
        if self._known:
            self._ask(shallower=True)

    @property
    def branches(self) -> SearchTree:
        """The tree."""
        return self.query_one(SearchTree)

    def say(self, text: str) -> None:
        """Tell below the tree."""
        self.query_one("#say", TextLine).show(text)

    def on_resize(self) -> None:
        """A narrow terminal has the tree alone, a wide one larger boards."""
        card = self.query_one(NodeCard)
        card.display = self.size.width >= 76
        card.set_class(self.size.width >= 110, "-wide")

    def prefs_changed(self) -> None:
        """Lines and boards are drawn otherwise."""
        self.branches.draw_with(ascii_only=self.kibitz.prefs.ascii_only)
        self.query_one(NodeCard).draw_with(ascii_only=self.kibitz.prefs.ascii_only)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Explain this; what was not changed may know more than can be typed, such as where it began."""
        text = event.value.strip()
        if not text:
            return
        if not self._known or text != typed(self._wanted):
            games = {game.name for game in self.session.games}
            self._wanted = subject_of(text, games, self._wanted)
        self._known = True
        self._ask(shallower=True)

    def on_tree_node_highlighted(self, event: "Tree.NodeHighlighted[object]") -> None:
        """Tell of the node under the cursor."""
        event.stop()
        self._show_card()

    def action_back(self) -> None:
        """From the prompt to the tree, from the tree to where we came from."""
        if isinstance(self.focused, Input) and self._explained is not None:
            self.branches.focus()
        else:
            self.app.pop_screen()

    def action_prompt(self) -> None:
        """Type something else."""
        self.query_one(Input).focus()

    def action_help(self) -> None:
        """How to read the tree, and all keys."""
        self.app.push_screen(HelpScreen(strings.EXPLAIN_HELP))

    def action_deeper(self, plies: int) -> None:
        """Look further ahead, or less far."""
        self._ask_for(depth=max(0, min(DEEPEST, self._wanted.depth + plies)))

    def action_algorithm(self) -> None:
        """The same tree with cut-offs or without."""
        self._ask_for(algorithm="minimax" if self._wanted.algorithm == "textbook" else "textbook")

    def action_first(self) -> None:
        """The other side moves first in a tree of leaf values."""
        if self._wanted.tree is None:
            self.say(strings.EXPLAIN_FIRST_OF_LEAVES)
        else:
            self._ask_for(first="max" if self._wanted.first == "min" else "min")

    def action_open_all(self) -> None:
        """Every node."""
        self.branches.open_to(ALL_PLIES)

    def action_close_all(self) -> None:
        """The root alone."""
        self.branches.open_to(0)

    def action_open_to(self, plies: int) -> None:
        """So many plies, and nothing below."""
        self.branches.open_to(plies)

    def action_cut(self, way: int) -> None:
        """The next cut-off, or the one before."""
        if not self.branches.next_cut(way):
            self.say(strings.EXPLAIN_NO_CUT)

    def action_board(self) -> None:
        """The board of the node on or off."""
        card = self.query_one(NodeCard)
        card.with_board = not card.with_board
        self._show_card()

    def action_step(self, by: int) -> None:
        """The next node as the search visits it, or the one before; stepping begins at the first."""
        if self._lesson is None:
            return
        last = len(self._lesson.steps) - 1
        now = (0 if by > 0 else last) if self._now is None else self._now + by
        if not 0 <= now <= last:
            self.say(strings.STEPS_OVER if now > last else strings.STEPS_BEGIN)
            return
        self._now = now
        step = self._lesson.steps[now]
        lesson = self._lesson
        self.branches.relabel(lambda spot: lesson.label(spot, now))
        self.branches.go_to(self.branches.spots[step.at])
        self.say(strings.STEP.format(step=now + 1, of=last + 1, text=step.text))
        self._show_card()

    def action_whole(self) -> None:
        """Step no longer: show the whole search."""
        self._now = None
        self.say("")
        self.branches.relabel()
        self._show_card()

    def _ask_for(self, **changes: object) -> None:
        self._wanted = replace(self._wanted, **changes)  # type: ignore[arg-type]
        self._show_controls()
        if self._known:
            self._ask()

    def _ask(self, *, shallower: bool = False) -> None:
        self._show_controls()
        self.ask(self._explain(self._wanted, shallower=shallower))

    async def _explain(self, wanted: ExplainRequest, *, shallower: bool) -> None:
        """Ask the server, for one tree at a time; `shallower` looks less far ahead until the tree is small enough."""
        if "explain" not in self.session.link.welcome.capabilities:
            raise ClientError(strings.EXPLAIN_NOT_HERE)
        async with self._asking:
            while wanted is self._wanted:
                try:
                    self.show(await self.session.link.ask(explain_command(wanted)))
                except RefusedError as refusal:
                    large = refusal.refused.code == Code.TREE_TOO_LARGE and wanted.tree is None and wanted.depth > 0
                    if not (shallower and large):
                        raise
                    wanted = self._wanted = replace(wanted, depth=wanted.depth - 1)
                    self._show_controls()
                else:
                    return

    def show(self, explained: Explained) -> None:
        """Show a tree, opened down to its root's moves."""
        self._explained = explained
        found = node_entries(explained)
        self._lesson = SearchSteps(found, windows=explained.algorithm == "textbook")
        self._now = None
        self.say("")
        self.query_one(TitleBar).show(f"{strings.TITLE}  {strings.EXPLAIN}  {explained.title}")
        self.query_one("#counts", TextLine).show(counts(explained))
        self.branches.show(found)
        self.branches.focus()
        self._show_card()

    def _show_card(self) -> None:
        spot, explained = self.branches.here, self._explained
        if spot is None or explained is None:
            return
        hidden = self._lesson is not None and self._now is not None and not self._lesson.done(spot, self._now)
        text = strings.STEP_NOT_KNOWN if hidden else ""
        self.query_one(NodeCard).show(spot, explained.searched, explained.board, text)

    def _show_controls(self) -> None:
        """How it is searched; a click changes it."""
        wanted = self._wanted
        parts: list[Content | str] = [_link("algorithm", "m"), f" {NAMES[wanted.algorithm]}   "]
        if wanted.tree is None:
            parts += [_link("deeper(-1)", "-"), f" depth {wanted.depth} ", _link("deeper(1)", "+")]
        else:
            parts += [_link("first", "f"), f" {wanted.first or 'max'} moves first"]
        for action, text in strings.EXPLAIN_CONTROLS:
            parts += ["   ", _link(action, text)]
        self.query_one("#controls", TextLine).show(Content.assemble(*parts))


def _link(action: str, text: str) -> Content:
    """What does on a click what its key does."""
    return Content.styled(text, Style.from_meta({"@click": f"screen.{action}"}))


def counts(explained: Explained) -> str:
    """What the search found, and how much it looked at beside what minimax would."""
    value = exact(explained.root.value) if explained.root.value is not None else "none"
    found = strings.EXPLAIN_FOUND.format(value=value, player=explained.root.player, nodes=explained.searched)
    if explained.algorithm == "minimax":
        return found
    branches = strings.EXPLAIN_CUT_ONE if explained.pruned == 1 else strings.EXPLAIN_CUT.format(count=explained.pruned)
    whole = strings.EXPLAIN_MANY if explained.unpruned is None else str(explained.unpruned)
    return f"{found}, {branches}; {strings.EXPLAIN_WHOLE.format(count=whole)}"
