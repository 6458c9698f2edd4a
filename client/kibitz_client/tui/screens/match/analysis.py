"""The analysis board: moves of both sides are tried out and taken back, with an engine's opinion."""

from collections.abc import Awaitable, Callable, Collection, Iterable
from functools import partial
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Key, Paste
from textual.widgets import Input

from kibitz_client.errors import RefusedError
from kibitz_client.match.moves.numbering import numbered
from kibitz_client.match.state import MatchState
from kibitz_client.match.variations import TITLE, VariationNode
from kibitz_client.network.analysis_board import AnalysisBoard
from kibitz_client.parsing.analysis_source import Source, analysis_source
from kibitz_client.parsing.arguments import ExplainRequest
from kibitz_client.parsing.move_list import join_moves, moves_text
from kibitz_client.text.formatting import counted, search_text
from kibitz_client.text.match_view import due_chances, notes_summary
from kibitz_client.tui import palette_texts, strings
from kibitz_client.tui.screens.dialogs import Ask, Pick
from kibitz_client.tui.screens.match.move_buttons import MoveButtons
from kibitz_client.tui.screens.match.number_fields import NumberFields
from kibitz_client.tui.screens.match.typed_moves import TypedMovesScreen
from kibitz_client.tui.services import PaletteAction
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.chat import ChatLog
from kibitz_client.tui.widgets.moves import MovesList
from kibitz_client.tui.widgets.prompt import Prompt
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_protocol.refusals import Code
from kibitz_protocol.values.engines import SearchReport
from kibitz_protocol.values.matches import ChanceView, MoveView
from kibitz_protocol.values.seats import seat_text

FAR = 100_000
"""More plies than any line has."""
COMMANDS = (
    "back", "copy", "engine", "explain", "first", "flip", "forward", "help", "last", "load ", "other", "redo", "undo",
    "zen",
)  # fmt: skip


