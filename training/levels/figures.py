"""Figures of the levels, kept in a file that the page is made from, so that each command may measure a part.

A figure belongs to the ladder that it was measured with. One of another ladder is dropped.
"""

import json
import math
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from kibitz_server.engine.levels import ladder_of
from kibitz_server.games.registry import load

FILE = Path(__file__).parent / "figures.json"
Figures = dict[str, Any]
"""What is known of a game: `loss`, `below` and `outside` by the level as text, and the `ladder`."""


class Share(NamedTuple):
    """Part of the points, with its margin of 95 %, and the number of games."""

    mean: float
    margin: float
    games: int

    @classmethod
    def of(cls, points: Sequence[float]) -> "Share":
        """Return the share of the points of each game."""
        margin = 1.96 * statistics.pstdev(points) / math.sqrt(len(points))
        return cls(round(statistics.fmean(points), 4), round(margin, 4), len(points))

    def __str__(self) -> str:
        """Return the share in percent."""
        return f"{self.mean:.1%} ± {self.margin:.1%}"


def read(file: Path = FILE) -> dict[str, Figures]:
    """Return the figures of each game that were measured with its present ladder."""
    return {name: found for name, found in _all(file).items() if found["ladder"] == ladder_text(name)}


def _all(file: Path) -> dict[str, Figures]:
    known: dict[str, Figures] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return known


def keep(name: str, kind: str, level: int, figure: Sequence[Any], file: Path = FILE) -> None:
    """Write a figure of a game to the file."""
    known, ladder = _all(file), ladder_text(name)
    if known.get(name, {}).get("ladder") != ladder:
        known[name] = {"ladder": ladder}
    known[name].setdefault(kind, {})[str(level)] = list(figure)
    lines = [f" {json.dumps(each)}: {json.dumps(figures)}" for each, figures in sorted(known.items())]
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def ladder_text(name: str) -> str:
    """Return a text that two ladders have in common only if they are the same."""
    ladder = ladder_of(load(name))
    rungs = "; ".join(" ".join(f"{number:g}" for number in rung if number is not None) for rung in ladder.rungs)
    return f"{ladder.even} {ladder.wins_from} {ladder.blocks_from}: {rungs}"
