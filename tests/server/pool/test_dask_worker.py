"""What the preload of `dask worker` reads: the resources of the worker, and the environment."""

import pytest

from kibitz_server.pool.dask_worker import niceness, slots_of


def test_the_resource_says_how_many_searches_run_at_once() -> None:
    """Dask gives resources as fractions; without the resource there is one slot."""
    assert slots_of({"kibitz_slot": 4.0, "GPU": 1.0}) == 4
    assert slots_of({}) == 1


@pytest.mark.parametrize("wrong", [0.0, 1.5, -1.0, 1000.0])
def test_a_resource_that_is_no_number_of_slots_is_an_error(wrong: float) -> None:
    """The error shows the option."""
    with pytest.raises(ValueError, match="--resources kibitz_slot=4"):
        slots_of({"kibitz_slot": wrong})


def test_the_environment_sets_the_niceness() -> None:
    """The variable is that of the server."""
    assert niceness({}) == 19
    assert niceness({"KIBITZ_WORKER_NICE": "5"}) == 5
    for wrong in ("20", "-1", "much", ""):
        with pytest.raises(ValueError, match="KIBITZ_WORKER_NICE is 0 to 19"):
            niceness({"KIBITZ_WORKER_NICE": wrong})
