"""A server that is killed and started again on its port and database, and a network that swallows what is sent."""

import contextlib
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from kibitz_client.network.servers.local_server import READY, environment
from tests.ports import free_ports


class Server:
    """A server process whose matches outlive it."""

    def __init__(self, folder: Path) -> None:
        (self.port,) = free_ports()
        self.site = f"http://127.0.0.1:{self.port}"
        self._database = folder / "kibitz.db"
        self._log = folder / "log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it listens."""
        options = ("--port", str(self.port), "--database", str(self._database), "--limits", "off")
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "kibitz_server", "serve", *options, "--seed", "1", "--no-exhibitions"],
                stdout=subprocess.PIPE,
                stderr=log,
                env=environment(),
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline().decode()
        assert line.startswith(READY), f"{line}\n{self._log.read_text()}"

    def kill(self) -> None:
        """Kill it, as `kill -9` does."""
        self._end(signal.SIGKILL)

    def drain(self) -> None:
        """Ask it to end, so that it tells its clients of a restart."""
        self._end(signal.SIGTERM)

    def stop(self) -> None:
        """End it, if it runs."""
        if self._process is not None:
            self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> None:
        process, self._process = self._process, None
        assert process is not None
        assert process.stdout is not None
        process.send_signal(number)
        try:
            process.wait(30)
        finally:
            process.kill()
            process.wait()
            process.stdout.close()


class Network:
    """A TCP proxy to a server. While it is frozen, connections stay open, and nothing passes in one or both ways."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.site = f"http://127.0.0.1:{self.port}"
        self._up, self._down = threading.Event(), threading.Event()
        self.thaw()
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._threads: list[threading.Thread] = []
        self._run(self._accept)

    def freeze(self, *, up: bool = True, down: bool = True) -> None:
        """Hold what clients send, what the server sends, or both."""
        if up:
            self._up.clear()
        if down:
            self._down.clear()

    def thaw(self) -> None:
        """Let through what was held, and all that follows."""
        self._up.set()
        self._down.set()

    def lose(self) -> None:
        """Break all connections, and lose what is held."""
        pairs, self._pairs = self._pairs, []
        for pair in pairs:
            _shut(*pair)

    def close(self) -> None:
        """Break all connections, and accept no others."""
        _shut(self._listener)
        self.lose()
        self.thaw()
        for thread in self._threads:
            thread.join(30)
        self._listener.close()

    def _run(self, target: Callable[..., None], *args: object) -> threading.Thread:
        thread = threading.Thread(target=target, args=args, daemon=True)
        thread.start()
        self._threads.append(thread)
        return thread

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                try:
                    server = socket.create_connection(("127.0.0.1", self._target))
                except OSError:
                    client.close()
                else:
                    self._pairs.append((client, server))
                    self._run(self._serve, client, server)

    def _serve(self, client: socket.socket, server: socket.socket) -> None:
        down = self._run(_forward, server, client, self._down)
        _forward(client, server, self._up)
        down.join()
        client.close()
        server.close()


def _forward(source: socket.socket, target: socket.socket, gate: threading.Event) -> None:
    with contextlib.suppress(OSError):
        while True:
            # Wait for data before the gate, so that data which arrive while it is closed are held.
            select.select([source], [], [])
            gate.wait()
            if not (data := source.recv(1 << 16)):
                break
            target.sendall(data)
    _shut(source, target)


def _shut(*ends: socket.socket) -> None:
    for end in ends:
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
