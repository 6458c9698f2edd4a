"""Servers that play tournaments on fakes, and die between two commits."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.tournament.commands import Command, CreateTournament
from kibitz_server.core.tournament.events import GameBegun, GameCounted, GameVoided
from kibitz_server.core.tournament.pairings import pairing_fault
from kibitz_server.core.tournament.standings import standings
from kibitz_server.core.tournament.tournament import Decision, Tournament
from kibitz_server.core.tournament.trf import read_report
from kibitz_server.core.tournament.values import Format
from kibitz_server.core.values.refusal import Refusal
from kibitz_server.runtime.tournaments.running import TournamentRoom
from kibitz_server.runtime.tournaments.swiss import PairingProblem, SwissPairs, Unpaired
from tests.fakes.server import InlinePool, WaitingStore, settle
from tests.server.conftest import InProcessServer
from tests.server.core.tournament.play import engines, make_command

STEPS = 20_000
"""Steps after which a tournament counts as stalled."""


class Slots(InlinePool):
    """Pool of two slots that searches at once."""

    slots = 2


class OneByOne(WaitingStore):
    """Store that makes the entries of one call durable at a time, and counts these commits."""

    def __init__(self) -> None:
        super().__init__()
        self.commits = 0
        self.most = 1 << 30
        """Commits after which nothing becomes durable any more."""

    def commit_one(self) -> bool:
        """Make the entries of the oldest call durable. Return whether there were any."""
        if not self.waiting or self.dead:
            return False
        entries, done = self.waiting[0]
        self.commits += bool(entries)
        if self.commits > self.most:
            return False
        rest = self.waiting[1:]
        self.waiting = [(entries, done)]
        self.commit()
        self.waiting = rest + self.waiting
        return True

    @property
    def dead(self) -> bool:
        """Whether its server was killed."""
        return self.commits > self.most

    def survive(self) -> None:
        """Lose what is not durable, for the next server."""
        self.waiting.clear()
        self.commits, self.most = 0, 1 << 30


class Neighbours:
    """Program that finds the first pairing which the rules allow, by trying all."""

    def __init__(self) -> None:
        self.failures: list[Unpaired] = []
        """What it answers first."""
        self.asked = 0

    async def pair(self, trf: str) -> SwissPairs | Unpaired:
        """Return the pairs of the next round."""
        self.asked += 1
        if self.failures:
            return self.failures.pop(0)
        report = read_report(trf)
        absent = [number for number, _ in report.absent]
        free = [number for number in range(1, len(report.names) + 1) if number not in absent]
        for bye in reversed(free) if len(free) % 2 else [None]:
            for pairs in _matchings([number for number in free if number != bye]):
                if pairing_fault(report.table, pairs, bye, absent=absent, forbidden=report.forbidden) is None:
                    return SwissPairs(report.table.rounds + 1, tuple(pairs), bye)
        return Unpaired(PairingProblem.NO_PAIRING, "no pairing")


def _matchings(free: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not free:
        yield []
    for other in free[1:]:
        for rest in _matchings([number for number in free[1:] if number != other]):
            yield [(free[0], other), *rest]


class TournamentServer(InProcessServer):
    """Server with tournaments, driven step by step."""

    def __init__(self, store: OneByOne | None = None, **fields: Any) -> None:
        self.program = fields.pop("pairing", None) or Neighbours()
        store = store or OneByOne()
        super().__init__(store=store, pool=fields.pop("pool", None) or Slots(), pairing=self.program, **fields)
        self.one_by_one = store
        self.director = self.runtime.tournaments

    def create(self, command: CreateTournament) -> TournamentRoom:
        """Create a tournament, which must not be refused."""
        made: list[TournamentRoom | None] = []
        refusal = self.director.create(command, made.append)
        assert refusal is None, refusal
        self.store.commit()
        (room,) = made
        assert room is not None
        return room

    def refused(self, command: CreateTournament) -> Refusal:
        """Try to create a tournament, which must be refused."""
        refusal = self.director.create(command, lambda _: None)
        assert refusal is not None
        return refusal

    def do(self, room: TournamentRoom, command: Command) -> Decision:
        """Send a command and let the store commit. Return the decision."""
        told: list[Any] = []
        self.director.act(room, command, told.append)
        self.store.commit()
        (decision,) = told
        assert isinstance(decision, Decision)
        return decision

    async def step(self) -> None:
        """Let the searches, one commit and a moment pass."""
        await settle()
        while not self.one_by_one.dead and self.store.waiting:
            if not self.one_by_one.commit_one():
                return
            await settle()
        self.scheduler.advance(0.25)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Go on until a condition holds."""
        for _ in range(STEPS):
            if condition() or self.one_by_one.dead:
                return
            await self.step()
        raise AssertionError("the tournament has stalled")

    async def finish(self, room: TournamentRoom) -> None:
        """Play a tournament to its end."""
        await self.until(lambda: room.tournament.ended is not None and not room.unsaved)

    def matches(self, room: TournamentRoom) -> list[Match]:
        """Return the matches of all its games, from the store."""
        found = []
        for game in room.tournament.games:
            events = [entry.event for entry in self.store.history(game.begun.match_id)]
            found.append(Match.from_events(events, 0.0))
        return found


