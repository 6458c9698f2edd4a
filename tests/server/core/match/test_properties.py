"""Properties of all matches, for any commands at any times.

A state machine plays random matches with sensible and senseless commands, quick and late ones. After each command it
compares the match with a twin that got the same commands, and with a match that is rebuilt from the events so far.

"""

from collections.abc import Callable
from dataclasses import replace

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.match.commands import (
    Abort,
    AcceptOffer,
    CheckClock,
    Claim,
    Command,
    DeclineOffer,
    EngineFailed,
    EngineMoved,
    GiveClientSeed,
    GoBerserk,
    MakeOffer,
    PlayMove,
    RematchFailed,
    RematchMade,
    Resign,
    StartMatch,
    TakeSeat,
    UpdatePresence,
    WithdrawOffer,
)
from kibitz_server.core.match.deadlines import due_event, next_at
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.clock import (
    MAX_LAG_S,
    Byoyomi,
    Clock,
    Correspondence,
    Fischer,
    PerMove,
    SimpleDelay,
    TimeControl,
)
from kibitz_server.core.values.events import MatchAborted, MatchFinished, MovePlayed, WentBerserk
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.players import Engine, Human, Player
from kibitz_server.core.values.terms import Terms
from tests.games.chance import chance_games
from tests.server.core.make import ADA, BEN, CAT, ENGINE, SEARCH_INFO, create, make_create, remaining_s, state_of

GAMES: tuple[tuple[str, tuple[tuple[str, int | bool], ...]], ...] = (
    ("tictactoe", ()),
    ("mnk", (("columns", 4), ("rows", 2), ("connect", 3))),
    ("connect4", (("columns", 4), ("rows", 3), ("connect", 3))),
    ("dash", (("opening", True),)),
    ("climb", ()),
)
CHANCE = ("dash", "climb")
CONTROLS = (
    None,
    Fischer(10.0),
    Fischer(3.0, 1.5),
    Fischer(60.0, 1.5),
    SimpleDelay(3.0, 0.5),
    Byoyomi(2.0, 2, 1.0),
    PerMove(2.0),
    Correspondence(1),
)
BERSERK_CONTROLS = (Fischer(10.0), Fischer(60.0, 1.5))
LAGS = (0.0, 0.1, 0.3, 5.0)
PAUSES = st.sampled_from((0.0, 0.1, 0.2, 0.3, 0.5, 1.0, 1.5, 2.9))
LONG_PAUSES = st.sampled_from((9.9, 10.0, 60.0, 3599.0, 3600.0))
PEOPLE = st.sampled_from((ADA, BEN, CAT))
TEXTS = st.sampled_from(("a1", "b2", "3", "1", "9", "zz", "", "-1", "é"))
SEATS: tuple[tuple[Player | None, ...], ...] = (
    (ADA, BEN),
    (ADA, ENGINE),
    (ENGINE, BEN),
    (ENGINE, ENGINE),
    (ADA, None),
    (None, None),
)


def assert_halved(clock: Clock | None, after: Match, event: WentBerserk) -> None:
    """Assert that a seat goes berserk once, before its first move, and gives up half of its time and nothing else."""
    assert clock is not None
    assert after.clock is not None
    seat = event.seat
    assert after.created.terms.berserk
    assert seat not in clock.berserk
    assert seat not in after.history.moved
    assert after.berserk == tuple(each == seat or each in clock.berserk for each in range(len(after.seats)))
    assert after.clock.remaining_s[seat] == event.remaining_s == clock.remaining_s[seat] / 2
    assert after.clock.remaining_s[1 - seat] == clock.remaining_s[1 - seat]


def assert_charged(clock: Clock | None, free: bool, event: MovePlayed) -> None:
    """Assert that a move is charged its time, without the lag and what the time control grants."""
    assert 0 <= event.lag_s <= min(MAX_LAG_S, event.elapsed_s)
    if clock is None:
        assert (event.remaining_s, event.periods, event.lag_s) == (None, None, 0.0)
        return
    assert event.remaining_s is not None
    taken_s, charged_s = clock.remaining_s[event.seat] - event.remaining_s, event.elapsed_s - event.lag_s
    lost = clock.periods[event.seat] - (event.periods or 0)
    if free:
        assert (taken_s, lost, event.lag_s) == (0.0, 0, 0.0)
        return
    match clock.control:
        case Fischer(increment_s=increment_s):
            added_s = 0.0 if event.seat in clock.berserk else increment_s
            assert taken_s + added_s == pytest.approx(charged_s)
        case SimpleDelay(delay_s=delay_s):
            assert taken_s == pytest.approx(max(0.0, charged_s - delay_s))
        case Byoyomi(period_s=period_s):
            main_s = clock.remaining_s[event.seat]
            assert taken_s == pytest.approx(min(main_s, charged_s))
            assert lost * period_s <= max(0.0, charged_s - main_s) + 1e-6
            assert charged_s - main_s < (lost + 1) * period_s + 1e-6
        case PerMove() | Correspondence():
            assert taken_s == 0


