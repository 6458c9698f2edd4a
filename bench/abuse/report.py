"""Rows of the table, and the table in the documentation."""

import functools
import os
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from platform import python_version
from typing import NamedTuple

from bench.abuse.attackers import CLIENTS
from bench.abuse.cost import Cost
from bench.abuse.probe import Times
from bench.pages import Place, put
from bench.tables import head, today

ABUSE = Place("abuse")
MAX_RATIO = 1.2
"""Goal for the 99th percentile of a move: at most this multiple of the quiet one."""
MAX_HELLO_S = 0.5
DRAWS = 200
COLUMNS = (
    *(
        "ms each",
        "bytes each",
        "answered/s",
        "refused/s",
        "kB/s",
        "server ms/s",
        "p50 quiet",
        "p50",
        "p99 quiet",
        "p99",
        "ratio",
        "90 % of it",
        "hello s",
    ),
    "attackers",
)
HEADINGS = f"{'command':<20}" + "".join(f"{name:>12}" for name in COLUMNS)


class Ratio(NamedTuple):
    """A ratio with the bounds of its error."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Row:
    """Figures of one attack. `sent` has the counts of the hostile clients and their time."""

    attack: str
    quiet_turns: Sequence[Times]
    loud_turns: Sequence[Times]
    """As many as quiet turns, each directly after one."""
    sent: dict[str, float]
    added_s: float
    """Processor time of the server beyond that of the quiet turns."""
    cost: Cost | None
    """The cost of one command on a quiet server."""
    load: float = field(default_factory=lambda: os.getloadavg()[0])

    @functools.cached_property
    def quiet(self) -> Times:
        """All quiet turns."""
        return Times.together(self.quiet_turns)

    @functools.cached_property
    def loud(self) -> Times:
        """All turns of the attack."""
        return Times.together(self.loud_turns)

    @functools.cached_property
    def ratio(self) -> "Ratio":
        """The 99th percentile of a move during the attack, in relation to the quiet one.

        The bounds are those of a bootstrap: nine of ten draws of as many pairs of turns lie between them (Efron, 1979).
        """
        rng = random.Random(1)
        pairs = list(zip(self.quiet_turns, self.loud_turns, strict=True))

        def ratio(drawn: Sequence[tuple[Times, Times]]) -> float:
            quiet, loud = (Times.together(turns) for turns in zip(*drawn, strict=True))
            return loud.move_ms(99) / quiet.move_ms(99)

        drawn = sorted(ratio(rng.choices(pairs, k=len(pairs))) for _ in range(DRAWS))
        return Ratio(ratio(pairs), drawn[DRAWS // 20], drawn[-1 - DRAWS // 20])

    @property
    def verdict(self) -> str:
        """Whether both goals are met, as far as the error of the ratio allows to say."""
        if self.ratio.low > MAX_RATIO or self.loud.slowest_hello_s >= MAX_HELLO_S:
            return "missed"
        return "met" if self.ratio.value <= MAX_RATIO else "within the error"

    @property
    def cells(self) -> list[str]:
        """The figures in the order of COLUMNS."""
        seconds = self.sent["seconds"]

        def rate(name: str, unit: float = 1.0) -> str:
            return f"{self.sent.get(name, 0) / unit / seconds:.0f}"

        return [
            f"{self.cost.ms:.2f}" if self.cost else "",
            f"{self.cost.bytes:.0f}" if self.cost else "",
            rate("answered"),
            rate("refused"),
            rate("bytes", 1000),
            f"{1000 * self.added_s / seconds:.0f}",
            *(f"{times.move_ms(percent):.2f}" for percent in (50, 99) for times in (self.quiet, self.loud)),
            f"{self.ratio.value:.2f}",
            f"{self.ratio.low:.2f}-{self.ratio.high:.2f}",
            f"{self.loud.slowest_hello_s:.2f}",
            f"{100 * self.sent['processor_s'] / seconds:.0f} %",
        ]

    @property
    def line(self) -> str:
        """The row for the terminal."""
        return f"{self.attack:<20}" + "".join(f"{cell:>12}" for cell in self.cells) + f"  {self.verdict}"


def table(rows: Sequence[Row]) -> str:
    """Return the rows as Markdown."""
    loads = [row.load for row in rows]
    lines = [
        f"{head(today())}; Python {python_version()}. {CLIENTS} hostile clients of "
        f"one address. Goals: ratio at most {MAX_RATIO:g}, slowest hello under {MAX_HELLO_S:g} s. "
        f"Load: {min(loads):.2f} to {max(loads):.2f}.",
        "",
        "| Command | " + " | ".join(COLUMNS) + " | |",
        "|---|" + "---:|" * len(COLUMNS) + "---|",
        *(
            f"| {row.attack} | " + " | ".join(row.cells) + f" | {row.verdict.replace('missed', '**missed**')} |"
            for row in rows
        ),
    ]
    return "\n".join(lines)


def write(rows: Sequence[Row]) -> None:
    """Replace the table of the page."""
    put(ABUSE, table(rows))
