"""Faults that a run causes: kills of the server, a worker, Postgres or the broker, pauses of the server, and moves of
the server to another database by backup and restore."""

import asyncio
import random
import signal
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable
from pathlib import Path

import aiomqtt

from bench.chaos.server import Server, alive
from kibitz_protocol.mqtt import feed as mqtt_feed
from tests.mosquitto import Mosquitto
from tests.postgres import Cluster

WORKERS_END_S = 10.0
PUBLISHED_S = 30.0
PAUSE_S = (1.5, 4.0)
DOWN_S = (0.0, 2.0)
"""How long Postgres and the broker stay down."""


class Faults:
    """Causes faults of one server and of the services that it uses. Without a service, its faults are never drawn.

    `problems` has a sentence for each consequence that must not be.
    """

    def __init__(
        self,
        server: Server,
        rng: random.Random,
        postgres: Cluster | None,
        broker: Mosquitto | None,
        new_database: Callable[[], str] | None,
    ) -> None:
        self._new_database = new_database
        self.problems: list[str] = []
        self._server = server
        self._rng = rng
        self._postgres = postgres
        self._broker = broker
        self._causes = {"server": self._kill_server, "worker": self._kill_worker, "pause": self._pause_server}
        if postgres is not None:
            self._causes["postgres"] = self._kill_postgres
        if broker is not None:
            self._causes["broker"] = self._kill_broker

        if new_database is not None:
            self._causes["move"] = self._move_database

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of faults that can be caused."""
        return tuple(self._causes)

    async def cause(self, kind: str) -> bool:
        """Cause a fault, and return when its cause is over; False if there was nothing to kill."""
        return await self._causes[kind]()

    async def _kill_server(self) -> bool:
        left = await self._server.kill()
        await self._server.start()
        deadline = time.monotonic() + WORKERS_END_S
        while (still := alive(left)) and time.monotonic() < deadline:
            await asyncio.sleep(0.05)
        self.problems += [f"worker {pid} outlived its server" for pid in sorted(still)]
        return True

    async def _move_database(self) -> bool:
        """Go on with another database, which is filled from a backup of that of a killed server."""
        assert self._new_database is not None
        with tempfile.TemporaryDirectory() as folder:
            online, offline = Path(folder) / "online.jsonl.gz", Path(folder) / "offline.jsonl.gz"
            await self._maintain("backup", online, self._server.database)
            await self._maintain("restore", online, self._new_database())
            await self._server.kill()
            await self._maintain("backup", offline, self._server.database)
            self._server.database = self._new_database()
            await self._maintain("restore", offline, self._server.database)
        await self._server.start()
        return True

    async def _maintain(self, what: str, file: Path, database: str) -> None:
        """Run a command for the database. The restore replays every match."""
        command = (sys.executable, "-m", "kibitz_server", "db", what, str(file), "--database", database)
        process = await asyncio.create_subprocess_exec(*command, stdout=DEVNULL, stderr=PIPE)
        _, said = await process.communicate()
        if process.returncode:
            self.problems.append(f"db {what} failed: {said.decode()}")

    async def _kill_worker(self) -> bool:
        return self._server.kill_worker(self._rng)

    async def _pause_server(self) -> bool:
        self._server.signal(signal.SIGSTOP)
        await asyncio.sleep(self._rng.uniform(*PAUSE_S))
        self._server.signal(signal.SIGCONT)
        return True

    async def _kill_postgres(self) -> bool:
        assert self._postgres is not None
        await asyncio.to_thread(self._postgres.kill)
        await asyncio.sleep(self._rng.uniform(*DOWN_S))
        await asyncio.to_thread(self._postgres.start)
        return True

    async def _kill_broker(self) -> bool:
        assert self._broker is not None
        await asyncio.to_thread(self._broker.stop, kill=True)
        await asyncio.sleep(self._rng.uniform(*DOWN_S))
        await asyncio.to_thread(self._broker.start)
        if not await self._published(self._broker):
            self.problems.append(f"the feed published nothing within {PUBLISHED_S:g} s after a kill of the broker")
        return True

    async def _published(self, broker: Mosquitto) -> bool:
        """Return whether the new broker, which kept nothing, receives states of matches."""
        try:
            async with (
                asyncio.timeout(PUBLISHED_S),
                aiomqtt.Client("127.0.0.1", broker.port, protocol=aiomqtt.ProtocolVersion.V5) as client,
            ):
                await client.subscribe(mqtt_feed.state("+"))
                async for _ in client.messages:
                    return True
        except TimeoutError:
            pass
        return False
