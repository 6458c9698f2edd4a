"""Alerts of a server for tests, and a wait for what they do."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kibitz_server.alerts.sending import AlertConfig
from kibitz_server.alerts.service import Alerts
from kibitz_server.alerts.texts import Alert
from kibitz_server.store import MemoryStore

TURN = Alert("turn", "/ABC234", "match1", 7200.0, "Go", "Ann")
HOME = "https://games.example.org"


async def opened(store: MemoryStore, **fields: Any) -> Alerts:
    """Return the alerts of a server on a store."""
    config = AlertConfig(push=True, private=True, home=HOME, waits_s=(0.0, 0.0, 0.0))
    alerts = Alerts(store.people, lambda: 1000.0, replace(config, **fields))
    await alerts.load()
    return alerts


async def until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.01)
