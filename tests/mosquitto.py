"""Mosquitto broker for tests: on a free port of loopback, with its files in a temporary folder.

It needs the program of the distribution's package (Debian: `apt-get install mosquitto`), but no running service.
"""

import getpass
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from tests.ports import free_ports
from tests.programs import MOSQUITTO


class Mosquitto:
    """Broker that tests can stop and start again on the same port.

    Args:
        users: Passwords by user name. Without any, the broker accepts anonymous clients.
        acl: The access list.
        keeps: Whether retained messages survive a stop.
    """

    def __init__(self, *, users: dict[str, str] | None = None, acl: str | None = None, keeps: bool = False) -> None:
        self._program = MOSQUITTO.required()
        self.folder = Path(tempfile.mkdtemp(prefix="kibitz-mqtt-"))
        [self.port] = free_ports()
        self._process: subprocess.Popen[bytes] | None = None
        lines = [f"listener {self.port} 127.0.0.1", f"user {getpass.getuser()}", f"allow_anonymous {_word(not users)}"]
        lines.append("set_tcp_nodelay true")
        if users:
            passwords = self.folder / "passwords"
            passwords.write_text("".join(f"{name}:{password}\n" for name, password in users.items()))
            passwords.chmod(0o600)
            subprocess.run(["mosquitto_passwd", "-U", str(passwords)], check=True, capture_output=True)
            lines.append(f"password_file {passwords}")
        if acl is not None:
            (self.folder / "acl").write_text(acl)
            lines.append(f"acl_file {self.folder / 'acl'}")
        if keeps:
            lines += ["persistence true", f"persistence_location {self.folder}/"]
        (self.folder / "conf").write_text("\n".join(lines) + "\n")
        self.start()

    @property
    def url(self) -> str:
        """The address of the broker."""
        return f"mqtt://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the broker, and return when it accepts connections."""
        with open(self.folder / "log", "ab") as log:
            self._process = subprocess.Popen([self._program, "-c", str(self.folder / "conf")], stdout=log, stderr=log)
        for _ in range(1500):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.02)  # it does not signal that it is ready
        raise RuntimeError((self.folder / "log").read_text())

    def stop(self, *, kill: bool = False) -> None:
        """Stop the broker in order or, with `kill`, at once."""
        if self._process is not None:
            (self._process.kill if kill else self._process.terminate)()
            self._process.wait(30)
            self._process = None

    def remove(self) -> None:
        """Stop the broker, and remove its files."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def _word(value: bool) -> str:
    return "true" if value else "false"
