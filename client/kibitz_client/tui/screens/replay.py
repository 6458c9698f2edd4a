"""The replay of a match, ply by ply, with a graph of the scores of its searches."""

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer

from kibitz_client.match.record import record_text
from kibitz_client.match.state import MatchState
from kibitz_client.parsing.arguments import ExplainRequest
from kibitz_client.requests import build
from kibitz_client.tui import strings
from kibitz_client.tui.models.mistakes import Mistake, graph, graph_characters, mistakes
from kibitz_client.tui.models.replay import SPEEDS, RecordMessage, ply_states, ply_summary, speed_text
from kibitz_client.tui.screens.dialogs import Ask
from kibitz_client.tui.screens.match.base import DEPTH, BoardScreen
from kibitz_client.tui.widgets.moves import MovesList
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.timeline import Timeline
from kibitz_protocol.to_client import Snapshot
from kibitz_protocol.to_server import Create
from kibitz_protocol.values import Engine, EngineSpec, Me, MoveView, SearchReport, SeatSpec

SPEED_S = 0.8
"""How long each ply is shown, in seconds at normal speed."""


class ReplayScreen(BoardScreen):
    """Board of any ply of a record. Arrows change the ply, m finds mistakes, b starts a match from here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "go(-1)", show=False, priority=True),
        Binding("right", "go(1)", show=False, priority=True),
        Binding("pageup", "go(-10)", show=False),
        Binding("pagedown", "go(10)", show=False),
        Binding("home", "go(-100000)", show=False),
        Binding("end", "go(100000)", show=False),
        Binding("g", "jump", show=False),
        Binding("y", "app.copy", show=False),
        Binding("m", "mistake(1)", show=False),
        Binding("M", "mistake(-1)", show=False),
        Binding("space", "run", show=False, priority=True),
        Binding("plus,equals_sign", "speed(1)", show=False),
        Binding("minus", "speed(-1)", show=False),
        Binding("p", "expected_line", show=False),
        Binding("z", "zen", show=False),
        Binding("b", "branch", show=False),
        Binding("o", "analysis_board", show=False),
        Binding("v", "verify", show=False),
        Binding("w", "export", show=False),
        Binding("f", "flip", show=False),
        Binding("question_mark", "help", show=False),
        Binding("escape,q,l", "app.pop_screen", show=False),
    ]

    def __init__(self, messages: list[RecordMessage]) -> None:
        self.messages = messages
        self._states = ply_states(messages)
        self._at = 0
        self.step_every_s = SPEED_S
        self._speed = 1.0
        self._play_timer: Timer | None = None
        last = self._states[-1]
        self.moves: list[MoveView] = list(last.moves)
        self._mistakes: list[Mistake] = mistakes(self.moves)
        super().__init__(last.match)

    @property
    def state(self) -> MatchState | None:
        """The match at the shown ply."""
        shown = self._states[self._at]
        position = shown.position.model_copy(update={"ticking": None, "first_move_ms": None})
        # Search info may have been hidden while it could help a player; recorded info is shown.
        return replace(shown, position=position, show_thinking=shown.show_thinking or bool(shown.searches))

    def compose_foot(self) -> ComposeResult:
        """Lay out the graph, the message line and the keys."""
        yield Timeline(id="timeline").add_class("foot")
        yield TextLine(id="say", classes="say foot")
        yield TextLine(strings.REPLAY_KEYS, classes="keys foot")

    def show_state(self) -> None:
        """Show the ply, its place in the graph, and whether its move was a mistake."""
        super().show_state()
        state = self._states[self._at]
        played = len(state.moves)
        scores = graph(self.moves, graph_characters(ascii_only=self.board.ascii_only))
        self.query_one(Timeline).show(scores, played, speed_text(self._speed, running=self._play_timer is not None))
        if not state.over:
            self.say(ply_summary(self.moves, self._mistakes, played))

    def shown_moves(self, _state: MatchState) -> tuple[list[MoveView], int | None, dict[int, str]]:
        """Return all moves of the record, the last one played here, and marks of the mistakes."""
        state = self._states[self._at]
        return self.moves, state.moves[-1].ply if state.moves else -1, {one.ply: "?" for one in self._mistakes}

    def followed_matches(self) -> Collection[str]:
        """Return nothing: a replay does not change."""
        return ()

    def match_changed(self, match: str, message: object, before: MatchState | None) -> None:
        """Ignore messages: a replay does not change."""

    def action_go(self, by: int) -> None:
        """Go forward by some plies; a negative number goes back."""
        self._show_at(self._at + by)

    def _show_at(self, at: int) -> None:
        self._at = max(0, min(at, len(self._states) - 1))
        self.show_state()

    def action_jump(self) -> None:
        """Ask for the number of a ply and go there."""
        first = len(self._states[0].moves)
        last = first + len(self._states) - 1

        def go(text: str | None) -> None:
            if text and text.isdecimal() and first <= int(text) <= last:
                self._show_at(int(text) - first)
            elif text:
                self.say(strings.NO_SUCH_PLY.format(text=text, first=first, last=last))

        self.app.push_screen(Ask(strings.JUMP.format(first=first, last=last)), go)

    def on_moves_list_chosen(self, event: MovesList.Chosen) -> None:
        """Go to the ply after a move."""
        self._show_at(event.move.ply + 1 - len(self._states[0].moves))

    def on_timeline_chosen(self, event: Timeline.Chosen) -> None:
        """Go to a clicked ply."""
        self._show_at(event.ply - len(self._states[0].moves))

    def action_mistake(self, direction: int) -> None:
        """Go to the next mistake, or with -1 to the previous one."""
        first = len(self._states[0].moves)
        here = first + self._at - 1
        places = [at for at, move in enumerate(self.moves) if any(one.ply == move.ply for one in self._mistakes)]
        ahead = [at for at in places if at > here] if direction > 0 else [at for at in reversed(places) if at < here]
        if ahead:
            self._show_at(ahead[0] + 1 - first)
        else:
            searched = any(move.search is not None for move in self.moves)
            self.say(strings.NO_MISTAKE if searched else strings.NO_SEARCHES)

    def action_run(self) -> None:
        """Run the replay or pause it; at the end, start again."""
        if self._play_timer is None and self._at == len(self._states) - 1:
            self._at = 0
        self._run(on=self._play_timer is None)

    def action_speed(self, by: int) -> None:
        """Run faster, or with -1 slower."""
        place = SPEEDS.index(self._speed) + by
        self._speed = SPEEDS[max(0, min(place, len(SPEEDS) - 1))]
        self._run(on=self._play_timer is not None)

    def _run(self, *, on: bool) -> None:
        if self._play_timer is not None:
            self._play_timer.stop()
        self._play_timer = self.set_interval(self.step_every_s / self._speed, self._step) if on else None
        self.show_state()

    def _step(self) -> None:
        self.action_go(1)
        if self._at == len(self._states) - 1:
            self._run(on=False)

    def search_of(self, state: MatchState) -> SearchReport | None:
        """Return the search for the move that was played here."""
        played = len(state.moves)
        return self.moves[played].search if played < len(self.moves) and not state.over else None

    def action_branch(self) -> None:
        """Create a match from this position against an engine; we play the side to move."""
        state, start = self._states[self._at], self.messages[0]
        to_move = state.position.to_move
        if state.over or to_move is None or not isinstance(start, Snapshot):
            self.say(strings.NO_BRANCH)
            return
        engine = Engine(engine=EngineSpec.parse("level:5"))
        seats: list[SeatSpec] = [Me() if view.seat == to_move else engine for view in state.seats]
        moves = [*start.opening, *(move.move for move in state.moves)]
        self.services.matches.create(
            build(
                Create,
                game=state.game.name,
                options=dict(state.options),
                seats=seats,
                position=start.start,
                moves=moves,
                visibility="unlisted",
            )
        )

    def action_analysis_board(self) -> None:
        """Open the shown ply on an analysis board, if the match is over."""
        if self._states[-1].over:
            self.services.navigation.analyse_record(self.messages, len(self._states[self._at].moves))
        else:
            self.say(strings.ANALYSIS_RUNNING)

    def explain_request(self, state: MatchState) -> ExplainRequest:
        """Return a request for the shown position. A finished match is sent as moves: the server may not know it."""
        start = self.messages[0]
        if not self._states[-1].over or not isinstance(start, Snapshot):
            return ExplainRequest(match=state.code, depth=DEPTH, ply=len(state.moves))
        options = tuple(f"{name}={value}" for name, value in state.options.items())
        moves = " ".join([*start.opening, *(move.move for move in state.moves)])
        return ExplainRequest(state.game.name, options=options, position=start.start, moves=moves, depth=DEPTH)

    def action_export(self) -> None:
        """Write the record to a file in the working directory."""
        file = Path(f"{self._states[0].code}.jsonl")
        try:
            file.write_text(record_text(self.messages), encoding="utf-8")
        except OSError as error:
            self.say(f"{file}: {error.strerror}")
        else:
            self.say(strings.EXPORTED.format(file=file.absolute()))

    def action_verify(self) -> None:
        """Check the record with the server package of Kibitz, if it is installed."""
        from kibitz_client.commands.verify import verdict

        async def check() -> None:
            self.say(strings.VERIFYING)
            self.say(await verdict(record_text(self.messages)))

        self.request(check())
