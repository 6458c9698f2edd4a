"""Command `python -m bench.chaos.cluster`: engine matches while the machines of a cluster fail.

Workers are killed, frozen and added, and the scheduler restarts. A seed draws the faults and the engines. Each engine
searches a number of nodes, in plain Python, so that every move can be compared with a search in this process.
"""

import argparse
import asyncio
import contextlib
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from bench.chaos.load import QUICK, LoadClient, Record
from bench.chaos.server import Server
from kibitz_client.network.client import NetworkClient
from kibitz_client.requests import new_id
from kibitz_protocol.to_server import Create
from kibitz_protocol.values.clocks import Fischer
from kibitz_protocol.values.engines import EngineSpec
from kibitz_protocol.values.seats import Engine
from kibitz_server.engine import driver
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.limit import Limit
from kibitz_server.games.registry import load
from tests.server.pool.cluster.processes import Machines

GAMES = ("connect4", "tictactoe")
CLOCK = Fischer(base_s=60, increment_s=2)
NODES = (50, 400)
WORKERS = 3
MOST_WORKERS = 4
AT_ONCE = 6
"""Matches that run at once: more than there are slots."""
PAUSE_S = (2.0, 5.0)
"""Time between two faults."""
FROZEN_S = (0.5, 4.0)
DOWN_S = (0.0, 2.0)
STALLED_S = 30.0
"""A match without an event for so long counts as stalled."""
JOINED, JOIN_S = "worker joined", 60.0
"""What the server logs of a worker, and how long the first one may take."""
FAULTS = {
    "kill": "workers killed",
    "freeze": "workers frozen, 0.5 to 4 s",
    "add": "workers added",
    "scheduler": "restarts of the scheduler with its workers",
}


@dataclass
class Results:
    """What came of a run. The lists have a sentence for each match that failed."""

    matches: int = 0
    moves: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    on_time: list[str] = field(default_factory=list)
    stalled: list[str] = field(default_factory=list)
    differing: list[str] = field(default_factory=list)
    longest_s: float = 0.0
    """The longest time without a move in a match."""
    log: Counter[str] = field(default_factory=Counter)

    @property
    def fine(self) -> bool:
        """Whether nothing failed."""
        return not (self.on_time or self.stalled or self.differing)

    def table(self) -> str:
        """Return the results as a table."""
        rows = [
            ("matches", self.matches),
            ("moves", self.moves),
            *((FAULTS[kind], self.faults[kind]) for kind in FAULTS),
            *((f"log: {text}", count) for text, count in self.log.items()),
            ("longest time without a move", f"{self.longest_s:.1f} s"),
            ("lost on time", len(self.on_time)),
            ("stalled", len(self.stalled)),
            ("moves unlike those of a local search", len(self.differing)),
        ]
        problems = [*self.on_time, *self.stalled, *self.differing][:20]
        return "\n".join(["| | |", "|---|---:|", *(f"| {name} | {value} |" for name, value in rows), *problems])


