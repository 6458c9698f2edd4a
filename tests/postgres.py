"""A Postgres of the tests' own: made in a temporary folder, spoken to over a socket in it, thrown away afterwards.

It needs the programs of the distribution's package (Debian: `apt-get install postgresql`), no running service.
"""

import itertools
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "listen_addresses=", "max_connections=30")
INSTALL = "Postgres is not installed; on Debian and Ubuntu: apt-get install postgresql"


def missing() -> None:
    """There are no programs: a failure where everything must be tested, else a reason to skip."""
    if os.environ.get("CI"):
        pytest.fail(INSTALL)
    pytest.skip(INSTALL)


def programs() -> Path | None:
    """The folder with `initdb` and `postgres`, which Debian does not put on the path."""
    found = shutil.which("initdb")
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    return Path(found).resolve().parent if found else places[0].parent if places else None


class Cluster:
    """One database server. It may be stopped and started again, which is what some tests are about."""

    def __init__(self, bin: Path) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="kibitz-pg-"))
        self._bin = bin
        self._names = itertools.count()
        self._server: subprocess.Popen[bytes] | None = None
        # Postgres will not run as root.
        self._user = _somebody() if os.geteuid() == 0 else None
        if self._user:
            shutil.chown(self.folder, self._user)
        self._run(
            "initdb", "-D", str(self.data), "-U", "kibitz", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"
        )
        self.start()

    @property
    def data(self) -> Path:
        """Where its files are."""
        return self.folder / "data"

    def start(self) -> None:
        """Start, and return when it answers."""
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
        """Cut every connection and stop, as a machine that loses power."""
        if self._server is not None:
            self._run("pg_ctl", "stop", "-D", str(self.data), "-m", "immediate", "-s")
            self._server.wait()
            self._server = None

    def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"test{next(self._names)}"
        self._run("createdb", "-h", str(self.folder), "-U", "kibitz", "-T", "template0", name)
        return f"postgresql://kibitz@/{name}?host={self.folder}"

    def ask(self, statement: str) -> None:
        """Carry out statements as whoever runs the database."""
        each = [part for text in statement.split(";") for part in ("-c", text)]
        self._run("psql", "-q", "-h", str(self.folder), "-U", "kibitz", "postgres", *each)

    def reload(self) -> None:
        """Read changed settings, also for connections that are open."""
        self._run("pg_ctl", "reload", "-s", "-D", str(self.data))

    def remove(self) -> None:
        """Stop and leave nothing behind."""
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


def _somebody() -> str:
    """A user of this machine who is not root: the package's own where there is one."""
    import pwd

    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"
