"""Process of one target under Atheris. `python -m tests.fuzz` starts it with the flags of libFuzzer."""

import os
import sys
from random import Random

os.environ["NUMBA_DISABLE_JIT"] = "1"  # compiled code cannot be instrumented, and each set of options would be compiled

import atheris

with atheris.instrument_imports(include=["kibitz_client", "kibitz_protocol", "kibitz_server"]):
    from tests.fuzz.targets import TARGETS

from tests.fuzz.corpus import inputs
from tests.fuzz.mutation import mutated


def main() -> None:
    """Run a target until libFuzzer ends the process. The arguments are the program to start again, target and flags."""
    _, program, target, *flags = sys.argv
    others = list(inputs(target))

    def mutate(data: bytes, longest: int, seed: int) -> bytes:
        rng = Random(seed)
        if rng.random() < 0.5:
            changed: bytes = atheris.Mutate(data, longest)
            return changed
        return mutated(data, rng.choice(others), rng, longest)

    atheris.Setup([program, *flags], TARGETS[target].read, custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
