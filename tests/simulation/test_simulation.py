"""Simulations of the whole server: clean seeds, and the same run for the same seed."""

import os
import subprocess
import sys

import pytest

from tests.simulation.__main__ import replay_command
from tests.simulation.simulation import simulate

SEEDS = 24
PARTS = 4
"""Tests that share the seeds, so that workers of pytest can run them side by side."""
SEEN = (
    "event MovePlayed",
    "event MatchFinished",
    "event OfferMade",
    "event SeatTaken",
    "event ClientSeedGiven",
    "event ChanceDecided",
    "event SeedRevealed",
    "state with hidden cards",
    "message snapshot",
    "message next",
    "refused not_saved",
    "accepted watch",
    "accepted record",
)
"""What some seeds must reach, or they would check nothing."""


@pytest.mark.timeout(120 + SEEDS)
@pytest.mark.parametrize("part", range(PARTS))
def test_every_invariant_holds(part: int) -> None:
    """Clients act and faults occur at random, and no invariant breaks."""
    for seed in range(1 + part, SEEDS + 1, PARTS):
        outcome = simulate(seed)
        assert outcome.violation is None, f"{outcome.violation}\nrun it again: {replay_command(seed)}"


def test_the_simulation_reaches_what_it_checks() -> None:
    """A few seeds have every fault, and moves, offers, ends, restarts and refusals among their messages."""
    outcomes = [simulate(seed) for seed in range(1, 9)]
    counts = sum((outcome.counts for outcome in outcomes[1:]), outcomes[0].counts)
    faults = sum((outcome.faults for outcome in outcomes[1:]), outcomes[0].faults)
    assert [what for what in SEEN if not counts[what]] == []
    assert len(faults) >= 8


def test_a_seed_gives_one_run() -> None:
    """Two runs of a seed have the same trace, also in processes with other hash seeds."""
    here = simulate(5)
    assert simulate(5).trace_hash == here.trace_hash
    assert simulate(6).trace_hash != here.trace_hash
    program = "from tests.simulation.simulation import simulate; print(simulate(5).trace_hash)"
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    other = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    assert other.stdout.strip() == here.trace_hash
