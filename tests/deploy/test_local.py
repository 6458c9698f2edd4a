"""`make up-local` and `make down-local`: the compose file's services as processes, and none left behind."""

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from deploy.local import started_at

from tests.mosquitto import program
from tests.ports import free_ports

pytestmark = pytest.mark.io

ROOT = Path(__file__).parents[2]


class Machine:
    """A machine on which it is run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server, self.broker, websocket = free_ports(3)
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("KIBITZ_")},
            "PYTHONPATH": ":".join(str(ROOT / name) for name in ("server", "protocol", "client")),
            "KIBITZ_LOCAL": str(folder),
            "KIBITZ_PORT": str(self.server),
            "MQTT_PORT": str(self.broker),
            "MQTT_WEBSOCKET_PORT": str(websocket),
        }

    def run(self, what: str) -> subprocess.CompletedProcess[str]:
        """`up` or `down`."""
        return self.python(str(ROOT / "deploy/local.py"), what)

    def python(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run Python there."""
        return subprocess.run(
            [sys.executable, *words], env=self.environment, capture_output=True, text=True, timeout=120, check=False
        )

    def processes(self) -> list[tuple[int, str]]:
        """Number and start of each process that was started."""
        pairs = [file.read_text().partition(" ") for file in self.folder.glob("*.pid")]
        return [(int(number), start) for number, _, start in pairs]


@pytest.fixture
def machine() -> Iterator[Machine]:
    """Where nothing runs, before and after."""
    program()
    # Not below `tmp_path`: pytest keeps that to this user, and the server of Postgres runs as a user of its own.
    with tempfile.TemporaryDirectory(prefix="kibitz-local-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        made = Machine(folder / "local")
        yield made
        made.run("down")


def test_it_comes_up_is_watched_over_the_broker_and_leaves_no_process(machine: Machine) -> None:
    """TV is followed from the broker alone; a second start is refused; after the stop nothing runs."""
    up = machine.run("up")
    assert up.returncode == 0, up.stderr
    assert f"kibitz watch --mqtt mqtt://127.0.0.1:{machine.broker}" in up.stdout
    again = machine.run("up")
    assert again.returncode == 1
    assert "runs already" in again.stderr
    script = (
        "import asyncio\n"
        "from kibitz_client.broker import BrokerLink\n"
        "from kibitz_protocol.broker import Broker\n"
        "async def main():\n"
        f"    async with BrokerLink(Broker('127.0.0.1', {machine.broker}), 'tv', found_within_s=15) as link:\n"
        "        async for message in link.messages():\n"
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


def test_what_cannot_start_is_told_and_leaves_nothing(machine: Machine) -> None:
    """The log's last lines say why, and what had been started is stopped again."""
    with socket.create_server(("127.0.0.1", machine.server)):
        up = machine.run("up")
    assert up.returncode == 1
    assert "server does not start" in up.stderr
    assert f"port {machine.server}" in up.stderr or "taken" in up.stderr
    assert machine.processes() == []
