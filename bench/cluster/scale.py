"""Size of a run."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """How much each section measures.

    Attributes:
        pairs: empty searches in a local slot and on a worker, alternately.
        parts: calls of each part of the round trip to a worker.
        cancels: cancelled searches of each kind of slot, alternately.
        workers: numbers of workers whose searches are counted; the first is one.
        seconds: time limit of those searches.
        rounds: searches of each slot in a turn.
        turns: alternating turns of searches on workers and in local slots.
        nodes: nodes of a search that needs a core.
        starts: starts of each kind of process.
        failures: rounds of each failure.
    """

    pairs: int = 1000
    parts: int = 500
    cancels: int = 60
    workers: tuple[int, ...] = (1, 2, 4)
    seconds: float = 0.5
    rounds: int = 5
    turns: int = 2
    nodes: int = 1_000_000
    starts: int = 5
    failures: int = 5


SMALL = Scale(
    pairs=10, parts=10, cancels=2, workers=(1, 2), seconds=0.05, rounds=1, turns=1, nodes=1000, starts=1, failures=1
)
