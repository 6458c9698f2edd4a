"""The start of a server within this process."""

import asyncio
from typing import Any

import pytest
import structlog
from structlog.testing import capture_logs

from kibitz_server.app import running
from kibitz_server.scheduler import SteadyLoop
from kibitz_server.settings import Settings
from tests.server.test_scheduler import Machine


@pytest.mark.io
def test_only_a_standstill_after_the_start_is_reported() -> None:
    """A start that takes long, as on a slow machine, is not a standstill of the server."""
    machine = Machine()
    seen = []

    def slow(_logger: object, _name: str, line: dict[str, Any]) -> dict[str, Any]:
        seen.append(line["event"])
        if line["event"] == "listening":
            machine.stop(60)
        return line

    async def start() -> None:
        with capture_logs():
            structlog.get_config()["processors"].insert(0, slow)
            async with running(Settings.read(port=0, slots=1, database=":memory:")):
                await asyncio.sleep(0)
                assert seen == ["listening"]
                machine.stop(60)
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                assert seen == ["listening", "the server was stopped; no clock is charged for it"]

    with asyncio.Runner(loop_factory=lambda: SteadyLoop(machine)) as runner:
        runner.run(start())
