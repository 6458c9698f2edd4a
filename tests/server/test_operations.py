"""Tests of a server process: HTTP pages for operators, and the log."""

import asyncio
import contextlib
import json
import random
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.sync.client import connect

from kibitz_server.core.match.commands import PlayMove
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.clock import Fischer
from kibitz_server.core.values.events import MatchCreated
from kibitz_server.core.values.players import Human
from kibitz_server.store import SqlStore
from tests.server.store.make import keep

pytestmark = pytest.mark.io
SERVE = [sys.executable, "-m", "kibitz_server", "serve", "--port", "0", "--database", ":memory:"]


@contextlib.contextmanager
def serving(*flags: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """Run a server, and yield it with its HTTP address."""
    with subprocess.Popen([*SERVE, *flags], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            yield process, process.stdout.readline().split()[-1].replace("ws://", "http://")
        finally:
            process.kill()


def get(url: str) -> tuple[int, str]:
    """Return the status and the text of a page."""
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def line_of(process: "subprocess.Popen[str]", event: str) -> dict[str, str]:
    """Return the next line of the log with this event."""
    assert process.stderr
    for line in process.stderr:
        logged: dict[str, str] = json.loads(line)
        if logged["event"] == event:
            return logged
    raise AssertionError(f"{event} was not logged")


def test_metrics_have_a_separate_port() -> None:
    """Metrics and health are on a port of loopback. The public port does not serve metrics."""
    with serving("--metrics", "0") as (process, address):
        monitor = line_of(process, "metrics")["address"]
        status, text = get(monitor)
        assert status == 200
        assert "kibitz_connections 0.0" in text
        assert 'kibitz_slots{place="local",state="idle"}' in text
        assert get(monitor.replace("/metrics", "/readyz")) == (200, "ready\n")
        assert get(f"{address}/healthz") == (200, "ok\n")
        assert get(f"{address}/readyz") == (200, "ready\n")
        assert get(f"{address}/metrics")[0] == 404


def test_metrics_are_public_only_on_request() -> None:
    """`--metrics here` serves them on the public port, for servers behind a proxy that hides the page."""
    with serving("--metrics", "here") as (_, address):
        assert "kibitz_moves_total" in get(f"{address}/metrics")[1]


def test_a_server_that_needs_its_cluster_is_ready_with_it() -> None:
    """Without a worker, a server is ready if it searches on its own machine too, and not if it may not."""
    away = ("--engines", "dask://127.0.0.1:1")
    with serving(*away) as (_, address):
        assert get(f"{address}/readyz") == (200, "ready\n")
    with serving(*away, "--engines-use", "only") as (_, address):
        assert get(f"{address}/readyz") == (503, "no worker of the cluster answers\n")
        assert get(f"{address}/healthz") == (200, "ok\n")


def test_a_stopping_server_is_not_ready() -> None:
    """While searches may still finish, a stopping server is healthy but not ready, so that it gets no new clients."""
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
    """Without a terminal, the log has one line of JSON for each event."""
    with (
        serving("--log-level", "debug") as (process, address),
        connect(address.replace("http", "ws"), proxy=None) as socket,
    ):
        engine = {"kind": "engine", "engine": {"algorithm": "random", "limit": {"seed": 1}}}
        socket.send('{"t": "hello"}')
        socket.send(json.dumps({"t": "create", "id": "1", "game": "tictactoe", "seats": [engine, engine]}))
        came = line_of(process, "client connected")
        began = line_of(process, "match started")
        over = line_of(process, "match finished")
        assert len(came["connection"]) == 8
        assert (began["match"], began["game"]) == (over["match"], "tictactoe")
        assert came["level"] == "debug"


def test_broken_games_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server starts with all other games. Its log and check-config name each broken file in one sentence."""
    broken = {"colon": "def setup(s)\n", "exits": "import sys\nsys.exit('stop')\n", "lacks": "GAME = 1\n"}
    for name, text in broken.items():
        (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.setenv("KIBITZ_GAMES", str(tmp_path))
    command = [sys.executable, "-m", "kibitz_server", "check-config", "--port", "0", "--database", ":memory:"]
    checked = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert checked.returncode == 0, checked.stderr
    for name in broken:
        assert f"note: the game in {tmp_path / name}.py is left out: " in checked.stderr
    with serving() as (process, address):
        assert get(f"{address}/readyz")[0] == 200
        assert process.stderr
        logged = [json.loads(process.stderr.readline())["event"] for _ in broken]
        assert sorted(logged) == [
            line.removeprefix("note: ") for line in sorted(checked.stderr.splitlines()) if "note: the game" in line
        ]
        with connect(address.replace("http", "ws"), proxy=None) as socket:
            socket.send('{"t": "hello"}')
            socket.send('{"t": "games", "id": "1"}')
            while "tictactoe" not in (text := str(socket.recv())):
                pass
            assert "colon" not in text


def test_a_starting_server_answers_while_it_loads(tmp_path: Path) -> None:
    """A server with many matches accepts connections at once and says how far it is; then the client is welcome."""
    database = f"sqlite:///{tmp_path / 'kibitz.db'}"
    asyncio.run(_fill(database, matches=300))
    with serving("--database", database) as (_, address), connect(address.replace("http", "ws"), proxy=None) as socket:
        socket.send('{"t": "hello"}')
        first = json.loads(socket.recv())
        assert (first["t"], first["matches"]) == ("starting", 300)
        assert first["loaded"] < 300
        status, reason = get(f"{address}/readyz")
        assert (status, reason.endswith(" of 300 matches are loaded\n")) == (503, True)
        assert get(f"{address}/AAAAAA")[0] == 200
        while (answer := json.loads(socket.recv()))["t"] == "starting":
            assert answer["loaded"] <= 300
        assert answer["t"] == "welcome"
        socket.send('{"t": "list", "id": "1"}')
        assert len(json.loads(socket.recv())["result"]["matches"]) == 100
        assert get(f"{address}/readyz") == (200, "ready\n")


async def _fill(database: str, matches: int) -> None:
    """Store copies of a match of chess that two players have begun."""
    store = SqlStore(database, asyncio.get_running_loop())
    ann, bob = (Human(f"id-{name}", name) for name in ("ann", "bob"))
    created = MatchCreated("m", "", ann, "chess", (), (ann, bob), Fischer(600, 5), None, True, True, False, 5.0)
    match = Match(created, 0.0)
    played, rng = list(match.begin(0.0)), random.Random(5)
    for ply in range(40):
        move = rng.choice(match.position.legal).text
        player = match.seats[ply % 2]
        assert isinstance(player, Human)
        played += match.handle(PlayMove(player.id, ply, move), 0.0).events
    for number in range(matches):
        first = replace(created, id=f"m{number}", code=f"AAA{number:03}")
        await keep(store, first.id, [first, *played])
    store.close()
