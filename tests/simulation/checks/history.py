"""Second model of a match, built from its durable events alone.

It knows the order of events, the rules of the games (`tests/server/games/naive.py`), the clocks and the spectator
delay, and uses nothing of the core but the values of the events.
"""

from collections.abc import Callable
from typing import Any

from kibitz_server.core.values.endings import HOPELESS
from kibitz_server.core.values.players import Engine, Human
from tests.server.games import naive
from tests.server.games.naive import DRAWN, Naive
from tests.simulation.checks import dash, lure
from tests.simulation.checks.clocks import SeatTime, ServiceTime
from tests.simulation.checks.kinds import AFTER_THE_END, KINDS

GAMES: dict[str, Callable[..., Naive]] = {
    "tictactoe": naive.mnk,
    "mnk": naive.mnk,
    "connect4": naive.connect4,
    "nim": naive.nim,
    "kalah": naive.kalah,
    "dash": dash.dash,
    "lure": lure.lure,
}
CHANCE: dict[str, Any] = {"dash": dash, "lure": lure}
"""For each game with chance events, the module that says when one is due."""
MAX_LAG_S = 0.5
BEFORE_START = -10_000
"""Stands for the ply of an event before the start, which spectators see at once."""
EPSILON_S = 0.002


class Wrong(Exception):
    """A durable event contradicts the model. The first argument names the invariant."""


