"""The path of a move through the server does not grow."""

import json

import pytest

from tests.bench.running import run

MOST_CALLS = {"move": 390, "move with a clock": 425, "delivery to a spectator": 7}
"""Calls of functions, those in C included: 1.3 times those of November 2026 on Python 3.11, which are 301, 326 and 5.3.
Other versions count a little differently, and a feature may cost a few. A doubled step of a move does not fit."""
SPECTATORS = 100


def cost(*arguments: str) -> tuple[float, float]:
    """Return calls and microseconds of a move."""
    done = run("bench.server.in_process", "--rounds", "2", *arguments, timeout_s=120)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    return found["calls"], found["us"]


@pytest.mark.io
@pytest.mark.timeout(300, func_only=True)
def test_a_move_takes_no_more_calls() -> None:
    """Calls are counted, because they are the same on a busy machine. The time is printed for comparison."""
    counted, taken = {}, {}
    counted["move"], taken["move"] = cost("--matches", "20")
    counted["move with a clock"], taken["move with a clock"] = cost("--matches", "20", "--clock")
    watched, taken["watched move"] = cost("--matches", "1", "--watchers", str(SPECTATORS))
    counted["delivery to a spectator"] = (watched - counted["move"]) / SPECTATORS
    print(counted, "calls;", taken, "us")
    assert all(counted[name] <= most for name, most in MOST_CALLS.items()), counted
