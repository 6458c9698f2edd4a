"""Which processes compile, and that a later process finds compiled searches in the cache."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz_server.engine.compiler.native import forget_older

SEARCH = """
import json, sys
from kibitz_server.engine.compiler import select
from kibitz_server.engine.worker import search as worker
from kibitz_server.engine.compiler.specialise import specialise
from kibitz_server.games.registry import load
select.compile_searches()
found = {}
for name in ("tictactoe", "nim"):
    for template in ("textbook", "mcts"):
        for entry in vars(specialise(template, load(name)).run).values():
            found[name + template + entry.__name__] = [len(entry.stats.cache_hits), len(entry.stats.cache_misses)]
print(json.dumps(found))
"""


def python(code: str, **variables: str) -> str:
    """Return what a new Python process prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=True,
        timeout=240,
    )
    return done.stdout


@pytest.mark.io
@pytest.mark.timeout(300)
@pytest.mark.compiled
def test_a_second_start_compiles_nothing(tmp_path: Path) -> None:
    """A second process finds every function of every game in the cache, and each game finds its own."""
    first, second = (json.loads(python(SEARCH, NUMBA_CACHE_DIR=str(tmp_path))) for _ in range(2))
    assert all(counts == [0, 1] for counts in first.values())
    assert all(counts == [1, 0] for counts in second.values())


@pytest.mark.io
@pytest.mark.compiled
def test_the_server_never_loads_the_compiler() -> None:
    """The engine modules that the server imports, and a search in them, load neither numba nor NumPy."""
    code = """
import sys
from kibitz_server.engine import algorithms, driver, limit
from kibitz_server.engine.trees import tree
from kibitz_server.engine.worker import search
from kibitz_server.engine.control import SearchControl
from kibitz_server.games.registry import load
control = SearchControl()
control.reset(50)
driver.run(load("connect4").start(), "alphabeta", limit.Limit(nodes=50), control)
print(sorted({name.split(".")[0] for name in sys.modules} & {"numba", "numpy", "llvmlite"}))
"""
    assert python(code).strip() == "[]"


@pytest.mark.io
@pytest.mark.timeout(300)
@pytest.mark.compiled
def test_an_analysis_is_the_same_in_a_new_worker_and_after_another_search(tmp_path: Path) -> None:
    """A worker that has compiled nothing finds the nodes and lines that it finds after it searched another game."""
    code = """
import os
from kibitz_server.engine.analysis.game_analysis import GameAnalysis, PlayedMove
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import Job, MachineCode
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.worker import search as worker
from kibitz_server.engine.worker.warm import is_compiled
from kibitz_server.games.registry import load

control = SearchControl()
worker.start(control, 0)

def searched(job):
    control.reset(job.limit.nodes)
    return worker.search(job)

def analysed():
    work, found = GameAnalysis(load("tictactoe").start(), [PlayedMove(0, 0, "b2")], effort="quick"), []
    while work.position is not None:
        limit = work.limit
        job = Job("tictactoe", (), None, work.moves_before, work.algorithm, limit)
        report = searched(job)
        found.append((report.nodes, report.line))
        work.add(report)
    return found

if not os.fork():
    for algorithm, game in (("solve", "tictactoe"), ("alphabeta", "tictactoe"), ("alphabeta", "nim")):
        worker.compile_code(MachineCode(algorithm, game, ()), 1 << 30)
    os._exit(0)
os.wait()
first = analysed()
assert is_compiled(GameAnalysis(load("tictactoe").start(), [PlayedMove(0, 0, "b2")]).algorithm, load("tictactoe"))
searched(Job("tictactoe", (), None, ("a1",), "alphabeta", Limit(nodes=3000)))
searched(Job("nim", (), None, (), "alphabeta", Limit(nodes=300)))
print(first == analysed())
"""
    assert python(code, NUMBA_CACHE_DIR=str(tmp_path)).strip() == "True"


@pytest.mark.io
@pytest.mark.compiled
def test_compiling_can_be_forbidden() -> None:
    """With NUMBA_DISABLE_JIT a process searches in plain Python."""
    code = "from kibitz_server.engine.compiler import select; print(select.compile_searches())"
    assert python(code, NUMBA_DISABLE_JIT="1").strip() == "False"
    assert python(code).strip() == "True"


def test_older_entries_are_removed(tmp_path: Path) -> None:
    """Only complete entries of the same function, game and options with another fingerprint are removed."""
    names = ["mcts.search_mcts_nim_0a_11-9.py311.nbi", "mcts.search_mcts_nim_0a_11-9.py311.1.nbc"]
    kept = ["mcts.search_mcts_nim_0a_22-9.py311.nbi", "mcts.search_mcts_nim_0b_11-9.py311.nbi", "mcts.start_x_11-9.nbi"]
    kept.append("mcts.search_mcts_nim_0a_11-9.py311.nbi.tmp.0123456789abcdef")  # written by another process now
    for name in names + kept:
        (tmp_path / name).touch()
    forget_older(tmp_path, "search_mcts_nim_0a_22")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(kept)


COUNTS = """
import os
from kibitz_server.engine.compiler import select
from tests.server.engine.helpers import compiled_perft, native
from tests.server.games.helpers import game_of
select.use(native())
for size in {sizes}:
    if not ({fork} and os.fork()):
        print(compiled_perft(game_of(f"go size={{size}}"), 3), flush=True)
        if {fork}:
            os._exit(0)
    os.wait() if {fork} else None
"""


@pytest.mark.compiled
@pytest.mark.io
@pytest.mark.long
@pytest.mark.timeout(300)
def test_code_of_several_processes_fits_together(tmp_path: Path) -> None:
    """A process loads the searches of two sizes, each compiled by a process of its own, a child of the same or not."""

    def counts(*sizes: int, fork: bool = False, cache: str = "apart") -> list[str]:
        return python(COUNTS.format(sizes=sizes, fork=fork), NUMBA_CACHE_DIR=str(tmp_path / cache)).splitlines()

    found = [*counts(2), *counts(3)]
    assert found == counts(2, 3) == counts(3, 2)[::-1]
    assert found == counts(2, 3, fork=True, cache="forked") == counts(2, 3, cache="forked")
    assert found == counts(3, 2, cache="forked")[::-1]
