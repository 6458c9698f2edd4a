"""Plugin of pytest that records the processor time of each test, with that of the processes that it waited for.

`--record FOLDER` switches it on. Each process of the run writes a file there, which `collected` reads.
"""

import json
import resource
from collections.abc import Generator
from pathlib import Path

import pytest

OPTION = "--record"


def processor_s() -> float:
    """Return the processor time of this process and of the ended ones that it started."""
    used = [resource.getrusage(which) for which in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


class Recorder:
    """Writes a line for each test."""

    def __init__(self, file: Path) -> None:
        self._file = file.open("a")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Measure a test with its fixtures."""
        before = processor_s()
        result = yield
        self._file.write(json.dumps([item.nodeid, round(processor_s() - before, 3)]) + "\n")
        self._file.flush()
        return result


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.addoption(OPTION, type=Path, metavar="FOLDER", help="write the processor time of each test into a folder")


def pytest_configure(config: pytest.Config) -> None:
    """Record in the processes that run tests."""
    folder = config.getoption(OPTION)
    if folder is not None:
        worker = getattr(config, "workerinput", {}).get("workerid", "main")
        config.pluginmanager.register(Recorder(folder / f"{worker}.jsonl"))


def collected(folder: Path) -> dict[str, float]:
    """Return the seconds of each test by id."""
    lines = (line for file in folder.glob("*.jsonl") for line in file.read_text().splitlines())
    return dict(map(json.loads, lines))
