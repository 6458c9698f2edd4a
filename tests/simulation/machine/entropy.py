"""Random bytes from a seed, for the ids, codes and tokens that a server must not choose by a seed otherwise."""

import contextlib
import random
from collections.abc import Iterator


@contextlib.contextmanager
def seeded(source: random.Random) -> Iterator[None]:
    """Give `secrets` and `random` the bytes of a source for the duration of the block."""
    state = random.getstate()
    system = random._urandom  # type: ignore[attr-defined]  # from which `secrets` takes all it returns
    random.seed(source.getrandbits(64))
    random._urandom = source.randbytes  # type: ignore[attr-defined]
    try:
        yield
    finally:
        random._urandom = system  # type: ignore[attr-defined]
        random.setstate(state)
