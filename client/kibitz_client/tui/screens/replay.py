"""The replay of a match, ply by ply, with a graph of win probabilities, and an analysis of its moves on request."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer

from kibitz_client.errors import RefusedError, UsageError
from kibitz_client.match.fairness import fairness_text
from kibitz_client.match.moves.line import line_texts
from kibitz_client.match.record import file_text
from kibitz_client.match.state import MatchState
from kibitz_client.parsing.arguments import ExplainRequest
from kibitz_client.parsing.move_list import join_moves
from kibitz_client.requests import build
from kibitz_client.text.match_view import notes_summary
from kibitz_client.tui import strings
from kibitz_client.tui.models.replay import (
    SPEEDS,
    RecordMessage,
    accuracies,
    analysed_search,
    branch,
    chances_text,
    ply_states,
    ply_summary,
    side_lines,
    speed_text,
)
from kibitz_client.tui.models.win_graph import graph, graph_characters
from kibitz_client.tui.screens.dialogs import Ask, Findings, Pick
from kibitz_client.tui.screens.match.base import BoardScreen
from kibitz_client.tui.widgets.key_line import KeyLine
from kibitz_client.tui.widgets.moves import MovesList
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.timeline import Timeline
from kibitz_protocol.commands.analysis import Analyse, Analysed, Analysing, Effort
from kibitz_protocol.formats.forms import usual_form
from kibitz_protocol.formats.record import record_text
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Snapshot
from kibitz_protocol.values.engines import SearchReport
from kibitz_protocol.values.evaluation import MARKS, Mistake, evaluation_of, percent
from kibitz_protocol.values.fields import Seat
from kibitz_protocol.values.matches import ChanceView, MoveView
from kibitz_protocol.values.seats import seat_text

DEFAULT_LEVEL = 5
"""Proposed level of the engine in a match from a position of the replay."""
SPEED_S = 0.8
"""How long each ply is shown, in seconds at normal speed."""


class ReplayScreen(BoardScreen):
    """Board of any ply of a record. Arrows change the ply, n finds mistakes, b starts a match from here."""

    help_section = "Replay"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "go(-1)", show=False, priority=True),
        Binding("right", "go(1)", show=False, priority=True),
        Binding("pageup", "go(-10)", show=False),
        Binding("pagedown", "go(10)", show=False),
        Binding("home", "go(-100000)", show=False),
        Binding("end", "go(100000)", show=False),
        Binding("g", "jump", show=False),
        Binding("y", "app.copy", show=False),
        Binding("n,m", "mistake(1)", show=False),
        Binding("p,N,M", "mistake(-1)", show=False),
        Binding("a", "analyse", show=False),
        Binding("t", "retry", show=False),
        Binding("space", "run", show=False, priority=True),
        Binding("plus,equals_sign", "speed(1)", show=False),
        Binding("minus", "speed(-1)", show=False),
        Binding("e", "expected_line", show=False),
        Binding("z", "zen", show=False),
        Binding("b", "branch", show=False),
        Binding("o", "analysis_board", show=False),
        Binding("v", "verify", show=False),
        Binding("d", "fairness", show=False),
        Binding("i", "notes", show=False),
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
        # Where each player knew only a part of the position, no move can be judged by it.
        self._evaluation = evaluation_of([] if last.game.hidden else self.moves)
        self._analysis: Analysed | None = None
        self._progress: str | None = None
        """Progress of the analysis that is being made, as text."""
        super().__init__(last.match)

    @property
    def state(self) -> MatchState | None:
        """The match at the shown ply."""
        shown = self._states[self._at]
        position = shown.position.model_copy(update={"ticking": None, "first_move_ms": None, "settle_ms": None})
        # Search info may have been hidden while it could help a player; recorded info is shown.
        return replace(shown, position=position, show_thinking=shown.show_thinking or bool(shown.searches))

    def compose_foot(self) -> ComposeResult:
        """Lay out the graph, the message line and the keys."""
        yield Timeline(id="timeline").add_class("foot")
        yield TextLine(id="say", classes="say foot")
        hidden = self._states[-1].game.hidden
        yield KeyLine(strings.CARDS_REPLAY_KEYS if hidden else strings.REPLAY_KEYS, classes="foot")

    def show_state(self) -> None:
        """Show the ply, its place in the graph, and whether its move was a mistake."""
        super().show_state()
        state = self._states[self._at]
        played = len(state.moves)
        wins = self._evaluation.values
        final = self._analysis.final if self._analysis else None
        win = wins[played] if played < len(wins) else final
        shown = f"{seat_text(state.game.seats, 0)} {percent(win)}" if win is not None else ""
        curve = graph(wins, graph_characters(ascii_only=self.board.ascii_only))
        self.query_one(Timeline).show(
            curve, played, speed_text(self._speed, running=self._play_timer is not None), shown
        )
        if self._progress is not None:
            self.say(strings.ANALYSING.format(progress=self._progress))
        elif not state.over:
            said = ply_summary(self.moves, self._evaluation.mistakes, played, self._analysis is not None)
            if state.notes and not self._at:
                said = notes_summary(state.notes, "i")
            if state.game.hidden and not played:
                last = self._states[-1]
                said = fairness_text(last) if last.seed_kept else strings.ALL_CARDS
            self.say(said + chances_text(state))

    def _counters(self, state: MatchState) -> list[str]:
        lines = super()._counters(state)
        return [*lines, *side_lines(self._analysis, state.game.seats)] if self._analysis else lines

    def shown_moves(self, _state: MatchState) -> tuple[list[MoveView], int | None, dict[int, str]]:
        """Return all moves of the record, the last one played here, and marks of the mistakes."""
        state = self._states[self._at]
        marks = {one.ply: MARKS[one.judgement] for one in self._evaluation.mistakes}
        return self.moves, state.moves[-1].ply if state.moves else -1, marks

    def shown_chances(self, _state: MatchState) -> Sequence[ChanceView]:
        """Return all chance events of the record."""
        return self._states[-1].chance_events

    def followed_matches(self) -> Collection[str]:
        """Return nothing: a replay does not change."""
        return ()

    def match_changed(self, match: str, message: object, before: MatchState | None) -> None:  # noqa: ARG002
        """Show the progress of the analysis. Ignore other messages: a replay does not change."""
        if match == self.match and isinstance(message, Analysing) and self._progress is not None:
            self._show_progress(message)

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

    def action_notes(self) -> None:
        """Show what was left out or guessed when the match was read from a file."""
        notes = self._states[0].notes
        if notes:
            self.app.push_screen(Pick(strings.NOTES, notes))
        else:
            self.say(strings.NO_NOTES)

    def action_mistake(self, direction: int) -> None:
        """Go to the next mistake, or with -1 to the previous one."""
        if self._states[-1].game.hidden:
            self.say(strings.NO_ANALYSIS)
            return
        first = len(self._states[0].moves)
        here = first + self._at - 1
        plies = {one.ply for one in self._evaluation.mistakes}
        places = [at for at, move in enumerate(self.moves) if move.ply in plies]
        ahead = [at for at in places if at > here] if direction > 0 else [at for at in reversed(places) if at < here]
        if ahead:
            self._show_at(ahead[0] + 1 - first)
        else:
            searched = self._analysis is not None or any(move.search is not None for move in self.moves)
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
        """Return the search for the move that was played here: that of the analysis, otherwise that of its engine."""
        played = len(state.moves)
        if self._analysis is not None and played < len(self._analysis.moves):
            return analysed_search(self._analysis, played)
        return self.moves[played].search if played < len(self.moves) and not state.over else None

    def action_analyse(self) -> None:
        """Analyse the match; if that is done, analyse it again, deeper."""
        if self._states[-1].game.hidden:
            self.say(strings.NO_ANALYSIS)
        elif self._progress is None:
            self._progress = ""
            self.show_state()
            self.request(self._analyse("normal" if self._analysis is None else "deep"))

    async def _analyse(self, effort: Effort) -> None:
        try:
            self._analysis = await self._analysed(effort)
        finally:
            self._progress = None
        self._evaluation = self._analysis.evaluated()
        self.show_state()
        # A narrow screen has no panel with the accuracies.
        self.say(accuracies(self._analysis, self._states[-1].game.seats))

    async def _analysed(self, effort: Effort) -> Analysed:
        """Return the analysis of the server, or one of this machine for a record that the server does not know.

        Raises:
            ClientError: The match is not over, or cannot be analysed.
        """
        client = self.session.client
        if "analysis" not in client.welcome.capabilities:
            raise UsageError(strings.ANALYSIS_UNSUPPORTED)
        key = self.session.keys.get(self.match)
        try:
            return await client.ask(build(Analyse, match=self.match, key=key, effort=effort))
        except RefusedError as refusal:
            if refusal.refused.code != Code.UNKNOWN_MATCH:
                raise
        from kibitz_client.commands.records.analyse import of_record

        return await of_record(record_text(self.messages), effort, self._show_progress)

    def _show_progress(self, told: Analysing) -> None:
        from kibitz_client.commands.records.analyse import progress_text

        self._progress = progress_text(told, 30)
        self.say(strings.ANALYSING.format(progress=self._progress))

    def _shown_mistake(self) -> Mistake | None:
        """Return the mistake by which the shown position came about."""
        state = self._states[self._at]
        last = state.moves[-1].ply if state.moves else None
        return next((one for one in self._evaluation.mistakes if one.ply == last), None)

    def action_retry(self) -> None:
        """Play the shown mistake again: a casual match from before it, in which the user has the side that erred."""
        mistake = self._shown_mistake()
        if mistake is None:
            self.say(strings.NO_RETRY)
            return
        # A record may begin after the first ply, at the snapshot of a spectator.
        before = self._at - 1
        if before < 0:
            self.say(strings.NO_RETRY)
        else:
            self._play_from(self._states[before], mistake.seat)

    def action_branch(self) -> None:
        """Play on from this position; the user has the side to move, or after a mistake the side that made it."""
        state, mistake = self._states[self._at], self._shown_mistake()
        if state.game.hidden:
            self.say(strings.CARDS_FROM_START)
            return
        side = mistake.seat if mistake is not None else state.position.to_move
        if state.over or side is None:
            self.say(strings.NO_BRANCH)
        else:
            self._play_from(state, side)

    def _play_from(self, state: MatchState, side: Seat) -> None:
        """Ask for a level, and create a match from a position against an engine of that level."""
        start = self.messages[0]
        if not isinstance(start, Snapshot):
            self.say(strings.NO_BRANCH)
            return

        def create(text: str | None) -> None:
            if text is None:
                return
            if text.isdecimal() and 1 <= int(text) <= 10:
                self.services.matches.create(branch(start, state, side, int(text)))
            else:
                self.say(strings.LEVEL_WRONG.format(text=text))

        self.app.push_screen(Ask(strings.LEVEL_ASKED, str(DEFAULT_LEVEL)), create)

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
            return ExplainRequest(match=state.code, ply=len(state.moves))
        options = tuple(f"{name}={value}" for name, value in state.options.items())
        moves = join_moves(line_texts(state))
        return ExplainRequest(state.game.name, options=options, position=start.start, moves=moves)

    def action_export(self) -> None:
        """Write the record to a file in the working directory, and a match of Go in SGF to another beside it."""
        first = self._states[0]
        texts = {Path(f"{first.code}.jsonl"): record_text(self.messages)}
        if usual_form(first.game.name) == "sgf":
            texts[Path(f"{first.code}.sgf")] = file_text(self.messages, comments=True)
        for file, text in texts.items():
            try:
                file.write_text(text, encoding="utf-8")
            except OSError as error:
                self.say(f"{file}: {error.strerror}")
                return
        record, *others = texts
        self.say(strings.EXPORTED.format(file=" and ".join(map(str, [record.absolute(), *others]))))

    def action_verify(self) -> None:
        """Check the record with the server package of Kibitz, if it is installed."""
        from kibitz_client.commands.records.verify import verdict

        async def check() -> None:
            self.say(strings.VERIFYING)
            self.say(await verdict(record_text(self.messages)))

        self.request(check())

    def action_fairness(self) -> None:
        """Show whether the dice or cards of the match are fair, which needs no server."""
        from kibitz_client.commands.records.fairness import check_here

        self.app.push_screen(Findings(check_here(self.messages)[2]))
