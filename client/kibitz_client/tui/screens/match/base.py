"""The board screen: what is common to playing, watching and replaying a match."""

import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.timer import Timer

from kibitz_client.board.engine_line import NOTHING, engine_line
from kibitz_client.board.move_picker import premove_cells
from kibitz_client.board.roles import block_rows
from kibitz_client.board.shapes import top_seat
from kibitz_client.match.moves.numbering import numbering_of
from kibitz_client.match.owners import edge_owners
from kibitz_client.match.state import MatchState, opening_name
from kibitz_client.match.stopwatch import Stopwatch
from kibitz_client.match.table.card_texts import ascii_cards, shown_chances
from kibitz_client.match.table.unseen import chances_words
from kibitz_client.parsing.arguments import ExplainRequest
from kibitz_client.text.events import message_lines, pending_lines
from kibitz_client.text.formatting import uncounted_text
from kibitz_client.text.match_view import counter_groups, counter_lines, result_line, title_line
from kibitz_client.tui import strings
from kibitz_client.tui.models.win_graph import graph_characters
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.screens.match.board_area import BoardArea
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.chat import ChatLog
from kibitz_client.tui.widgets.engine_panel import EnginePanel
from kibitz_client.tui.widgets.moves import UNMARKED, MovesList
from kibitz_client.tui.widgets.player_bar import PlayerBar, bottom_seat, seat_lines
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar
from kibitz_protocol.to_client import Event, Moved, Next, SeedRevealed
from kibitz_protocol.values.boards import Grid, Table
from kibitz_protocol.values.engines import SearchReport
from kibitz_protocol.values.matches import ChanceView, MoveView
from kibitz_protocol.values.seats import seat_text
from kibitz_protocol.values.state import State

SHOW_AFTER_S = 0.05
"""Messages that arrive within this time are drawn together, so that no feed is too fast to draw."""

PANEL_LEAST, PANEL_MOST = 36, 64
"""Columns of the panel with its border; a small board leaves it more."""
BARS_LEAST = 42
"""Columns that a board leaves to the lines of its players."""
NARROW = 72
"""Columns below which the panel is hidden."""


