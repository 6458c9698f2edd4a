"""The services of the compose file as local processes: `make up-local` and `make down-local`.

This script starts the server, the broker and the database that docker-compose.yml describes, as processes on loopback.
They have the same environment, configuration files and passwords. Mosquitto and Postgres come from the distribution's
packages (Debian: `apt-get install mosquitto postgresql`). Without Postgres the server keeps its matches in SQLite. With
COMPOSE_PROFILES=cluster there are the scheduler and the workers of a cluster too. One folder (`.local`, or
KIBITZ_LOCAL) holds all data, with the logs and the process ids.
"""

import argparse
import contextlib
import getpass
import json
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
KEPT = ("PATH", "PYTHONPATH", "NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT")
"""Variables of this process that the services get too."""


class LocalServices:
    """The services whose data is in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        text = (ROOT / "docker-compose.yml").read_text()
        self.services: dict[str, Any] = yaml.safe_load(interpolate(text))["services"]

    def up(self) -> None:
        """Start the services in the order of their dependencies, each when the previous one responds.

        Raises:
            SystemExit: a service runs already, is not installed, or does not start.
        """
        if alive := self._alive():
            fail(f"{', '.join(alive)} runs already", "stop everything with: make down-local")
        self.folder.mkdir(exist_ok=True)
        subprocess.run([ROOT / "deploy" / "secrets.sh"], check=True)
        try:
            database = self._start_postgres()
            self._start_mosquitto()
            cluster = self._start_cluster() if "cluster" in profiles() else None
            self._start_server(database, cluster)
        except BaseException:
            self.down()
            raise
        port, broker = self._port("server", 8765), self._port("mosquitto", 1883)
        print(f"server    ws://127.0.0.1:{port}    kibitz watch --server ws://127.0.0.1:{port}")
        print(f"broker    mqtt://127.0.0.1:{broker}    kibitz watch --mqtt mqtt://127.0.0.1:{broker}")
        print(f"database  {'Postgres' if database else 'SQLite: Postgres is not installed'}")
        if cluster is not None:
            print(f"cluster   {cluster} with {self._workers()} workers, which compile their searches before they join")
        print(f"logs      {self.folder}/*.log    stop with: make down-local")

    def down(self) -> None:
        """Stop all processes, the server first."""
        alive = self._alive()
        workers = sorted(name for name in alive if name.startswith("worker"))
        for name in ("server", *workers, "scheduler", "mosquitto", "postgres"):
            for pid in alive.get(name, ()):
                # SIGINT makes Postgres end its sessions; at SIGTERM it would wait for them.
                stop(pid, signal.SIGINT if name == "postgres" else signal.SIGTERM)
            (self.folder / f"{name}.pid").unlink(missing_ok=True)
        for file in self.folder.glob("worker-*.pid"):
            file.unlink()

    def _start_server(self, database: str | None, cluster: str | None) -> None:
        environment = {key: self._localise(str(value)) for key, value in self.services["server"]["environment"].items()}
        environment |= {"KIBITZ_HOST": "127.0.0.1", "KIBITZ_PORT": str(self._port("server", 8765))}
        if "KIBITZ_METRICS" in environment:
            environment["KIBITZ_METRICS"] = "0"
        self._require_free_port("server", int(environment["KIBITZ_PORT"]), "KIBITZ_PORT")
        environment["KIBITZ_DATABASE_FILE"] = str(self.folder / "database_url")
        Path(environment["KIBITZ_DATABASE_FILE"]).write_text(database or str(self.folder / "kibitz.db"))
        if cluster is not None:
            environment["KIBITZ_ENGINES"] = cluster
        environment |= kept()
        self._start("server", [sys.executable, "-m", "kibitz_server", "serve"], env=environment)
        self._wait("server", lambda: is_healthy(environment["KIBITZ_PORT"]))

    def _start_cluster(self) -> str:
        """Start the scheduler on a free port, and the workers. Return the address of the scheduler."""
        told = self.folder / "scheduler.json"
        told.unlink(missing_ok=True)
        options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(told)]
        self._start("scheduler", [sys.executable, "-m", "distributed.cli.dask_scheduler", *options], env=kept())
        self._wait("scheduler", lambda: address_in(told) is not None)
        address = address_in(told)
        assert address is not None
        environment = {key: str(value) for key, value in self.services["worker"]["environment"].items()}
        environment |= {"KIBITZ_ENGINES": address, **kept()}
        for number in range(1, self._workers() + 1):
            self._start(f"worker-{number}", [sys.executable, "-m", "kibitz_server", "worker"], env=environment)
        return address

    def _workers(self) -> int:
        return int(self.services["worker"]["deploy"]["replicas"])

    def _start_mosquitto(self) -> None:
        program = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
        if program is None:
            fail("Mosquitto is not installed", "on Debian and Ubuntu: apt-get install mosquitto")
        self._require_free_port("mosquitto", self._port("mosquitto", 1883), "MQTT_PORT")
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
        self._wait("mosquitto", lambda: accepts_connections(self._port("mosquitto", 1883)))

    def _start_postgres(self) -> str | None:
        """Start Postgres. Return the URL of the database, or None if Postgres is not installed."""
        programs = postgres_programs()
        if programs is None:
            return None
        folder = self.folder / "postgres"
        # Postgres refuses to run as root.
        user = unprivileged_user() if os.geteuid() == 0 else None
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

    def _localise(self, value: str) -> str:
        """Return a value of a container's environment with the addresses and paths of this machine."""
        value = re.sub(r"@mosquitto:1883$", f"@127.0.0.1:{self._port('mosquitto', 1883)}", value)
        return value.replace("/run/secrets/", f"{SECRETS}/")

    def _port(self, service: str, inside: int) -> int:
        """Return the port of this machine that is published for a port of a container."""
        published = (str(port).rpartition(":") for port in self.services[service]["ports"])
        return next(int(outside.rpartition(":")[2]) for outside, _, port in published if int(port) == inside)

    def _start(self, name: str, command: list[str], **options: Any) -> None:
        with open(self.folder / f"{name}.log", "ab") as log:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, **options
            )
        # A process id can be reused; the id with the start time is unique.
        (self.folder / f"{name}.pid").write_text(f"{process.pid} {started_at(process.pid)}")

    def _require_free_port(self, name: str, port: int, variable: str) -> None:
        """Fail if another process listens on a port, because it would respond instead of the service."""
        if accepts_connections(port):
            fail(f"{name} does not start: port {port} is taken", f"stop the other program, or set {variable}")

    def _wait(self, name: str, ready: Any) -> None:
        deadline = time.monotonic() + READY_WITHIN_S
        while not ready():
            if name not in self._alive() or time.monotonic() > deadline:
                log = (self.folder / f"{name}.log").read_text()[-2000:]
                fail(f"{name} does not start:\n{log}", f"its log is {self.folder / name}.log")
            time.sleep(0.05)

    def _alive(self) -> dict[str, list[int]]:
        """Return the running process ids by service name, of the processes that this script started."""
        found: dict[str, list[int]] = {}
        for file in self.folder.glob("*.pid"):
            pid, _, start = file.read_text().partition(" ")
            if started_at(int(pid)) == start:
                found.setdefault(file.stem, []).append(int(pid))
        return found


