"""Puzzles in the app: the board, a prompt for moves, and what the server says of them."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from kibitz_client.match.puzzles import OpenPuzzle, heading, hint_text, question, rating_text, verdict
from kibitz_client.requests import build
from kibitz_client.tui import strings
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.key_line import KeyLine
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar
from kibitz_protocol.commands.puzzles import AnswerPuzzle, HelpPuzzle, NextPuzzle, PuzzleHint, PuzzleJudged


class PuzzleScreen(KibitzScreen):
    """One puzzle after the other. Moves are picked on the board or typed."""

    help_section = "Puzzles"
    AUTO_FOCUS = "BoardWidget"
    DEFAULT_CSS = """
    PuzzleScreen BoardWidget { height: 1fr; }
    PuzzleScreen #told { height: auto; max-height: 5; padding: 0 1; }
    PuzzleScreen #solver { height: 1; padding: 0 1; color: $mark; }
    PuzzleScreen Input { margin: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        Binding("n", "next_puzzle", show=False),
        Binding("h", "puzzle_hint", show=False),
        Binding("s", "solution", show=False),
        Binding("f", "flip", show=False),
        Binding("slash", "prompt", show=False),
        Binding("question_mark,f1", "app.help", show=False),
    ]

    def __init__(self, game: str | None = None) -> None:
        """Solve puzzles of a game, or of any."""
        super().__init__()
        self._game = game
        self._attempt: OpenPuzzle | None = None

    def compose(self) -> ComposeResult:
        """Lay out title, board, verdict, rating, prompt and keys."""
        yield TitleBar(f"{strings.TITLE}  {strings.PUZZLES}")
        yield BoardWidget(
            playable=True, ascii_only=self.preferences.ascii_only, style=self.preferences.board_style, id="board"
        )
        yield TextLine(id="told")
        yield TextLine(id="solver")
        yield Input(placeholder=strings.PUZZLE_HINT, compact=True, id="move")
        yield TextLine(id="say", classes="say")
        yield KeyLine(strings.PUZZLE_KEYS)

    def on_mount(self) -> None:
        """Get the first puzzle."""
        self.action_next_puzzle()

    def preferences_changed(self) -> None:
        """Redraw the board."""
        self.query_one(BoardWidget).draw_with(
            ascii_only=self.preferences.ascii_only, style=self.preferences.board_style
        )

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with the typed move. Without one, go on to the next puzzle."""
        text = event.value.strip()
        event.input.value = ""
        if text:
            self._answer(text)
        elif self._attempt is not None and self._attempt.over:
            self.action_next_puzzle()

    def on_board_widget_picked(self, event: BoardWidget.Picked) -> None:
        """Answer with the picked move. Of several, one is typed."""
        event.stop()
        if len(event.moves) == 1:
            self._answer(event.moves[0])
        else:
            self.say(f"{event.question} {' '.join(event.moves)}")
            self.action_prompt()

    def action_back(self) -> None:
        """Move from the prompt to the board, or close the screen from the board."""
        if isinstance(self.focused, Input):
            self.query_one(BoardWidget).focus()
        else:
            self.app.pop_screen()

    def action_prompt(self) -> None:
        """Focus the prompt."""
        self.query_one(Input).focus()

    def action_flip(self) -> None:
        """Turn the board."""
        board = self.query_one(BoardWidget)
        board.flipped = not board.flipped
        self._show()

    def action_next_puzzle(self) -> None:
        """Get another puzzle."""
        self.request(self._next())

    def action_puzzle_hint(self) -> None:
        """Show how the move begins."""
        self.request(self._help("hint"))

    def action_solution(self) -> None:
        """Show all moves."""
        self.request(self._help("solution"))

    async def _next(self) -> None:
        skip = self._attempt.shown.puzzle if self._attempt else None
        shown = await self.session.client.ask(build(NextPuzzle, game=self._game, skip=skip))
        self._attempt = OpenPuzzle(shown)
        self.query_one(TitleBar).show(f"{strings.TITLE}  {strings.PUZZLES}  {shown.game.title}  {shown.rating}")
        self.say("")
        self._tell([*heading(shown)[1:], question(self._attempt)])
        self._show()

    def _answer(self, move: str) -> None:
        if self._attempt is not None and not self._attempt.over:
            self.request(self._ask(self._attempt, move))

    async def _ask(self, attempt: OpenPuzzle, move: str) -> None:
        command = build(AnswerPuzzle, puzzle=attempt.shown.puzzle, moves=[*attempt.found, move])
        self._take(attempt, await self.session.client.ask(command), move)

    async def _help(self, what: str) -> None:
        attempt = self._attempt
        if attempt is None or attempt.over:
            return
        command = build(HelpPuzzle, puzzle=attempt.shown.puzzle, moves=list(attempt.found), what=what)
        found = await self.session.client.ask(command)
        if isinstance(found, PuzzleHint):
            self.say(hint_text(found))
        else:
            self._take(attempt, found, None)

    def _take(self, attempt: OpenPuzzle, judged: PuzzleJudged, move: str | None) -> None:
        """Show an answer, unless another puzzle was opened meanwhile."""
        if attempt is not self._attempt:
            return
        self._attempt = attempt.after(judged, move)
        self._tell(verdict(judged))
        self._show()

    def _tell(self, lines: list[str]) -> None:
        self.query_one("#told", TextLine).show("\n".join(lines))

    def _show(self) -> None:
        attempt = self._attempt
        if attempt is None:
            return
        board, sides = self.query_one(BoardWidget), attempt.shown.game.seats
        board.show(attempt.shown.board, attempt.state, movable=not attempt.over, sides=sides)
        self.query_one("#solver", TextLine).show(rating_text(attempt.you))
