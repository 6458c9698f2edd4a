"""Figures of Swiss tournaments."""

import pytest

from bench.tournament.swiss import swiss_figures


@pytest.mark.io
async def test_a_short_run_measures() -> None:
    """A minimum of the benchmark gives a time for tie-breaks and for a round, and what moves meanwhile take."""
    found = [figure async for figure in swiss_figures(small=True)]
    assert [figure.quantity for figure in found][:2] == [
        "tie-breaks of 64 entrants after 7 rounds",
        "Swiss round of 64",
    ]
    assert "moves" in found[2].quantity
    assert all(figure.value is not None and figure.value > 0 and figure.goal for figure in found)
