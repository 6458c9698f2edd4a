"""The compose file without containers: `make up-local` and `make down-local`.

Starts the server, the broker and the database that docker-compose.yml describes, with the same environment,
configuration files and passwords, as processes of this machine on loopback. Mosquitto and Postgres come from the
distribution's packages (Debian: `apt-get install mosquitto postgresql`); without Postgres the server keeps its matches
in SQLite. Everything lies in a folder (`.local`, or KIBITZ_LOCAL), with the logs and the number of each process.
"""

import argparse
import contextlib
import getpass
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any, NoReturn

import yaml

ROOT = Path(__file__).parent.parent
SECRETS = ROOT / "deploy" / "secrets"
READY_WITHIN_S = 60.0
STOP_WITHIN_S = 20.0
DATABASE_USER = "kibitz"


class Local:
    """The processes of one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        text = (ROOT / "docker-compose.yml").read_text()
        self.services: dict[str, Any] = yaml.safe_load(interpolated(text))["services"]

    def up(self) -> None:
        """Start what is described, in the order in which it is needed, each when the one before answers."""
        if alive := self._alive():
            fail(f"{', '.join(alive)} runs already", "make down-local stops everything")
        self.folder.mkdir(exist_ok=True)
        subprocess.run([ROOT / "deploy" / "secrets.sh"], check=True)
        try:
            database = self._start_postgres()
            self._start_mosquitto()
            self._start_server(database)
        except BaseException:
            self.down()
            raise
        port, broker = self._port("server", 8765), self._port("mosquitto", 1883)
        print(f"server    ws://127.0.0.1:{port}    kibitz watch --server ws://127.0.0.1:{port}")
        print(f"broker    mqtt://127.0.0.1:{broker}    kibitz watch --mqtt mqtt://127.0.0.1:{broker}")
        print(f"database  {'Postgres' if database else 'SQLite: Postgres is not installed'}")
        print(f"logs      {self.folder}/*.log    stop with: make down-local")

    def down(self) -> None:
        """Stop everything, the server first, and leave no process."""
        for name in ("server", "mosquitto", "postgres"):
            for number in self._alive().get(name, ()):
                # Postgres ends its sessions at SIGINT instead of waiting for them.
                stop(number, signal.SIGINT if name == "postgres" else signal.SIGTERM)
            (self.folder / f"{name}.pid").unlink(missing_ok=True)

    def _start_server(self, database: str | None) -> None:
        environment = {
            key: self._localised(str(value)) for key, value in self.services["server"]["environment"].items()
        }
        environment |= {"KIBITZ_HOST": "127.0.0.1", "KIBITZ_PORT": str(self._port("server", 8765))}
        if "KIBITZ_METRICS" in environment:
            environment["KIBITZ_METRICS"] = "0"
        environment["KIBITZ_DATABASE_FILE"] = str(self.folder / "database_url")
        Path(environment["KIBITZ_DATABASE_FILE"]).write_text(database or str(self.folder / "kibitz.db"))
        environment["PATH"] = os.environ["PATH"]
        if "PYTHONPATH" in os.environ:
            environment["PYTHONPATH"] = os.environ["PYTHONPATH"]
        self._start("server", [sys.executable, "-m", "kibitz_server", "serve"], env=environment)
        self._wait("server", lambda: answers_http(environment["KIBITZ_PORT"]))

    def _start_mosquitto(self) -> None:
        program = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
        if program is None:
            fail("Mosquitto is not installed", "on Debian and Ubuntu: apt-get install mosquitto")
        data = self.folder / "mosquitto"
        data.mkdir(exist_ok=True)
        passwords = data / "passwords"
        passwords.touch(mode=0o600)
        passwords.write_text(f"kibitz:{(SECRETS / 'mqtt_password').read_text().strip()}\n")
        subprocess.run(["mosquitto_passwd", "-U", str(passwords)], check=True)
        conf = (ROOT / "deploy" / "mosquitto" / "mosquitto.conf").read_text()
        conf = conf.replace("/mosquitto/config/", f"{ROOT / 'deploy' / 'mosquitto'}/").replace(
            "/mosquitto/data", str(data)
        )
        for inside in (1883, 9001):
            conf = conf.replace(f"listener {inside}\n", f"listener {self._port('mosquitto', inside)} 127.0.0.1\n")
        (self.folder / "mosquitto.conf").write_text(f"user {getpass.getuser()}\n{conf}")
        self._start("mosquitto", [program, "-c", str(self.folder / "mosquitto.conf")])
        self._wait("mosquitto", lambda: answers(self._port("mosquitto", 1883)))

    def _start_postgres(self) -> str | None:
        """The URL of the database; None where Postgres is not installed."""
        programs = postgres_programs()
        if programs is None:
            return None
        folder = self.folder / "postgres"
        # It will not run as root.
        user = unprivileged() if os.geteuid() == 0 else None
        if not (folder / "data").exists():
            folder.mkdir(exist_ok=True)
            if user:
                shutil.chown(folder, user)
            make: list[str | Path] = [
                programs / "initdb",
                "-D",
                folder / "data",
                "-U",
                DATABASE_USER,
                "-A",
                "trust",
                "-E",
                "UTF8",
            ]
            subprocess.run([*make, "--locale=C"], check=True, user=user, cwd=folder, stdout=subprocess.DEVNULL)
        settings = ("listen_addresses=", f"unix_socket_directories={folder}")
        command = [str(programs / "postgres"), "-D", str(folder / "data")]
        self._start(
            "postgres", [*command, *(part for each in settings for part in ("-c", each))], user=user, cwd=folder
        )
        ready: list[str | Path] = [programs / "pg_isready", "-q", "-h", folder, "-U", DATABASE_USER, "-d", "postgres"]
        self._wait("postgres", lambda: subprocess.run(ready, check=False).returncode == 0)
        create: list[str | Path] = [programs / "createdb", "-h", folder, "-U", DATABASE_USER, DATABASE_USER]
        subprocess.run(create, check=False, capture_output=True, user=user, cwd=folder)
        return f"postgresql://{DATABASE_USER}@/{DATABASE_USER}?host={folder}"

    def _localised(self, value: str) -> str:
        """What a container's environment says, as it is on this machine."""
        value = re.sub(r"@mosquitto:1883$", f"@127.0.0.1:{self._port('mosquitto', 1883)}", value)
        return value.replace("/run/secrets/", f"{SECRETS}/")

    def _port(self, service: str, inside: int) -> int:
        """The port of this machine that leads to a port of a container."""
        published = (str(port).rpartition(":") for port in self.services[service]["ports"])
        return next(int(outside.rpartition(":")[2]) for outside, _, port in published if int(port) == inside)

    def _start(self, name: str, command: list[str], **options: Any) -> None:
        with open(self.folder / f"{name}.log", "ab") as log:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, **options
            )
        # The number alone may be another process one day; with its start it is this one.
        (self.folder / f"{name}.pid").write_text(f"{process.pid} {started_at(process.pid)}")

    def _wait(self, name: str, ready: Any) -> None:
        deadline = time.monotonic() + READY_WITHIN_S
        while not ready():
            if name not in self._alive() or time.monotonic() > deadline:
                log = (self.folder / f"{name}.log").read_text()[-2000:]
                fail(f"{name} does not start:\n{log}", f"its log is {self.folder / name}.log")
            time.sleep(0.05)

    def _alive(self) -> dict[str, list[int]]:
        """The processes that were started here and still run."""
        found: dict[str, list[int]] = {}
        for file in self.folder.glob("*.pid"):
            number, _, start = file.read_text().partition(" ")
            if started_at(int(number)) == start:
                found.setdefault(file.stem, []).append(int(number))
        return found


