"""Replay of a record: its moves through the rules and the clocks, up to the first difference.

It recomputes everything that follows from the moves: the side to move, the legal moves, the board, the time left, the
chance events and the result. Decisions of players and durations of moves are taken from the record.

A record of a match with hidden information may be that of one seat, or of spectators. Its chance events are computed
from the seed that was revealed, and each must look to that audience as the record has it. So must each position before
the end.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kibitz_protocol.formats.record import NotARecord, RecordLine
from kibitz_protocol.to_client import Event, Snapshot
from kibitz_protocol.values.boards import Tray
from kibitz_protocol.values.matches import ChanceView, MoveView, Result
from kibitz_protocol.values.state import State
from kibitz_server.core.adjudication import SearchedMove, result_by
from kibitz_server.core.match.phase import OVER
from kibitz_server.core.settling import whole_groups
from kibitz_server.core.values.clock import Byoyomi, Clock
from kibitz_server.core.values.endings import ADJUDICATED, AGREEMENT, BY_LENGTH, DRAWN_ON_TIME, RESIGNATION
from kibitz_server.core.values.events import Result as Adjudicated
from kibitz_server.core.values.opening import BadOpening, starting_position
from kibitz_server.core.values.refusal import Refusal
from kibitz_server.games.game import BadOption, BadPosition, Game, IllegalMove, Position
from kibitz_server.games.registry import UnknownGame, load
from kibitz_server.messages.commands import adjudication, time_control
from kibitz_server.messages.games import trays_data
from kibitz_server.records.chance import ChanceVerifier
from kibitz_server.records.difference import RULES, DifferenceError

ROUNDING_MS = 2.0
"""Rounding error of each move, in ms: records have durations in whole milliseconds."""
LIVE = ("open", "running", "paused")
TERMS = "the terms of the match say"


class VerifiedMove(NamedTuple):
    """Legal move of a record, its location, and the position before it, from which a search can be repeated.

    `moves` are the texts of all moves and chance events before it. In a game with hidden information, where a search
    has only what its seat has seen, they are left out.
    """

    line: int
    seq: int
    view: MoveView
    before: Position
    opening: tuple[str, ...]
    moves: tuple[str, ...]


@dataclass(slots=True)
class Verified:
    """Result of a verification: counts, the moves with their positions, and notes on what was not checked.

    `played` has the moves that were taken back, too; `moves` has those that lead from `start` to the last position, and
    `line` these with the chance events. `seed` is that of a match with hidden information, if it was revealed.
    """

    snapshot: Snapshot
    game: Game
    start: Position
    events: int = 0
    snapshots: int = 0
    clocked: int = 0
    chance_events: int = 0
    played: list[VerifiedMove] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)
    moves: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    over: bool = False
    seed: str | None = None
    kept: bool = False
    """Whether the match ended early, so that its seed stays secret."""


class Replay:
    """Replay of one match, message by message.

    In a game with hidden information, `audience` is the seat that received the messages, or PUBLIC, and `seed` is the
    secret of the chance events.
    """

    def __init__(self, first: Snapshot, audience: int | None = None, seed: str | None = None) -> None:
        try:
            self._game = load(first.game.name, dict(first.options))
            self._start = starting_position(self._game, first.start, tuple(first.opening))
        except (UnknownGame, BadOption, BadPosition, BadOpening) as error:
            raise NotARecord(f"its game cannot be set up: {error}") from None
        self.found = Verified(first, self._game, self._start, seed=seed)
        self._control = time_control(first.clock)
        rules = adjudication(first.adjudication)
        self._rules = rules if all(view.kind == "engine" for view in first.seats) else None
        self._searched: list[SearchedMove] = []
        self._berserk = tuple(first.berserk or ())
        self._path: list[Position] = [self._start]
        self._moves: list[str] = []
        self._audience = audience
        self._chance = ChanceVerifier(first, audience, seed)
        # The clock at the start of each ply's turn; None where it is unknown.
        self._clocks: list[Clock | None] = [None]
        # Time that the turn had taken at the last pause.
        self._turn_s = 0.0
        self._seq = 0
        self._phase = "open"
        self._result: Result | None = None
        self._line, self._message_seq = 0, 0

    @property
    def _position(self) -> Position:
        return self._path[-1]

    def step(self, line: RecordLine) -> None:
        """Check the next message. A difference raises DifferenceError."""
        self._line, self._message_seq = line.number, line.message.seq
        if isinstance(line.message, Snapshot):
            self._snapshot(line.message)
        else:
            self._event(line.message)

    def end(self) -> Verified:
        """Return what was found, after the last message."""
        self.found.over = self._phase in OVER
        self.found.moves = tuple(self._moves)
        self.found.line = self._chance.among(self._moves)
        self.found.chance_events = self._chance.checked
        self.found.unchecked += self._chance.notes()
        return self.found

    def _differs(self, what: str, recorded: object, computed: object, says: str = RULES) -> None:
        if recorded != computed:
            raise DifferenceError(self._line, self._message_seq, what, recorded, computed, says)

    # -- snapshots

    def _snapshot(self, snapshot: Snapshot) -> None:
        if snapshot.seq < self._seq:
            raise DifferenceError(self._line, self._message_seq, "seq", snapshot.seq, self._seq, "and before it was")
        first = self.found.snapshots == 0
        known = [played.view.move for played in self.found.played]
        recorded = [move.move for move in snapshot.moves]
        if not first and snapshot.seq == self._seq:
            self._differs("moves", recorded, self._moves, "the previous events say")
        # A later snapshot replaces missed events, so the match is replayed from its start.
        self._path, self._moves, self._clocks, self._searched = [self._start], [], [None], []
        self._chance.snapshot(snapshot, self._line)
        chance_events = list(reversed(snapshot.chance_events))
        for move in (*snapshot.moves, None):
            while chance_events and chance_events[-1].ply == len(self._moves):
                self._check_chance(chance_events.pop(), openly=snapshot.phase in OVER)
            if move is not None:
                self._play(move, note=first or len(self._moves) >= len(known))
        if chance_events:
            self._differs("ply of the chance event", chance_events[-1].ply, len(self._moves))
        if snapshot.server_seed is not None:
            self._chance.reveal(snapshot.server_seed, self._line, self._message_seq)
        if snapshot.settled:
            self._settle(snapshot.settled)
        self._seq, self._phase, self._result = snapshot.seq, snapshot.phase, snapshot.result
        self._state(snapshot.state)
        self._begin_clock(snapshot)
        self._ended()
        self.found.snapshots += 1

    def _begin_clock(self, snapshot: Snapshot) -> None:
        """Set the clocks from a snapshot without moves; otherwise they are known from the next event with times."""
        if self._control is None or snapshot.state.remaining_ms is None:
            return
        self._berserk = tuple(snapshot.berserk or ())
        if not snapshot.moves:
            self._clocks = [Clock.fresh(self._control, len(snapshot.state.remaining_ms))]
            for seat in self._berserk:
                self._halve(seat)
        elif snapshot.phase in LIVE:
            self._add_unchecked(
                "the times before the first message are not checked: the snapshot has only the clocks after them"
            )
            if snapshot.state.ticking is None and snapshot.phase == "running":
                self._set_clock(snapshot.state)

    # -- events

    def _event(self, event: Event) -> None:
        if event.seq <= self._seq:
            return  # repeated after a snapshot
        if event.seq != self._seq + 1:
            raise DifferenceError(
                self._line, self._message_seq, "seq", event.seq, self._seq + 1, "and the next must be"
            )
        self._seq = event.seq
        kind = event.event.kind
        self._check_phase(kind, event.phase)
        before, self._phase = self._phase, event.phase
        if event.event.kind == "moved":
            self._differs("phase before the move", before, "running", "a move needs")
            self._moved(event.event.move, event.state)
        elif event.event.kind == "went_berserk":
            self._go_berserk(event.event.seat)
        elif event.event.kind == "chance_decided":
            self._check_chance(event.event.chance)
        elif event.event.kind == "client_seed_given":
            self._chance.set_client_seed(event.event.seat, event.event.client_seed)
        elif event.event.kind == "left":
            self._chance.set_client_seed(event.event.seat, None)
        elif event.event.kind == "seed_revealed":
            self._chance.reveal(event.event.server_seed, self._line, self._message_seq)
            self._chance.compare(event.event.chance_events, self._line, self._message_seq)
        elif event.event.kind == "taken_back":
            self._take_back(event.event.seat, event.event.plies)
        elif event.event.kind == "settled":
            self._settle(event.event.dead)
        elif event.event.kind == "paused":
            self._turn_s = event.event.elapsed_ms / 1000
        elif event.event.kind == "finished":
            self._result = event.event.result
        if event.state is not None:
            self._state(event.state)
            if self._clocks[-1] is None and kind in ("moved", "chance_decided", "taken_back", "started"):
                self._set_clock(event.state)
            elif kind in ("moved", "chance_decided", "taken_back", "paused", "resumed", "started", "went_berserk"):
                self._check_clocks(event.state, at_turn=kind != "went_berserk")
        self._ended(event)
        self.found.events += 1

    def _check_phase(self, kind: str, phase: str) -> None:
        needed = dict.fromkeys(("started", "moved", "resumed", "chance_decided", "went_berserk"), "running")
        needed |= {"client_seed_given": "open", "paused": "paused", "finished": "finished", "aborted": "aborted"}
        if kind in needed:
            self._differs("phase", phase, needed[kind])
        after_end = ("started", "moved", "chance_decided", "finished", "aborted", "taken_back", "paused")
        if kind == "seed_revealed" and self._phase not in OVER:
            raise DifferenceError(self._line, self._message_seq, "event", kind, self._phase, "but the match is still")
        if self._phase in OVER and kind in after_end:
            raise DifferenceError(self._line, self._message_seq, "event", kind, self._phase, "but the match is already")

    def _moved(self, move: MoveView, state: State | None) -> None:
        clock, is_free = self._clocks[-1], self._first_move
        self._play(move, note=True)
        self._turn_s = 0.0
        if clock is None or state is None:
            return
        if is_free:
            self._clocks[-1] = clock
            self.found.clocked += 1
            return
        charged_s = max(0, move.elapsed_ms - move.lag_ms) / 1000
        allowed_s = clock.until_flag_s(move.seat)
        if 1000 * (charged_s - allowed_s) > self._slack_ms:
            flag = f"fell after {1000 * allowed_s:.0f} ms"
            raise DifferenceError(
                self._line, self._message_seq, "time of the move", f"{move.elapsed_ms} ms", flag, "but the flag"
            )
        self._clocks[-1] = clock.pressed(move.seat, charged_s)
        self.found.clocked += 1

    def _go_berserk(self, seat: int) -> None:
        """Give up time of a seat that has not moved, in a match that allows it."""
        moved = any(position.to_move == seat for position in self._path[:-1])
        if self.found.snapshot.berserk is None or moved or seat in self._berserk:
            recorded = f"by {self._game.declaration.seats[seat]}"
            computed = "not after the first move" if moved else "once" if seat in self._berserk else "not in this match"
            raise DifferenceError(self._line, self._message_seq, "berserk", recorded, computed)
        self._berserk = (*self._berserk, seat)
        self._halve(seat)

    def _halve(self, seat: int) -> None:
        """Halve the time of a seat on each clock since the start, and drop its increment."""
        self._clocks = [clock and clock.gone_berserk(seat, clock.remaining_s[seat] / 2) for clock in self._clocks]

    @property
    def _first_move(self) -> bool:
        """Whether the next move is the first of its side, and first moves are free."""
        to_move = self._position.to_move
        return self.found.snapshot.first_moves_free and all(position.to_move != to_move for position in self._path[:-1])

    @property
    def _slack_ms(self) -> float:
        return ROUNDING_MS * (len(self._moves) + 1)

    def _check_clocks(self, state: State, *, at_turn: bool) -> None:
        """Compare the clock displays of all seats at the start, pause or continuation of a turn.

        Within a turn, the time that the side to move has spent is not known.
        """
        clock = self._clocks[-1]
        if clock is None or state.remaining_ms is None:
            return
        ticking = None if self._first_move else self._position.to_move
        for seat, recorded_ms in enumerate(state.remaining_ms):
            if seat == ticking and not at_turn:
                continue
            display = clock.display(seat, self._turn_s if seat == ticking else 0.0)
            if abs(recorded_ms - 1000 * display.remaining_s) > self._slack_ms:
                what = f"time left of {self._game.declaration.seats[seat]}"
                computed = f"{1000 * display.remaining_s:.0f} ms"
                raise DifferenceError(
                    self._line, self._message_seq, what, f"{recorded_ms} ms", computed, "the clock says"
                )
            if state.periods is not None:
                self._differs("periods", state.periods[seat], display.periods, "the clock says")

    def _settle(self, dead: Sequence[int]) -> None:
        """Take off what both sides hold to be dead: whole groups of a game that is over."""
        whole = whole_groups(self._position, dead)
        self._differs("cells taken off", list(dead), whole.message if isinstance(whole, Refusal) else list(whole))
        self._path[-1] = self._position.without(dead)

    def _take_back(self, seat: int, plies: int) -> None:
        if not 1 <= plies <= len(self._moves):
            played = f"{len(self._moves)} were played"
            raise DifferenceError(self._line, self._message_seq, "moves taken back", plies, played, "but only")
        if self._chance.chance_since(len(self._moves) - plies):
            crossed = "a takeback never crosses a chance event"
            raise DifferenceError(self._line, self._message_seq, "moves taken back", plies, crossed)
        then, moved = self._clocks[-plies - 1], self._clocks[-plies]
        del self._path[-plies:], self._moves[-plies:], self._clocks[-plies:], self._searched[-plies:]
        self._turn_s = 0.0
        # The requesting seat keeps the time that its move took charged; the opponent gets back its time since then.
        self._clocks[-1] = then.with_seat_of(moved, seat) if then and moved else None

    def _set_clock(self, state: State) -> None:
        """Set the clocks from the recorded displays at the start of a turn."""
        if self._control is None or state.remaining_ms is None or state.to_move is None:
            return
        left_s = tuple(ms / 1000 for ms in state.remaining_ms)
        periods = (0,) * len(left_s)
        if isinstance(self._control, Byoyomi):
            if state.periods is None or state.flag_ms is None:
                return
            # After the main time, the display shows a period; the time to the flag includes all periods.
            recorded = zip(state.flag_ms, state.periods, strict=True)
            left_s = tuple(max(0.0, ms / 1000 - count * self._control.period_s) for ms, count in recorded)
            periods = tuple(state.periods)
        self._clocks[-1] = Clock(self._control, left_s, periods, self._berserk)

    # -- the rules

    def _play(self, move: MoveView, *, note: bool) -> None:
        before = self._position
        if (ended := self._adjudicated()) is not None:
            what = f"move {move.ply + 1}"
            raise DifferenceError(self._line, self._message_seq, what, move.move, f"over: {ended.reason}", TERMS)
        self._differs("ply", move.ply, len(self._moves))
        self._differs("seat of the move", move.seat, before.to_move)
        try:
            played = before.find(move.move)
        except IllegalMove as error:
            instead = before.instead_of(move.move, str(error))
            computed = f"{error} ({instead})" if instead else str(error)
            raise DifferenceError(self._line, self._message_seq, f"move {move.ply + 1}", move.move, computed) from None
        self._differs("notation of the move", move.move, played.text)
        if move.said is not None:  # older records do not have it
            self._differs("written form of the move", move.said, before.said(played))
        if note:
            moves = () if self._game.hidden else self._chance.among(self._moves)
            opening = tuple(self.found.snapshot.opening)
            self.found.played.append(VerifiedMove(self._line, self._message_seq, move, before, opening, moves))
        self._path.append(before.after(played))
        self._clocks.append(None)
        self._moves.append(played.text)
        self._searched.append(SearchedMove(move.seat, move.search))

    def _check_chance(self, view: ChanceView, *, openly: bool = False) -> None:
        """Check a chance event that must be due. `openly`: the record shows it although it may have been hidden."""
        self._differs("ply of the chance event", view.ply, len(self._moves))
        self._path[-1] = self._chance.make(view, self._position, self._line, self._message_seq, openly=openly)

    def _state(self, state: State) -> None:
        """Compare a recorded state with the position, as its audience sees it."""
        over, position = self._phase in OVER, self._position
        if self._audience is not None and not over:
            position = position.seen_by(self._audience)
        legal = () if over else position.legal
        computed: dict[str, Any] = {
            "ply": len(self._moves),
            "to_move": None if over else position.to_move,
            "position": position.id,
            "text": position.text,
            "rows": list(position.picture.rows),
            "counts": list(position.picture.counts),
            "blocks": position.picture.blocks,
            "shades": position.picture.shades,
            "chances": [] if over else [chance.text for chance in position.chances],
            "weights": [] if over else [chance.weight for chance in position.chances],
            "trays": [Tray.model_validate(tray) for tray in trays_data(position.picture)],
            "last": list(position.last),
            "legal": [move.text for move in legal],
            "paths": [list(move.path) for move in legal],
            # Older records counted other things, and did not say what is attacked.
            "counters": state.counters | {n: v for n, v in position.picture.counters if n in state.counters},
            "attacked": list(position.picture.attacked) if state.attacked else [],
            "claim": "" if over else position.claimable,
        }
        for name, value in computed.items():
            self._differs(name, getattr(state, name), value)

    def _ended(self, event: Event | None = None) -> None:
        """Compare the end of the match with the rules, unless the players ended it."""
        outcome = self._position.outcome
        if event is not None and event.event.kind in ("moved", "chance_decided"):
            return  # a separate event has the end
        settles = bool(self._position.removable)
        if outcome is not None and self._phase in LIVE and not (settles and self._phase == "paused"):
            raise DifferenceError(self._line, self._message_seq, "phase", self._phase, f"over: {outcome.reason}")
        if outcome is None:
            self._check_adjudication()
        if self._phase != "finished" or self._result is None:
            return
        if outcome is None:
            if self._result.reason in ("time", DRAWN_ON_TIME) and (to_move := self._position.to_move) is not None:
                winner = 1 - to_move if self._position.can_win(1 - to_move) else None
                self._differs("winner on time", self._result.winner, winner)
            return
        if settles and self._result.reason in (AGREEMENT, RESIGNATION):
            return  # a player ended it while both settled what is dead
        self._differs("winner", self._result.winner, outcome.winner)
        self._differs("reason", self._result.reason, outcome.reason)
        self._differs("points", self._result.points, list(outcome.points) if outcome.points else None)

    def _adjudicated(self) -> Adjudicated | None:
        """Return the result by which the terms end the match after its last move; None if it goes on."""
        if self._rules is None or not self._moves:
            return None
        return result_by(self._rules, len(self._moves), reversed(self._searched))

    def _check_adjudication(self) -> None:
        """Compare the end of a match between engines with that by its terms, where the record has the searches."""
        result = self._result if self._phase == "finished" else None
        recorded = result if result is not None and result.reason in ADJUDICATED else None
        if self._rules is None:
            if recorded is not None:
                self._add_unchecked("the adjudication is not checked: the record does not have its terms")
            return
        computed = self._adjudicated()
        if computed is None or computed.reason == BY_LENGTH:
            # Without the searches, another rule may have ended the match before.
            hidden = all(move.search is None for move in self._searched)
            if recorded is not None and recorded.reason != BY_LENGTH and hidden:
                self._add_unchecked("the adjudication is not checked: the record does not have the searches")
                return
        if computed is not None and self._phase in LIVE:
            raise DifferenceError(
                self._line, self._message_seq, "phase", self._phase, f"over: {computed.reason}", TERMS
            )
        if computed is None:
            if recorded is not None:
                self._differs("reason", recorded.reason, "that the match goes on", TERMS)
        elif result is not None:
            self._differs("winner", result.winner, computed.winner, TERMS)
            self._differs("reason", result.reason, computed.reason, TERMS)
            self._differs("points", result.points, None, TERMS)

    def _add_unchecked(self, text: str) -> None:
        if text not in self.found.unchecked:
            self.found.unchecked.append(text)
