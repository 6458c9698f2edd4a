"""Private server as a child process."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kibitz_client.errors import NetworkError, UsageError
from kibitz_client.network.servers.local_server import local_server

pytestmark = pytest.mark.io

READS_ON = "import sys; print('listening on ws://127.0.0.1:1', flush=True); sys.stdin.read(); open({!r}, 'w').close()"


Program = Callable[[str], int]


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """Set the code that runs in place of the server."""
    package = tmp_path / "kibitz_server"
    package.mkdir()
    (package / "__init__.py").touch()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return (package / "__main__.py").write_text


async def test_it_lives_as_long_as_it_is_needed(program: Program, tmp_path: Path) -> None:
    """The server prints its address first, and its input is closed at the end."""
    stopped = tmp_path / "stopped"
    program(READS_ON.format(str(stopped)))
    async with local_server() as url:
        assert url == "ws://127.0.0.1:1"
        assert not stopped.exists()
    assert stopped.exists()


async def test_the_environment_is_cleaned(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings of the client and of another server do not reach the server. Those of this machine do."""
    monkeypatch.setenv("KIBITZ_DATABASE", "postgresql://production")
    monkeypatch.setenv("KIBITZ_WORKER_NICE", "7")
    monkeypatch.setenv("KIBITZ_GAMES", "/home/ann/games")
    program("import os; print('listening on', sorted(name for name in os.environ if 'KIBITZ' in name))")
    async with local_server() as told:
        assert told == "['KIBITZ_ENGINE_PACE', 'KIBITZ_GAMES', 'KIBITZ_WORKER_NICE']"


async def test_a_part_that_is_missing(program: Program) -> None:
    """The error for a missing dependency has a hint to install the server."""
    program("import no_such_module")
    with pytest.raises(UsageError, match="No module named 'no_such_module'") as caught:
        async with local_server():
            pass
    assert caught.value.hint == "install the server: in a clone of Kibitz, run pip install '.[server]'"


async def test_an_error_that_the_server_explains(program: Program) -> None:
    """The error has the sentence and the hint of the server, which come after warnings and a log."""
    program("raise SystemExit('warning: a game is broken\\nerror: the port is taken\\ntry: stop that program')")
    with pytest.raises(NetworkError, match=r"the private server did not start: the port is taken$") as caught:
        async with local_server():
            pass
    assert caught.value.hint == "stop that program"


@pytest.mark.parametrize("code", ["raise SystemExit('the disk is full')", "print('the disk is full')"])
async def test_a_server_that_does_not_start(program: Program, code: str) -> None:
    """The error quotes the last line of the server."""
    program(code)
    with pytest.raises(NetworkError, match="the private server did not start: the disk is full"):
        async with local_server():
            pass