def interpolated(text: str) -> str:
    """A compose file with its variables, `${NAME}` or `${NAME:-default}`, in place."""
    found = re.sub(r"\$\{(\w+)(?::-([^}]*))?\}", lambda m: os.environ.get(m[1]) or m[2] or "", text)
    return found.replace("$$", "$")


def started_at(number: int) -> str:
    """When a process was started, in the kernel's own count; empty for one that is gone, or waits to be buried."""
    try:
        text = Path(f"/proc/{number}/stat").read_text()
    except OSError:
        # Systems without /proc only know whether it is there.
        with contextlib.suppress(OSError):
            os.kill(number, 0)
            return "" if Path("/proc/self").exists() else "there"
        return ""
    fields = text.rpartition(")")[2].split()
    return "" if fields[0] == "Z" else fields[19]


def stop(number: int, how: signal.Signals) -> None:
    """Ask a process to end, and end it where it does not."""
    start = started_at(number)
    with contextlib.suppress(ProcessLookupError):
        os.kill(number, how)
        deadline = time.monotonic() + STOP_WITHIN_S
        while started_at(number) == start != "":
            if time.monotonic() > deadline:
                os.killpg(number, signal.SIGKILL)
            time.sleep(0.02)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(number, os.WNOHANG)


def answers(port: int) -> bool:
    """Whether somebody listens."""
    with contextlib.suppress(OSError):
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
        return True
    return False


def answers_http(port: str) -> bool:
    """Whether the server says that it is well."""
    with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1) as page:
        return bool(page.status == 200)
    return False


def postgres_programs() -> Path | None:
    """The folder with `initdb` and `postgres`, which Debian does not put on the path."""
    found = shutil.which("initdb")
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    return Path(found).resolve().parent if found else places[0].parent if places else None


def unprivileged() -> str:
    """A user of this machine who is not root: the package's own where there is one."""
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def fail(message: str, hint: str) -> NoReturn:
    """Say what is wrong, and end."""
    print(f"error: {message}\nhint: {hint}", file=sys.stderr)
    raise SystemExit(1)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Run what docker-compose.yml describes without containers.")
    parser.add_argument("what", choices=["up", "down"])
    what = parser.parse_args().what
    local = Local(Path(os.environ.get("KIBITZ_LOCAL") or ROOT / ".local").resolve())
    (local.up if what == "up" else local.down)()


if __name__ == "__main__":
    main()
