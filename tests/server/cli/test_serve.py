"""Tests of `kibitz-server serve` as a process: start, address, signals, and the end of its child processes."""

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection as Connection
from websockets.sync.client import connect

pytestmark = pytest.mark.io
SERVE = [sys.executable, "-m", "kibitz_server", "serve"]


def descendants(pid: int) -> list[int]:
    """Return all descendants of a process."""
    of_threads = Path(f"/proc/{pid}/task").glob("*/children")
    children = [int(child) for thread in of_threads for child in thread.read_text().split()]
    return [each for child in children for each in (child, *descendants(child))]


def wait_for_end(pids: list[int], seconds: float = 30) -> None:
    """Wait until all processes have ended."""
    until = time.monotonic() + seconds
    for pid in pids:
        # A process that has ended before is not found.
        with contextlib.suppress(ProcessLookupError):
            process = os.pidfd_open(pid)
            try:
                left_s = max(0.0, until - time.monotonic())
                assert select.select([process], [], [], left_s)[0], f"still running: {pid}"
            finally:
                os.close(process)


@pytest.fixture
def server(tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    """Run a server that has printed its address."""
    command = [*SERVE, "--port", "0", "--database", str(tmp_path / "k.db"), "--log-level", "warning"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    line = process.stdout.readline()
    assert line.startswith("listening on ws://127.0.0.1:")
    assert process.stdout.readline() == f"open {line.split()[-1].replace('ws:', 'http:')}/ in a browser\n"
    yield process
    process.kill()
    process.communicate()


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_server_cleanly(server: "subprocess.Popen[str]", sign: signal.Signals) -> None:
    """After Ctrl-C or the stop of a service manager: exit code 0, no traceback, no process left."""
    while len(family := descendants(server.pid)) < 2:  # it listens before its processes have started
        assert server.poll() is None
    server.send_signal(sign)
    _, errors = server.communicate(timeout=240)
    assert (server.returncode, errors) == (0, "")
    wait_for_end(family)


def test_a_closed_terminal_stops_the_server_cleanly() -> None:
    """With a terminal, SIGHUP has the same effect as Ctrl-C."""
    theirs, ours = os.openpty()
    command = [*SERVE, "--port", "0", "--database", ":memory:", "--log-level", "warning"]
    with subprocess.Popen(command, stdin=ours, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        os.close(ours)
        try:
            assert process.stdout
            assert process.stderr
            assert process.stdout.readline().startswith("listening on ")
            family = descendants(process.pid)
            process.send_signal(signal.SIGHUP)
            assert (process.stderr.read(), process.wait(30)) == ("", 0)
            wait_for_end(family)
        finally:
            process.kill()
            os.close(theirs)


def test_a_second_server_on_the_same_file_is_refused(server: "subprocess.Popen[str]", tmp_path: Path) -> None:
    """The message names the server that uses the file."""
    command = [*SERVE, "--port", "0", "--database", str(tmp_path / "k.db")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"(process id {server.pid}), started 2" in done.stderr
    assert "try: " in done.stderr


def test_a_service_survives_sighup() -> None:
    """Without a terminal, SIGHUP reloads the certificate, if there is one."""
    command = [*SERVE, "--port", "0", "--database", ":memory:"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            assert process.stdout
            assert process.stderr
            address = process.stdout.readline().split()[-1]
            process.send_signal(signal.SIGHUP)
            while "no certificate to read again" not in process.stderr.readline():
                assert process.poll() is None
            with connect(address, proxy=None) as socket:
                socket.send('{"t": "hello"}')
                assert json.loads(socket.recv())["t"] == "welcome"
        finally:
            process.kill()


@contextlib.contextmanager
def watching(*flags: str) -> Iterator[tuple["subprocess.Popen[str]", Connection]]:
    """Run a server with a client that watches two engines, one of which has begun a search of a minute."""
    command = [*SERVE, "--port", "0", "--database", ":memory:", "--log-level", "warning", *flags]
    engine = {"kind": "engine", "engine": {"algorithm": "alphabeta", "limit": {"seconds": 60}}}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            with connect(process.stdout.readline().split()[-1], proxy=None) as socket:
                socket.send('{"t": "hello"}')
                socket.send(json.dumps({"t": "create", "id": "1", "game": "connect4", "seats": [engine, engine]}))
                while json.loads(socket.recv())["t"] != "thinking":
                    pass
                yield process, socket
        finally:
            process.kill()


def until_closed(socket: Connection) -> tuple[list[str], int]:
    """Return the types of the remaining messages, and the close code."""
    kinds: list[str] = []
    try:
        while True:
            kinds.append(json.loads(socket.recv())["t"])
    except ConnectionClosed as closed:
        return kinds, closed.rcvd.code if closed.rcvd else 1006


def test_a_search_may_finish_within_the_grace() -> None:
    """A stopping server sends a notice, waits for the grace period, and closes with the code for a restart."""
    with watching("--grace", "0.3") as (process, socket):
        signalled_at = time.monotonic()
        process.send_signal(signal.SIGTERM)
        kinds, code = until_closed(socket)
        assert time.monotonic() - signalled_at >= 0.3
        assert (code, "notice" in kinds) == (1012, True)
        assert process.wait(30) == 0


def test_a_second_signal_stops_it_at_once() -> None:
    """A second signal skips the grace period."""
    with watching("--grace", "600") as (process, socket):
        process.send_signal(signal.SIGINT)
        while json.loads(socket.recv())["t"] != "notice":
            pass
        process.send_signal(signal.SIGINT)
        assert until_closed(socket)[1] == 1012
        assert process.wait(30) == 0


def test_a_killed_server_leaves_no_worker(server: "subprocess.Popen[str]") -> None:
    """The workers of a killed server end too."""
    family = descendants(server.pid)
    server.kill()
    wait_for_end(family)


def test_a_private_server_stops_with_its_standard_input() -> None:
    """A local server runs until its parent closes its standard input, and ignores Ctrl-C."""
    command = [*SERVE, "--port", "0", "--database", ":memory:", "--until-stdin-closes", "--log-level", "warning"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stdout.readline().startswith("listening on ")
        process.send_signal(signal.SIGINT)
        family = descendants(process.pid)
        process.stdin.close()
        assert process.wait(30) == 0
        wait_for_end(family)


@pytest.mark.parametrize(
    ("flags", "code", "words"),
    [
        (["--port", "70000"], 2, "setting port"),
        (["--host", "192.0.2.77"], 4, "cannot listen on 192.0.2.77:0"),
        (["--database", "nosuch://database"], 2, "cannot use the database"),
        (["--database", "/no/such/folder/k.db"], 2, "cannot use the database"),
    ],
)
def test_an_invalid_setting_is_reported(flags: list[str], code: int, words: str) -> None:
    """A wrong setting gives a message, a hint and an exit code, without a traceback."""
    command = [*SERVE, "--port", "0", "--database", ":memory:", *flags]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    assert done.returncode == code
    assert words in done.stderr
    assert "try: " in done.stderr
    assert "Traceback" not in done.stderr
