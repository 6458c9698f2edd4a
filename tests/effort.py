"""How much a test tries: little in `make test` and `make test-all`, much in `make nightly`.

TEST_EFFORT=thorough asks for many random cases. Tests with such a number are marked `property`, and run again in
`make nightly`. Of a product of parameters, `make test` has some pairs, `make test-all` more, and `make nightly` the
others.
"""

import os
from collections.abc import Iterable, Sequence

import pytest
from _pytest.mark import ParameterSet
from hypothesis import HealthCheck, settings

VARIABLE = "TEST_EFFORT"
THOROUGH = "thorough"
PROFILES = {"quick": 20, THOROUGH: 100}
"""Examples of a test with Hypothesis, by the value of the variable."""


def cases(quick: int, thorough: int) -> int:
    """Return the number of cases that this run asks for."""
    return thorough if os.environ.get(VARIABLE) == THOROUGH else quick


def choose_profile() -> None:
    """Give tests with Hypothesis their number of examples, the same ones in each run.

    A busy machine takes long for some of them, and files of examples that failed are not kept.
    """
    for name, examples in PROFILES.items():
        settings.register_profile(
            name,
            max_examples=examples,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=[HealthCheck.too_slow],
        )
    settings.load_profile(os.environ.get(VARIABLE, "quick"))


def pairs(first: Iterable[object], second: Sequence[object]) -> list[ParameterSet]:
    """Return all pairs of two lists of parameters.

    `make test` has each of the first ones with one of the second in turn, `make test-all` each with the next one, and
    `make nightly` the others.
    """
    tiers = [(), (pytest.mark.long,), (pytest.mark.nightly,)]
    found = []
    for number, one in enumerate(first):
        for place, other in enumerate(second):
            tier = min((place - number) % len(second), 2)
            found.append(pytest.param(one, other, marks=tiers[tier], id=f"{name(one)}-{name(other)}"))
    return found


def name(value: object) -> str:
    """Return the name of a parameter in the id of a test."""
    return str(getattr(value, "name", None) or getattr(value, "__name__", None) or value)
