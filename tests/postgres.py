"""Postgres server for tests: its files and its socket are in a temporary folder, which is removed afterwards.

It needs the programs of the distribution's package (Debian: `apt-get install postgresql`), but no running service.
"""

import contextlib
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from tests.programs import POSTGRES

FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "listen_addresses=", "max_connections=30")


def _runs(pid: int) -> bool:
    """Return whether a process runs. In a container whose first process reaps none, a killed one stays as a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Cluster:
    """Database server that tests can stop and start again."""

    def __init__(self) -> None:
        # The other programs are in the folder of the one that Debian puts on the path.
        self._bin = Path(POSTGRES.required()).resolve().parent
        self.folder = Path(tempfile.mkdtemp(prefix="kibitz-pg-"))
        self._names = itertools.count()
        self._server: subprocess.Popen[bytes] | None = None
        # Postgres refuses to run as root.
        self._user = _unprivileged_user() if os.geteuid() == 0 else None
        if self._user:
            shutil.chown(self.folder, self._user)
        self._run(
            "initdb", "-D", str(self.data), "-U", "kibitz", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"
        )
        self.start()

    @property
    def data(self) -> Path:
        """The folder of the database files."""
        return self.folder / "data"

    def start(self) -> None:
        """Start the server, and return when it accepts connections."""
        settings = [part for each in (*FAST, f"unix_socket_directories={self.folder}") for part in ("-c", each)]
        log = open(self.folder / "log", "ab")  # noqa: SIM115
        command = [str(self._bin / "postgres"), "-D", str(self.data), *settings]
        self._server = subprocess.Popen(command, stdout=log, stderr=log, user=self._user, cwd=self.folder)
        log.close()
        deadline = time.monotonic() + 30
        while subprocess.run([self._bin / "pg_isready", "-q", "-h", self.folder], check=False).returncode:
            if self._server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError((self.folder / "log").read_text())
            time.sleep(0.02)

    def stop(self) -> None:
        """Close every connection and stop at once, as after a loss of power."""
        if self._server is not None:
            self._run("pg_ctl", "stop", "-D", str(self.data), "-m", "immediate", "-s")
            self._server.wait()
            self._server = None

    def kill(self) -> None:
        """Send SIGKILL to every process, as a kernel out of memory may."""
        assert self._server is not None
        processes = (self._server.pid, *self._children())
        self._signal(signal.SIGKILL)
        self._server.wait()
        self._server = None
        # The next server refuses to start while one of them uses the shared memory.
        deadline = time.monotonic() + 30
        while any(_runs(pid) for pid in processes):
            if time.monotonic() > deadline:
                raise RuntimeError("processes of Postgres do not end")
            time.sleep(0.02)

    def pause(self) -> None:
        """Stop every process of the server with SIGSTOP. Connections stay open, and get no answer until `resume`."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let the processes of the server continue."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        assert self._server is not None
        for pid in (self._server.pid, *self._children()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def _children(self) -> list[int]:
        assert self._server is not None
        children = Path(f"/proc/{self._server.pid}/task/{self._server.pid}/children").read_text()
        return [int(pid) for pid in children.split()]

    def new_database(self) -> str:
        """Create an empty database, and return its URL."""
        name = f"test{next(self._names)}"
        self._run("createdb", "-h", str(self.folder), "-U", "kibitz", "-T", "template0", name)
        return f"postgresql://kibitz@/{name}?host={self.folder}"

    def ask(self, statement: str) -> None:
        """Execute statements as the administrator of the database."""
        each = [part for text in statement.split(";") for part in ("-c", text)]
        self._run("psql", "-q", "-h", str(self.folder), "-U", "kibitz", "postgres", *each)

    def reload(self) -> None:
        """Reload the settings, also for open connections."""
        self._run("pg_ctl", "reload", "-s", "-D", str(self.data))

    def remove(self) -> None:
        """Stop the server, and remove its files."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self._bin / program, *arguments],
            user=self._user,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr}")


def _unprivileged_user() -> str:
    """Return a user of this machine who is not root, preferably that of the package."""
    import pwd

    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"