class Matches(RuleBasedStateMachine):
    """A match, its twin, and the list of its events."""

    @initialize()
    def begin(self) -> None:
        """Set the start time; there is no match yet."""
        self.now = 50.0
        self.exists = False
        self.games = chance_games()
        self.games.__enter__()

    def teardown(self) -> None:
        """Remove the games of this module."""
        self.games.__exit__(None, None, None)

    @precondition(lambda self: not self.exists or self.match.over)
    @rule(
        game=st.sampled_from(GAMES),
        control=st.sampled_from(CONTROLS),
        seats=st.sampled_from(SEATS),
        autostart=st.sampled_from((True, True, True, False)),
        first_moves_free=st.booleans(),
        seed=st.integers(0, 2**20),
    )
    def make(
        self,
        game: tuple[str, tuple[tuple[str, int | bool], ...]],
        control: TimeControl | None,
        seats: tuple[Player | None, ...],
        autostart: bool,
        first_moves_free: bool,
        seed: int,
    ) -> None:
        """Create a match and its twin; after their end, the next."""
        name, options = game
        terms = Terms(berserk=control in BERSERK_CONTROLS)
        command = make_create(name, options=options, control=control, seats=seats, autostart=autostart, terms=terms)
        command = replace(
            command, first_moves_free=first_moves_free, server_seed=f"{seed:064x}" if name in CHANCE else None
        )
        self.match, self.log = create(MatchRegistry(), command, self.now)
        self.twin, twin_log = create(MatchRegistry(), command, self.now)
        self.exists = True
        assert twin_log == self.log

    def give(self, command: Command, pause_s: float) -> None:
        """Send a command to both matches, some time after the last one."""
        self.now += pause_s
        before, at = state_of(self.match), next_at(self.match)
        due = due_event(self.match) if at is not None else None
        clock, free = self.match.clock, self.match.first_move
        overdue = at is not None and self.now >= at
        decision = self.match.handle(command, self.now)
        assert self.twin.handle(command, self.now) == decision
        if not decision.events:
            assert state_of(self.match) == before
            assert next_at(self.match) == at or isinstance(command, UpdatePresence)
        if decision.events and decision.refusal:
            assert overdue
        if overdue:
            assert decision.events[0] == due
        if overdue and isinstance(decision.events[0], MatchFinished | MatchAborted):
            assert self.match.over
            assert len(decision.events) == 1 + self.match.chance
        for event in decision.events:
            if isinstance(event, WentBerserk):
                assert_halved(clock, self.match, event)
            if isinstance(event, MovePlayed):
                assert self.match.moves[-1] == event
                assert_charged(clock, free, event)
        self.log.extend(decision.events)

    def legal(self, choice: int) -> str:
        """Return one of the legal moves, or any text if there is none."""
        moves = self.match.position.legal
        return moves[choice % len(moves)].text if moves else "a1"

    def to_move(self) -> Player | None:
        """Return the player to move in a running match."""
        seat = self.match.to_move
        return None if seat is None or self.match.phase is not Phase.RUNNING else self.match.seats[seat]

    @precondition(lambda self: self.exists and self.to_move() is not None)
    @rule(choices=st.lists(st.integers(0, 20), min_size=2, max_size=12), pause_s=PAUSES)
    def legal_moves(self, choices: list[int], pause_s: float) -> None:
        """Play some legal moves, so that games also reach their end."""
        for choice in choices:
            player, ply, move = self.to_move(), self.match.ply, self.legal(choice)
            if isinstance(player, Engine):
                self.give(EngineMoved(self.match.turn.number, move, SEARCH_INFO if choice % 2 else None), pause_s)
            elif isinstance(player, Human):
                self.give(
                    PlayMove(player.id, ply, move, self.match.position.id if choice % 2 else None, LAGS[choice % 4]),
                    pause_s,
                )

    @precondition(lambda self: self.exists and self.match.phase is Phase.OPEN)
    @rule(player=PEOPLE, seat=st.sampled_from((None, 0, 1, 2)), pause_s=PAUSES)
    def take_seat(self, player: Human, seat: int | None, pause_s: float) -> None:
        """Let a player take a seat."""
        self.give(TakeSeat(player, seat), pause_s)

    @precondition(lambda self: self.exists and self.match.chance)
    @rule(player=PEOPLE, text=st.sampled_from(("a", "b")), pause_s=PAUSES)
    def give_client_seed(self, player: Human, text: str, pause_s: float) -> None:
        """Let a player give a client seed at any time."""
        self.give(GiveClientSeed(player.id, text), pause_s)

    @precondition(lambda self: self.exists)
    @rule(player=PEOPLE, pause_s=PAUSES)
    def go_berserk(self, player: Human, pause_s: float) -> None:
        """Let a player go berserk at any time."""
        self.give(GoBerserk(player.id), pause_s)

    @precondition(lambda self: self.exists)
    @rule(player=PEOPLE, text=TEXTS, ahead=st.sampled_from((-1, 0, 0, 0, 1)), pause_s=PAUSES)
    def any_move(self, player: Human, text: str, ahead: int, pause_s: float) -> None:
        """Let a player send any text as a move."""
        self.give(PlayMove(player.id, self.match.ply + ahead, text), pause_s)

    @precondition(lambda self: self.exists)
    @rule(text=TEXTS, ahead=st.sampled_from((-1, 0, 1)), pause_s=PAUSES)
    def any_engine_move(self, text: str, ahead: int, pause_s: float) -> None:
        """Let a search return any text as a move."""
        self.give(EngineMoved(self.match.turn.number + ahead, text, None), pause_s)

    @precondition(lambda self: self.exists)
    @rule(player=PEOPLE, pause_s=PAUSES)
    def resign(self, player: Human, pause_s: float) -> None:
        """Let a player resign or leave."""
        self.give(Resign(player.id), pause_s)

    @precondition(lambda self: self.exists and self.match.phase is not Phase.OPEN)
    @rule(player=PEOPLE, kind=st.sampled_from(OfferKind), pause_s=PAUSES | LONG_PAUSES)
    def offer(self, player: Human, kind: OfferKind, pause_s: float) -> None:
        """Let a player make any offer at any time."""
        self.give(MakeOffer(player.id, kind), pause_s)

    @precondition(lambda self: self.exists and bool(self.match.offers.open))
    @rule(
        answer=st.sampled_from((AcceptOffer, AcceptOffer, DeclineOffer, WithdrawOffer)),
        player=PEOPLE,
        named=st.booleans(),
        pause_s=PAUSES,
    )
    def answer_offer(
        self, answer: type[AcceptOffer | DeclineOffer | WithdrawOffer], player: Human, named: bool, pause_s: float
    ) -> None:
        """Let any player answer an open offer."""
        self.give(answer(player.id, self.match.offers.open[0].kind if named else None), pause_s)

    @precondition(lambda self: self.exists and self.match.phase is Phase.RUNNING and self.match.ply > 0)
    @rule(player=PEOPLE, pause_s=PAUSES)
    def take_back(self, player: Human, pause_s: float) -> None:
        """Agree on a takeback, and assert that the same moves lead to the same position again."""
        before, moves = self.match.position.id, list(self.match.moves)
        self.give(MakeOffer(player.id, OfferKind.TAKEBACK), pause_s)
        other = next((seated for seated in self.match.seats if isinstance(seated, Human) and seated != player), None)
        if other is not None:
            self.give(AcceptOffer(other.id, OfferKind.TAKEBACK), pause_s)
        undone = moves[self.match.ply :]
        if undone and self.match.phase is Phase.RUNNING:
            assert self.match.to_move == undone[0].seat == self.match.seat_of(player.id)
            position = self.match.position
            for move in undone:
                position = position.after(position.find(move.move))
            assert position.id == before

    @precondition(lambda self: self.exists and self.match.phase is Phase.OPEN)
    @rule(player=PEOPLE, pause_s=PAUSES)
    def start(self, player: Human, pause_s: float) -> None:
        """Let a player start the match."""
        self.give(StartMatch(player.id), pause_s)

    @precondition(lambda self: self.exists)
    @rule(
        make=st.sampled_from((EngineFailed, StartMatch, TakeSeat, Abort, RematchMade, RematchFailed)),
        player=PEOPLE,
        ahead=st.sampled_from((-1, 0)),
        pause_s=PAUSES,
    )
    def anything_else(self, make: type[Command], player: Human, ahead: int, pause_s: float) -> None:
        """Send one of the rarer commands at any time."""
        commands: dict[type[Command], Callable[[], Command]] = {
            EngineFailed: lambda: EngineFailed(self.match.turn.number + ahead),
            StartMatch: lambda: StartMatch(player.id),
            TakeSeat: lambda: TakeSeat(player, None),
            Abort: lambda: Abort("a test"),
            RematchMade: lambda: RematchMade("m2", "7QX42K"),
            RematchFailed: lambda: RematchFailed("a test"),
        }
        self.give(commands[make](), pause_s)

    @precondition(lambda self: self.exists)
    @rule(player=PEOPLE, present=st.booleans(), pause_s=PAUSES)
    def connect_or_disconnect(self, player: Human, present: bool, pause_s: float) -> None:
        """Let a player connect or disconnect."""
        self.give(UpdatePresence(player.id, present), pause_s)

    @precondition(lambda self: self.exists)
    @rule(player=PEOPLE, draw=st.booleans(), pause_s=PAUSES | LONG_PAUSES)
    def claim(self, player: Human, draw: bool, pause_s: float) -> None:
        """Let a player claim the match."""
        self.give(Claim(player.id, draw), pause_s)

    @precondition(lambda self: self.exists)
    @rule(pause_s=PAUSES | LONG_PAUSES)
    def check_clock(self, pause_s: float) -> None:
        """Let a timer fire: early, in time or late."""
        self.give(CheckClock(), pause_s)

    @precondition(lambda self: self.exists)
    @invariant()
    def the_events_rebuild_the_match(self) -> None:
        """A match from the events so far is equal, and continues with the clocks of this turn."""
        again = Match.from_events(self.log, 9000.0)
        assert state_of(again) == state_of(self.match)
        assert again.clock_displays(9000.0) == self.match.clock_displays(self.match.turn.began_at)

    @precondition(lambda self: self.exists)
    @invariant()
    def the_twin_is_the_same(self) -> None:
        """The same commands at the same times lead to the same match and deadline."""
        assert state_of(self.twin) == state_of(self.match)
        assert self.twin.next_deadline() == self.match.next_deadline()

    @precondition(lambda self: self.exists)
    @invariant()
    def every_event_has_its_number(self) -> None:
        """Sequence numbers count the events from 1 without a gap."""
        assert self.match.seq == len(self.log)
        assert [move.ply for move in self.match.moves] == list(range(self.match.ply))

    @precondition(lambda self: self.exists)
    @invariant()
    def draws_are_made_at_once(self) -> None:
        """No chance event is due in a running match, they are numbered, and the seed is revealed with the end alone."""
        match = self.match
        if match.phase is not Phase.OPEN and not match.over:
            assert match.position.chances == ()
        assert [decided.number for decided in match.history.chance_events] == list(
            range(1, len(match.history.chance_events) + 1)
        )
        assert match.server_seed == (match.created.server_seed if match.over else None)

    @precondition(lambda self: self.exists)
    @invariant()
    def times_make_sense(self) -> None:
        """No clock is negative, and no deadline has passed without effect."""
        assert all(left >= 0 for left in remaining_s(self.match, self.now) or ())
        deadline = self.match.next_deadline()
        assert deadline is None or deadline >= self.now

    @precondition(lambda self: self.exists)
    @invariant()
    def state_is_consistent(self) -> None:
        """Only a running match requests a search, and only a finished one has a result."""
        match = self.match
        assert (match.result is not None) == match.over
        assert match.search_request() is None or match.phase is Phase.RUNNING
        assert match.phase is not Phase.RUNNING or None not in match.seats
        ends = [event for event in self.log if isinstance(event, MatchFinished)]
        assert len(ends) == (match.phase is Phase.FINISHED)
        assert match.history.moved == {move.seat for move in match.moves}
        for player in (ADA, BEN, CAT):
            seats = tuple(seat for seat, seated in enumerate(match.seats) if seated == player)
            assert match.seats_of(player.id) == seats
            assert match.seat_of(player.id) == (seats[0] if seats else None)


TestMatches = pytest.mark.property(Matches.TestCase)
TestMatches.settings = settings(stateful_step_count=30)
