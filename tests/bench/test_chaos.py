"""Faults lose nothing: a short run of `make bench ARGS=chaos`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.chaos.__main__ import Chaos, Plan, chaos
from bench.chaos.cluster import Trial
from bench.chaos.tournaments import FORMATS
from tests.mosquitto import Mosquitto
from tests.postgres import Cluster

pytestmark = pytest.mark.io
GAMES_OF_ROUND_ROBIN = 30


@pytest.fixture
def broker() -> Iterator[Mosquitto]:
    """A broker that the run kills."""
    broker = Mosquitto()
    yield broker
    broker.remove()


def short(*faults: str, engines: int) -> Plan:
    """Return a plan with these faults and little load: short matches, whose searches are compiled before all tests."""
    games = ("connect4", "tictactoe")
    return Plan(
        kills=len(faults),
        upgrades=2,
        faults=faults,
        pairs=2,
        engines=engines,
        watchers=2,
        games=games,
        arena_minutes=0.3,
    )


def check_tournaments(run: Chaos) -> None:
    """Check that tournaments were held, counted and verified, and that they ended as without faults."""
    held = len(run.tournaments.created)
    assert {each.format for each in run.tournaments.created.values()} == set(FORMATS)
    assert run.counts.games > GAMES_OF_ROUND_ROBIN
    assert run.counts.searches
    assert run.counts.verified == held
    assert run.counts.equal == run.counts.compared == sum(each.repeatable for each in run.tournaments.created.values())


@pytest.mark.nightly
@pytest.mark.timeout(300, func_only=True)
async def test_kills_lose_nothing(tmp_path: Path) -> None:
    """After two kills of the server and one of a worker, nothing is lost or doubled, and every match ends."""
    run = await chaos(short("server", "server", "worker", engines=2), tmp_path)
    assert run.verdict.fine, run.table()
    assert run.kills == {"server": 2, "worker": 1, "pause": 0, "move": 0}
    assert run.record.accepted
    assert run.record.over == run.record.created
    check_tournaments(run)


@pytest.mark.nightly
@pytest.mark.timeout(300, func_only=True)
async def test_kills_of_services_lose_nothing(tmp_path: Path, postgres: Cluster, broker: Mosquitto) -> None:
    """The same is true of kills of Postgres and of the broker, of a restored backup, and of a pause of the server."""
    plan = short("postgres", "server", "broker", "move", "pause", engines=0)
    run = await chaos(plan, tmp_path, postgres, broker)
    assert run.verdict.fine, run.table()
    assert run.kills == {"server": 1, "worker": 0, "pause": 1, "postgres": 1, "broker": 1, "move": 1}
    assert run.record.over == run.record.created
    check_tournaments(run)


@pytest.mark.nightly
@pytest.mark.timeout(300, func_only=True)
async def test_failing_machines_of_a_cluster_cost_no_move(tmp_path: Path) -> None:
    """Matches of engines go on, with the moves of a local search."""
    results = await Trial(matches=12, minutes=2.0, seed=2, folder=tmp_path).run()
    assert results.fine, results.table()
    assert results.matches
    assert results.log["worker joined"]
