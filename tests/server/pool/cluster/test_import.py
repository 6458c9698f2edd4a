"""The library of the cluster costs nothing where no cluster is used."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.io

RUN_A_SERVER = """
import asyncio, sys
from kibitz_server.app import running
from kibitz_server.settings import Settings

async def main():
    async with running(Settings.read(port=0, database=":memory:", slots=1)):
        print("imported:", *sorted({"distributed", "dask", "tornado"} & set(sys.modules)))

asyncio.run(main())
"""
WITHOUT_THE_EXTRA = """
import sys
sys.modules["distributed"] = None
from kibitz_server.__main__ import main
sys.argv = ["kibitz-server", "serve", "--port", "0", "--database", ":memory:", *sys.argv[1:]]
main()
"""


def test_a_server_without_a_cluster_does_not_import_it() -> None:
    """Dask and what it needs are not imported without `--engines`."""
    done = subprocess.run([sys.executable, "-c", RUN_A_SERVER], capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "imported:"


def test_a_server_without_the_extra_does_not_start_with_a_cluster() -> None:
    """It says so in one sentence, with the command that installs the extra."""
    command = [sys.executable, "-c", WITHOUT_THE_EXTRA, "--engines", "dask://127.0.0.1:1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "error: --engines needs the extra kibitz[cluster], which is not installed",
        "try: pip install 'kibitz[cluster]'",
    ]