class MatchHistory:
    """A match as its durable events say."""

    def __init__(self, created: Any, at: float, commit_s: float, service: ServiceTime) -> None:
        self.created = created
        self.phase = "open"
        self.seats: list[Any] = list(created.seats)
        self.players = {seat.id for seat in created.seats if isinstance(seat, Human)}
        """Ids of all players that ever had a seat."""
        self.kinds: list[str] = ["created"]
        self.events: list[Any] = [created]
        self.durable_at = [at]
        self.moves: list[Any] = []
        self.chance_events: list[Any] = []
        self.hidden = created.game == "lure"
        """Whether a seat sees only a part of the position."""
        self.heard: dict[int, dict[int | None, str]] = {}
        """For each chance event by number, how it looks to each seat, and to spectators (None)."""
        self.line: list[tuple[int, str]] = []
        """Texts of moves and chance events in their order, each with the number of moves before it."""
        self.texts: list[str | None] = [None] * len(created.seats)
        """Random text of the player at each seat."""
        self.revealed = False
        """Whether the seed of the chance events is no longer secret."""
        self.kept = False
        """Whether the match has said that its seed stays secret."""
        self.bound = False
        """Whether each side has moved or a chance event was made: then no side ends the match alone without a loss."""
        self.result: Any = None
        self.turn_at = at
        """When the current turn began, or went on after a pause."""
        self._commit_s = commit_s
        self.spent_s = 0.0
        """Thinking time of the current turn before a pause."""
        self.commands: set[str] = set()
        self.ended_at: float | None = None
        self._service = service
        self._positions = [GAMES[created.game](**dict(created.options))]
        full = SeatTime.full(created.control) if created.control else None
        self.times: list[SeatTime | None] = [full] * len(self.seats)
        self._old_times: list[list[SeatTime | None]] = []
        self._plies = [BEFORE_START]
        self._confirmed = 1
        self._released = 1
        self._begun = False

    @property
    def seq(self) -> int:
        """Number of durable events."""
        return len(self.kinds)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.phase in ("finished", "aborted")

    @property
    def shows_all(self) -> bool:
        """Whether what was hidden is shown: after an end by the rules, or a draw that both sides agreed on."""
        if not self.over or not self.hidden:
            return self.over
        agreed = self.phase == "finished" and self.result.reason == "agreement"
        return agreed or self.position.winner is not None

    @property
    def position(self) -> Naive:
        """Current position."""
        return self._positions[-1]

    @property
    def before_move(self) -> Naive:
        """The position before the last move."""
        return self._positions[-2]

    @property
    def to_move(self) -> int | None:
        """Seat to move; None when the game is over."""
        if self.over or self.position.winner is not None:
            return None
        if self.created.game in CHANCE:
            side: int | None = CHANCE[self.created.game].side_to_move(self.position)
            return side
        if self.created.game == "kalah":
            return "SN".index(self.position.text[-1])
        return len(self.moves) % 2

    @property
    def chance_due(self) -> bool:
        """Whether a chance event is due in the current position."""
        module = CHANCE.get(self.created.game)
        return module is not None and self.position.winner is None and bool(module.chance_due(self.position))

    @property
    def legal(self) -> set[str]:
        """Texts of the legal moves; none while a chance event is due."""
        return set() if self.over or self.chance_due else set(self.position.successors())

    @property
    def engine_to_move(self) -> bool:
        """Whether an engine must move now."""
        seat = self.to_move
        return self.phase == "running" and seat is not None and isinstance(self.seats[seat], Engine)

    def audience(self, player: str) -> int | None:
        """Return the seat by which a player sees the position; None for a spectator, and where nothing is hidden."""
        return next(iter(self.seat_of(player)), None) if self.hidden else None

    def shown(self, seat: int | None) -> str:
        """Return the text of the position as a seat may see it now, or a spectator."""
        hides = self.hidden and not self.shows_all
        return lure.as_seen(self.position.text, seat) if hides else self.position.text

    def chance_as_seen(self, event: Any, seat: int | None) -> str:
        """Return the text of a chance event as a seat has heard it, or a spectator."""
        return self.heard[event.number][seat] if self.hidden else str(event.text)

    def seat_of(self, player: str) -> list[int]:
        """Return the seats of a player."""
        return [number for number, seat in enumerate(self.seats) if isinstance(seat, Human) and seat.id == player]

    # -- spectators

    def released(self, now: float) -> int:
        """Return the number of the last event that spectators may see at a time."""
        delay = self.created.terms.delay
        if delay is None or self.over:
            return self.seq
        # The server follows what the store reported as stored. It may learn later that a move was taken back.
        reached = max(len(self.moves), *self._plies[self._confirmed - 1 :])
        while self._released < self.seq:
            index = self._released
            plies, at = self._plies[index], self.durable_at[index]
            if plies > BEFORE_START and (reached - plies < delay.moves or now < at + delay.seconds - EPSILON_S):
                break
            self._released += 1
        return self._released

    def confirm(self, seq: int, now: float) -> None:
        """Note that the store has reported an event as stored."""
        self.released(now)
        self._confirmed = seq

    # -- events

    def apply(self, event: Any, kind: str, at: float, commit_s: float) -> None:
        """Apply the next durable event.

        Raises:
            Wrong: It cannot follow the ones before.
        """
        self.released(at)
        if self.over and kind not in AFTER_THE_END:
            raise Wrong("one history", f"{kind} after the end")
        self._follow(event, KINDS[kind], at)
        if self.turn_at == at:
            self._commit_s = commit_s
        self.kinds.append(KINDS[kind])
        self.events.append(event)
        self.durable_at.append(at)
        self._plies.append(len(self.moves) if self._begun else BEFORE_START)
        if kind == "MatchStarted":
            self._plies[-1] = BEFORE_START + 1  # the start is delayed by seconds alone

    def _follow(self, event: Any, kind: str, at: float) -> None:
        """Check and apply an event by its kind in the protocol. Events of other kinds change nothing here."""
        match kind:
            case "seated":
                self._on_seated(event)
            case "left":
                self._on_left(event)
            case "started":
                self._on_started(at)
            case "client_seed_given":
                self._on_client_seed(event)
            case "chance_decided":
                self._on_chance(event)
            case "seed_revealed":
                self._on_seed_revealed(event)
            case "seed_kept":
                self._on_seed_kept()
            case "moved":
                self._on_moved(event, at)
            case "offered":
                self._on_offered(event)
            case "taken_back":
                self._on_taken_back(event, at)
            case "paused":
                self._on_paused(event, at)
            case "resumed":
                self._on_resumed(at)
            case "finished":
                self._on_finished(event, at)
            case "aborted":
                self._on_aborted(event, at)

    def _need(self, condition: bool, what: str, invariant: str = "one history") -> None:
        if not condition:
            raise Wrong(invariant, f"match {self.created.id}, event {self.seq + 1}: {what}")

    def _on_seated(self, event: Any) -> None:
        self._need(self.phase == "open" and not isinstance(self.seats[event.seat], Human), "the seat is not free")
        self.seats[event.seat] = event.player
        self.players.add(event.player.id)

    def _on_left(self, event: Any) -> None:
        self._need(self.phase == "open" and isinstance(self.seats[event.seat], Human), "there is nobody to leave")
        before = self.created.seats[event.seat]
        self.texts[event.seat] = None
        self.seats[event.seat] = None if isinstance(before, Human) else before

    def _on_started(self, at: float) -> None:
        full = all(isinstance(seat, Human | Engine) for seat in self.seats)
        self._need(self.phase == "open" and full, "a match starts once, when its seats are full")
        self.phase, self.turn_at, self._begun = "running", at, True

    def _on_client_seed(self, event: Any) -> None:
        self._need(self.phase == "open" and isinstance(self.seats[event.seat], Human), "a client seed of no player")
        self._need(self.texts[event.seat] is None, "the second client seed of a player", "chance")
        self.texts[event.seat] = event.client_seed

    def _on_chance(self, event: Any) -> None:
        self._need(self.phase == "running" and self.chance_due, "a chance event that is not due", "chance")
        self._need(
            event.number == len(self.chance_events) + 1,
            f"chance event {event.number} after {len(self.chance_events)}",
            "chance",
        )
        expected = dash.decided(self.position, self.created, self.texts, event.number)
        self._need(event.text == expected, f"the chance event is {event.text}, the seed gives {expected}", "chance")
        if self.hidden:
            self.heard[event.number] = {
                seat: lure.as_heard(self.position, event.text, seat) for seat in (None, *range(len(self.seats)))
            }
        self.line.append((len(self.moves), event.text))
        self.chance_events.append(event)
        self.bound = True
        self._positions[-1] = self.position.successors()[event.text]

    def _on_seed_revealed(self, event: Any) -> None:
        once = self.shows_all and not self.revealed and not self.kept
        self._need(once, "the seed is revealed once, after an end that shows all", "the seed is secret")
        self._need(event.server_seed == self.created.server_seed, "another seed is revealed", "chance")
        self.revealed = True

    def _on_seed_kept(self) -> None:
        once = self.over and not self.shows_all and not self.kept and not self.revealed
        self._need(once, "a seed is kept once, after an early end", "chance")
        self.kept = True

    def _on_moved(self, event: Any, at: float) -> None:
        self._need(self.phase == "running", f"a move while the match is {self.phase}")
        self._need(event.ply == len(self.moves), f"ply {event.ply} after {len(self.moves)} moves")
        self._need(event.seat == self.to_move, f"seat {event.seat} moved, seat {self.to_move} was to move")
        successors = self.position.successors()
        self._need(event.move in successors, f"move {event.move} in {self.position.text}", "legal moves")
        if event.command is not None:
            self._note_command(event.command)
        self._check_charge(event.elapsed_s, at)
        self._old_times.append(list(self.times))
        self._press(event)
        self.line.append((len(self.moves), event.move))
        self.moves.append(event)
        self.bound = self.bound or len({move.seat for move in self.moves}) == len(self.seats)
        self._positions.append(successors[event.move])
        self.turn_at, self.spent_s = at, 0.0

    def _note_command(self, command: str) -> None:
        self._need(command not in self.commands, f"command {command} was carried out twice", "no double")
        self.commands.add(command)

    def _on_offered(self, event: Any) -> None:
        if event.command is not None:
            self._note_command(event.command)

    def _press(self, event: Any) -> None:
        time, control = self.times[event.seat], self.created.control
        if time is None:
            return
        free = self.created.first_move_s is not None and all(move.seat != event.seat for move in self.moves)
        self._need(0 <= event.lag_s <= MAX_LAG_S, f"lag of {event.lag_s} s", "clocks")
        charged_s = event.elapsed_s - event.lag_s
        self._need(
            free or charged_s <= time.thinking_s(control) + EPSILON_S,
            f"a move after {charged_s:.3f} s with {time} left",
            "clocks",
        )
        after = time if free else time.after_move(control, charged_s)
        self._need(
            abs(event.remaining_s - after.left_s) < EPSILON_S,
            f"{event.remaining_s} s left instead of {after.left_s}",
            "clocks",
        )
        self.times[event.seat] = after.with_left(event.remaining_s)

    def _check_charge(self, elapsed_s: float, at: float) -> None:
        """Check that a turn took no longer than the server took moves since its begin."""
        possible_s = self._possible_s(at)
        self._need(
            elapsed_s <= possible_s + EPSILON_S,
            f"a turn of {elapsed_s:.3f} s, in which moves were taken for {possible_s:.3f} s",
            "no charge for an outage",
        )

    def _possible_s(self, at: float) -> float:
        """Return the longest thinking time of the current turn at a time."""
        inaccurate_s = self._service.inaccuracy(self.turn_at, at, self._commit_s)
        seat = self.to_move
        engine = seat is not None and isinstance(self.seats[seat], Engine)
        return self.spent_s + self._service.between(self.turn_at, at, engine=engine) + inaccurate_s

    def _on_taken_back(self, event: Any, at: float) -> None:
        if event.command is not None:
            self._note_command(event.command)
        left = len(self.moves) - event.plies
        self._need(self.phase == "running" and 0 <= left < len(self.moves), f"{event.plies} moves taken back")
        since = [ply for ply, _ in self.line[-event.plies :]] if self.chance_events else []
        self._need(since == list(range(left, left + len(since))), "a takeback crosses a chance event", "chance")
        del self.line[-event.plies :]
        taken = self.moves[left]
        self._need(taken.seat == event.seat, "the seat takes back a move of its own")
        # The seat that takes back stays charged for its move. The other one gets back what it spent since.
        kept = self._old_times[left + 1][event.seat] if left + 1 < len(self._old_times) else self.times[event.seat]
        self.times = self._old_times[left]
        self.times[event.seat] = kept
        del self.moves[left:], self._positions[left + 1 :], self._old_times[left:]
        self.turn_at, self.spent_s = at, 0.0

    def _on_paused(self, event: Any, at: float) -> None:
        self._need(self.phase in ("running", "paused"), "a pause of a match that does not run")
        if self.phase == "running":
            self._check_charge(event.elapsed_s, at)
        self.phase, self.spent_s = "paused", event.elapsed_s

    def _on_resumed(self, at: float) -> None:
        self._need(self.phase == "paused", "a match that is not paused goes on")
        self.phase, self.turn_at = "running", at

    def _on_finished(self, event: Any, at: float) -> None:
        winner = self.position.winner
        result = event.result
        if winner is not None:
            expected = None if winner == DRAWN else winner
            self._need(result.winner == expected, f"winner {result.winner} instead of {expected}", "results")
        else:
            reasons = ("resignation", "time", "agreement", "abandonment", "no-show", "engine failure")
            self._need(
                result.reason.removesuffix(HOPELESS) in reasons,
                f"a result by {result.reason} in {self.position.text}",
                "results",
            )
            self._need(self.phase in ("running", "paused"), "a match ends that does not run")
        if result.reason.removesuffix(HOPELESS) == "time":
            seat = self.to_move
            time = self.times[seat] if seat is not None else None
            self._need(time is not None and result.winner != seat, "a loss on time without a clock", "clocks")
            assert time is not None
            limit_s = time.thinking_s(self.created.control)
            possible_s = self._possible_s(at)
            self._need(
                limit_s <= possible_s + EPSILON_S,
                f"a flag fell after {possible_s:.3f} s, with {limit_s:.3f} s on the clock",
                "no charge for an outage",
            )
        self.phase, self.result, self.ended_at = "finished", result, at

    def _on_aborted(self, event: Any, at: float) -> None:
        alone = event.seat is not None or any(event.reason.startswith(words) for words in ("no-show", "everybody left"))
        self._need(not (self.bound and alone), f"{event.reason}, after both sides were bound", "no free end")
        self.phase, self.result, self.ended_at = "aborted", event, at

    def check_whole(self) -> None:
        """Check what must hold after each commit.

        Raises:
            Wrong: The last move ended the game, but not the match; or a chance event or the seed is missing.
        """
        self._need(
            self.phase == "open" or self.over or not self.chance_due,
            "a chance event is due and the match waits",
            "chance",
        )
        open_seed = self.created.server_seed is not None and not self.revealed and not self.kept
        self._need(not (self.over and open_seed), "the match is over and says nothing of its seed", "chance")
        self._need(self.over or self.position.winner is None, "the game is over and the match goes on", "results")