def begin_engines(server: TournamentServer, format: Format, count: int = 4, **fields: Any) -> TournamentRoom:
    """Begin a tournament of engines that make random moves."""
    return server.create(make_command(format, engines(count), **fields))


def results(tournament: Tournament) -> list[tuple[Any, ...]]:
    """Return the counted games by pair and slot, with entrants, points and moves: the same for the same seed."""
    counted = [game for game in tournament.games if game.outcome is not None]
    found = [
        (
            game.begun.pair,
            game.begun.slot,
            game.first,
            game.second,
            game.outcome and game.outcome.points,
            game.moves_hash,
        )
        for game in counted
    ]
    return sorted(found)


def check_whole(server: TournamentServer, room: TournamentRoom) -> None:
    """Check what must hold after any sequence of crashes: the log and the matches say the same, and once."""
    entries = server.store.tournament_history(room.id)
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    events = [entry.event for entry in entries]
    counted = Counter(event.game for event in events if isinstance(event, GameCounted))
    assert set(counted.values()) <= {1}, "counted twice"
    begun = {event.game: event for event in events if isinstance(event, GameBegun)}
    voided = {event.game for event in events if isinstance(event, GameVoided)}
    assert begun.keys() == counted.keys() | voided
    for game, match in zip(room.tournament.games, server.matches(room), strict=True):
        assert match.over, "a match goes on without its tournament"
        assert match.created.terms.tournament is not None
        assert (match.created.terms.tournament.id, match.created.terms.tournament.game) == (room.id, game.number)
        if match.phase is Phase.FINISHED and game.number in counted:
            assert match.result is not None
            winner = {(1.0, 0.0): 0, (0.0, 1.0): 1, (0.5, 0.5): None}[game.outcome.points]  # type: ignore[union-attr]
            assert winner == match.result.winner
    rebuilt = Tournament.rebuild(((event, 0.0) for event in events), 0.0)
    assert standings(rebuilt).rows == standings(room.tournament).rows


async def played_with_crashes(
    start: Callable[[TournamentServer], TournamentRoom], crashes: Sequence[int]
) -> tuple[TournamentServer, TournamentRoom]:
    """Play a tournament on servers that are killed after these numbers of commits, and on a last one to the end."""
    server = TournamentServer()
    room = start(server)
    for most in crashes:
        server.one_by_one.commits, server.one_by_one.most = 0, most
        await server.finish(room)
        if not server.one_by_one.dead:
            return server, room
        server.one_by_one.survive()
        store = server.one_by_one
        server.runtime.close()
        store.waiting.clear()
        server = TournamentServer(store)
        server.runtime.loading.run()
        found = server.director.rooms.find(room.id)
        assert found is not None
        room = found
    await server.finish(room)
    return server, room
