"""Replays a record through the rules and the clocks, and says where it first differs.

Everything that follows from the moves is computed anew: who is to move, what is legal, the board, the time left, the
result. What people or the network decided (resignations, agreements, how long a move took) is taken as told.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kibitz_protocol.to_client import Event, Snapshot
from kibitz_protocol.values import MoveView, Result, State
from kibitz_server.core.values.clock import Byoyomi, Clock
from kibitz_server.core.values.opening import BadOpening, starting_position
from kibitz_server.games.game import BadOption, BadPosition, Game, IllegalMove, Position
from kibitz_server.games.registry import UnknownGame, load
from kibitz_server.messages.commands import time_control
from kibitz_server.offline.records.reader import BadRecord, Line, read

ROUNDING_MS = 2.0
"""Milliseconds that rounding may make of each move, as durations are recorded in whole ones."""
OVER = ("finished", "aborted")
UNDER_WAY = ("open", "running", "paused")
RULES = "the rules say"


class DifferenceError(Exception):
    """Where a record first differs from what the rules and the clocks say."""

    def __init__(self, line: int, seq: int, what: str, recorded: object, computed: object, says: str = RULES) -> None:
        super().__init__(
            f"event {seq} (line {line}), {what}: recorded is {_shown(recorded)}, {says} {_shown(computed)}"
        )
        self.line = line
        self.seq = seq
        self.what = what
        self.recorded = recorded
        self.computed = computed


class Played(NamedTuple):
    """A move that was found to be legal, and where: what a search can be asked again."""

    line: int
    seq: int
    view: MoveView
    before: Position
    opening: tuple[str, ...]
    moves: tuple[str, ...]


@dataclass(slots=True)
class Verified:
    """What was checked: counted, and the moves with their positions. `unchecked` says what could not be, and why."""

    snapshot: Snapshot
    game: Game
    events: int = 0
    snapshots: int = 0
    clocked: int = 0
    played: list[Played] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)
    over: bool = False


def verify(lines: Iterable[str]) -> Verified:
    """Check a record from its first line to its last. Raises BadRecord and DifferenceError."""
    walk: Walk | None = None
    for line in read(lines):
        if walk is None:
            assert isinstance(line.message, Snapshot)
            walk = Walk(line.message)
        walk.step(line)
    assert walk is not None
    return walk.found


class Walk:
    """A match followed by the rules, one message after the other."""

    def __init__(self, first: Snapshot) -> None:
        try:
            self._game = load(first.game.name, dict(first.options))
            self._start = starting_position(self._game, first.start, tuple(first.opening))
        except (UnknownGame, BadOption, BadPosition, BadOpening) as error:
            raise BadRecord(f"its game cannot be set up: {error}") from None
        self.found = Verified(first, self._game)
        self._control = time_control(first.clock)
        self._path: list[Position] = [self._start]
        self._moves: list[str] = []
        # The clock as the turn of each ply began, as far as it is known.
        self._clocks: list[Clock | None] = [None]
        # What the turn had taken when that was last told.
        self._thought_s = 0.0
        self._seq = 0
        self._phase = "open"
        self._result: Result | None = None
        self._line, self._at = 0, 0

    @property
    def _position(self) -> Position:
        return self._path[-1]

    def step(self, line: Line) -> None:
        """Check the next message. Raises DifferenceError."""
        self._line, self._at = line.number, line.message.seq
        if isinstance(line.message, Snapshot):
            self._snapshot(line.message)
        else:
            self._event(line.message)
        self.found.over = self._phase in OVER

    def _differs(self, what: str, recorded: object, computed: object, says: str = RULES) -> None:
        if recorded != computed:
            raise DifferenceError(self._line, self._at, what, recorded, computed, says)

    # -- a whole match at once

    def _snapshot(self, snapshot: Snapshot) -> None:
        if snapshot.seq < self._seq:
            raise DifferenceError(self._line, self._at, "seq", snapshot.seq, self._seq, "and so far it was")
        first = self.found.snapshots == 0
        known = [played.view.move for played in self.found.played]
        recorded = [move.move for move in snapshot.moves]
        if not first and snapshot.seq == self._seq:
            self._differs("moves", recorded, self._moves, "the events before say")
        # A later snapshot stands for events that were missed, and starts from the beginning again.
        self._path, self._moves, self._clocks = [self._start], [], [None]
        for move in snapshot.moves:
            self._play(move, note=first or len(self._moves) >= len(known))
        self._seq, self._phase, self._result = snapshot.seq, snapshot.phase, snapshot.result
        self._state(snapshot.state)
        self._begin_clock(snapshot)
        self._ended()
        self.found.snapshots += 1

    def _begin_clock(self, snapshot: Snapshot) -> None:
        """From a snapshot on the clocks are known if no move has been made; else from the first event that tells."""
        if self._control is None or snapshot.state.remaining_ms is None:
            return
        if not snapshot.moves:
            self._clocks = [Clock.fresh(self._control, len(snapshot.state.remaining_ms))]
        elif snapshot.phase in UNDER_WAY:
            self._remark("the times before the first message were told all at once, so they are not checked")
            if snapshot.state.ticking is None and snapshot.phase == "running":
                self._set_clock(snapshot.state)

    # -- event by event

    def _event(self, event: Event) -> None:
        if event.seq <= self._seq:
            return  # told twice around a snapshot
        if event.seq != self._seq + 1:
            raise DifferenceError(self._line, self._at, "seq", event.seq, self._seq + 1, "and the next must be")
        self._seq = event.seq
        kind = event.event.kind
        self._phase_fits(kind, event.phase)
        before, self._phase = self._phase, event.phase
        if event.event.kind == "moved":
            self._differs("phase before the move", before, "running", "a move needs")
            self._moved(event.event.move, event.state)
        elif event.event.kind == "taken_back":
            self._take_back(event.event.seat, event.event.plies)
        elif event.event.kind == "paused":
            self._thought_s = event.event.elapsed_ms / 1000
        elif event.event.kind == "finished":
            self._result = event.event.result
        if event.state is not None:
            self._state(event.state)
            if self._clocks[-1] is None and kind in ("moved", "taken_back", "started"):
                self._set_clock(event.state)
            elif kind in ("moved", "taken_back", "paused", "resumed", "started"):
                self._faces(event.state)
        self._ended(event)
        self.found.events += 1

    def _phase_fits(self, kind: str, phase: str) -> None:
        needed = {"started": "running", "moved": "running", "finished": "finished", "aborted": "aborted"}
        needed |= {"paused": "paused", "resumed": "running"}
        if kind in needed:
            self._differs("phase", phase, needed[kind])
        if self._phase in OVER and kind in ("started", "moved", "finished", "aborted", "taken_back", "paused"):
            raise DifferenceError(self._line, self._at, "event", kind, f"{self._phase}, for good", "but the match is")

    def _moved(self, move: MoveView, state: State | None) -> None:
        clock, free = self._clocks[-1], self._first_move
        self._play(move, note=True)
        self._thought_s = 0.0
        if clock is None or state is None:
            return
        if free:
            self._clocks[-1] = clock
            self.found.clocked += 1
            return
        charged_s = max(0, move.elapsed_ms - move.lag_ms) / 1000
        allowed_s = clock.until_flag_s(move.seat)
        if 1000 * (charged_s - allowed_s) > self._slack_ms:
            flag = f"fell after {1000 * allowed_s:.0f} ms"
            raise DifferenceError(
                self._line, self._at, "time of the move", f"{move.elapsed_ms} ms", flag, "but the flag"
            )
        self._clocks[-1] = clock.pressed(move.seat, charged_s)
        self.found.clocked += 1

    @property
    def _first_move(self) -> bool:
        """Whether the side to move has its first move before it, where that costs no time."""
        to_move = self._position.to_move
        return self.found.snapshot.first_moves_free and all(at.to_move != to_move for at in self._path[:-1])

    @property
    def _slack_ms(self) -> float:
        return ROUNDING_MS * (len(self._moves) + 1)

    def _faces(self, state: State) -> None:
        """What every clock shows when a turn begins, is broken off or goes on."""
        clock = self._clocks[-1]
        if clock is None or state.remaining_ms is None:
            return
        thinker = None if self._first_move else self._position.to_move
        for seat, told_ms in enumerate(state.remaining_ms):
            face = clock.display(seat, self._thought_s if seat == thinker else 0.0)
            if abs(told_ms - 1000 * face.remaining_s) > self._slack_ms:
                what = f"time left of {self._game.declaration.seats[seat]}"
                computed = f"{1000 * face.remaining_s:.0f} ms"
                raise DifferenceError(self._line, self._at, what, f"{told_ms} ms", computed, "the clock says")
            if state.periods is not None:
                self._differs("periods", state.periods[seat], face.periods, "the clock says")

    def _take_back(self, seat: int, plies: int) -> None:
        if not 1 <= plies <= len(self._moves):
            played = f"{len(self._moves)} were played"
            raise DifferenceError(self._line, self._at, "moves taken back", plies, played, "but only")
        then, moved = self._clocks[-plies - 1], self._clocks[-plies]
        del self._path[-plies:], self._moves[-plies:], self._clocks[-plies:]
        self._thought_s = 0.0
        # Who takes back has spent what the move took; the other side gets back what it has spent since.
        self._clocks[-1] = then.with_seat_of(moved, seat) if then and moved else None

    def _set_clock(self, state: State) -> None:
        """Go on from what the clocks are said to show as a turn begins."""
        if self._control is None or state.remaining_ms is None or state.to_move is None:
            return
        left_s = tuple(ms / 1000 for ms in state.remaining_ms)
        periods = (0,) * len(left_s)
        if isinstance(self._control, Byoyomi):
            if state.periods is None or state.flag_ms is None:
                return
            # Once the main time is used up, the face shows a period.
            told = zip(state.flag_ms, state.periods, strict=True)
            left_s = tuple(max(0.0, ms / 1000 - count * self._control.period_s) for ms, count in told)
            periods = tuple(state.periods)
        self._clocks[-1] = Clock(self._control, left_s, periods)

    # -- the rules

    def _play(self, move: MoveView, *, note: bool) -> None:
        before = self._position
        self._differs("ply", move.ply, len(self._moves))
        self._differs("seat of the move", move.seat, before.to_move)
        try:
            played = before.find(move.move)
        except IllegalMove as error:
            legal = " ".join(each.text for each in before.legal)
            computed = f"{error} (legal: {legal})"
            raise DifferenceError(self._line, self._at, f"move {move.ply + 1}", move.move, computed) from None
        self._differs("notation of the move", move.move, played.text)
        if note:
            moves = tuple(self._moves)
            opening = tuple(self.found.snapshot.opening)
            self.found.played.append(Played(self._line, self._at, move, before, opening, moves))
        self._path.append(before.after(played))
        self._clocks.append(None)
        self._moves.append(played.text)

    def _state(self, state: State) -> None:
        """Everything that a state says of the position."""
        over, at = self._phase in OVER, self._position
        legal = () if over else at.legal
        computed: dict[str, Any] = {
            "ply": len(self._moves),
            "to_move": None if over else at.to_move,
            "position": at.id,
            "text": at.text,
            "rows": list(at.picture.rows),
            "counts": list(at.picture.counts),
            "blocks": at.picture.blocks,
            "last": list(at.last),
            "legal": [move.text for move in legal],
            "paths": [list(move.path) for move in legal],
            "counters": dict(at.picture.counters),
        }
        for name, value in computed.items():
            self._differs(name, getattr(state, name), value)

    def _ended(self, event: Event | None = None) -> None:
        """Whether the game is over exactly when, and as, the rules say, where it was not given up."""
        outcome = self._position.outcome
        if event is not None and event.event.kind == "moved":
            return  # the end comes as an event of its own
        if outcome is not None and self._phase in UNDER_WAY:
            raise DifferenceError(self._line, self._at, "phase", self._phase, f"over: {outcome.reason}")
        if self._phase != "finished" or self._result is None:
            return
        if outcome is None:
            if self._result.reason == "time" and self._position.to_move is not None:
                self._differs("winner on time", self._result.winner, 1 - self._position.to_move)
            return
        self._differs("winner", self._result.winner, outcome.winner)
        self._differs("reason", self._result.reason, outcome.reason)
        self._differs("points", self._result.points, list(outcome.points) if outcome.points else None)

    def _remark(self, text: str) -> None:
        if text not in self.found.unchecked:
            self.found.unchecked.append(text)


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 300 else f"{text[:300]}…"
