"""Measured processor time of tests, by which runs are divided and their remaining time is estimated.

`durations.txt` beside this module has a line for each test that takes long: seconds and id. `make durations` measures
all tests and writes it. By it `make test` leaves tests to `make test-all` (LONG), and that to `make nightly` (NIGHTLY).
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("durations.txt")
LISTED_S = 0.2
"""Least time of a test that has a line."""
USUAL_S = 0.02
"""Mean time of a test without a line."""


class Limits(NamedTuple):
    """What a run leaves to a longer one, in seconds.

    Args:
        case: Least time of a case, one of many of a test with parameters.
        only: Least time of a test without other cases.
        most: If all cases of a test take longer than `case`, the cheapest one stays if it takes less than this.
    """

    case: float
    only: float
    most: float


LONG = Limits(0.25, 0.8, 2.5)
NIGHTLY = Limits(0.4, 1.5, 2.0)

MARKED = re.compile(r"mark\.long\b|\b(pairs|compiled_cases)\(")
"""What a file says whose tests are marked. A run fails if it marks a test of a file that says nothing of this."""


@cache
def listed() -> dict[str, float]:
    """Return the seconds of the tests that have a line, by id."""
    return read(FILE)


def read(file: Path) -> dict[str, float]:
    """Return the lines of a list."""
    lines = (line.partition(" ") for line in file.read_text().splitlines())
    return {test: float(seconds) for seconds, _, test in lines}


def expected(test: str) -> float:
    """Return the seconds that a test probably takes."""
    return listed().get(test, USUAL_S)


def marks(by_hand: Mapping[str, str | None], seconds: Mapping[str, float]) -> dict[str, set[str]]:
    """Return the tests that get the marks `long` and `nightly` for their time.

    Args:
        by_hand: All tests, with what their source says: `long`, `nightly`, or the run of `stays_in`.
        seconds: The seconds of tests.
    """
    long = beyond(LONG, [test for test, said in by_hand.items() if said in (None, "test-all")], seconds)
    later = beyond(NIGHTLY, [test for test, said in by_hand.items() if said in (None, "long")], seconds)
    # A case that stays in `make test` is not the cheapest one of all if that has a mark by hand.
    return {"long": long, "nightly": {test for test in later if test in long or by_hand[test] == "long"}}


def beyond(limits: Limits, tests: Iterable[str], seconds: Mapping[str, float]) -> set[str]:
    """Return those of all tests that a run with these limits leaves to a longer one."""
    cases: dict[str, list[str]] = {}
    for test in tests:
        cases.setdefault(function(test), []).append(test)
    long = set()
    for same in cases.values():
        least = limits.only if len(same) == 1 else limits.case
        found = sorted((test for test in same if seconds.get(test, 0) >= least), key=lambda test: seconds[test])
        kept = len(same) > 1 and len(found) == len(same) and seconds[found[0]] < limits.most
        long.update(found[kept:])
    return long


def long_files(root: Path) -> list[str]:
    """Return the files that may have tests for `make test-all`. To read only these saves half a minute."""
    listed_ones = {test.partition("::")[0] for test, seconds in listed().items() if seconds >= LONG.case}
    marked = (path for path in (root / "tests").rglob("test_*.py") if MARKED.search(path.read_text()))
    return sorted(listed_ones | {path.relative_to(root).as_posix() for path in marked})


def write(measured: Mapping[str, float], file: Path = FILE) -> None:
    """Write the lines of all tests that took at least LISTED_S, in the order of their ids."""
    lines = (f"{took:.1f} {test}\n" for test, took in sorted(measured.items()) if took >= LISTED_S)
    file.write_text("".join(lines))


def function(test: str) -> str:
    """Return the id of a test without its parameters."""
    return test.partition("[")[0]


def by_folder(measured: Iterable[tuple[str, float]], depth: int = 3) -> dict[str, float]:
    """Return the sum of the seconds below each folder, at most `depth` names deep."""
    sums: dict[str, float] = {}
    for test, took in measured:
        folder = "/".join(test.partition("::")[0].split("/")[:-1][:depth])
        sums[folder] = sums.get(folder, 0) + took
    return sums
