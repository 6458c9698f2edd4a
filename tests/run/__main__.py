"""Runs the tests: `python -m tests.run test`, `rest`, `fast` or `nightly`, or `durations`, which measures each test.

A run consists of stages. It says first what it runs and what it leaves out, and at the end how long each stage took.
"""

import argparse
import os
import resource
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests import programs
from tests.effort import THOROUGH, VARIABLE
from tests.run import durations, recording
from tests.run.prepare import CORES, ROOT
from tests.run.progress import minutes
from tests.supervise import run


@dataclass(frozen=True)
class Stage:
    """A process that runs a part of the tests.

    Args:
        title: What it runs, for the person who waits.
        module: The module of Python that it runs.
        arguments: The arguments of that module.
        variables: Variables of the environment that it adds.
        measured: Whether `durations` runs it, to measure its tests.
    """

    title: str
    module: str
    arguments: Sequence[str]
    variables: Mapping[str, str] = field(default_factory=dict)
    measured: bool = False


def pytest(
    title: str,
    selected: str,
    *paths: str,
    workers: int = CORES,
    variables: Mapping[str, str] | None = None,
    measured: bool = False,
) -> Stage:
    """Return a stage of pytest, with the tests that an expression of markers selects."""
    options = ("-p", "tests.run.progress", "--dist", "worksteal", "-n", str(workers), "-m", selected)
    return Stage(title, "pytest", (*options, *paths), variables or {}, measured)


@dataclass(frozen=True)
class Run:
    """Stages, and what they leave out."""

    stages: Sequence[Stage]
    left_out: Sequence[str] = ()


SLOW = "long and slow tests, which `make test-all` runs"
LONGEST = "the longest tests, benchmarks and endurance runs, which `make nightly` runs"
# Many tests wait for processes and sockets, so a worker more keeps all cores busy.
MANY = CORES + 1
COMPILED = "tests/server/engine/compiler/test_compiled.py"
"""It runs with bounds checks in a stage of its own."""
CLUSTER = "tests/server/pool/cluster/test_failures.py"
"""Workers of a cluster that get no processor for a second count as lost, so nothing runs beside them."""
# Bounds checks do not depend on how far LLVM optimises, and level 1 compiles in three quarters of the time.
CHECKED = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1", "NUMBA_CACHE_DIR": ".venv/bounds-checked"}
PREPARED = Stage("sources of the tests", "tests.run.prepare", ())
# In `nightly`, benchmarks have one worker, because they disturb each other.
RUNS = {
    "fast": Run(
        (
            PREPARED,
            pytest(
                "tests without sockets, processes, app and browser", "not (io or app or browser or long or nightly)"
            ),
        ),
        ("tests with sockets, processes, app and browser, which `make test` runs", SLOW, LONGEST),
    ),
    "test": Run(
        (
            PREPARED,
            pytest(
                "rules, engine, server, protocol, app, cluster and feed",
                "not (browser or long or nightly)",
                workers=MANY,
                measured=True,
            ),
            pytest("the page in Chromium", "browser and not (long or nightly)", "tests/web"),
        ),
        (SLOW, LONGEST),
    ),
    "rest": Run(
        (
            PREPARED,
            pytest(
                "long tests",
                "long and not (browser or nightly)",
                *(file for file in durations.long_files(ROOT) if file not in (COMPILED, CLUSTER)),
                workers=MANY,
                measured=True,
            ),
            pytest("failures of a cluster, one at a time", "long and not nightly", CLUSTER, workers=1, measured=True),
            pytest("long tests of the page in Chromium", "browser and long and not nightly", "tests/web"),
            pytest("machine code with bounds checks", "not nightly", COMPILED, variables=CHECKED, measured=True),
            Stage("simulations", "tests.simulation", ("--seeds", "1-200", "--processes", str(CORES))),
        ),
        (LONGEST,),
    ),
    "nightly": Run(
        (
            PREPARED,
            pytest("benchmarks and endurance runs", "nightly", "tests/bench", CLUSTER, workers=1, measured=True),
            pytest("machine code with bounds checks", "nightly", COMPILED, variables=CHECKED, measured=True),
            pytest(
                "the longest tests, and more random cases",
                "(nightly or property) and not browser",
                "tests",
                *(f"--ignore={path}" for path in ("tests/bench", CLUSTER, COMPILED)),
                workers=MANY,
                variables={VARIABLE: THOROUGH},
                measured=True,
            ),
            pytest("the longest tests of the page in Chromium", "nightly and browser", "tests/web"),
            Stage("more simulations", "tests.simulation", ("--seeds", "201-1000", "--processes", str(CORES))),
            Stage("planted bugs, each of which a test finds", "tests.mutants", ()),
        )
    ),
}


def begin(chosen: Run) -> None:
    """Print what a run contains and what it leaves out."""
    for number, stage in enumerate(chosen.stages, 1):
        print(f"{number}. {stage.title}")
    for left_out in chosen.left_out:
        print(f"left out: {left_out}")
    for program in programs.missing():
        print(f"skipped: tests of {program.purpose}, because {program.title} is missing; try: {program.install}")
    sys.stdout.flush()


def processor_s() -> float:
    """Return the processor time of the ended processes of this run."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def carry_out(stages: Sequence[Stage], *added: str) -> int:
    """Run stages until one fails, print a line after each, and return the exit code of the last one."""
    began_at, code = time.monotonic(), 0
    for stage in stages:
        started_at, used_s = time.monotonic(), processor_s()
        print(f"\n{stage.title}", flush=True)
        code = run([sys.executable, "-m", stage.module, *stage.arguments, *added], {**os.environ, **stage.variables})
        took_s, used_s = time.monotonic() - started_at, processor_s() - used_s
        print(f"{stage.title}: {minutes(took_s)}, {minutes(used_s)} of processor time", flush=True)
        if code:
            break
    print(f"{'failed' if code else 'passed'} after {minutes(time.monotonic() - began_at)}")
    return code


def measure() -> int:
    """Run the tests, write the list of durations, and print the sums by folder.

    Machine code should be compiled before, as after a whole run. Tests in Chromium are marked by hand, because its
    processes are not counted with a test.
    """
    stages = [stage for name in ("test", "rest", "nightly") for stage in RUNS[name].stages if stage.measured]
    with tempfile.TemporaryDirectory() as folder:
        quick = [
            replace(stage, variables={name: value for name, value in stage.variables.items() if name != VARIABLE})
            for stage in stages
        ]
        # Pytest would take a folder that is a word of its own for one of tests.
        code = carry_out(quick, "-p", "tests.run.recording", f"{recording.OPTION}={folder}")
        measured = recording.collected(Path(folder))
    if not code:
        durations.write(measured)
        for path, seconds in sorted(durations.by_folder(measured.items()).items(), key=lambda item: -item[1]):
            print(f"{seconds:6.1f} s  {path}")
    return code


def main() -> int:
    """Carry out the run that the arguments name."""
    parser = argparse.ArgumentParser(prog="python -m tests.run", description="Run the tests.")
    parser.add_argument("name", choices=[*RUNS, "durations"])
    name = parser.parse_args().name
    if name == "durations":
        return measure()
    begin(RUNS[name])
    return carry_out(RUNS[name].stages)


if __name__ == "__main__":
    raise SystemExit(main())
