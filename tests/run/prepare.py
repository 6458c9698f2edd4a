"""Compiles the test modules, once for all processes of a run: `python -m tests.run.prepare`.

Pytest rewrites the assertions of each module when it first reads it, which takes half a minute of the processor. In a
fresh checkout each process of a run would do the same for itself.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CORES = os.cpu_count() or 2
ROOT = Path(__file__).parents[2]
FEW = 40
"""Number of modules that are not worth processes of their own."""
COLLECT = ("-m", "pytest", "--collect-only", "-qq", "-p", "no:cacheprovider", "-p", "no:xdist")


def compiled(path: Path) -> Path:
    """Return the file that pytest writes for a test module."""
    name = f"{path.stem}.{sys.implementation.cache_tag}-pytest-{pytest.__version__}.pyc"
    return path.parent / "__pycache__" / name


def outdated(folder: Path) -> list[Path]:
    """Return the test modules below a folder that pytest has not compiled since they changed."""
    found = sorted(folder.rglob("test_*.py"))
    times = ((path, compiled(path)) for path in found)
    return [path for path, code in times if not code.exists() or code.stat().st_mtime < path.stat().st_mtime]


def main() -> None:
    """Collect the tests of these modules, a share in each process. The run itself reports a module that fails."""
    modules = outdated(ROOT / "tests")
    if len(modules) < FEW:
        return
    processes = [
        subprocess.Popen([sys.executable, *COLLECT, *map(str, modules[number::CORES])], stdout=subprocess.DEVNULL)
        for number in range(CORES)
    ]
    for process in processes:
        process.wait()


if __name__ == "__main__":
    main()
