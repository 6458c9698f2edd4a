"""What those who run a server ask it over plain HTTP, and what it writes down, as a process."""

import contextlib
import json
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest
from websockets.sync.client import connect

pytestmark = pytest.mark.io
SERVE = [sys.executable, "-m", "kibitz_server", "serve", "--port", "0", "--database", ":memory:"]


@contextlib.contextmanager
def serving(*flags: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A server, and its address for HTTP."""
    with subprocess.Popen([*SERVE, *flags], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            yield process, process.stdout.readline().split()[-1].replace("ws://", "http://")
        finally:
            process.kill()


def get(url: str) -> tuple[int, str]:
    """The status and the text of a page."""
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def line_of(process: "subprocess.Popen[str]", event: str) -> dict[str, str]:
    """The next line of the log about an event."""
    assert process.stderr
    for line in process.stderr:
        logged: dict[str, str] = json.loads(line)
        if logged["event"] == event:
            return logged
    raise AssertionError(f"{event} was not logged")


def test_metrics_are_on_a_port_of_their_own() -> None:
    """On loopback only, beside the health; the port where everyone connects does not show them."""
    with serving("--metrics", "0") as (process, address):
        monitor = line_of(process, "metrics")["address"]
        status, text = get(monitor)
        assert status == 200
        assert "kibitz_connections 0.0" in text
        assert 'kibitz_slots{state="idle"}' in text
        assert get(monitor.replace("/metrics", "/readyz")) == (200, "ready\n")
        assert get(f"{address}/healthz") == (200, "ok\n")
        assert get(f"{address}/readyz") == (200, "ready\n")
        assert get(f"{address}/metrics")[0] == 404


def test_metrics_are_open_to_everyone_only_when_asked() -> None:
    """`--metrics here` is for servers behind a proxy that hides the page."""
    with serving("--metrics", "here") as (_, address):
        assert "kibitz_moves_total" in get(f"{address}/metrics")[1]


def test_a_server_that_stops_is_not_ready() -> None:
    """While a search may still finish nobody new should be sent there, and the health stays good."""
    engine = {"kind": "engine", "engine": {"algorithm": "alphabeta", "limit": {"seconds": 60}}}
    with (
        serving("--grace", "60") as (process, address),
        connect(address.replace("http", "ws"), proxy=None) as socket,
    ):
        socket.send('{"t": "hello"}')
        socket.send(json.dumps({"t": "create", "id": "1", "game": "connect4", "seats": [engine, engine]}))
        while json.loads(socket.recv())["t"] != "thinking":
            pass
        process.terminate()
        while json.loads(socket.recv())["t"] != "notice":
            pass
        assert get(f"{address}/readyz") == (503, "the server is about to stop\n")
        assert get(f"{address}/healthz") == (200, "ok\n")


def test_logs_name_the_connection_and_the_match() -> None:
    """JSON off a terminal, a line an event."""
    with (
        serving("--log-level", "debug") as (process, address),
        connect(address.replace("http", "ws"), proxy=None) as socket,
    ):
        engine = {"kind": "engine", "engine": {"algorithm": "random", "limit": {"seed": 1}}}
        socket.send('{"t": "hello"}')
        socket.send(json.dumps({"t": "create", "id": "1", "game": "tictactoe", "seats": [engine, engine]}))
        came = line_of(process, "a client came in")
        began = line_of(process, "a match began")
        over = line_of(process, "a match is over")
        assert len(came["connection"]) == 8
        assert (began["match"], began["game"]) == (over["match"], "tictactoe")
        assert came["level"] == "debug"
