"""Random tournaments of all formats, with all that entrants, organisers, players and restarts may do."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from kibitz_server.core.tournament.commands import (
    AddEntrant,
    AnswerChallenge,
    ApproveEntrant,
    Cancel,
    Challenge,
    CheckClock,
    Enter,
    Extend,
    FailPairing,
    Leave,
    NotePresence,
    PairRound,
    Pause,
    Ready,
    RemoveEntrant,
    Rest,
    Resume,
    SetPair,
    SetResult,
    StartTournament,
    VoidGame,
)
from kibitz_server.core.tournament.rules.figures import figures
from kibitz_server.core.tournament.rules.why import why
from kibitz_server.core.tournament.standings import standings
from kibitz_server.core.tournament.values import Entrant, EntrantKind, Format, GameOutcome, HowEnded
from kibitz_server.core.values.players import Human
from tests.effort import cases
from tests.server.core.tournament.play import ORGANISER, Play, engine, person, simple_pairs

OUTCOMES = [
    *(GameOutcome(points, how) for points in ((1.0, 0.0), (0.5, 0.5), (0.0, 1.0)) for how in (HowEnded.PLAYED,)),
    *(GameOutcome(points, how) for points in ((1.0, 0.0), (0.0, 1.0)) for how in (HowEnded.TIME, HowEnded.FORFEIT)),
    GameOutcome((0.0, 1.0), HowEnded.FAILURE),
    GameOutcome((0.0, 0.0), HowEnded.FORFEIT),
]
TERMS: dict[Format, list[dict[str, object]]] = {
    Format.MATCH: [{"games": 7}, {"games": 6, "pairs": True}],
    Format.GAUNTLET: [{"seeds": 2}, {"cycles": 2, "pairs": True}],
    Format.ROUND_ROBIN: [{}, {"cycles": 2}, {"pairs": True}],
    Format.SWISS: [{}, {"rounds": 3, "bye": 0.5}, {"forbidden": (("p1", "p2"),)}, {"approve": True}],
    Format.KNOCKOUT: [{"most_pairs": 2}, {"pairs": True}],
    Format.ARENA: [{}, {"all_draws": True, "grace_s": 20.0}],
    Format.LADDER: [{"reach": 2}, {"season_days": 3}],
}
WEIGHTS = {
    "begin": 8,
    "count": 9,
    "void": 1,
    "set_result": 1,
    "pair": 5,
    "wait": 6,
    "change_entry": 2,
    "organise_entry": 1,
    "enter": 1,
    "add": 1,
    "organise": 2,
    "pair_by_hand": 1,
    "challenge": 4,
    "note_presence": 2,
    "restart": 1,
}
WEIGHTED = [name for name, weight in WEIGHTS.items() for _ in range(weight)]
picks = st.integers(min_value=0, max_value=10**6)


class AnyTournament(RuleBasedStateMachine):
    """A tournament to which anything may happen."""

    play: Play

    @initialize(format=st.sampled_from(list(Format)), pick=picks, count=st.integers(0, 9), start=st.integers(0, 5))
    def create(self, format: Format, pick: int, count: int, start: int) -> None:
        """Create a tournament, most of them with entrants and started at once."""
        terms = TERMS[format][pick % len(TERMS[format])]
        count = min(count, 2) if format is Format.MATCH else count
        mixed = format is not Format.LADDER
        entrants = [
            engine(f"e{number}") if mixed and pick % 4 > number % 3 else person(f"p{number}", 1500 + number)
            for number in range(1, count + 1)
        ]
        self.play = Play(format, entrants, start_now=count > 1 and start > 0, **terms)
        self.names = count

    @invariant()
    def holds(self) -> None:
        """Check the tournament, and that its events define it."""
        if hasattr(self, "play"):
            self.play.check()
            check_views(self.play)

    @rule(action=st.sampled_from(WEIGHTED), pick=picks, other=picks)
    def act(self, action: str, pick: int, other: int) -> None:
        """Do one of the actions below. A single rule keeps their weights: Hypothesis would leave out whole rules."""
        getattr(self, action)(pick, other)

    def _some(self, pick: int) -> Entrant | None:
        entrants = self.play.tournament.entrants
        return entrants[pick % len(entrants)].entrant if entrants else None

    def enter(self, pick: int, other: int) -> None:
        """Let a new player enter."""
        self.names += 1
        new = person(f"p{self.names}", other % 2500 if other % 3 else None, bot=bool(pick % 2))
        assert isinstance(new.player, Human)
        self.play.send(Enter(new.player, new))

    def add(self, _pick: int, _other: int) -> None:
        """Let the organiser add an engine."""
        if self.play.tournament.format is not Format.LADDER:
            self.names += 1
            self.play.send(AddEntrant(ORGANISER, engine(f"e{self.names}")))

    def change_entry(self, pick: int, other: int) -> None:
        """Let an entrant leave, rest, be ready or return."""
        entrant = self._some(pick)
        if entrant is not None and isinstance(player := entrant.player, Human):
            commands = (Leave(player), Rest(player), Ready(player), Ready(player), Enter(player, entrant))
            self.play.send(commands[other % len(commands)])

    def organise_entry(self, pick: int, other: int) -> None:
        """Let the organiser approve or remove an entrant, or add it again."""
        entrant = self._some(pick)
        if entrant is not None:
            number = pick % len(self.play.tournament.entrants) + 1
            commands = (
                ApproveEntrant(ORGANISER, number),
                RemoveEntrant(ORGANISER, number),
                AddEntrant(ORGANISER, entrant),
            )
            self.play.send(commands[other % len(commands)])

    def organise(self, pick: int, other: int) -> None:
        """Let the organiser start, pause or extend the tournament, let it go on, or cancel it, seldom."""
        swiss = self.play.tournament.format is Format.SWISS
        commands = (
            Pause(ORGANISER, "lunch"),
            Resume(ORGANISER),
            StartTournament(ORGANISER),
            Extend(ORGANISER, rounds=1) if swiss else Extend(ORGANISER, seconds=60),
            Resume(ORGANISER),
            Cancel(ORGANISER) if other % 20 == 0 else Resume(ORGANISER),
        )
        self.play.send(commands[pick % len(commands)])

    def begin(self, pick: int, other: int) -> None:
        """Begin some games that are due."""
        for _ in range(1 + other % 4):
            if due := self.play.due():
                self.play.begin(due[pick % len(due)])

    def count(self, pick: int, other: int) -> None:
        """End a game with a result."""
        running = list(self.play.tournament.running.values())
        if running:
            self.play.end(running[pick % len(running)], OUTCOMES[other % len(OUTCOMES)])

    def void(self, pick: int, _other: int) -> None:
        """End a game without a result."""
        running = list(self.play.tournament.running.values())
        if running:
            self.play.do(VoidGame(running[pick % len(running)].begun.match_id, "server error"))

    def set_result(self, pick: int, other: int) -> None:
        """Let the organiser set, void or restore a result."""
        games = self.play.tournament.games
        if games:
            outcome = (*OUTCOMES, None, None)[other % (len(OUTCOMES) + 2)]
            self.play.send(SetResult(ORGANISER, pick % len(games) + 1, outcome, "mistake", void=other % 3 == 0))

    def pair_by_hand(self, pick: int, other: int) -> None:
        """Let the organiser pair two entrants of the next round, or give one a bye."""
        count = max(1, len(self.play.tournament.entrants))
        second = None if other % 4 == 0 else other % count + 1
        self.play.send(SetPair(ORGANISER, self.play.tournament.round + 1, pick % count + 1, second))

    def pair(self, pick: int, _other: int) -> None:
        """Let the program pair a round, or fail."""
        wanted = self.play.tournament.pairing_wanted(self.play.now)
        if wanted is None:
            return
        found = simple_pairs(wanted)
        if found is None:
            self.play.do(FailPairing(wanted.round, "all have met", no_pairing=True))
        elif pick % 6:
            self.play.do(PairRound(wanted.round, *found))
        else:
            self.play.do(FailPairing(wanted.round, "slow"))

    def challenge(self, pick: int, other: int) -> None:
        """Let an entrant of a ladder challenge another one, or answer a challenge."""
        tournament = self.play.tournament
        entrant = self._some(pick)
        if tournament.format is not Format.LADDER or entrant is None:
            return
        open_ones = [each for each in tournament.challenges.values() if each.accepted_at is None]
        if open_ones and other % 2:
            chosen = open_ones[pick % len(open_ones)]
            number = chosen.challenger if other % 5 == 0 else chosen.challenged
            player = tournament.entrant(number).entrant.player
            assert isinstance(player, Human)
            self.play.send(AnswerChallenge(player, chosen.number, accept=other % 3 > 0))
        else:
            assert isinstance(entrant.player, Human)
            self.play.send(Challenge(entrant.player, other % len(tournament.entrants) + 1))

    def note_presence(self, pick: int, other: int) -> None:
        """Let players connect and disconnect."""
        numbers = range(1, len(self.play.tournament.entrants) + 1)
        self.play.do(NotePresence(tuple(number for number in numbers if (pick | other) >> number & 1)))

    def wait(self, pick: int, _other: int) -> None:
        """Let time pass, at most until a deadline."""
        seconds = (0.0, 1.0, 3.0, 15.0, 120.0, 700.0, 3 * 86_400.0)[pick % 7]
        deadline = self.play.tournament.next_deadline()
        self.play.now += seconds if deadline is None else min(seconds, max(0.0, deadline - self.play.now) + 0.01)
        self.play.do(CheckClock())

    def restart(self, _pick: int, _other: int) -> None:
        """Stop the server, and start it again."""
        self.play.restart()

    def teardown(self) -> None:
        """Play the tournament to its end, which every one of a format with an end must have."""
        if not hasattr(self, "play"):
            return
        tournament = self.play.tournament
        if tournament.paused is not None:
            self.play.send(Resume(ORGANISER))
        for each in list(tournament.entrants):
            if each.resting and isinstance(each.entrant.player, Human):
                self.play.send(Ready(each.entrant.player))
        if tournament.started and tournament.format is not Format.LADDER:
            finish(self.play)
        self.play.check()


def finish(play: Play) -> None:
    """Play until the tournament is over; nothing may keep it from its end."""
    for _ in range(5_000):
        tournament = play.tournament
        if tournament.ended is not None:
            return
        wanted = tournament.pairing_wanted(play.now)
        if tournament.running:
            play.end(next(iter(tournament.running.values())))
        elif play.due():
            play.begin()
        elif wanted is not None:
            found = simple_pairs(wanted)
            play.do(PairRound(wanted.round, *found) if found else FailPairing(wanted.round, "none", no_pairing=True))
            if tournament.paused is not None:
                play.do(Cancel(ORGANISER))
        elif (at := tournament.next_deadline()) is not None:
            play.now = max(play.now + 0.5, at)
            play.do(CheckClock())
        else:
            ready = [each for each in tournament.active if not each.resting]
            assert len(ready) < 2, "the tournament waits for nothing"
            play.do(Cancel(ORGANISER))
    raise AssertionError("the tournament has no end")


def check_views(play: Play) -> None:
    """Check that each entrant has a row and knows what it waits for, and that figures agree with results."""
    tournament = play.tournament
    found = standings(tournament)
    assert {row.number for row in found.rows} == {each.number for each in tournament.entrants if each.approved} or (
        tournament.format is Format.LADDER
    )
    for row in found.rows:
        assert len(row.tie_breaks) in (0, len(found.tie_breaks))
        assert row.points == tournament.entrant(row.number).points
        sentences = why(tournament, row.number, play.now)
        assert sentences, f"{play.name(row.number)} does not know what it waits for"
        assert all(each.endswith(".") for each in sentences)
    played = [game for game in tournament.games if game.outcome and game.outcome.how is not HowEnded.FORFEIT]
    known = figures(tournament)
    assert known.totals.games == len(played) == sum(sum(met.games) for met in known.met)
    assert sum(each.forfeit for each in known.lost) >= sum(
        game.outcome is not None and game.outcome.how is HowEnded.FORFEIT for game in tournament.games
    )


def run(examples: int, steps: int) -> None:
    """Try random tournaments."""
    run_state_machine_as_test(
        AnyTournament,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.property
@pytest.mark.timeout(300)
def test_any_tournament_keeps_what_it_promises() -> None:
    """Points, pairs, byes and sides hold in all formats after any command, and the events define the tournament."""
    run(cases(40, 200), 40)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_long_tournaments_keep_what_they_promise() -> None:
    """Longer random tournaments hold what short ones hold."""
    run(1500, 120)


def test_the_machine_tries_all_formats() -> None:
    """Each format has terms that the machine tries."""
    assert set(TERMS) == set(Format)
    assert set(EntrantKind) == {EntrantKind.PERSON, EntrantKind.BOT, EntrantKind.ENGINE}
