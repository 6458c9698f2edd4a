"""A killed server loses nothing: a short run of `make chaos`."""

from pathlib import Path

import pytest
from bench.chaos.__main__ import Plan, chaos

from tests.postgres import Cluster

pytestmark = pytest.mark.io
SHORT = Plan(kills=3, worker_every=3, pairs=2, engines=2, watchers=2)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_kills_lose_nothing(kind: str, tmp_path: Path, postgres: Cluster) -> None:
    """After two kills of the server and one of a worker, nothing is lost or doubled, and every match ends."""
    run = await chaos(SHORT, tmp_path, postgres.new_database() if kind == "postgres" else None)
    assert run.verdict.fine, run.table()
    assert run.kills == {"server": 2, "worker": 1}
    assert run.record.accepted
    assert run.record.over == run.record.created
