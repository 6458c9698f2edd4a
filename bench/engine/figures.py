"""What is measured: figures with their goals, and processor times taken side by side."""

import gc
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


def load_average() -> float:
    """How many processes wanted a core in the last minute."""
    return round(os.getloadavg()[0], 2)


@dataclass(frozen=True)
class Figure:
    """One line of the table. `value` is None where it could not be measured; `detail` then says why.

    `at_least` says in which direction the goal lies; a figure without a goal is told for comparison.
    """

    quantity: str
    value: float | None
    unit: str = "x"
    goal: float | None = None
    at_least: bool = True
    detail: str = ""
    load: float = field(default_factory=load_average)

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None without a goal or a value."""
        if self.value is None or self.goal is None:
            return None
        return self.value >= self.goal if self.at_least else self.value <= self.goal

    def as_json(self) -> dict[str, Any]:
        """The figure with its verdict."""
        return asdict(self) | {"met": self.met}


def absent(quantity: str, why: str, goal: float | None = None) -> Figure:
    """A figure that cannot be measured here."""
    return Figure(quantity, None, goal=goal, detail=why)


def cpu_seconds(work: Callable[[], object]) -> float:
    """The processor time that this process needs for some work."""
    gc.collect()
    began = time.process_time()
    work()
    return time.process_time() - began


def best_of(rounds: int, runners: Mapping[str, Callable[[], float]]) -> dict[str, float]:
    """The best time of each, taken in turns, so that a busy machine slows them all alike."""
    times: dict[str, list[float]] = {name: [] for name in runners}
    for _ in range(rounds):
        for name, run in runners.items():
            times[name].append(run())
    return {name: min(taken) for name, taken in times.items()}
