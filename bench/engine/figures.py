"""Figures with their goals, and processor times measured side by side."""

import gc
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


def load_average() -> float:
    """Return the load average of the last minute."""
    return round(os.getloadavg()[0], 2)


@dataclass(frozen=True)
class Figure:
    """One row of the table. `value` is None if it could not be measured; `detail` then says why.

    `at_least` is the direction of the goal. A figure without a goal is for comparison.
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
        """Return whether the goal is met; None without a goal or a value."""
        if self.value is None or self.goal is None:
            return None
        return self.value >= self.goal if self.at_least else self.value <= self.goal


def absent(quantity: str, why: str, goal: float | None = None) -> Figure:
    """Return a figure that cannot be measured on this machine."""
    return Figure(quantity, None, goal=goal, detail=why)


def cpu_seconds(work: Callable[[], object]) -> float:
    """Return the processor seconds that this process uses for a piece of work."""
    gc.collect()
    began = time.process_time()
    work()
    return time.process_time() - began


def best_of(rounds: int, runners: Mapping[str, Callable[[], float]]) -> dict[str, float]:
    """Return the best time of each runner. They alternate, so that a busy machine slows all of them equally."""
    times: dict[str, list[float]] = {name: [] for name in runners}
    for _ in range(rounds):
        for name, run in runners.items():
            times[name].append(run())
    return {name: min(taken) for name, taken in times.items()}
