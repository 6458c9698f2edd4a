"""Every kept input of the fuzzer, and random changes of them, are refused in the documented way or read."""

from random import Random

import pytest

from tests.effort import cases
from tests.fuzz.corpus import FOLDER, inputs
from tests.fuzz.mutation import mutated
from tests.fuzz.targets import TARGETS

EXAMPLES = cases(20, 200)
EACH = cases(2, 15)
"""Changes of each kept input, so that each is changed."""
each_target = pytest.mark.parametrize(
    # Drawing boards takes long, and no other test changes what a server sends.
    "target",
    [pytest.param(name, marks=pytest.mark.stays_in("test")) if name == "client" else name for name in TARGETS],
)


@each_target
def test_kept_inputs_break_nothing(target: str) -> None:
    """No kept input of a target breaks a promise. There are inputs that are read, and kept ones."""
    count = 0
    for data in inputs(target):
        TARGETS[target].read(data)
        count += 1
    assert count > sum(1 for _ in TARGETS[target].seeds())


@pytest.mark.property
@pytest.mark.timeout(120)
@each_target
def test_changed_inputs_break_nothing(target: str) -> None:
    """No change of a kept input breaks a promise of a target."""
    kept = list(inputs(target))
    for seed in range(max(EXAMPLES, EACH * len(kept))):
        rng = Random(seed)
        data = mutated(kept[seed % len(kept)], rng.choice(kept), rng, TARGETS[target].longest)
        try:
            TARGETS[target].read(data)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {data[:300]!r} breaks a promise") from error


def test_the_corpus_has_no_other_files() -> None:
    """Each file of the corpus belongs to a target, so that no input is left out."""
    assert {file.stem for file in FOLDER.iterdir()} <= set(TARGETS)
