"""Command `python -m bench.abuse [--only ATTACK ...] [--small]`: how much one address can slow the others.

Sixteen hostile clients of one address send one command as fast as their limits allow. Meanwhile players of other
addresses play, and newcomers say hello. Quiet times and attacks alternate. The server has one core with the usual
limits, and all clients another.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.abuse import report
from bench.abuse.attackers import CLIENTS
from bench.abuse.attacks import ATTACKS
from bench.abuse.cost import Cost, cost
from bench.abuse.probe import Probe, Times
from bench.abuse.report import Row
from bench.abuse.scene import Speaker, prepare
from bench.server.processes import SERVE, ServerProcess, process

MEMORY = Path("/dev/shm")
"""Folder of files in memory."""


@dataclass(frozen=True)
class Scale:
    """Size of a run. Each attack has `rounds` turns of `seconds`, and as many quiet ones.

    Many short turns: a disk has slow moments, which then fall on both kinds alike.
    """

    seconds: float = 1.2
    rounds: int = 6
    matches: int = 200
    moves: int = 340


SMALL = Scale(seconds=0.4, rounds=1, matches=10, moves=36)


class Attackers:
    """The process of the hostile clients."""

    def __init__(self, server: str, long: str, over: str) -> None:
        parameters = json.dumps({"server": server, "long": long, "over": over})
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.abuse.attackers", parameters],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def do(self, what: str) -> dict[str, float]:
        """Begin an attack, or `pause`. Return what was sent and received since the last call."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{what}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("the process of the hostile clients failed")
        found: dict[str, float] = json.loads(line)
        return found

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(10)


def measure(
    attack: str, each: Cost | None, scale: Scale, server: ServerProcess, attackers: Attackers, probe: Probe
) -> Row:
    """Measure one attack, whose commands cost this on a quiet server."""
    quiet: list[Times] = []
    loud: list[Times] = []
    sent: Counter[str] = Counter()
    added_s = 0.0
    for _ in range(scale.rounds):
        for times, what in ((quiet, "pause"), (loud, attack)):
            attackers.do(what)
            used_s = server.processor_s
            found = probe.measure(scale.seconds)
            used_s = server.processor_s - used_s
            times.append(found)
            added_s += used_s if what != "pause" else -used_s
        sent.update({name: round(1e6 * value) for name, value in attackers.do("pause").items()})
    return Row(attack, quiet, loud, {name: value / 1e6 for name, value in sent.items()}, added_s, each)


def stay(clients: Sequence[Speaker]) -> None:
    """Let clients answer pings, so that the server keeps their connections and matches."""
    for client in clients:
        client.poll(0.01)


def run(attacks: Sequence[str], scale: Scale) -> list[Row]:
    """Measure the attacks on a new server, and print a row of each."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})
    rows = []
    # The slow moments of a disk are longer than what is measured here.
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        database = str(Path(folder, "abuse.db"))
        os.sched_setaffinity(0, cores)
        with process(*SERVE, "--database", database, "--slots", "1", "--grace", "0") as server:
            os.sched_setaffinity(0, {cores[-1]})
            long, over, kept = prepare(server.address, scale.matches, scale.moves)
            costs = {}
            for attack in attacks:
                costs[attack] = cost(server.address, server.pid, ATTACKS[attack], long, over)
                stay(kept)
            attackers = Attackers(server.address, long, over)
            probe = Probe(server.address)
            probe.measure(scale.seconds)
            try:
                for attack in attacks:
                    rows.append(measure(attack, costs[attack], scale, server, attackers, probe))
                    print(rows[-1].line, flush=True)
                    stay(kept)
            finally:
                attackers.close()
    return rows


def main() -> int:
    """Print the table, and store it if it is complete. Return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.abuse", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=ATTACKS, metavar="ATTACK", help=f"attacks: {', '.join(ATTACKS)}")
    parser.add_argument("--small", action="store_true", help="run a minimum to test the benchmark, and store nothing")
    arguments = parser.parse_args()
    if len(os.sched_getaffinity(0)) < 2:
        parser.error("the server and its clients need a core each")
    print(f"{CLIENTS} hostile clients of one address\n{report.HEADINGS}", flush=True)
    rows = run(arguments.only or list(ATTACKS), SMALL if arguments.small else Scale())
    if arguments.small:
        return 0
    if not arguments.only:
        report.write(rows)
    return 1 if any(row.verdict == "missed" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