class BoardScreen(KibitzScreen):
    """Title, board between two players, moves, engines and chat. Subclasses add prompts and keys."""

    playable: ClassVar[bool] = False
    help_section: ClassVar[str] = "Match"
    DEFAULT_CSS = """
    BoardScreen #match { height: 1fr; }
    BoardScreen .beside { display: none; }
    BoardScreen.-beside .beside { display: block; }
    BoardScreen #counters { height: auto; }
    BoardScreen #offers { height: auto; color: $mark; text-style: bold; }
    BoardScreen.-zen #panel { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "rules", show=False),
        Binding("x", "explain", show=False),
    ]

    def __init__(self, match: str) -> None:
        super().__init__()
        self.match = match
        self._stopwatch = Stopwatch(time.monotonic())
        self._pending: Timer | None = None
        self._premoves: list[str] = []
        self._flipped = False
        self._show_expected = True
        self._before: State | None = None
        self._last_chance: int | None = None
        """The number of the last chance event that the message line has shown; None before the first state."""
        self._hint: tuple[str, frozenset[int]] = ("", frozenset())
        """A position, and the cells of the move that a hint recommends in it."""

    @property
    def state(self) -> MatchState | None:
        """The match; None before its snapshot arrives."""
        return self.session.states.get(self.match)

    def compose(self) -> ComposeResult:
        """Lay out the common parts."""
        yield TitleBar(strings.WAITING)
        with Horizontal(id="match"):
            yield BoardArea(self.preferences, playable=self.playable, id="left")
            with Vertical(id="panel", classes="panel"):
                yield PlayerBar(ascii_only=self.preferences.ascii_only, id="far-beside").add_class("beside")
                yield MovesList(id="moves")
                yield EnginePanel(id="engines")
                yield TextLine(id="counters")
                yield TextLine(id="offers")
                yield TextLine(strings.CHAT_HEADING, classes="heading")
                yield ChatLog(id="chat")
                yield PlayerBar(ascii_only=self.preferences.ascii_only, id="near-beside").add_class("beside")
        yield from self.compose_foot()

    def compose_foot(self) -> ComposeResult:
        """Lay out what is below the board."""
        yield TextLine(id="say", classes="say")

    def on_mount(self) -> None:
        """Show the match and start the clocks."""
        self.set_interval(0.1, self._tick)
        self._show_chat()
        self.show_state()

    def preferences_changed(self) -> None:
        """Redraw the board."""
        for bar in self.query(PlayerBar):
            bar.ascii_only = self.preferences.ascii_only
            bar.refresh()
        self.board.draw_with(ascii_only=self.preferences.ascii_only, style=self.preferences.board_style)
        self._fit()

    def on_resize(self) -> None:
        """Fit board and panel to the new size."""
        self._fit()

    @property
    def board(self) -> BoardWidget:
        """The board widget."""
        return self.query_one(BoardWidget)

    def match_changed(self, match: str, message: Any, before: MatchState | None) -> None:
        """Note a message of this match; draw it soon, together with those that follow."""
        if match != self.match:
            return
        state = self.state
        if isinstance(message, Next) and message.next is not None:
            self._switch_to(message.next)
            return
        if state is None:
            return
        if before is None or before.position is not state.position:
            self._stopwatch.begin(time.monotonic())
        lines = message_lines(message, state, before)
        if isinstance(message, Event) and isinstance(message.event, SeedRevealed):
            lines += cards_note(state)
        if isinstance(message, Event) and isinstance(message.event, Moved):
            self._before = before.position if before is not None else None
        else:
            self._tell(lines)
        if self._pending is None:
            self._pending = self.set_timer(SHOW_AFTER_S, self.show_state)

    def _tell(self, lines: list[str]) -> None:
        """Add lines to the chat; without a panel, show the last one in the message line."""
        self.query_one(ChatLog).add(*lines)
        if lines and not self._panel_shown:
            self.say(lines[-1])

    def _show_chat(self) -> None:
        """Show what was said in the match so far, as far as it is known."""
        self.query_one(ChatLog).clear()
        if self.state is not None:
            self._tell([f"{said.name}: {said.text}" for said in self.state.chat])

    def _switch_to(self, match: str) -> None:
        """Continue with the next match. Nothing that belongs to the one before is shown any more."""
        self.match = match
        self._premoves = []
        self._before = None
        self._last_chance = None
        self._hint = "", frozenset()
        self._stopwatch = Stopwatch(time.monotonic())
        self.say("")
        self._show_chat()
        self.query_one("#offers", TextLine).show("")
        self.query_one("#counters", TextLine).show("")
        panel = self.query_one(EnginePanel)
        # A hidden panel has no width, so it would come back with its last text for a moment.
        panel.show("")
        panel.display = False

    def show_state(self) -> None:
        """Draw the match in its current state."""
        self._pending = None
        state = self.state
        if state is None:
            return
        self.query_one(TitleBar).show(f"{strings.TITLE}  {title_line(state)}")
        self.board.turn(flipped=(top_seat(state.board) == bottom_seat(state)) != self._flipped)
        self.board.show(
            state.board,
            state.position,
            movable=self.playable and state.your_turn,
            premove=premove_cells(state.position, self._premoves),
            hint=self._hint[1] if self._hint[0] == state.position.position else frozenset(),
            dead=self.dead(state),
            expected=engine_line(state.board, state.position, self.search_of(state))
            if self._show_expected
            else NOTHING,
            before=self._before,
            sides=state.game.seats,
        )
        self._fit()
        self._tick()
        names = [seat_text(state.game.seats, view.seat) for view in state.seats]
        dealt = isinstance(state.board, Table)
        self.query_one(MovesList).show(
            names,
            *self.shown_moves(state),
            chance_events=self._listed_chances(state),
            dealt=dealt,
            numbering=numbering_of(state),
        )
        panel = self.query_one(EnginePanel)
        panel.display = state.show_thinking and any(view.kind == "engine" for view in state.seats)
        if panel.display:
            panel.show_state(state, graph_characters(ascii_only=self.board.ascii_only))
        self.query_one("#counters", TextLine).show("\n".join(self._counters(state)))
        offers = self.query_one("#offers", TextLine)
        offers.show("\n".join(pending_lines(state)))
        offers.display = bool(pending_lines(state))
        if state.over:
            self.say(result_line(state))
            self.query_one("#say").add_class("result")
        else:
            if state.uncounted is not None and not state.moves:
                self.say(uncounted_text(state.uncounted))
            self._show_chances(state)

    def dead(self, state: MatchState) -> frozenset[int]:
        """Return the cells that the board marks as dead: those of the latest proposal."""
        return frozenset(state.proposal.dead) if state.proposal is not None else frozenset()

    def _listed_chances(self, state: MatchState) -> Sequence[ChanceView]:
        """Return the chance events for the list of moves, with letters for suits in ASCII."""
        found = shown_chances(state.board, self.shown_chances(state))
        if not self.board.ascii_only:
            return found
        return [chance.model_copy(update={"text": ascii_cards(chance.text)}) for chance in found]

    def _show_chances(self, state: MatchState) -> None:
        """Show new chance events in the message line; at first, those directly before the position."""
        last = state.chance_events[-1].number if state.chance_events else 0
        known, self._last_chance = self._last_chance, last
        chances = [
            chance
            for chance in state.chance_events
            if (chance.ply == len(state.moves) if known is None else chance.number > known)
        ]
        if chances:
            self.say("; ".join([*_move_before(state, chances[0]), *chances_words(chances)]))

    def say(self, text: str, *, warning: bool = False) -> None:
        """Show a message in the message line, in place of the result."""
        for line in self.query("#say"):
            line.remove_class("result")
        super().say(ascii_cards(text) if self.preferences.ascii_only else text, warning=warning)

    def search_of(self, state: MatchState) -> SearchReport | None:
        """Return the search of the shown position, if it may be drawn on the board."""
        thought = state.searches.get(state.position.to_move) if state.position.to_move is not None else None
        shown = state.show_thinking and self.query_one(EnginePanel).visible and not self.playable
        here = thought is not None and thought.live and thought.ply == state.position.ply
        return thought.search if shown and here and thought is not None else None

    def action_expected_line(self) -> None:
        """Show or hide the principal variation on the board."""
        self._show_expected = not self._show_expected
        self.say(strings.EXPECTED_LINE[self._show_expected])
        self.show_state()

    def shown_moves(self, state: MatchState) -> tuple[Sequence[MoveView], int | None, Mapping[int, str]]:
        """Return the moves of the list, the shown ply unless it is the last, and marks by ply."""
        return state.moves, None, UNMARKED

    def shown_chances(self, state: MatchState) -> Sequence[ChanceView]:
        """Return the chance events of the list of moves."""
        return state.chance_events

    def _counters(self, state: MatchState) -> list[str]:
        if isinstance(state.board, Table):
            return []  # a table of cards has its counters at their places
        groups = counter_groups(state.position)
        # Several counters of a side have a line of their own.
        lines = groups if len(groups) < len(state.position.counters) else counter_lines(state.position)
        if isinstance(state.board, Grid) and state.position.blocks:
            lines += block_rows(state.board, state.position, flipped=self.board.flipped)
        if isinstance(state.board, Grid) and (owners := edge_owners(state.board, flipped=self.board.flipped)):
            lines += [strings.EDGES.format(owners=each) for each in owners.split(", ")]
        return [*filter(None, [opening_name(state)]), *lines]

    def _tick(self) -> None:
        state = self.state
        if state is None:
            return
        now = time.monotonic()
        self._stopwatch.halt(now, halted=self.session.halted)
        drawn = self.board.draws_pieces
        for line in seat_lines(state, self._stopwatch.elapsed_ms(now), flipped=self._flipped, drawn=drawn):
            for bar in self.query(PlayerBar):
                if bar.id in (line.place, f"{line.place}-beside"):
                    bar.show(line)
        self.query_one(BoardArea).fit_bars(self._columns_for_bars)

    @property
    def _panel_shown(self) -> bool:
        return self.app.size.width >= NARROW and self.query_one("#panel").display

    @property
    def _columns_for_board(self) -> int:
        """The columns that the board may take: those that the panel does not need."""
        return self.size.width - 1 - (PANEL_LEAST if self._panel_shown else 0)

    @property
    def _columns_for_bars(self) -> int:
        """The columns that the players may take: those that the panel has left, which is wider beside a small board."""
        width = self.query_one("#panel").styles.width if self._panel_shown else None
        return self.size.width - 1 - (int(width.value) if width is not None else 0)

    def _fit(self) -> None:
        """Fit the board into the free space, and the panel beside it; hide the panel on a narrow terminal."""
        state, area = self.state, self.query_one(BoardArea)
        self.set_class(self.app.size.width < NARROW, "-zen")
        if state is None or not area.size.height:
            return
        shown = self._panel_shown
        room = self._columns_for_board
        found = area.fit(state.board, room, area.size.height, beside=shown)
        self.set_class(area.bars_beside, "-beside")
        rest = self.size.width - 1 - max(found.width, min(room, BARS_LEAST))
        self.query_one("#panel").styles.width = max(PANEL_LEAST, min(PANEL_MOST, rest))
        area.fit_bars(self._columns_for_bars)

    def on_board_area_resized(self) -> None:
        """Fit the board to the space that the foot leaves."""
        self._fit()

    def on_board_widget_laid_out(self) -> None:
        """Show the players with the pieces that the board has at its new size."""
        self._tick()

    def action_help(self) -> None:
        """Show the help at the section of this screen."""
        self.services.navigation.help()

    def action_rules(self) -> None:
        """Show the rules of the game, with its initial board and the notation of moves."""
        state = self.state
        if state is not None:
            self.services.navigation.rules(state.game, state.options)

    def action_zen(self) -> None:
        """Show or hide the panel beside the board."""
        self.query_one("#panel").display = not self.query_one("#panel").display
        self._fit()

    def action_flip(self) -> None:
        """Turn the board, and swap the player lines."""
        self._flipped = not self._flipped
        self.show_state()

    def action_explain(self) -> None:
        """Show the search tree of the current position."""
        state = self.state
        if state is not None and state.game.hidden:
            self.say(strings.NO_ANALYSIS)
        elif state is not None and not state.helped:
            self.say(strings.EXPLAIN_BARRED)
        elif state is not None:
            self.services.navigation.explain(self.explain_request(state))

    def explain_request(self, state: MatchState) -> ExplainRequest:
        """Return a request for the current position of the match."""
        return ExplainRequest(match=state.code)

    def action_history(self) -> None:
        """Replay the moves so far, from the last ply."""
        self.services.navigation.replay(self.match, live=True)

    def selected_match(self) -> str | None:
        """Return the shown match."""
        return self.match

    def followed_matches(self) -> Collection[str]:
        """Return the shown match."""
        return (self.match,)

    def action_leave(self) -> None:
        """Close the screen."""
        self.app.pop_screen()


def cards_note(state: MatchState) -> list[str]:
    """Return where all cards are shown, once the seed of a game with hidden cards is revealed."""
    return [strings.ALL_CARDS] if state.game.hidden and state.server_seed is not None else []


def _move_before(state: MatchState, chance: ChanceView) -> list[str]:
    """Return the move before a deal of cards in words, which tell what a hand has won: `North folds: South wins 6`."""
    before = next((move for move in state.moves if move.ply == chance.ply - 1), None)
    if before is None or before.said is None or not isinstance(state.board, Table):
        return []
    return [f"{seat_text(state.game.seats, before.seat)} {before.said}"]
