"""Runs simulations: `--seed 7`, `--seeds 1-1000`, or `--hours 1000000` of match time from a first seed on."""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count, islice

from tests.simulation.simulation import Outcome, simulate

CHUNK = 10
"""Seeds that a process runs at a time."""


def run(seeds: list[int]) -> list[Outcome]:
    """Run some seeds in this process."""
    return [simulate(seed) for seed in seeds]


def chunks(seeds: Iterator[int]) -> Iterator[list[int]]:
    """Split seeds into chunks."""
    while chunk := list(islice(seeds, CHUNK)):
        yield chunk


def outcomes(seeds: Iterator[int], processes: int) -> Iterator[Outcome]:
    """Yield the outcomes of seeds in their order, from several processes."""
    if processes == 1:
        for seed in seeds:
            yield simulate(seed)
        return
    parts = chunks(seeds)
    with ProcessPoolExecutor(processes) as pool:
        waiting = [pool.submit(run, chunk) for chunk in islice(parts, 2 * processes)]
        try:
            while waiting:
                yield from waiting.pop(0).result()
                waiting += [pool.submit(run, chunk) for chunk in islice(parts, 1)]
        finally:
            pool.shutdown(cancel_futures=True)


def replay_command(seed: int) -> str:
    """Return the command that runs a seed again."""
    return f"python -m tests.simulation --seed {seed}"


def show(outcome: Outcome, lines: int) -> None:
    """Print one outcome, with the end of its trace."""
    for line in outcome.lines[-lines:] if lines else ():
        print(line[:400])
    hours = f"{outcome.match_hours:.1f} match-hours in {outcome.took_s:.2f} s"
    print(f"seed {outcome.seed}: {outcome.steps} steps, {hours}, trace {outcome.trace_hash}")
    print(f"faults: {dict(outcome.faults)}")
    print(f"violation: {outcome.violation}" if outcome.violation else "clean")


def report(found: Iterator[Outcome], hours: float | None) -> int:
    """Run until the seeds are used up, the hours are reached or a violation is found. Return the exit code."""
    began, seeds, steps, match_hours = time.perf_counter(), 0, 0, 0.0
    faults: Counter[str] = Counter()
    for outcome in found:
        seeds, steps, match_hours = seeds + 1, steps + outcome.steps, match_hours + outcome.match_hours
        faults.update(outcome.faults)
        if outcome.violation is not None:
            print(f"seed {outcome.seed}: {outcome.violation}\nrun it again: {replay_command(outcome.seed)}")
            return 1
        if hours is not None and match_hours >= hours:
            break
        if seeds % 1000 == 0:
            print(f"{seeds} seeds, {match_hours:.0f} match-hours, {time.perf_counter() - began:.0f} s", flush=True)
    took_s = time.perf_counter() - began
    print(f"{seeds} seeds clean: {steps} steps, {sum(faults.values())} faults, {match_hours:.0f} match-hours")
    print(f"in {took_s:.0f} s: {seeds / took_s:.1f} seeds and {match_hours / took_s:.0f} match-hours a second")
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Run the simulations of the command line. Return the exit code: 1 after a violation."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--seed", type=int, help="run one seed, and print the end of its trace")
    what.add_argument("--seeds", help="run a range of seeds, such as 1-1000")
    what.add_argument("--hours", type=float, help="run until this many match-hours have passed")
    parser.add_argument("--first", type=int, default=1, help="the first seed of --hours")
    parser.add_argument("--lines", type=int, default=40, help="lines of the trace for --seed")
    parser.add_argument("--processes", type=int, default=1, help="processes that run seeds")
    given = parser.parse_args(arguments)
    if given.seed is not None:
        outcome = simulate(given.seed, keep_trace=True)
        show(outcome, given.lines)
        return int(outcome.violation is not None)
    if given.seeds is not None:
        first, _, last = given.seeds.partition("-")
        return report(outcomes(iter(range(int(first), int(last or first) + 1)), given.processes), None)
    return report(outcomes(count(given.first), given.processes), given.hours)


if __name__ == "__main__":
    sys.exit(main())