class Trial:
    """One run.

    Args:
        matches: Number of matches.
        minutes: No match begins after this time.
        seed: Draws faults and engines.
        folder: For the database and the logs.
    """

    def __init__(self, matches: int, minutes: float, seed: int, folder: Path) -> None:
        self._matches = matches
        self._until = time.monotonic() + 60 * minutes
        self._rng = random.Random(seed)
        self._machines = Machines(folder)
        flags = ("--engines", self._machines.url, "--engines-use", "prefer", "--worker-nice", "0")
        self._log = folder / "server.log"
        self._server = Server(f"sqlite:///{folder}/kibitz.db", self._log, flags=flags, plain=True)
        self._record = Record()
        self._begun = 0
        self.results = Results()

    async def run(self) -> Results:
        """Play all matches while faults are caused, and compare their moves with local searches."""
        self._machines.mend(WORKERS)
        await self._server.start()
        try:
            await self._wait_for_worker()
            async with NetworkClient(self._server.url, "starter", pace=QUICK) as client:
                host = LoadClient(client, self._record)
                reading = asyncio.create_task(host.read())
                failing = asyncio.create_task(self._cause_faults())
                seeds = [self._rng.random() for _ in range(AT_ONCE)]
                await asyncio.gather(*(self._play(host, random.Random(seed)) for seed in seeds))
                for task in (failing, reading):
                    task.cancel()
                await asyncio.gather(failing, reading, return_exceptions=True)
        finally:
            await self._server.stop()
            self._machines.close()
        for line in self._log.read_text().splitlines():
            for text in ("search lost", "connection to the cluster is lost", JOINED, "Traceback"):
                self.results.log[text] += text in line
        self.results.longest_s = self._record.longest_s
        return self.results

    async def _wait_for_worker(self) -> None:
        """Wait until a worker has joined: a few short matches could otherwise end before any search leaves the server.

        Raises:
            TimeoutError: None has joined within JOIN_S.
        """
        async with asyncio.timeout(JOIN_S):
            while JOINED not in self._log.read_text():
                await asyncio.sleep(0.1)

    async def _play(self, host: LoadClient, rng: random.Random) -> None:
        while self._begun < self._matches and time.monotonic() < self._until:
            self._begun += 1
            game = rng.choice(GAMES)
            limits = [Limit(nodes=rng.randint(*NODES), seed=rng.randrange(2**31)) for _ in range(2)]
            specs = [EngineSpec.parse(f"alphabeta:nodes={each.nodes},seed={each.seed}") for each in limits]
            seats = [Engine(engine=spec) for spec in specs]
            command = Create(id=new_id(), game=game, seats=[*seats], clock=CLOCK)
            entered = await host.client.ask(command)
            await self._watch(host, entered.match)
            await self._judge(host, entered.match, limits)
            if sys.stderr.isatty():
                print(f"\r{self.results.matches} of {self._matches}", end="", file=sys.stderr, flush=True)

    async def _watch(self, host: LoadClient, match: str) -> None:
        """Wait for the end of a match, or until it is stalled."""
        self._record.last_event_at.setdefault(match, time.monotonic())
        over = asyncio.create_task(host.wait_for(match, lambda state: state.over))
        while not over.done():
            await asyncio.wait([over], timeout=1.0)
            if not over.done() and time.monotonic() - self._record.last_event_at[match] > STALLED_S:
                over.cancel()
                self.results.stalled.append(f"match {match} did not continue")
                return

    async def _judge(self, host: LoadClient, match: str, limits: list[Limit]) -> None:
        """Compare the moves of a match with local searches."""
        state, results = host.states.pop(match), self.results
        results.matches += 1
        if not state.over:
            return
        reason = state.result.reason if state.result else ""
        results.reasons[reason] += 1
        if "time" in reason:
            results.on_time.append(f"match {match}: {reason}")
        position = load(state.game.name, dict(state.options)).start(state.start)
        for ply, move in enumerate(state.moves):
            limit = limits[move.seat]
            control = SearchControl()
            control.reset(limit.nodes)
            found = driver.run(position, "alphabeta", limit, control).move
            await asyncio.sleep(0)
            results.moves += 1
            if found != move.move:
                results.differing.append(f"match {match} ply {ply}: {move.move}, not {found} ({limit})")
            position = position.after(position.find(move.move))

    async def _cause_faults(self) -> None:
        while True:
            await asyncio.sleep(self._rng.uniform(*PAUSE_S))
            kind = self._rng.choices(list(FAULTS), weights=[3, 4, 2, 1])[0]
            workers = sorted(self._machines.workers)
            if kind == "scheduler":
                self._machines.kill_scheduler()
                await asyncio.sleep(self._rng.uniform(*DOWN_S))
                self._machines.mend(WORKERS)
            elif kind == "add" and len(workers) < MOST_WORKERS:
                self._machines.start_worker()
            elif kind == "kill" and len(workers) > 1:
                self._machines.kill_worker(self._rng.choice(workers))
            elif kind == "freeze" and workers:
                frozen = self._rng.choice(workers)
                self._machines.signal(frozen, signal.SIGSTOP)
                await asyncio.sleep(self._rng.uniform(*FROZEN_S))
                self._machines.signal(frozen, signal.SIGCONT)
            else:
                continue
            self.results.faults[kind] += 1


def main() -> None:
    """Print the table. Exit with 1 if a match stalled or was lost on time, or a move differs."""
    parser = argparse.ArgumentParser(description="Play engine matches while the machines of a cluster fail.")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=1440.0, help="begin no match after this time")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(given.matches, given.minutes, given.seed, Path(folder))
        with contextlib.ExitStack() as stack:
            stack.callback(lambda: print(trial.results.table()))
            asyncio.run(trial.run())
        if not trial.results.fine:
            print((Path(folder) / "server.log").read_text()[-4000:], file=sys.stderr)
            raise SystemExit(1)


if __name__ == "__main__":
    main()
