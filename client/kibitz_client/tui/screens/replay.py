"""A match from its first event to its last, ply by ply, with the graph of what its searches expected."""

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
from kibitz_client.tui.models.mistakes import Mistake, graph, levels, mistakes
from kibitz_client.tui.models.replay import SPEEDS, Told, about, speed_text, stops
from kibitz_client.tui.screens.dialogs import Ask
from kibitz_client.tui.screens.match.base import DEPTH, BoardScreen
from kibitz_client.tui.widgets.moves import MovesList
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.timeline import Timeline
from kibitz_protocol.to_client import Snapshot
from kibitz_protocol.to_server import Create
from kibitz_protocol.values import Engine, EngineSpec, Me, MoveView, SearchReport, SeatSpec

SPEED_S = 0.8
"""How long each ply is shown, at the usual speed."""


class ReplayScreen(BoardScreen):
    """Every key is one away: plies by arrows, mistakes by m, a match from here by b."""

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
        Binding("p", "expect", show=False),
        Binding("z", "zen", show=False),
        Binding("b", "branch", show=False),
        Binding("v", "verify", show=False),
        Binding("w", "export", show=False),
        Binding("f", "flip", show=False),
        Binding("question_mark", "help", show=False),
        Binding("escape,q,l", "app.pop_screen", show=False),
    ]

    def __init__(self, messages: list[Told]) -> None:
        self.messages = messages
        self._stops = stops(messages)
        self._at = 0
        self.step_every_s = SPEED_S
        self._speed = 1.0
        self._timer_on: Timer | None = None
        last = self._stops[-1]
        self.moves: list[MoveView] = list(last.moves)
        self._mistakes: list[Mistake] = mistakes(self.moves)
        super().__init__(last.match)

    @property
    def state(self) -> MatchState | None:
        """The match at the ply that is shown."""
        shown = self._stops[self._at]
        position = shown.position.model_copy(update={"ticking": None, "first_move_ms": None})
        # What was thought may have been hidden while it could help somebody; what is recorded is shown.
        return replace(shown, position=position, show_thinking=shown.show_thinking or bool(shown.searches))

    def compose_foot(self) -> ComposeResult:
        """The graph, what is told, the keys."""
        yield Timeline(id="scrub").add_class("foot")
        yield TextLine(id="say", classes="say foot")
        yield TextLine(strings.REPLAY_KEYS, classes="keys foot")

    def show_state(self) -> None:
        """The ply, its place in the graph, and whether its move was a mistake."""
        super().show_state()
        state = self._stops[self._at]
        played = len(state.moves)
        course = graph(self.moves, levels(ascii_only=self.board.ascii_only))
        self.query_one(Timeline).show(course, played, speed_text(self._speed, runs=self._timer_on is not None))
        if not state.over:
            self.say(about(self.moves, self._mistakes, played))

    def shown_moves(self, _state: MatchState) -> tuple[list[MoveView], int | None, dict[int, str]]:
        """All of them, which was the last here, and which were mistakes."""
        state = self._stops[self._at]
        return self.moves, state.moves[-1].ply if state.moves else -1, {one.ply: "?" for one in self._mistakes}

    def followed(self) -> Collection[str]:
        """Nothing more is told of what is replayed."""
        return ()

    def match_told(self, match: str, message: object, before: MatchState | None) -> None:
        """What happens meanwhile is no part of a replay."""

    def action_go(self, by: int) -> None:
        """So many plies on or back."""
        self._show_at(self._at + by)

    def _show_at(self, at: int) -> None:
        self._at = max(0, min(at, len(self._stops) - 1))
        self.show_state()

    def action_jump(self) -> None:
        """Go to a ply by its number."""
        first = len(self._stops[0].moves)
        last = first + len(self._stops) - 1

        def given(text: str | None) -> None:
            if text and text.isdecimal() and first <= int(text) <= last:
                self._show_at(int(text) - first)
            elif text:
                self.say(strings.NO_SUCH_PLY.format(text=text, first=first, last=last))

        self.app.push_screen(Ask(strings.JUMP.format(first=first, last=last)), given)

    def on_moves_list_chosen(self, event: MovesList.Chosen) -> None:
        """Go there."""
        self._show_at(event.move.ply + 1 - len(self._stops[0].moves))

    def on_scrub_bar_chosen(self, event: Timeline.Chosen) -> None:
        """Go there."""
        self._show_at(event.ply - len(self._stops[0].moves))

    def action_mistake(self, way: int) -> None:
        """The next mistake, or the one before."""
        first = len(self._stops[0].moves)
        here = first + self._at - 1
        places = [at for at, move in enumerate(self.moves) if any(one.ply == move.ply for one in self._mistakes)]
        ahead = [at for at in places if at > here] if way > 0 else [at for at in reversed(places) if at < here]
        if ahead:
            self._show_at(ahead[0] + 1 - first)
        else:
            searched = any(move.search is not None for move in self.moves)
            self.say(strings.NO_MISTAKE if searched else strings.NO_SEARCHES)

    def action_run(self) -> None:
        """Play it by itself, or pause; at the end from the beginning."""
        if self._timer_on is None and self._at == len(self._stops) - 1:
            self._at = 0
        self._run(on=self._timer_on is None)

    def action_speed(self, by: int) -> None:
        """Faster, or slower."""
        place = SPEEDS.index(self._speed) + by
        self._speed = SPEEDS[max(0, min(place, len(SPEEDS) - 1))]
        self._run(on=self._timer_on is not None)

    def _run(self, *, on: bool) -> None:
        if self._timer_on is not None:
            self._timer_on.stop()
        self._timer_on = self.set_interval(self.step_every_s / self._speed, self._step) if on else None
        self.show_state()

    def _step(self) -> None:
        self.action_go(1)
        if self._at == len(self._stops) - 1:
            self._run(on=False)

    def search_of(self, state: MatchState) -> SearchReport | None:
        """The search for the move that was played here."""
        played = len(state.moves)
        return self.moves[played].search if played < len(self.moves) and not state.over else None

    def action_branch(self) -> None:
        """A new match from this position, in which we move against an engine."""
        state, start = self._stops[self._at], self.messages[0]
        to_move = state.position.to_move
        if state.over or to_move is None or not isinstance(start, Snapshot):
            self.say(strings.NO_BRANCH)
            return
        engine = Engine(engine=EngineSpec.parse("level:5"))
        seats: list[SeatSpec] = [Me() if view.seat == to_move else engine for view in state.seats]
        moves = [*start.opening, *(move.move for move in state.moves)]
        self.kibitz.create(
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

    def to_explain(self, state: MatchState) -> ExplainRequest:
        """The position that is shown; of a match that is over by its moves, because its server may not have it."""
        start = self.messages[0]
        if not self._stops[-1].over or not isinstance(start, Snapshot):
            return ExplainRequest(match=state.code, depth=DEPTH, ply=len(state.moves))
        options = tuple(f"{name}={value}" for name, value in state.options.items())
        moves = " ".join([*start.opening, *(move.move for move in state.moves)])
        return ExplainRequest(state.game.name, options=options, position=start.start, moves=moves, depth=DEPTH)

    def action_export(self) -> None:
        """Write the record into a file here."""
        file = Path(f"{self._stops[0].code}.jsonl")
        try:
            file.write_text(record_text(self.messages), encoding="utf-8")
        except OSError as error:
            self.say(f"{file}: {error.strerror}")
        else:
            self.say(strings.EXPORTED.format(file=file.absolute()))

    def action_verify(self) -> None:
        """Let the server's part of Kibitz check the record, where it is installed."""
        from kibitz_client.commands.verify import verdict

        async def check() -> None:
            self.say(strings.VERIFYING)
            self.say(await verdict(record_text(self.messages)))

        self.ask(check())
