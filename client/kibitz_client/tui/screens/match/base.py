"""A match on the screen: what those who play and those who watch see alike."""

import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.timer import Timer

from kibitz_client.match.state import MatchState
from kibitz_client.match.stopwatch import Stopwatch
from kibitz_client.parsing.arguments import ExplainRequest
from kibitz_client.text.events import message_lines, pending_lines
from kibitz_client.text.formatting import seat_text
from kibitz_client.text.match_view import counter_lines, result_line, title_line
from kibitz_client.tui import strings
from kibitz_client.tui.board.engine_line import NOTHING, engine_line
from kibitz_client.tui.board.layout import top_seat
from kibitz_client.tui.board.move_picker import premove_cells
from kibitz_client.tui.models.mistakes import levels
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.screens.help import HelpScreen
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.chat import ChatLog
from kibitz_client.tui.widgets.engine_panel import EnginePanel
from kibitz_client.tui.widgets.moves import UNMARKED, MovesList
from kibitz_client.tui.widgets.player_bar import PlayerBar, bottom_seat, seat_lines
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar
from kibitz_protocol.to_client import Event, Moved, Next
from kibitz_protocol.values import Grid, MoveView, SearchReport, State

SHOW_AFTER_S = 0.05
"""Messages that come closer together than this are shown together, so that no feed is too fast."""

DEPTH = 2
"""So far a search tree of a match looks ahead at first."""
PANEL_WIDTH = 38
"""Inside, before it has been laid out; the style sheet says the same."""


