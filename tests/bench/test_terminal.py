"""The benchmark of the terminal app runs."""

import pytest

from tests.bench.running import run


@pytest.mark.io
@pytest.mark.nightly
@pytest.mark.timeout(300, func_only=True)
def test_the_benchmark_runs_with_small_numbers() -> None:
    """Each figure has its line. The goals may be missed, because the machine may be busy."""
    done = run("bench.terminal", "--small")
    lines = done.stdout.splitlines()
    for name in ("first frame", "`kibitz lobby --json`", "a running clock, 80x24", "a move, 120x40"):
        assert any(line.startswith(name) for line in lines), done.stdout + done.stderr
    assert done.returncode == any("MISSED" in line for line in lines)
