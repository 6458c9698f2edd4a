"""Command `python -m bench NAME [ARGUMENT ...]`: prepare and run a benchmark. Without a name, list them."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PEERS = ROOT / "bench" / "peers"
ENVIRONMENT = ROOT / ".venv-bench"


def this_python() -> str:
    """Return the Python that runs a benchmark without other programs: this one."""
    return sys.executable


def public_programs() -> str:
    """Install the public programs into an environment of their own, and return its Python, or this one if that fails.

    The tables skip a program that cannot be installed.
    """
    python = str(ENVIRONMENT / "bin" / "python")
    install = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-e", f"{ROOT}[bench]")
    if subprocess.run((sys.executable, "-m", "venv", str(ENVIRONMENT))).returncode:
        return sys.executable
    subprocess.run((python, *install))
    found = subprocess.run((python, "-c", "import numba"), stderr=subprocess.DEVNULL)
    return sys.executable if found.returncode else python


def servers_of_others() -> str:
    """Install the servers of other projects where npm is there, and return this Python.

    The row of a missing server says so.
    """
    kept, wanted = PEERS / "node_modules" / ".package-lock.json", PEERS / "package-lock.json"
    if shutil.which("npm") and not (kept.exists() and kept.stat().st_mtime > wanted.stat().st_mtime):
        options = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        subprocess.run(("npm", "ci", "--prefix", str(PEERS), *options))
    return sys.executable


class Benchmark(NamedTuple):
    """A benchmark: its module, what it measures, and what prepares its environment and returns the Python for it."""

    module: str
    measures: str
    prepare: Callable[[], str] = this_python


BENCHMARKS = {
    "abuse": Benchmark("bench.abuse", "what hostile clients of one address cost the others (ten minutes)"),
    "answers": Benchmark("bench.answers", "the answer time of a move while every engine searches"),
    "backgammon": Benchmark("bench.backgammon", "matches of backgammon against GNU Backgammon"),
    "backgammon-levels": Benchmark(
        "bench.backgammon.decisions", "what each level of backgammon loses a move (a minute)"
    ),
    "chaos": Benchmark("bench.chaos", "50 faults under load, after which nothing may be lost"),
    "chaos-cluster": Benchmark("bench.chaos.cluster", "1,000 matches of engines while the machines of a cluster fail"),
    "chess": Benchmark("bench.strength.chess", "matches of chess against public programs"),
    "cluster": Benchmark("bench.cluster", "searches on workers of a cluster beside local ones (three minutes)"),
    "engine": Benchmark("bench.engine", "searches beside C and public programs", public_programs),
    "feed": Benchmark("bench.feed", "cost and delivery of the MQTT feed"),
    "go": Benchmark("bench.strength.go", "matches of Go against GNU Go"),
    "hidden": Benchmark("bench.hidden", "distance from best play in Kuhn and Leduc poker", public_programs),
    "page": Benchmark("bench.page", "the web page in Chromium (four minutes)"),
    "poker": Benchmark("bench.poker", "limit hold'em against simple players"),
    "server": Benchmark("bench.server", "the server beside those of other projects (five minutes)", servers_of_others),
    "soak": Benchmark("bench.soak", "30 minutes of load, in which memory, files, tasks and threads may not grow"),
    "strength": Benchmark("bench.strength", "how well the engine plays", public_programs),
    "terminal": Benchmark("bench.terminal", "the start of the terminal app, and the bytes that it writes"),
    "tournament": Benchmark("bench.tournament", "tournaments: games, statistics, pairings, followers (four minutes)"),
}


def main(arguments: list[str]) -> int:
    """Replace this process by the named benchmark. Return 2 for an unknown name."""
    name, *rest = arguments or ["list"]
    if name in BENCHMARKS:
        python = BENCHMARKS[name].prepare()
        os.execv(python, [python, "-m", BENCHMARKS[name].module, *rest])
    for known, benchmark in BENCHMARKS.items():
        print(f"  {known:<14} {benchmark.measures}")
    print("run one: python -m bench NAME [ARGUMENT ...]; most have --help")
    return 2 if arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
