"""A server process with a round robin of engines is killed again and again: the results are those without any kill."""

import asyncio
import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.maintenance.integrity import IntegrityReport, check
from kibitz_server.store.database import connect
from kibitz_server.store.sql import SqlReader
from tests.server.runtime.tournaments.playing import results
from tests.server.wire import call

pytestmark = [pytest.mark.io, pytest.mark.timeout(240)]
BOUND_S = 60.0
GAMES = 10
CREATE: dict[str, Any] = {
    "kind": "create",
    "name": "Engines",
    "start_now": True,
    "terms": {
        "format": "round-robin",
        "game": "tictactoe",
        "kinds": ["engine"],
        "seed": 7,
        "clock": {"kind": "fischer", "base_s": 600},
    },
    "engines": [
        {"engine": {"algorithm": "random"} if number % 2 else {"algorithm": "alphabeta", "limit": {"depth": 2}}}
        | {"name": f"e{number}"}
        for number in range(5)
    ],
}


@contextlib.contextmanager
def serving(database: Path) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """Run a server on a database, and yield it with its address. It is killed at the end."""
    command = [sys.executable, "-m", "kibitz_server", "serve", "--port", "0", "--slots", "2", "--no-exhibitions"]
    command += ["--database", str(database), "--limits", "off", "--log-level", "error"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            yield process, process.stdout.readline().split()[-1]
        finally:
            process.kill()


async def begin(url: str) -> str:
    """Create the tournament, and return its code."""
    client = await call(url, name="ann")
    answer = await client.ask("tournament", do=CREATE)
    assert answer.t == "accepted", answer
    await client.socket.close()
    return str(answer.result.code)


async def until(url: str, code: str, played: int) -> None:
    """Follow the tournament until a number of games have counted; with all of them, until it is over."""
    client = await call(url, name="eve")
    async with asyncio.timeout(BOUND_S):
        await client.send({"t": "tournament", "id": "e1", "do": {"kind": "show", "tournament": code, "follow": True}})
        seen = (await client.until("tournament")).tournament
        counted, over = seen.games_played, seen.state == "finished"
        while not over and not counted >= played < GAMES:
            event = (await client.until("tournament_event")).event
            counted, over = counted + (event.kind == "counted"), event.kind == "ended"
    await client.socket.close()


def outcome(database: Path) -> list[tuple[Any, ...]]:
    """Return the results of the only tournament, after the check of the whole database."""
    engine = connect(f"sqlite:///{database}")
    report = IntegrityReport()
    assert list(check(engine, report)) == []
    assert (report.tournaments, report.matches) == (1, GAMES)
    with engine.connect() as connection:
        (tournament_id,) = connection.exec_driver_sql("select distinct tournament_id from tournament_event").scalars()
    history = SqlReader(engine).tournament_history(tournament_id)
    engine.dispose()
    tournament = Tournament.rebuild(((entry.event, entry.at) for entry in history), 0.0)
    assert tournament.counted == GAMES
    return results(tournament)


async def test_a_server_that_is_killed_plays_the_same_tournament(tmp_path: Path) -> None:
    """After kills at three moments, each game has counted once, with the moves of an uninterrupted run."""
    whole, killed = tmp_path / "whole.db", tmp_path / "killed.db"
    with serving(whole) as (_, url):
        await until(url, await begin(url), GAMES)
    code = ""
    for played in (0, 3, 6, GAMES):
        with serving(killed) as (_, url):
            code = code or await begin(url)
            await until(url, code, played)
    assert outcome(killed) == outcome(whole)
