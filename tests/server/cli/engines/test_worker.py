"""`kibitz-server worker` names what is wrong with its options in one sentence, before it starts anything."""

import asyncio
import sys
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from typer.testing import Result

from kibitz_server.__main__ import app
from kibitz_server.cli.engines.worker import alone, processors
from tests.commands import run

URL = "tcp://127.0.0.1:1"


def worker(*args: str, **environ: str) -> Result:
    """Run the command with this environment alone."""
    return run(app, "worker", *args, env=environ, name="kibitz-server")


@pytest.mark.parametrize(
    ("args", "sentence", "hint"),
    [
        ((), "the address of the scheduler is missing", "kibitz-server worker tcp://HOST:8786"),
        (("http://x",), "'http://x' is not the address of a cluster", "dask://HOST:8786, or tls://"),
        (("tls://localhost",), "a tls:// cluster needs certificates", "give the files"),
        ((URL, "--tls-ca", "ca.pem"), "needs the files of CA, certificate and key", "give all three"),
        ((URL, "--games", "nim,nothing"), "no game is called 'nothing'", "kibitz games"),
    ],
)
def test_a_wrong_option_is_one_sentence_with_a_hint(args: tuple[str, ...], sentence: str, hint: str) -> None:
    """The exit code is 2."""
    result = worker(*args)
    assert result.exit_code == 2
    error, way = result.stderr.splitlines()
    assert error.startswith("error: ")
    assert sentence in error
    assert way.startswith("try: ")
    assert hint in way


@pytest.mark.parametrize("args", [("--slots", "0"), ("--grace", "-1"), ("--nice", "20"), ("--port", "65536")])
def test_numbers_have_bounds(args: tuple[str, ...]) -> None:
    """They are those of the server's settings."""
    result = worker(URL, *args)
    assert result.exit_code == 2
    assert args[0] in result.stderr


def test_variables_of_the_server_are_read(tmp_path: Path) -> None:
    """A machine with a server and a worker has one environment for both."""
    assert "'ftp://x' is not the address" in worker(KIBITZ_ENGINES="ftp://x").stderr
    assert "KIBITZ_WORKER_NICE" in worker("--help").stdout
    assert worker(URL, KIBITZ_WORKER_NICE="20").exit_code == 2
    missing = tmp_path / "ca.pem"
    files = {f"KIBITZ_ENGINES_TLS_{name}": str(missing) for name in ("CA", "CERT", "KEY")}
    assert f"there is no file {missing}" in worker("tls://localhost", **files).stderr


def test_variables_of_services_are_no_options_of_a_worker() -> None:
    """A Service `kibitz-worker` sets the variable of the worker's port to an address. A misspelt variable is named."""
    links = {"KIBITZ_WORKER_PORT": "tcp://10.0.0.9:8790", "KIBITZ_WORKER_SERVICE_PORT": "8790"}
    assert worker(**links).stderr.startswith("error: the address of the scheduler is missing")
    assert "did you mean KIBITZ_SLOTS?" in worker(URL, KIBITZ_SLOT="2").stderr


def test_a_missing_library_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dask is not part of a server's installation."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = worker(URL)
    assert result.exit_code == 2
    assert "Dask, is not installed" in result.stderr
    assert "pip install 'kibitz[cluster]'" in result.stderr


async def test_of_several_workers_on_a_machine_one_compiles(tmp_path: Path) -> None:
    """The second waits for the lock, and says so. Where nothing can be written, none waits."""
    file = tmp_path / "cache" / "compiled.lock"

    async def second() -> None:
        async with alone(file):
            order.append("second")

    order: list[str] = []
    with capture_logs() as logs:
        async with alone(file):
            waiting = asyncio.create_task(second())
            async with asyncio.timeout(30):
                while not logs:
                    await asyncio.sleep(0)
            order.append("first")
        await asyncio.wait_for(waiting, 30)
    assert order == ["first", "second"]
    assert [line["event"] for line in logs] == ["another worker of this machine compiles: waiting for it"]
    taken = tmp_path / "file"
    taken.write_text("no folder")
    async with alone(taken / "compiled.lock"), alone(taken / "compiled.lock"):
        pass


def test_a_worker_has_a_slot_for_each_processor() -> None:
    """Only the processors count that this process may use."""
    assert processors() >= 1
