"""Tournaments that tests play: builders, and a caller that plays games and checks what must always hold."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from kibitz_server.core.tournament.commands import (
    BeginGame,
    CheckClock,
    Command,
    CountGame,
    CreateTournament,
    PairRound,
)
from kibitz_server.core.tournament.events import Event
from kibitz_server.core.tournament.records import GameRecord, bye_points
from kibitz_server.core.tournament.rules.tables import results
from kibitz_server.core.tournament.tournament import Decision, DueGame, PairingWanted, Tournament
from kibitz_server.core.tournament.trf import read_report
from kibitz_server.core.tournament.values import (
    ByeKind,
    Entrant,
    EntrantKind,
    Format,
    GameOutcome,
    HowEnded,
    SideFigures,
    TournamentTerms,
)
from kibitz_server.core.values.clock import Fischer
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.refusal import Refusal
from kibitz_server.core.values.time_management import Budget

ORGANISER = Human("id-org", "Org", account=True)
START = 1000.0
"""Time of the creation, on the clock of matches."""
TODAY = 1_800_000_000.0
"""Time of day then."""
WON, DRAWN, LOST = GameOutcome((1.0, 0.0)), GameOutcome((0.5, 0.5)), GameOutcome((0.0, 1.0))
FIGURES = (SideFigures(20), SideFigures(20))
LIVE = {"lookout", "kept", "present", "_asked", "_memory", "opening_uses", "version", "seen_at"}
"""What a rebuilt tournament does not have from its events."""
ROUND_FORMATS = (Format.ROUND_ROBIN, Format.SWISS, Format.KNOCKOUT)


def person(name: str, rating: int | None = None, **fields: Any) -> Entrant:
    """Return an entrant with an account, called as its id is."""
    return Entrant(Human(f"id-{name}", name, **{"account": True} | fields), name, rating)


def engine(name: str, rating: int | None = None, algorithm: str = "random", **budget: Any) -> Entrant:
    """Return an engine."""
    return Entrant(Engine(algorithm, Budget(**budget)), name, rating)


def people(count: int) -> list[Entrant]:
    """Return people from the strongest on, `p1` to `p99`."""
    return [person(f"p{number}", 2000 - 10 * number) for number in range(1, count + 1)]


def engines(count: int) -> list[Entrant]:
    """Return engines from the strongest on, `e1` to `e99`."""
    return [engine(f"e{number}", 2000 - 10 * number) for number in range(1, count + 1)]


def make_terms(format: Format, **fields: Any) -> TournamentTerms:
    """Return terms of a format with what it needs."""
    needed: dict[str, Any] = {}
    if format is Format.MATCH:
        needed = {"most_entrants": 2, "games": 2}
    elif format is Format.ARENA:
        needed = {"minutes": 10.0, "control": Fischer(60.0)}
    elif format is Format.LADDER:
        needed = {"kinds": (EntrantKind.PERSON, EntrantKind.BOT)}
    return TournamentTerms(format=format, game="tictactoe", **needed | fields)


def make_command(
    format: Format, entrants: Iterable[Entrant] = (), start_now: bool = True, **fields: Any
) -> CreateTournament:
    """Return a command that creates a tournament."""
    return CreateTournament(
        id="t1",
        code="T-7KQ2XF",
        name="Friday",
        organiser=ORGANISER,
        terms=make_terms(format, **fields),
        entrants=tuple(entrants),
        created_at=TODAY,
        start_now=start_now,
    )


def refusal_of(format: Format, entrants: Iterable[Entrant] = (), start_now: bool = False, **fields: Any) -> Refusal:
    """Return the refusal of a new tournament, which must be refused."""
    made = Tournament.create(make_command(format, entrants, start_now, **fields), START)
    assert isinstance(made, Refusal), made
    return made


class Play:
    """A tournament with its log, driven as a server drives it, on a clock that tests turn."""

    def __init__(self, format: Format, entrants: Iterable[Entrant] = (), start_now: bool = True, **fields: Any) -> None:
        made = Tournament.create(make_command(format, entrants, start_now, **fields), START)
        assert not isinstance(made, Refusal), made
        self.tournament, decision = made
        self.now = START
        self.log: list[tuple[Event, float]] = [(event, START) for event in decision.events]
        self.wanted: PairingWanted | None = decision.wanted
        self.matches = 0

    def send(self, command: Command) -> Decision:
        """Send a command, which may be refused."""
        decision = self.tournament.handle(command, self.now)
        self.log += [(event, self.now) for event in decision.events]
        if decision.wanted is not None:
            self.wanted = decision.wanted
        return decision

    def do(self, command: Command) -> tuple[Event, ...]:
        """Send a command, which must not be refused. Return its events."""
        decision = self.send(command)
        assert decision.refusal is None, decision.refusal
        return decision.events

    def refused(self, command: Command) -> Refusal:
        """Send a command, which must be refused without an effect. Return the refusal."""
        self.do(CheckClock())
        before = self.tournament.seq
        decision = self.send(command)
        assert decision.refusal is not None, decision.events
        assert self.tournament.seq == before
        return decision.refusal

    def wait(self, seconds: float) -> tuple[Event, ...]:
        """Let time pass with all deadlines within it. Return what happened."""
        end = self.now + seconds
        happened: list[Event] = []
        while (at := self.tournament.next_deadline()) is not None and at <= end:
            self.now = max(self.now, at)
            happened += self.do(CheckClock())
        self.now = end
        return (*happened, *self.do(CheckClock()))

    def due(self) -> list[DueGame]:
        """Return the games that can begin."""
        return self.tournament.due_games(self.now)

    def begin(self, due: DueGame | None = None) -> GameRecord:
        """Begin a game, by default the first that is due. Return its record."""
        chosen = due or self.due()[0]
        self.matches += 1
        self.do(BeginGame(chosen.pair, chosen.slot, f"m{self.matches}", f"C{self.matches}"))
        return self.tournament.games[-1]

    def end(self, game: GameRecord, outcome: GameOutcome = WON, **fields: Any) -> tuple[Event, ...]:
        """End a game with an outcome."""
        given: dict[str, Any] = {"reason": "", "plies": 40, "sides": FIGURES, "moves_hash": f"h{game.number}"}
        return self.do(CountGame(game.begun.match_id, outcome, **given | fields))

    def play(self, outcome: GameOutcome = WON) -> GameRecord:
        """Begin the first game that is due, and end it."""
        game = self.begin()
        self.end(game, outcome)
        return game

    def play_all(self, choose: Callable[[GameRecord], GameOutcome] = lambda game: stronger(game)) -> None:
        """Play until the tournament is over, one game after the other, with rounds paired by `simple_pairs`."""
        for _ in range(20_000):
            if self.tournament.ended is not None:
                return
            if self.due():
                game = self.begin()
                self.end(game, choose(game))
            elif (wanted := self.tournament.pairing_wanted(self.now)) is not None:
                self.pair(wanted)
            else:
                at = self.tournament.next_deadline()
                assert at is not None, "the tournament waits for nothing"
                self.now = max(self.now + 0.5, at)
                self.do(CheckClock())
        raise AssertionError("the tournament has no end")

    def pair(self, wanted: PairingWanted) -> None:
        """Pair a round of a Swiss by a simple function."""
        found = simple_pairs(wanted)
        assert found is not None
        self.do(PairRound(wanted.round, *found))

    def name(self, number: int) -> str:
        """Return the name of an entrant."""
        return self.tournament.entrant(number).entrant.name

    def points(self) -> dict[str, float]:
        """Return the points by name."""
        return {each.entrant.name: each.points for each in self.tournament.entrants}

    def check(self) -> None:
        """Check what holds in each tournament at each time."""
        check_invariants(self.tournament)
        rebuilt = Tournament.rebuild(self.log, self.now, TODAY + self.now - START)
        for name, value in vars(self.tournament).items():
            if name not in LIVE and name != "starts_at":
                assert getattr(rebuilt, name) == value, name
        assert results(self.tournament) == results(rebuilt), "kept rows differ from computed ones"

    def restart(self) -> None:
        """Go on with the tournament that the log defines, as after a restart of the server."""
        self.tournament = Tournament.rebuild(self.log, self.now, TODAY + self.now - START)
        self.wanted = None


def stronger(game: GameRecord) -> GameOutcome:
    """Return the result in which the better seed wins."""
    return WON if game.first < game.second else LOST


def simple_pairs(wanted: PairingWanted) -> tuple[tuple[tuple[int, int], ...], int | None] | None:
    """Return legal pairs of a Swiss round, by points and without care for floats; None if there are none."""
    report = read_report(wanted.trf)
    table = report.table
    absent = {number for number, _ in report.absent}
    order = sorted(
        (number for number in range(1, len(table.rows) + 1) if number not in absent),
        key=lambda number: (-table.points(number), number),
    )
    cells = {number: [cell for cell in table.row(number) if cell.kind == "played"] for number in order}
    met = {frozenset((number, cell.opponent)) for number in order for cell in cells[number]}
    met |= {frozenset(pair) for pair in report.forbidden}
    firsts = {number: sum(1 - 2 * (cell.side or 0) for cell in cells[number]) for number in order}
    had_bye = {number for number in order if any(cell.kind in ("U", "F", "+") for cell in table.row(number))}

    def matched(rest: tuple[int, ...]) -> list[tuple[int, int]] | None:
        if not rest:
            return []
        one = rest[0]
        for other in rest[1:]:
            if frozenset((one, other)) in met or abs(firsts[one] + firsts[other]) > 3:
                continue
            found = matched(tuple(each for each in rest[1:] if each != other))
            if found is not None:
                return [((one, other) if firsts[one] <= firsts[other] else (other, one)), *found]
        return None

    for bye in reversed([each for each in order if each not in had_bye]) if len(order) % 2 else (None,):
        pairs = matched(tuple(each for each in order if each != bye))
        if pairs is not None:
            return tuple(pairs), bye
    return None


def check_invariants(tournament: Tournament) -> None:
    """Check points, pairs, byes and sides of a tournament."""
    _check_points(tournament)
    _check_games(tournament)
    if tournament.format in ROUND_FORMATS:
        _check_rounds(tournament)
    if tournament.format in (Format.SWISS, Format.ARENA):
        _check_meetings(tournament)


def _check_points(tournament: Tournament) -> None:
    """Points equal counted games, forfeits and byes."""
    if tournament.format is not Format.ARENA:
        counted = Counter[tuple[int, int]]()
        points = dict.fromkeys(range(1, len(tournament.entrants) + 1), 0.0)
        for game in tournament.games:
            if game.outcome is not None:
                counted[game.begun.pair, game.begun.slot] += 1
                points[game.first] += game.outcome.points[0]
                points[game.second] += game.outcome.points[1]
        assert all(count == 1 for count in counted.values()), "a slot of a pair counts twice"
        for pair in tournament.pairs:
            for place, slot in enumerate(pair.slots):
                if slot.forfeit is not None:
                    assert not counted[pair.number, place], "a forfeit counts twice"
                    for number, each in zip(pair.entrants, slot.forfeit, strict=True):
                        points[number] += each
        if tournament.format is Format.SWISS:
            for made in tournament.rounds:
                for bye in made.byes.values():
                    points[bye.entrant] += bye_points(bye, tournament.terms.bye)
        assert points == {each.number: each.points for each in tournament.entrants}
    assert tournament.counted == sum(game.outcome is not None for game in tournament.games)


def _check_games(tournament: Tournament) -> None:
    """People and bots play one game at a time, and what runs is listed."""
    playing = Counter(number for game in tournament.running.values() for number in (game.first, game.second))
    for each in tournament.entrants:
        assert len(each.running) == playing[each.number]
        if not each.engine or tournament.format in (Format.SWISS, Format.ARENA):
            assert playing[each.number] <= 1, f"{each.entrant.name} plays twice"
    if tournament.ended is not None:
        assert not tournament.running


def _check_rounds(tournament: Tournament) -> None:
    """An entrant is at one board of a round, and has at most one bye for which no opponent was left."""
    byes: Counter[int] = Counter()
    for made in tournament.rounds:
        boards: dict[int, set[int]] = {}
        for place in made.pairs:
            pair = tournament.pairs[place - 1]
            for number in pair.entrants:
                boards.setdefault(number, set()).add(pair.pairing.board)
        assert all(len(found) == 1 for found in boards.values())
        if tournament.format is Format.SWISS:
            assert not boards.keys() & made.byes.keys()
            byes.update(bye.entrant for bye in made.byes.values() if bye.kind is ByeKind.PAIRING)
    assert all(count == 1 for count in byes.values())


def _check_meetings(tournament: Tournament) -> None:
    """A Swiss repeats no pair, an arena none at once, and sides are balanced within 2 or 3.

    An organiser who changes a result later may make a game of a forfeit whose pair has met again since.
    """
    most = 2 if tournament.format is Format.SWISS else 3
    for each in tournament.entrants:
        games = [tournament.games[number - 1] for number in each.games]
        if tournament.format is Format.SWISS:
            if any(game.changes for game in games):
                continue
            games = [game for game in games if game.outcome is not None and game.outcome.how is not HowEnded.FORFEIT]
            opponents = [game.second if game.first == each.number else game.first for game in games]
            assert len(opponents) == len(set(opponents)), f"{each.entrant.name} meets one twice"
        surplus = sum(1 if game.first == each.number else -1 for game in games)
        assert abs(surplus) <= most, f"{each.entrant.name} has one side {surplus} times more"


def with_name(entrant: Entrant, name: str) -> Entrant:
    """Return an entrant with another name."""
    return replace(entrant, name=name)
