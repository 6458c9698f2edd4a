"""`make up-local` and `make down-local` run the compose file's services as processes, and leave none behind."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from deploy.local import started_at

from tests.ports import free_ports
from tests.programs import MOSQUITTO
from tests.server_thread import serving

pytestmark = pytest.mark.io

ROOT = Path(__file__).parents[2]


class Machine:
    """A folder and ports for the services, and the environment of the script."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server, self.broker, websocket = free_ports(3)
        self.environment = {
            **os.environ,
            "PYTHONPATH": ":".join(str(ROOT / name) for name in ("server", "protocol", "client")),
            "KIBITZ_LOCAL": str(folder),
            "KIBITZ_PORT": str(self.server),
            "MQTT_PORT": str(self.broker),
            "MQTT_WEBSOCKET_PORT": str(websocket),
        }

    def run(self, what: str) -> subprocess.CompletedProcess[str]:
        """Run the script with `up` or `down`."""
        return self.python(str(ROOT / "deploy/local.py"), what)

    def python(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run Python in that environment."""
        return subprocess.run(
            [sys.executable, *words], env=self.environment, capture_output=True, text=True, timeout=120, check=False
        )

    def processes(self) -> list[tuple[int, str]]:
        """Return the process id and start time of each started process."""
        pairs = [file.read_text().partition(" ") for file in self.folder.glob("*.pid")]
        return [(int(number), start) for number, _, start in pairs]


@pytest.fixture
def machine() -> Iterator[Machine]:
    """Yield a machine, and stop its services afterwards."""
    MOSQUITTO.required()
    # Postgres runs as its own user, and pytest makes `tmp_path` private to this one.
    with tempfile.TemporaryDirectory(prefix="kibitz-local-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        local = Machine(folder / "local")
        yield local
        local.run("down")


def test_the_services_start_publish_to_the_broker_and_stop(machine: Machine) -> None:
    """TV can be watched over the broker; a second start is refused; after the stop no process runs."""
    up = machine.run("up")
    assert up.returncode == 0, up.stderr
    assert f"kibitz watch --mqtt mqtt://127.0.0.1:{machine.broker}" in up.stdout
    again = machine.run("up")
    assert again.returncode == 1
    assert "runs already" in again.stderr
    script = (
        "import asyncio\n"
        "from kibitz_client.network.mqtt.client import BrokerClient\n"
        "from kibitz_protocol.mqtt.broker import Broker\n"
        "async def main():\n"
        f"    async with BrokerClient(Broker('127.0.0.1', {machine.broker}), 'tv', found_within_s=15) as client:\n"
        "        async for message in client.messages():\n"
        "            print(message.t)\n"
        "            if message.t == 'event' and message.event.kind == 'moved':\n"
        "                return\n"
        "asyncio.run(main())\n"
    )
    watched = machine.python("-c", script)
    assert watched.returncode == 0, watched.stderr
    assert {"snapshot", "event"} <= set(watched.stdout.split())
    running = machine.processes()
    assert len(running) >= 2
    down = machine.run("down")
    assert (down.returncode, down.stderr) == (0, "")
    assert not [number for number, start in running if started_at(number) == start]
    assert machine.processes() == []


@pytest.mark.timeout(300)
def test_a_cluster_starts_with_its_profile(machine: Machine) -> None:
    """The server uses both workers, and all of them stop with the others."""
    machine.environment |= {"COMPOSE_PROFILES": "cluster", "NUMBA_DISABLE_JIT": "1"}
    up = machine.run("up")
    assert up.returncode == 0, up.stderr
    assert "with 2 workers" in up.stdout
    log, joined = machine.folder / "server.log", 0
    until = time.monotonic() + 120
    while joined < 2:
        assert time.monotonic() < until, log.read_text()
        joined = log.read_text().count("a worker joined")
        time.sleep(0.1)
    running = machine.processes()
    assert {file.stem for file in machine.folder.glob("*.pid")} >= {"server", "scheduler", "worker-1", "worker-2"}
    assert machine.run("down").returncode == 0
    assert not [number for number, start in running if started_at(number) == start]
    assert machine.processes() == []


def test_a_failed_start_is_reported_and_cleaned_up(machine: Machine) -> None:
    """Another server on the port is not taken for the own one, and started services are stopped again."""
    with serving() as other:
        machine.environment["KIBITZ_PORT"] = other.rpartition(":")[2]
        up = machine.run("up")
    assert up.returncode == 1
    assert f"server does not start: port {other.rpartition(':')[2]} is taken" in up.stderr
    assert machine.processes() == []
