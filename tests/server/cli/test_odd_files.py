"""Commands that read files: one without an end, or that no program writes to, ends no command in a wait."""

import contextlib
import os
import signal
import socket
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from kibitz_client.cli.main import app as client_app
from kibitz_protocol.validation.reading import read_small
from kibitz_server.__main__ import app as server_app

pytestmark = [
    pytest.mark.io,
    pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names"),
]

KINDS = ("pipe", "folder", "device", "socket")
RECORDS = {
    "verify": (server_app, ("verify", "FILE")),
    "pgn": (server_app, ("pgn", "FILE")),
    "sgf": (server_app, ("sgf", "FILE")),
    "stats": (server_app, ("stats", "elo", "FILE")),
    "rating list": (server_app, ("stats", "list", "FILE")),
    "restore": (server_app, ("db", "restore", "FILE", "--database", "NEW")),
    "check-game": (server_app, ("check-game", "FILE")),
    "book": (server_app, ("book", "show", "FILE")),
    "certificate": (server_app, ("check-config", "--tls-cert", "FILE", "--tls-key", "FILE", "--port", "0")),
    "replay": (client_app, ("replay", "FILE")),
    "bot": (client_app, ("bot", "run", "FILE")),
}
"""Commands that read a file whole; a pipe is none of them."""
SECRETS = {
    "admin token": (server_app, ("admin", "matches", "--token-file", "FILE"), {}),
    "database": (server_app, ("check-config", "--port", "0"), {"KIBITZ_DATABASE_FILE": "FILE"}),
    "player token": (client_app, ("games", "--token-file", "FILE"), {}),
}
"""Commands that read a small text, for which shells make pipes."""


@pytest.fixture
def place(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """Return the path of something that is not a file."""
    path = tmp_path / "odd.pgn"
    match request.param:
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "device":
            path.symlink_to("/dev/zero")
        case _:
            with socket.socket(socket.AF_UNIX) as bound:
                bound.bind(str(path))
    return path


def write_on(pipe: Path) -> None:
    """Write to a pipe until its reader has closed it."""
    with contextlib.suppress(BrokenPipeError), pipe.open("wb") as stream:
        while True:
            stream.write(bytes(1 << 16))


def run(app: Any, words: list[str], **variables: str) -> Result:
    """Run a command in the main thread: some take over signals, which come back afterwards."""
    signals = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGPIPE, signal.SIGTERM)}
    removed = {name: None for name in os.environ if name.startswith("KIBITZ_")}
    try:
        return CliRunner().invoke(app, words, env={**removed, **variables})
    finally:
        for number, handler in signals.items():
            signal.signal(number, handler)


def filled(words: Any, place: Path) -> list[str]:
    """Return words with the names of files."""
    return [word.replace("FILE", str(place)).replace("NEW", str(place.with_name("new.db"))) for word in words]


@pytest.mark.parametrize("place", KINDS, indirect=True)
@pytest.mark.parametrize("name", RECORDS)
@pytest.mark.timeout(30)
def test_what_is_not_a_file_is_refused_at_once(name: str, place: Path) -> None:
    """The command says what it is, without a wait."""
    app, words = RECORDS[name]
    done = run(app, filled(words, place), HOME=str(place.parent))
    assert done.exit_code not in (0, 1)
    assert "error" in done.output
    assert "Traceback" not in done.output


@pytest.mark.parametrize("place", KINDS, indirect=True)
@pytest.mark.parametrize("name", SECRETS)
@pytest.mark.timeout(30)
def test_a_secret_has_an_end(name: str, place: Path) -> None:
    """A text without an end is given up, also that of a pipe."""
    if place.is_fifo():
        Thread(target=write_on, args=(place,), daemon=True).start()
    app, words, variables = SECRETS[name]
    given = dict(zip(variables, filled(variables.values(), place), strict=True))
    done = run(app, filled(words, place), HOME=str(place.parent), **given)
    assert done.exit_code == 2
    assert "cannot be read" in done.stderr or "cannot read" in done.stderr


def test_a_secret_comes_in_time(tmp_path: Path) -> None:
    """A pipe that no program writes to is given up."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match=r"no program wrote and closed within 0\.1 s"):
        read_small(tmp_path / "pipe", pipe_s=0.1)
