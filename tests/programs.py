"""Programs of other projects that tests start, where they are, and how to install them.

`python3 -m tests.programs` prints the packages of Debian and Ubuntu that this machine lacks. It runs without the
environment of the project, before which a machine for tests installs them.
"""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Program:
    """Program that some tests need.

    Args:
        title: Its name in sentences.
        commands: Names of its command, any of which will do.
        packages: Packages of Debian and Ubuntu that contain it.
        purpose: What the tests do with it.
        folders: Patterns of folders that have the command, although they are not on the path.
    """

    title: str
    commands: tuple[str, ...]
    packages: tuple[str, ...]
    purpose: str
    folders: tuple[str, ...] = ()

    def path(self) -> str | None:
        """Return the path of its command, or None if it is not installed."""
        # A later version of Postgres has a folder of its own.
        others = [str(found) for pattern in self.folders for found in sorted(Path("/").glob(pattern), reverse=True)]
        path = os.pathsep.join([os.environ.get("PATH", ""), *others])
        return next(filter(None, (shutil.which(command, path=path) for command in self.commands)), None)

    def required(self) -> str:
        """Return the path of its command. Without it, fail the test in CI, else skip it."""
        found = self.path()
        if found is None:
            import pytest  # not at import, because pytest is missing where this module prints packages

            end = pytest.fail if os.environ.get("CI") else pytest.skip
            end(f"{self.title} is not installed; try: {self.install}")
        return found

    @property
    def install(self) -> str:
        """The command that installs it on Debian and Ubuntu."""
        return f"apt-get install {' '.join(self.packages)}"


POSTGRES = Program("Postgres", ("initdb",), ("postgresql",), "the database", ("usr/lib/postgresql/*/bin",))
MOSQUITTO = Program(
    "Mosquitto",
    ("mosquitto",),
    ("mosquitto", "mosquitto-clients"),
    "the MQTT feed",
    ("usr/sbin", "usr/local/sbin"),
)
COMPILER = Program("a C compiler", ("cc",), ("gcc", "libc6-dev"), "failing disks")
NODE = Program("Node.js", ("node",), ("nodejs",), "the page's modules and a bot in JavaScript")
NPM = Program("npm", ("npm",), ("npm",), "the page's types and its accessibility")
CHROMIUM = Program(
    "Chromium",
    ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
    ("chromium-headless-shell",),
    "the page in a browser",
)
"""Without the windows of the whole Chromium, tests of the page take a fifth less time."""

PROGRAMS = (POSTGRES, MOSQUITTO, COMPILER, NODE, NPM, CHROMIUM)


def missing() -> list[Program]:
    """Return the programs that are not installed."""
    return [program for program in PROGRAMS if program.path() is None]


if __name__ == "__main__":
    print(*(package for program in missing() for package in program.packages))