class BoardScreen(KibitzScreen):
    """Title, board between two players, moves, engines, talk. What is typed or pressed belongs to the screens above."""

    playable: ClassVar[bool] = False
    DEFAULT_CSS = """
    TableScreen #table { height: 1fr; }
    TableScreen #left { width: 1fr; height: 1fr; padding: 0 0 0 1; }
    TableScreen .tight { display: none; }
    TableScreen.-tight .roomy { display: none; }
    TableScreen.-tight .tight { display: block; }
    TableScreen #counters { height: auto; }
    TableScreen #offers { height: auto; color: $mark; text-style: bold; }
    TableScreen.-zen #panel { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", show=False),
        Binding("x", "explain", show=False),
    ]

    def __init__(self, match: str) -> None:
        super().__init__()
        self.match = match
        self._watch = Stopwatch(time.monotonic())
        self._pending: Timer | None = None
        self._premoves: list[str] = []
        self._turned = False
        self._expecting = True
        self._before: State | None = None

    @property
    def state(self) -> MatchState | None:
        """The match, once its snapshot has come."""
        return self.session.states.get(self.match)

    def compose(self) -> ComposeResult:
        """The parts that stand in the same place for everyone."""
        yield TitleBar(strings.WAITING)
        with Horizontal(id="table"):
            with Vertical(id="left"):
                yield PlayerBar(id="far").add_class("roomy")
                yield BoardWidget(playable=self.playable, ascii_only=self.kibitz.prefs.ascii_only, id="board")
                yield PlayerBar(id="near").add_class("roomy")
            with Vertical(id="panel", classes="panel"):
                yield PlayerBar(id="far-tight").add_class("tight")
                yield PlayerBar(id="near-tight").add_class("tight")
                yield MovesList(id="moves")
                yield EnginePanel(id="thinking")
                yield TextLine(id="counters")
                yield TextLine(id="offers")
                yield TextLine(strings.NO_CHAT, classes="heading")
                yield ChatLog(id="talk")
        yield from self.compose_foot()

    def compose_foot(self) -> ComposeResult:
        """What stands below the board."""
        yield TextLine(id="say", classes="say")

    def on_mount(self) -> None:
        """Show what is known, and let the clocks run."""
        self.set_interval(0.1, self._tick)
        if self.state is not None:
            self.query_one(ChatLog).add(*(f"{said.name}: {said.text}" for said in self.state.chat))
        self.show_state()

    def prefs_changed(self) -> None:
        """The board has other lines."""
        self.board.draw_with(ascii_only=self.kibitz.prefs.ascii_only)

    def on_resize(self) -> None:
        """Other sizes, other places."""
        self._fit()

    @property
    def board(self) -> BoardWidget:
        """The board."""
        return self.query_one(BoardWidget)

    def say(self, text: str) -> None:
        """Tell in the line above the prompt."""
        self.query_one("#say", TextLine).show(text)

    def match_told(self, match: str, message: Any, before: MatchState | None) -> None:
        """Take note of a message of this match; it is shown with those that come right behind it."""
        if match != self.match:
            return
        state = self.state
        if isinstance(message, Next) and message.next is not None:
            self._follow(message.next)
            return
        if state is None:
            return
        if before is None or before.position is not state.position:
            self._watch.begin(time.monotonic())
        lines = message_lines(message, state, before)
        if isinstance(message, Event) and isinstance(message.event, Moved):
            self._before = before.position if before is not None else None
            self.moved(state)
        elif lines:
            self.query_one(ChatLog).add(*lines)
        if self._pending is None:
            self._pending = self.set_timer(SHOW_AFTER_S, self.show_state)

    def moved(self, state: MatchState) -> None:
        """A move was played."""

    def _follow(self, match: str) -> None:
        """Go on with the match that comes after this one."""
        self.match = match
        self._premoves = []
        self._before = None
        self.say("")

    def show_state(self) -> None:
        """Draw the match as it stands."""
        self._pending = None
        state = self.state
        if state is None:
            return
        self.query_one(TitleBar).show(f"{strings.TITLE}  {title_line(state)}")
        self.board.turn(flipped=(top_seat(state.board) == bottom_seat(state)) != self._turned)
        self.board.show(
            state.board,
            state.position,
            movable=self.playable and state.your_turn,
            premove=premove_cells(state.position, self._premoves),
            expects=engine_line(state.board, state.position, self.search_of(state)) if self._expecting else NOTHING,
            before=self._before,
        )
        self._fit()
        self._tick()
        names = [seat_text(state.game.seats, view.seat) for view in state.seats]
        self.query_one(MovesList).show(names, *self.shown_moves(state))
        panel = self.query_one(EnginePanel)
        panel.display = state.show_thinking and any(view.kind == "engine" for view in state.seats)
        if panel.display:
            width = self.query_one("#panel").content_size.width or PANEL_WIDTH
            panel.show_state(state, width, levels(ascii_only=self.board.ascii_only))
        self.query_one("#counters", TextLine).show("\n".join(self._facts(state)))
        offers = self.query_one("#offers", TextLine)
        offers.show("\n".join(pending_lines(state)))
        offers.display = bool(pending_lines(state))
        if state.over:
            self.say(result_line(state))

    def search_of(self, state: MatchState) -> SearchReport | None:
        """What is thought of the position that is shown, where that may be drawn on the board."""
        thought = state.searches.get(state.position.to_move) if state.position.to_move is not None else None
        shown = state.show_thinking and self.query_one(EnginePanel).visible and not self.playable
        here = thought is not None and thought.live and thought.ply == state.position.ply
        return thought.search if shown and here and thought is not None else None

    def action_expect(self) -> None:
        """The principal variation on the board, or not."""
        self._expecting = not self._expecting
        self.say(strings.EXPECTING[self._expecting])
        self.show_state()

    def shown_moves(self, state: MatchState) -> tuple[Sequence[MoveView], int | None, Mapping[int, str]]:
        """The moves of the list, the ply that is shown when that is not the last, and marks of some plies."""
        return state.moves, None, UNMARKED

    def _facts(self, state: MatchState) -> list[str]:
        lines = counter_lines(state.position)
        if isinstance(state.board, Grid) and state.position.blocks:
            across = len(state.board.column_labels) // state.board.block
            shown = state.position.blocks.replace("-", ".")
            lines += [" ".join(shown[at : at + across]) for at in range(0, len(shown), across)]
        return lines

    def _tick(self) -> None:
        state = self.state
        if state is None:
            return
        now = time.monotonic()
        self._watch.halt(now, halted=self.session.halted)
        for line in seat_lines(state, self._watch.elapsed_ms(now), turned=self._turned):
            for bar in self.query(PlayerBar):
                if bar.id in (line.place, f"{line.place}-tight"):
                    bar.show(line.who, line.time, line.note, turn=line.turn, low=line.low)

    def _fit(self) -> None:
        """A board that is too tall below the players' lines has them beside it; a narrow terminal has no panel."""
        state = self.state
        if state is None:
            return
        room = self.size.height - 4 - len(self.query(".foot"))
        self.set_class(self.board.needed_height(state.board) > room - 1, "-tight")
        self.set_class(self.size.width < 72, "-zen")

    def action_help(self) -> None:
        """The help, with what the game says of its moves."""
        state = self.state
        about = f"{state.game.title}: {state.game.summary}\n{state.game.move_help}" if state else ""
        self.app.push_screen(HelpScreen(about))

    def action_zen(self) -> None:
        """The board alone, or with what stands beside it."""
        self.query_one("#panel").display = not self.query_one("#panel").display

    def action_flip(self) -> None:
        """Turn the table: the board, and who sits where."""
        self._turned = not self._turned
        self.show_state()

    def action_explain(self) -> None:
        """The search tree of the position at hand."""
        state = self.state
        if state is not None and state.rated and not state.over:
            self.say(strings.EXPLAIN_BARRED)
        elif state is not None:
            self.kibitz.explain(self.to_explain(state))

    def to_explain(self, state: MatchState) -> ExplainRequest:
        """The match as it stands."""
        return ExplainRequest(match=state.code, depth=DEPTH)

    def action_past(self) -> None:
        """What was played so far, ply by ply, from where it stands; Esc comes back."""
        self.kibitz.replay(self.match, live=True)

    def followed(self) -> Collection[str]:
        """The match that is shown."""
        return (self.match,)

    def action_leave(self) -> None:
        """Back to where we came from."""
        self.app.pop_screen()