def interpolate(text: str) -> str:
    """Replace the variables of a compose file, `${NAME}` or `${NAME:-default}`, and return it."""
    found = re.sub(r"\$\{(\w+)(?::-([^}]*))?\}", lambda m: os.environ.get(m[1]) or m[2] or "", text)
    return found.replace("$$", "$")


def profiles() -> list[str]:
    """Return the profiles that COMPOSE_PROFILES selects, as `docker compose` reads it."""
    return [name.strip() for name in os.environ.get("COMPOSE_PROFILES", "").split(",")]


def kept() -> dict[str, str]:
    """Return the variables of this process that the services get too."""
    return {name: os.environ[name] for name in KEPT if name in os.environ}


def address_in(file: Path) -> str | None:
    """Return the address that a scheduler has written into a file; None if it has not done so yet."""
    with contextlib.suppress(OSError, ValueError):
        return str(json.loads(file.read_text())["address"])
    return None


def started_at(pid: int) -> str:
    """Return the start time of a process in the kernel's clock ticks; empty for a zombie or a process that ended."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        # Without /proc, only the existence of the process is known.
        with contextlib.suppress(OSError):
            os.kill(pid, 0)
            return "" if Path("/proc/self").exists() else "there"
        return ""
    fields = text.rpartition(")")[2].split()
    return "" if fields[0] == "Z" else fields[19]


def stop(pid: int, sign: signal.Signals) -> None:
    """Send a signal to a process, and kill its group if it still runs after STOP_WITHIN_S."""
    start = started_at(pid)
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, sign)
        deadline = time.monotonic() + STOP_WITHIN_S
        while started_at(pid) == start != "":
            if time.monotonic() > deadline:
                os.killpg(pid, signal.SIGKILL)
            time.sleep(0.02)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)


def accepts_connections(port: int) -> bool:
    """Return whether a process listens on a port of this machine."""
    with contextlib.suppress(OSError):
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
        return True
    return False


def is_healthy(port: str) -> bool:
    """Return whether the server responds to a health check."""
    with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1) as page:
        return bool(page.status == 200)
    return False


def postgres_programs() -> Path | None:
    """Return the folder of `initdb` and `postgres`, which Debian does not put on the path; None without Postgres."""
    found = shutil.which("initdb")
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    return Path(found).resolve().parent if found else installed[0].parent if installed else None


def unprivileged_user() -> str:
    """Return an unprivileged user of this machine: that of the Postgres package if it exists."""
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def fail(message: str, hint: str) -> NoReturn:
    """Print an error and a hint, and exit.

    Raises:
        SystemExit: always, with code 1.
    """
    print(f"error: {message}\ntry: {hint}", file=sys.stderr)
    raise SystemExit(1)


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Run the services of docker-compose.yml as local processes.")
    parser.add_argument("what", choices=["up", "down"])
    what = parser.parse_args().what
    local = LocalServices(Path(os.environ.get("KIBITZ_LOCAL") or ROOT / ".local").resolve())
    (local.up if what == "up" else local.down)()


if __name__ == "__main__":
    main()
