"""What a cluster costs at the start: nothing without `--engines`, then an import, and the fingerprints of the games."""

import json
import statistics
import subprocess
import sys
from typing import Any

from bench.cluster.scale import Scale
from bench.engine.figures import Figure

IMPORTS = """
import json, resource, sys, time
from pathlib import Path
def resident():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
def modules(*names):
    return sum(module.partition(".")[0] in names for module in sys.modules)
import kibitz_server.app
without = {"cpu": time.process_time(), "kb": resident(), "modules": modules("distributed", "dask", "tornado")}
import distributed
with_it = {"cpu": time.process_time(), "kb": resident(), "modules": modules("distributed", "dask", "tornado")}
from kibitz_server.pool.cluster.fingerprints import fingerprints
from kibitz_server.games.registry import declarations
declarations()
began, cpu = time.perf_counter(), time.process_time()
games = len(fingerprints())
found = {"games": games, "wall": time.perf_counter() - began, "cpu": time.process_time() - cpu}
print(json.dumps({"without": without, "with": with_it, "fingerprints": found}))
"""


def _start() -> dict[str, Any]:
    """Import the server in a new process, then Dask, then take the fingerprints."""
    output = subprocess.run([sys.executable, "-c", IMPORTS], capture_output=True, text=True, check=True).stdout
    found: dict[str, Any] = json.loads(output)
    return found


async def start(scale: Scale) -> list[Figure]:
    """Measure the imports of a server, and the fingerprints of its games."""
    runs = [_start() for _ in range(scale.starts)]

    def middle(part: str, what: str) -> float:
        return float(statistics.median(run[part][what] for run in runs))

    return [
        Figure(
            "modules of Dask in a server without a cluster",
            max(run["without"]["modules"] for run in runs),
            "modules",
            0.0,
            at_least=False,
            detail=f"its imports: {middle('without', 'cpu'):.2f} s of processor time, "
            f"{middle('without', 'kb') / 1000:.0f} MB resident",
        ),
        Figure(
            "import of Dask in a server with a cluster",
            middle("with", "cpu") - middle("without", "cpu"),
            "s",
            detail=f"processor time, median of {scale.starts} starts; "
            f"{(middle('with', 'kb') - middle('without', 'kb')) / 1000:.0f} MB, {runs[0]['with']['modules']} modules",
        ),
        Figure(
            "fingerprints of all games",
            1000 * middle("fingerprints", "cpu"),
            "ms",
            detail=f"processor time, median of {scale.starts} starts, once for each process; "
            f"{runs[0]['fingerprints']['games']} games, {1000 * middle('fingerprints', 'wall'):.0f} ms of wall time",
        ),
    ]
