"""Command `python -m bench.chaos`: the kill loop, and its table."""

import argparse
import asyncio
import contextlib
import itertools
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.chaos.faults import Faults
from bench.chaos.load import GAMES, QUICK, LoadClient, Record, play_matches, run_engine_matches
from bench.chaos.server import Server
from bench.chaos.tournament_verdict import Counts, compare, judge_tournaments
from bench.chaos.tournaments import FORMATS, Organiser, TournamentRecord
from bench.chaos.upgrades import kill_upgrades
from bench.chaos.verdict import Verdict, judge
from kibitz_client.network.client import NetworkClient
from tests.mosquitto import Mosquitto
from tests.postgres import Cluster
from tests.programs import MOSQUITTO, POSTGRES

FAULTS = {
    "server": "kills of the server",
    "worker": "kills of a worker",
    "pause": "pauses of the server, 1.5 to 4 s",
    "postgres": "kills of Postgres",
    "broker": "kills of the broker",
    "move": "kills, with a restored backup as the next database",
}
END = 4
"""Limit for the last matches to end, in times of that after which a match has stalled."""
SEARCHES = {"alphabeta": GAMES, "mcts": ("connect4", "tictactoe")}
"""Games that engines of a run play, by algorithm."""


@dataclass(frozen=True)
class Plan:
    """Amounts of one run. `faults` names their kinds in order; by default they are drawn at random."""

    kills: int = 50
    upgrades: int = 5
    """Kills in the middle of the upgrade of an old database."""
    faults: tuple[str, ...] = ()
    minutes: float = 1440.0
    """No more faults are caused after this time."""
    pairs: int = 4
    engines: int = 2
    """Matches of engines besides those of tournaments. Their searches go first, so there are fewer than slots."""
    watchers: int = 3
    arena_minutes: float = 1.0
    """Duration of each arena; 0 for no tournaments."""
    games: tuple[str, ...] = GAMES
    seed: int = 1
    stalled_s: float = 30.0
    """A match without an event for so long after a fault counts as stalled."""


