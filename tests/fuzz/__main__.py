"""Command `python -m tests.fuzz`: search for inputs that break a target, guided by the code that they reach.

Atheris (libFuzzer for Python) changes the inputs and keeps those that reach new code. Each target runs in a process of
its own. At the end the smallest set of inputs that reaches the same code replaces the corpus of the target. The target
`server` is a server process, which gets random sequences of commands instead.
"""

import argparse
import asyncio
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.chaos.server import Server
from kibitz_server.maintenance.integrity import IntegrityReport, check
from kibitz_server.store import database
from tests.fuzz.corpus import inputs, keep_failed, replace
from tests.fuzz.live import BrokenPromiseError, LiveFuzz
from tests.fuzz.targets import TARGETS

INPUT_S = 20
"""An input that takes longer counts as a failure."""
MEMORY_MB = 2048
SERVER = "server"
SHOWN = 3000
"""Last characters of the output of libFuzzer that are printed after a failure."""


class Fuzzer:
    """The fuzzer of a target, as one executable file: libFuzzer starts itself again to reduce a corpus."""

    def __init__(self, target: str, folder: Path) -> None:
        self._program = folder / "fuzzer"
        command = shlex.join([sys.executable, "-m", "tests.fuzz.guided", str(self._program), target])
        self._program.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        self._program.chmod(0o700)

    def run(self, *flags: str) -> subprocess.CompletedProcess[str]:
        """Run libFuzzer with these flags until it ends. Its output is in `stdout`."""
        command = [str(self._program), *flags]
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")


def fuzz(target: str, seconds: int, folder: Path) -> bool:
    """Search for failing inputs for this long, keep them, and reduce the corpus. Return whether an input failed."""
    found, failures, reduced = folder / "found", folder / "failures", folder / "reduced"
    for each in (found, failures, reduced):
        each.mkdir()
    for number, data in enumerate(inputs(target)):
        (found / f"{number:05}").write_bytes(data)
    fuzzer = Fuzzer(target, folder)
    flags = [
        f"-max_total_time={seconds}",
        f"-max_len={TARGETS[target].longest}",
        f"-timeout={INPUT_S}",
        f"-rss_limit_mb={MEMORY_MB}",
    ]
    done = fuzzer.run(*flags, f"-artifact_prefix={failures}/", str(found))
    print(f"{target}: {_last_status(done.stdout)}")
    failing = list(failures.iterdir())
    for file in failing:
        keep_failed(target, file.read_bytes())
    if failing or done.returncode:
        print(done.stdout[-SHOWN:])
    else:
        _reduce(target, fuzzer, found, reduced)
    return bool(failing or done.returncode)


def _last_status(output: str) -> str:
    lines = re.findall(r"^#\d+.*", output, re.MULTILINE)
    return lines[-1] if lines else "no input was run"


def _reduce(target: str, fuzzer: Fuzzer, found: Path, reduced: Path) -> None:
    """Replace the corpus of a target by the smallest inputs that reach the same code."""
    done = fuzzer.run("-merge=1", f"-timeout={INPUT_S}", str(reduced), str(found))
    smallest = {file.read_bytes() for file in reduced.iterdir()}
    if done.returncode or not smallest:
        raise SystemExit(f"the corpus of {target} could not be reduced:\n{done.stdout[-SHOWN:]}")
    replace(target, smallest)
    print(f"{target}: {len(smallest)} inputs reach the same code as {len(list(found.iterdir()))}")


async def fuzz_server(seconds: float, seed: int, folder: Path) -> bool:
    """Send random commands to a server process for this long. Return whether it kept its promises.

    Afterwards the log must have no error, and the database no fault.
    """
    server = Server(f"sqlite:///{folder}/kibitz.db", folder / "server.log")
    await server.start()
    fuzzing = LiveFuzz(server.url, seed)
    problems: list[str] = []
    try:
        await fuzzing.run(seconds=seconds)
    except BrokenPromiseError as error:
        problems.append(str(error))
    finally:
        await server.stop()
    log = (folder / "server.log").read_text()
    problems += re.findall(r"^.*(?:\[error|Traceback).*$", log, re.MULTILINE)[:20]
    engine = database.connect(server.database)
    problems += check(engine, IntegrityReport())
    engine.dispose()
    print(f"server, seed {seed}: {fuzzing.report()}")
    for problem in problems:
        print(f"server: {problem}")
    return not problems


def main() -> None:
    """Fuzz the named targets. Exit with 1 if an input failed; it is kept in the corpus, where the tests run it."""
    names = [*TARGETS, SERVER]
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.splitlines()[0])
    parser.add_argument("targets", nargs="*", default=[], help=f"some of {', '.join(names)}; by default all")
    parser.add_argument("--minutes", type=float, default=1.0, help="time for each target")
    parser.add_argument("--seed", type=int, default=1, help="seed of the commands to a server")
    given = parser.parse_args()
    for name in given.targets:
        if name not in names:
            parser.error(f"there is no target {name!r}; the targets are {', '.join(names)}")
    seconds = 60 * given.minutes
    failed: list[str] = []
    for target in given.targets or names:
        with tempfile.TemporaryDirectory() as folder:
            if target == SERVER:
                failed += [] if asyncio.run(fuzz_server(seconds, given.seed, Path(folder))) else [SERVER]
            else:
                failed += [target] if fuzz(target, int(seconds), Path(folder)) else []
    for name in failed:
        print(f"failed: {name}")
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
