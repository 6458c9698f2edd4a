"""Samples of a server's processes and files, and how much each quantity grows."""

import itertools
import math
import os
import re
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from bench.chaos.server import descendants

WARM_UP = 1 / 3
"""Part of the run that is not judged: caches fill, and the first matches are compiled."""
ERRORS = 2.0
"""Standard errors that a slope must differ from 0 to count as growth."""
NEGLIGIBLE = 0.10
"""Growth in an hour, as a part of the mean, that does not count even if it is significant."""


class Sample(NamedTuple):
    """One sample: seconds since the start, and the quantities by name."""

    at_s: float
    values: dict[str, float]


@dataclass(frozen=True)
class Slope:
    """Linear trend of a quantity: its mean, its growth in an hour, and the standard error of the growth."""

    mean: float
    per_hour: float
    error: float

    @property
    def flat(self) -> bool:
        """Whether the quantity does not grow: within its error, or by a negligible part of its mean."""
        grows = self.per_hour - ERRORS * self.error
        return grows <= NEGLIGIBLE * self.mean


def slope(samples: list[Sample], name: str) -> Slope:
    """Return the trend of a quantity by least squares.

    Samples that follow each other are alike, so the error is widened for a first-order autoregressive residual: with
    correlation r, n samples are worth n (1 - r) / (1 + r) independent ones (Bartlett, 1946).

    Raises:
        ValueError: There are fewer than four samples.
    """
    if len(samples) < 4:
        raise ValueError("a trend needs at least four samples")
    hours = [sample.at_s / 3600 for sample in samples]
    values = [sample.values[name] for sample in samples]
    count = len(samples)
    mean_hour, mean = sum(hours) / count, sum(values) / count
    spread = sum((hour - mean_hour) ** 2 for hour in hours)
    per_hour = sum((hour - mean_hour) * (value - mean) for hour, value in zip(hours, values, strict=True)) / spread
    rest = [value - mean - per_hour * (hour - mean_hour) for hour, value in zip(hours, values, strict=True)]
    square = sum(each * each for each in rest)
    if square == 0:
        return Slope(mean, per_hour, 0.0)
    correlation = sum(a * b for a, b in itertools.pairwise(rest)) / square
    correlation = min(max(correlation, 0.0), 0.95)
    independent = max(count * (1 - correlation) / (1 + correlation), 3.0)
    return Slope(mean, per_hour, math.sqrt(square / spread / (independent - 2)))


class Sampler:
    """Samples of one server process and of the processes below it. Linux only.

    Args:
        pid: Process of the server.
        address: Address of its `/metrics`.
        files: Further quantities by name, each a function that returns bytes.
    """

    def __init__(self, pid: int, address: str, files: dict[str, Callable[[], int]]) -> None:
        self._pid = pid
        self._address = address
        self._files = files

    def take(self, at_s: float) -> Sample:
        """Return a sample. Blocks for a few milliseconds."""
        below = [pid for pid in descendants(self._pid) if _status(pid)]
        own = _status(self._pid)
        with urllib.request.urlopen(self._address, timeout=10) as page:
            metrics = page.read().decode()
        values: dict[str, float] = {
            "memory of the server, MB": _number(own, "VmRSS") / 1024,
            "memory of the workers, MB": sum(_number(_status(pid), "VmRSS") for pid in below) / 1024,
            "processes": 1 + len(below),
            "threads of the server": _number(own, "Threads"),
            "file descriptors of the server": len(os.listdir(f"/proc/{self._pid}/fd")),
            "tasks": _metric(metrics, "kibitz_tasks"),
            "memory blocks of Python, thousands": _metric(metrics, "kibitz_memory_blocks") / 1000,
        }
        for name, size in self._files.items():
            values[name] = size() / 2**20
        return Sample(at_s, values)


def folder_bytes(folder: Path) -> int:
    """Return the size of all files of a folder, in bytes. A file that vanishes meanwhile does not count."""
    total = 0
    for file in folder.rglob("*"):
        try:
            total += file.stat().st_size if file.is_file() else 0
        except FileNotFoundError:
            continue
    return total


def _status(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def _number(status: str, name: str) -> float:
    found = re.search(rf"^{name}:\s+(\d+)", status, re.MULTILINE)
    return float(found[1]) if found else 0.0


def _metric(page: str, name: str) -> float:
    found = re.search(rf"^{name} (\S+)$", page, re.MULTILINE)
    if found is None:
        raise LookupError(f"the server has no metric {name}")
    return float(found[1])