class Chaos:
    """One run of the crash test."""

    def __init__(
        self,
        plan: Plan,
        server: Server,
        postgres: Cluster | None,
        broker: Mosquitto | None,
        new_database: Callable[[], str] | None,
        folder: Path,
    ) -> None:
        self.plan = plan
        self.server = server
        self.folder = folder
        self.record = Record()
        self.tournaments = TournamentRecord()
        self.counts = Counts()
        self.verdict = Verdict()
        self.recovery_s: list[float] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._rng = random.Random(plan.seed)
        self.faults = Faults(server, self._rng, postgres, broker, new_database)
        self.kills = dict.fromkeys(self.faults.kinds, 0)

    async def run(self) -> None:
        """Start the server, load it, kill it, and judge the result."""
        await self.server.start()
        try:
            async with contextlib.AsyncExitStack() as stack:
                players = await self._load(stack)
                try:
                    await self._kill_all()
                    await self._end(players)
                finally:
                    for task in self._tasks:
                        task.cancel()
                    await asyncio.gather(*self._tasks, return_exceptions=True)
        finally:
            await self.server.stop()
        judge(self.record, self.server.database, self.verdict)
        if self.plan.arena_minutes:
            self.counts = judge_tournaments(self.tournaments, self.server.database, self.verdict)
            await compare(self.tournaments, self.server.database, self.folder, self.verdict, self.counts)

    async def _load(self, stack: contextlib.AsyncExitStack) -> list[asyncio.Task[None]]:
        """Connect all clients and let them play. Return the tasks that end when no more matches are wanted."""

        def begin(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
            self._tasks.append(asyncio.create_task(work))
            return self._tasks[-1]

        async def connect(name: str) -> LoadClient:
            connected = await stack.enter_async_context(NetworkClient(self.server.url, name, pace=QUICK))
            load = LoadClient(connected, self.record)
            begin(load.read())
            return load

        watchers = [await connect(f"watcher-{number}") for number in range(self.plan.watchers)]
        playing = []
        for number in range(self.plan.pairs):
            pair = await connect(f"ann-{number}"), await connect(f"bob-{number}")
            playing.append(begin(play_matches(*pair, random.Random(self._rng.random()), watchers, self.plan.games)))
        host = await connect("starter")
        generators = [random.Random(self._rng.random()) for _ in range(self.plan.engines)]
        playing += [begin(run_engine_matches(host, each, watchers, self.plan.games)) for each in generators]
        for format in FORMATS if self.plan.arena_minutes else ():
            connected = await stack.enter_async_context(NetworkClient(self.server.url, format, pace=QUICK))
            organiser = Organiser(connected, self.record, self.tournaments, watchers)
            begin(organiser.read())
            begin(organiser.watch_games())
            playing.append(begin(organiser.hold(format, self.plan.seed, self.plan.arena_minutes)))
        return playing

    async def _end(self, players: list[asyncio.Task[None]]) -> None:
        """Wait until every match has ended."""
        self.record.closing = True
        _, pending = await asyncio.wait(players, timeout=END * self.plan.stalled_s)
        for task in set(players) - pending:
            task.result()
        self.verdict.stalled += [f"match {match} did not end" for match in sorted(self.record.live) if pending]
        unended = self.tournaments.created.keys() - self.tournaments.over
        self.verdict.stalled += [f"tournament {each} did not end" for each in sorted(unended) if pending]

    async def _kill_all(self) -> None:
        wanted = self.plan.pairs + self.plan.engines
        until = time.monotonic() + 60 * self.plan.minutes
        while self._killed < self.plan.kills and time.monotonic() < until and not self.verdict.stalled:
            began_at = time.monotonic()
            while len(self.record.live) < wanted and time.monotonic() - began_at < self.plan.stalled_s:
                await asyncio.sleep(0.05)
            await asyncio.sleep(self._rng.uniform(0.05, 1.0))
            self._raise_client_errors()
            kind = self._next_fault()
            if await self.faults.cause(kind):
                self.kills[kind] += 1
                self.verdict.other += self.faults.problems
                self.faults.problems.clear()
            await self._wait_until_all_continue(time.monotonic())
            if sys.stderr.isatty():
                print(f"\r{self._killed} of {self.plan.kills}", end="", file=sys.stderr, flush=True)
        self._raise_client_errors()

    @property
    def _killed(self) -> int:
        """Number of kills; with given faults the number of all faults."""
        return sum(self.kills.values()) - (0 if self.plan.faults else self.kills["pause"])

    def _next_fault(self) -> str:
        """Return the kind of the next fault. The database moves once, in the middle."""
        if self.plan.faults:
            return self.plan.faults[self._killed]
        if "move" in self.kills and not self.kills["move"] and self._killed >= self.plan.kills // 2:
            return "move"
        return self._rng.choice([kind for kind in self.kills if kind != "move"])

    async def _wait_until_all_continue(self, since: float) -> None:
        """Wait until every running match has a new event, and every running tournament has one or a new move."""
        waiting = self._live
        while time.monotonic() - since < self.plan.stalled_s:
            last_event_at = self.record.last_event_at
            waiting = {each for each in waiting & self._live if last_event_at.get(each, 0.0) <= since}
            if not waiting:
                self.recovery_s.append(time.monotonic() - since)
                return
            await asyncio.sleep(0.02)
        self.verdict.stalled += [f"match or tournament {each} did not continue" for each in sorted(waiting)]

    @property
    def _live(self) -> set[str]:
        return self.record.live | self.tournaments.live

    def _raise_client_errors(self) -> None:
        for task in self._tasks:
            if task.done():
                task.result()
                self.verdict.other.append("a client stopped by itself")

    def table(self) -> str:
        """Return the results as a table."""
        record, verdict, counts = self.record, self.verdict, self.counts
        recovery = sorted(self.recovery_s) or [0.0]
        rows = [
            *((FAULTS[kind], count) for kind, count in self.kills.items()),
            ("kills in the middle of the upgrade of an old database", self.plan.upgrades),
            ("matches", len(record.created)),
            ("moves accepted", len(record.accepted)),
            ("tournaments", len(self.tournaments.created)),
            ("their games that count", counts.games),
            ("their games that are void", counts.void),
            ("files without fault", f"{counts.verified} of {len(self.tournaments.created)}"),
            ("searches repeated for that", counts.searches),
            ("standings as without faults", f"{counts.equal} of {counts.compared}"),
            ("refusals because nothing could be saved", record.not_saved),
            ("events seen", sum(number > 0 for _, number in record.seen)),
            ("every match continued after, median", f"{recovery[len(recovery) // 2]:.1f} s"),
            ("every match continued after, at most", f"{recovery[-1]:.1f} s"),
            ("lost", len(verdict.lost)),
            ("doubled", len(verdict.doubled)),
            ("stalled", len(verdict.stalled)),
            ("other problems", len(verdict.other)),
        ]
        lines = ["| | |", "|---|---:|", *(f"| {name} | {value} |" for name, value in rows)]
        problems = [*verdict.lost, *verdict.doubled, *verdict.stalled, *verdict.other]
        return "\n".join([*lines, *problems[:20]])


async def chaos(
    plan: Plan,
    folder: Path,
    postgres: Cluster | None = None,
    broker: Mosquitto | None = None,
    database: str | None = None,
) -> Chaos:
    """Run the crash test and return it.

    Args:
        plan: The amounts.
        folder: Folder for the log, and for SQLite files if there is no other database.
        postgres: A server of databases, which the run kills.
        broker: The broker to publish to and to kill, if any.
        database: URL of an empty database that is neither killed nor replaced.
    """
    numbers = itertools.count(1)

    def new_database() -> str:
        return postgres.new_database() if postgres else f"sqlite:///{folder}/kibitz-{next(numbers)}.db"

    slots = ("--slots", str(plan.engines + 1))
    server = Server(database or new_database(), folder / "server.log", broker.url if broker else None, slots)
    run = Chaos(plan, server, postgres, broker, None if database else new_database, folder)
    await run.run()
    if database is None:
        run.verdict.lost += await kill_upgrades(plan.upgrades, new_database, folder / "server.log")
    return run


def main() -> None:
    """Print the table. Exit with 1 if anything was lost, doubled or stalled."""
    parser = argparse.ArgumentParser(description="Cause faults under load, and check that nothing is lost.")
    parser.add_argument("--kills", type=int, default=Plan.kills, help="how many kills to cause")
    parser.add_argument("--minutes", type=float, default=Plan.minutes, help="cause no more after this time")
    parser.add_argument("--seed", type=int, default=Plan.seed)
    parser.add_argument(
        "--stalled", type=float, default=Plan.stalled_s, help="seconds without an event after which a match has stalled"
    )
    parser.add_argument("--sqlite", action="store_true", help="use an SQLite file, not a Postgres of its own")
    parser.add_argument("--database", help="URL of an empty database, which is not killed")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        cluster: Cluster | None = None
        if given.database is None and not given.sqlite and POSTGRES.path() is not None:
            cluster = Cluster()
            stack.callback(cluster.remove)
        broker = Mosquitto() if MOSQUITTO.path() is not None else None
        if broker is not None:
            stack.callback(broker.remove)
        _compile()
        plan = Plan(kills=given.kills, minutes=given.minutes, seed=given.seed, stalled_s=given.stalled)
        run = asyncio.run(chaos(plan, Path(folder), cluster, broker, given.database))
        print(run.table())

        if not run.verdict.fine:
            print((Path(folder) / "server.log").read_text()[-4000:], file=sys.stderr)
            raise SystemExit(1)


def _compile() -> None:
    """Compile what the run searches, so that a fault meets no match that waits for the compiler of a new machine."""
    for algorithm, games in SEARCHES.items():
        command = (sys.executable, "-m", "kibitz_server", "warm", *games, "--algorithm", algorithm)
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)


if __name__ == "__main__":
    main()