class AnalysisScreen(TypedMovesScreen):
    """Screen of an analysis board. The client has the lines; every position comes from the server."""

    help_section = "Analysis board"
    playable = True
    AUTO_FOCUS = "#prompt"
    DEFAULT_CSS = """
    AnalysisScreen #engine { height: 1; padding: 0 1; color: $mark; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "go(-1)", show=False, priority=True),
        Binding("pagedown", "go(1)", show=False, priority=True),
        Binding("left", "step(-1)", show=False, priority=True),
        Binding("right", "step(1)", show=False, priority=True),
        Binding("ctrl+home", "go(-100000)", show=False, priority=True),
        Binding("ctrl+end", "go(100000)", show=False, priority=True),
        Binding("e", "engine", show=False),
        Binding("n", "other", show=False),
        Binding("f", "flip", show=False),
        Binding("z", "zen", show=False),
        Binding("o", "load", show=False),
        Binding("y", "copy_board", show=False),
        Binding("question_mark", "help", show=False),
        Binding("escape", "back", show=False),
    ]

    def __init__(self, analysis: AnalysisBoard) -> None:
        """Show an analysis board, on which something is loaded."""
        super().__init__(TITLE)
        self._analysis = analysis
        self._target = analysis.lines.current
        self._engine_on = False
        self._before_paste: str | None = None

    @property
    def state(self) -> MatchState | None:
        """The shown position as a match."""
        return self._analysis.state

    def compose_foot(self) -> ComposeResult:
        """Lay out the engine's opinion, the message line, the prompt and the keys."""
        yield NumberFields()
        yield TextLine(id="engine", classes="foot")
        with Horizontal(classes="said foot"):
            yield MoveButtons()
            yield TextLine(id="say", classes="say")
        yield Prompt(self._completions, strings.ANALYSIS_HINT, id="prompt").add_class("foot")
        yield TextLine(strings.ANALYSIS_KEYS, classes="keys foot", id="keys")

    def on_mount(self) -> None:
        """Hide the chat, which belongs to matches."""
        super().on_mount()
        for part in (*self.query(ChatLog), *self.query("#panel .heading")):
            part.display = False
        self._say_notes()

    def show_state(self) -> None:
        """Draw the position, the engine's opinion about it, and the moves that were tried from it."""
        super().show_state()
        state = self.state
        if state is None:
            return
        side = seat_text(state.game.seats, state.position.to_move) if state.position.to_move is not None else ""
        hint = (
            strings.ANALYSIS_HINT
            if side
            else strings.ANALYSIS_CHANCE
            if state.position.chances
            else strings.ANALYSIS_OVER
        )
        self.query_one(Prompt).placeholder = hint.format(side=side)
        if state.position.chances:
            self.query_one(MoveButtons).show((strings.ANALYSIS_PICK_CHANCE,))
        self.query_one("#engine", TextLine).show(self._engine_text(state))
        tried = self._analysis.lines.alternatives()
        for line in self.query("#offers").results(TextLine):
            line.show(strings.TRIED_HERE.format(moves=moves_text(tried)) if len(tried) > 1 else "")
            line.display = len(tried) > 1
        self.on_descendant_focus()

    def _engine_text(self, state: MatchState) -> str:
        search = self._analysis.lines.current.search
        if search is not None:
            return f"{strings.ANALYSIS_ENGINE}  {search_text(search, write=partial(numbered, state))}"
        if not self._engine_on or state.over or state.position.chances:
            return strings.ANALYSIS_ENGINE_OFF if not self._engine_on else ""
        return strings.ANALYSIS_SEARCHING

    def search_of(self, state: MatchState) -> SearchReport | None:
        """Return the search of the shown position, to draw its line on the board."""
        return self._analysis.lines.current.search if self._engine_on and not state.over else None

    def shown_moves(self, state: MatchState) -> tuple[list[MoveView], int | None, dict[int, str]]:
        """Return the moves of the shown line, the last one played here, and no marks."""
        lines = self._analysis.lines
        return lines.views(), len(state.moves) - 1, {}

    def shown_chances(self, _state: MatchState) -> list[ChanceView]:
        """Return the chance events of the shown line."""
        return self._analysis.lines.chance_events()

    def selected_match(self) -> str | None:
        """Return nothing: an analysis board is not a match."""
        return None

    def followed_matches(self) -> Collection[str]:
        """Return nothing: an analysis board is not a match."""
        return ()

    def match_changed(self, match: str, message: Any, before: MatchState | None) -> None:
        """Ignore messages of matches."""

    def _completions(self) -> Iterable[str]:
        return [*self._possible(), *(f"/{word}" for word in COMMANDS)]

    def _possible(self) -> list[str]:
        """Return the legal moves, or the possible outcomes of the chance event that is due."""
        position = self.state.position if self.state is not None else None
        return [*position.legal, *position.chances] if position is not None else []

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Play a move, run a command, or load moves or a position."""
        event.stop()
        line = event.value
        if not line:
            return
        self.say("")
        word, _, rest = line.removeprefix("/").partition(" ")
        if line not in self._possible() and word.lower() in {command.strip() for command in COMMANDS}:
            self._command(word.lower(), rest.strip())
        elif line.startswith("/"):
            self.say(strings.NO_SUCH_COMMAND.format(word=word))
        else:
            self._change(self._analysis.enter(line))

    def play(self, text: str) -> None:
        """Play a move."""
        self._change(self._analysis.play(text))

    def on_moves_list_chosen(self, event: MovesList.Chosen) -> None:
        """Go to the position after a move of the list."""
        self._go_to(self._analysis.lines.after_move(event.move.ply + 1))

    def on_move_buttons_chosen(self, event: MoveButtons.Chosen) -> None:
        """Play the move of a button, or list the chance events."""
        if event.move == strings.ANALYSIS_PICK_CHANCE:
            self.action_move_beside()
        else:
            super().on_move_buttons_chosen(event)

    def action_move_beside(self) -> None:
        """Ask for the chance event that is due, or play a move that no cell stands for."""
        position = self.state.position if self.state is not None else None
        if position is None or not position.chances:
            super().action_move_beside()
            return
        options = {f"{text}  {chance}": text for text, chance in due_chances(position).items()}

        def chosen(option: str | None) -> None:
            if option is not None:
                self.play(options[option])

        self.app.push_screen(Pick(strings.ANALYSIS_WHICH_CHANCE, list(options)), chosen)

    def direct_text(self, event: Key | Paste) -> None:
        """Load a pasted text of several lines, such as a record. The prompt gets all other text."""
        super().direct_text(event)
        if isinstance(event, Paste) and "\n" in event.text.strip():
            if event.text.splitlines()[0]:
                self._before_paste = self.query_one(Prompt).value
            self._load(event.text)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Remove the first line of a pasted text, which the prompt takes although the whole text was loaded."""
        if self._before_paste is not None:
            event.input.value, self._before_paste = self._before_paste, None

    def _command(self, word: str, rest: str) -> None:
        actions: dict[str, Callable[[], object]] = {
            "back": partial(self.action_go, -_count(rest)),
            "undo": partial(self.action_go, -_count(rest)),
            "forward": partial(self.action_go, _count(rest)),
            "redo": partial(self.action_go, _count(rest)),
            "first": partial(self.action_go, -FAR),
            "last": partial(self.action_go, FAR),
            "other": self.action_other,
            "engine": self.action_engine,
            "explain": self.action_explain,
            "flip": self.action_flip,
            "help": self.action_help,
            "zen": self.action_zen,
            "copy": partial(self.action_copy_board, rest.lower()),
            "load": partial(self._load, rest) if rest else self.action_load,
        }
        actions[word]()

    def palette_actions(self) -> Iterable[PaletteAction]:
        """Return the actions that have no key on both parts of the screen."""
        yield PaletteAction(*palette_texts.ACTIONS["leave"], self.action_leave)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Let the arrows edit the text of the prompt, and move the cursor on the board."""
        if action == "step":
            return isinstance(self.focused, Prompt) and not self.focused.value
        return True

    def action_step(self, by: int) -> None:
        """Take back a move, or play it again."""
        self.action_go(by)

    def action_go(self, by: int) -> None:
        """Go some plies along the line; a negative number goes back."""
        node = self._analysis.lines.at(by, self._target)
        if node is self._target and node is self._analysis.lines.current:
            self.say(strings.ANALYSIS_FIRST if by < 0 else strings.ANALYSIS_LAST)
        else:
            self._go_to(node)

    def _go_to(self, node: VariationNode) -> None:
        self.say("")
        self._target = node
        self._change(self._analysis.go(node))

    def action_other(self) -> None:
        """Show the next move that was tried in place of the last one."""
        node = self._analysis.lines.sibling()
        if node is None:
            self.say(strings.ANALYSIS_NO_OTHER)
        else:
            self._go_to(node)

    def action_engine(self) -> None:
        """Switch the engine on or off."""
        self._engine_on = not self._engine_on
        self.say(strings.ANALYSIS_ENGINE_ON[self._engine_on])
        self._search()
        self.show_state()

    def action_load(self) -> None:
        """Ask what to load."""

        def load(text: str | None) -> None:
            if text:
                self._load(text)

        self.app.push_screen(Ask(strings.ANALYSIS_LOAD), load)

    def _load(self, text: str) -> None:
        self._change(self._load_source(analysis_source(text, self.session.games)))

    async def _load_source(self, source: Source) -> None:
        await self._analysis.load(source)
        self.say(strings.ANALYSIS_LOADED.format(moves=counted(len(self._analysis.lines.line()), "move")))
        self._say_notes()

    def _say_notes(self) -> None:
        if self._analysis.notes:
            self.say(notes_summary(self._analysis.notes, strings.NOTES_BY_REPLAY))

    def action_copy_board(self, what: str = "") -> None:
        """Copy the position or the moves to the clipboard; ask which if `what` is empty."""
        state = self.state
        if state is None:
            return
        texts = {
            "position": state.position.text,
            "moves": join_moves(self._analysis.lines.texts()),
        }

        def copy(name: str | None) -> None:
            if name is not None and texts.get(name):
                self.services.sharing.copy_text(texts[name], name)
            elif name is not None:
                self.say(strings.COPY_NOTHING)

        if what:
            copy(what)
        else:
            self.app.push_screen(Pick(strings.COPY_WHAT, list(texts)), copy)

    def explain_request(self, state: MatchState) -> ExplainRequest:
        """Return a request for the shown position."""
        lines = self._analysis.lines
        options = tuple(f"{name}={value}" for name, value in state.options.items())
        moves = join_moves(lines.current.moves())
        return ExplainRequest(state.game.name, options=options, position=lines.start, moves=moves)

    def on_descendant_focus(self) -> None:
        """Show the keys of the focused part."""
        on_board = isinstance(self.focused, BoardWidget)
        self.query_one("#keys", TextLine).show(strings.ANALYSIS_BOARD_KEYS if on_board else strings.ANALYSIS_KEYS)

    def _change(self, work: Awaitable[None]) -> None:
        """Run a request that changes the shown position. A newer one takes the place of one that is not answered."""
        self.run_worker(self._changed(work), group="position", exclusive=True, exit_on_error=False)

    async def _changed(self, work: Awaitable[None]) -> None:
        before = self._analysis.lines.current
        await self.services.report_errors(work)
        self._target = self._analysis.lines.current
        # A refusal must stay readable.
        if self._target is not before:
            self._search()
            self.show_state()

    def _search(self) -> None:
        """Let the engine search the shown position if it is on; a search of another position ends."""
        self.run_worker(self._searched(), group="engine", exclusive=True, exit_on_error=False)

    async def _searched(self) -> None:
        state = self.state
        if not self._engine_on or state is None or state.over:
            return
        for seconds in self._analysis.budgets_s():
            try:
                await self._analysis.evaluate(seconds)
            except RefusedError as refusal:
                if refusal.refused.code != Code.STALE_PLY:
                    self._engine_on = False
                    self.say(f"{refusal}{f' ({refusal.hint})' if refusal.hint else ''}", warning=True)
                    self.show_state()
                return
            self.show_state()


def _count(rest: str) -> int:
    """Return a typed number of plies; 1 without a valid one."""
    return int(rest) if rest.isascii() and rest.isdecimal() and len(rest) < 6 else 1
