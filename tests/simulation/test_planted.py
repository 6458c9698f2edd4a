"""Planted bugs: the simulation finds each of them."""

import pytest

from tests.simulation.planted import PLANTED, planted
from tests.simulation.simulation import simulate

MOST_SEEDS = 60
"""Seeds in which a bug must be found."""


@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_bug_is_found(name: str) -> None:
    """A simulation with the bug breaks one of the invariants that are about it. Without the bug its seed is clean."""
    for seed in range(1, MOST_SEEDS + 1):
        with planted(name) as invariants:
            violation = simulate(seed).violation
        if violation is not None:
            assert violation.invariant in invariants, f"seed {seed}: {violation}"
            assert simulate(seed).violation is None
            return
    pytest.fail(f"{MOST_SEEDS} seeds with the bug are clean")
