"""`kibitz-server serve` as a process: it starts, says where, and is gone when told, with everything it started."""

import contextlib
import json
import os
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
    """The processes that a process has started, and theirs."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [each for child in children for each in (int(child), *descendants(int(child)))]


def wait_for_end(pids: list[int], seconds: float = 30) -> None:
    """Wait until none of the processes runs."""
    until = time.monotonic() + seconds
    while alive := [pid for pid in pids if Path(f"/proc/{pid}").exists()]:
        assert time.monotonic() < until, f"still running: {alive}"
        os.sched_yield()


@pytest.fixture
def server(tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    """A server that has said where it listens."""
    command = [*SERVE, "--port", "0", "--database", str(tmp_path / "k.db"), "--log-level", "warning"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stdout.readline().startswith("listening on ws://127.0.0.1:")
    yield process
    process.kill()
    process.communicate()


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_without_a_trace(server: "subprocess.Popen[str]", sign: signal.Signals) -> None:
    """Ctrl-C or a service manager's stop: exit code 0, no traceback, no process left."""
    family = descendants(server.pid)
    assert len(family) >= 2
    server.send_signal(sign)
    _, errors = server.communicate(timeout=240)
    assert (server.returncode, errors) == (0, "")
    wait_for_end(family)


def test_a_terminal_that_is_gone_ends_it_in_good_order() -> None:
    """A hangup there is as good as Ctrl-C."""
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


def test_a_service_outlives_a_hangup() -> None:
    """To a service it means: read again what can be read again, which without a certificate is nothing."""
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
    """A server, and somebody who watches two engines, one of which has begun to think for a minute."""
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
    """The kinds of messages that still come, and the code with which the connection ends."""
    heard: list[str] = []
    try:
        while True:
            heard.append(json.loads(socket.recv())["t"])
    except ConnectionClosed as closed:
        return heard, closed.rcvd.code if closed.rcvd else 1006


def test_a_search_may_finish_within_the_grace() -> None:
    """Told to stop, the server says so, waits as long as it was allowed, and sends everyone away to come back."""
    with watching("--grace", "0.3") as (process, socket):
        told_at = time.monotonic()
        process.send_signal(signal.SIGTERM)
        heard, code = until_closed(socket)
        assert time.monotonic() - told_at >= 0.3
        assert (code, "notice" in heard) == (1012, True)
        assert process.wait(30) == 0


def test_a_second_signal_stops_it_at_once() -> None:
    """Whoever cannot wait for the grace says so again."""
    with watching("--grace", "600") as (process, socket):
        process.send_signal(signal.SIGINT)
        while json.loads(socket.recv())["t"] != "notice":
            pass
        process.send_signal(signal.SIGINT)
        assert until_closed(socket)[1] == 1012
        assert process.wait(30) == 0


def test_a_killed_server_leaves_no_worker(server: "subprocess.Popen[str]") -> None:
    """Even a server that could not say goodbye takes its workers along."""
    family = descendants(server.pid)
    server.kill()
    wait_for_end(family)


def test_it_ends_with_its_standard_input() -> None:
    """A private server lives as long as whoever started it holds its standard input, and is deaf to Ctrl-C."""
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
def test_what_cannot_be_is_said_in_words(flags: list[str], code: int, words: str) -> None:
    """A wrong setting gets a sentence, a way out, and an exit code; never a traceback."""
    command = [*SERVE, "--port", "0", "--database", ":memory:", *flags]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    assert done.returncode == code
    assert words in done.stderr
    assert "hint: " in done.stderr
    assert "Traceback" not in done.stderr
