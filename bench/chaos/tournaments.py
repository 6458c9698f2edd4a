"""Tournaments of engines under faults: what creates them, and what their organiser receives.

A round robin, a sequential test and an arena run at any time; each is followed by another with the next seed. The
engines search a number of nodes, so the same seed gives the same games, whatever fails in the middle of them.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bench.chaos.load import LoadClient, Record, follow, saved
from kibitz_client.errors import RefusedError
from kibitz_client.match.tournament import ENDED
from kibitz_client.network.client import NetworkClient
from kibitz_client.requests import new_id
from kibitz_protocol.to_client import TournamentEvent, TournamentSnapshot
from kibitz_protocol.to_server import Tournament
from kibitz_protocol.tournaments.commands import CreateTournament, ListTournamentGames
from kibitz_protocol.tournaments.messages import GameChanged
from kibitz_protocol.tournaments.terms import EngineEntrant, Openings, SprtTerms, TournamentTerms
from kibitz_protocol.tournaments.views import GameRows, TournamentDone
from kibitz_protocol.values.clocks import Fischer
from kibitz_protocol.values.engines import EngineSpec

CLOCK = Fischer(base_s=120, increment_s=2)
"""Clock of the arena. A search that a clock limits cannot be repeated."""
FIELD = (*(f"alphabeta:nodes={nodes}" for nodes in (40, 80, 160, 320)), "mcts:nodes=60", "random")
TEST = ("alphabeta:nodes=120", "alphabeta:nodes=60")
ARENA = ("alphabeta:nodes=40", "alphabeta:nodes=80", "mcts:nodes=40", "random")
FORMATS = ("round-robin", "match", "arena")


class Wanted(NamedTuple):
    """A tournament to create: its format and its seed, from which its games follow, except in an arena."""

    format: str
    seed: int
    minutes: float
    """Duration of an arena."""

    @property
    def repeatable(self) -> bool:
        """Whether its games follow from its seed. Which entrants of an arena are free at a time does not."""
        return self.format != "arena"

    def command(self) -> Tournament:
        """Return the command that creates and starts it."""
        engines = {"round-robin": FIELD, "match": TEST, "arena": ARENA}[self.format]
        return Tournament(
            id=new_id(),
            do=CreateTournament(
                name=f"{self.format} {self.seed}",
                terms=self._terms(),
                engines=[EngineEntrant(engine=EngineSpec.parse(each)) for each in engines],
                start_now=True,
            ),
        )

    def _terms(self) -> TournamentTerms:
        def terms(**more: object) -> TournamentTerms:
            shared = {"game": "connect4", "kinds": ["engine"], "seed": self.seed}
            return TournamentTerms.model_validate(shared | {"format": self.format} | more)

        if self.format == "arena":
            return terms(game="tictactoe", clock=CLOCK, minutes=self.minutes)
        openings = Openings(order="random")
        if self.format == "round-robin":
            return terms(openings=openings)
        # One game at a time: the pair that decides a test is the first one to complete, which others may not overtake.
        return terms(openings=openings, games=100, sprt=SprtTerms(elo0=-100, elo1=100), concurrency=1)


@dataclass
class TournamentRecord:
    """What the organisers received: created tournaments, and the points of counted games by tournament and number."""

    created: dict[str, Wanted] = field(default_factory=dict)
    over: set[str] = field(default_factory=set)
    counted: dict[tuple[str, int], list[float]] = field(default_factory=dict)
    twice: int = 0
    gaps: int = 0

    @property
    def live(self) -> set[str]:
        """The tournaments that must go on at any time: an arena waits between its games."""
        return {id for id, wanted in self.created.items() if wanted.repeatable} - self.over


class Organiser:
    """A client that creates tournaments and follows them. `watchers` watch their matches."""

    def __init__(
        self, client: NetworkClient, record: Record, found: TournamentRecord, watchers: Sequence[LoadClient]
    ) -> None:
        self._load = LoadClient(client, record)
        self._record = record
        self._found = found
        self._watchers = list(watchers)
        self._known: dict[str, int] = {}
        self._begun: asyncio.Queue[str] = asyncio.Queue()
        self._changed = asyncio.Event()
        # The server does one such request of a client at a time, and a slow machine needs a while for each.
        self._asking = asyncio.Lock()

    async def read(self) -> None:
        """Process the server's messages until the connection is closed."""
        async for message in self._load.client.messages():
            if isinstance(message, TournamentSnapshot):
                self._note(message.tournament.tournament, message.seq, message.tournament.state)
            elif isinstance(message, TournamentEvent):
                before = self._known.get(message.tournament, 0)
                self._found.twice += message.seq <= before
                self._found.gaps += message.seq > before + 1
                if isinstance(message.event, GameChanged):
                    self._note_game(message.tournament, message.event)
                self._note(message.tournament, message.seq, message.state)

    async def watch_games(self) -> None:
        """Let the watchers watch each game that begins."""
        while True:
            match = await self._begun.get()
            try:
                await follow(match, self._watchers)
            except RefusedError as error:
                self._record.refused.append(f"match {match} of a tournament cannot be watched: {error.refused.code}")

    async def hold(self, format: str, first_seed: int, minutes: float) -> None:
        """Hold one tournament after the other."""
        seed = first_seed
        while not self._record.closing:
            await self.play(Wanted(format, seed, minutes))
            seed += 1

    async def play(self, wanted: Wanted) -> None:
        """Create a tournament, and wait until it is over."""
        # The command keeps its id when it is sent again: a server that saved it and was killed creates no second one.
        command = wanted.command()
        async with self._asking:
            done = await saved(self._load, lambda: command)
            assert isinstance(done, TournamentDone)
            self._found.created[done.tournament] = wanted
            # Games that began with the tournament are in its snapshot, and no event tells of them.
            listed = await saved(self._load, lambda: _list_games(done.tournament))
        assert isinstance(listed, GameRows)
        for game in listed.games:
            self._note_begin(game.match)
        while done.tournament not in self._found.over:
            await self._changed.wait()

    def _note(self, tournament: str, seq: int, state: str) -> None:
        self._known[tournament] = seq
        self._record.record_event(tournament)
        if state in ENDED:
            self._found.over.add(tournament)
        self._changed.set()
        self._changed = asyncio.Event()

    def _note_game(self, tournament: str, event: GameChanged) -> None:
        key = tournament, event.game.game
        if event.kind == "begun":
            self._note_begin(event.game.match)
        elif event.kind == "counted":
            assert event.game.points is not None
            self._found.twice += key in self._found.counted
            self._found.counted[key] = event.game.points

    def _note_begin(self, match: str) -> None:
        if match not in self._record.created:
            self._record.created.add(match)
            self._begun.put_nowait(match)


def _list_games(tournament: str) -> Tournament:
    return Tournament(id=new_id(), do=ListTournamentGames(tournament=tournament))
