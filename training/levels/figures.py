"""Figures of the levels, kept in a file that the page is made from, so that each command may measure a part.

A figure belongs to the rung that it was measured with. One of another rung is dropped.
"""

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from kibitz_server.engine.levels import ladder_of
from kibitz_server.engine.limit import LEVELS
from kibitz_server.games.registry import load

FILE = Path(__file__).parent / "figures.json"
Figures = dict[str, Any]
"""What is known of a game: `loss`, `below` and `outside` by the level as text."""


class Tally(NamedTuple):
    """Results of games, for one side."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self)

    @property
    def share(self) -> float:
        """Part of the points, with half a point for a draw."""
        return (self.won + self.drawn / 2) / self.games

    @property
    def margin(self) -> float:
        """Margin of 95 % of the share, with one win and one loss more: else it is 0 where all games are won."""
        games = self.games + 2
        mean = (self.won + 1 + self.drawn / 2) / games
        squares = (self.won + 1 + self.drawn / 4) / games
        return 1.96 * math.sqrt((squares - mean * mean) / games)

    def plus(self, points: float) -> "Tally":
        """Return the results with those of another game."""
        return Tally(self.won + (points == 1), self.drawn + (points == 0.5), self.lost + (points == 0))

    def __str__(self) -> str:
        """Return the share in percent."""
        return f"{100 * self.share:.0f} ± {100 * self.margin:.0f}"


def read(file: Path = FILE) -> dict[str, Figures]:
    """Return the figures of each game that were measured with its present rungs."""
    known: dict[str, Figures] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return {name: _fresh(rungs(name), found) for name, found in known.items()}


def _fresh(present: Mapping[str, str], found: Figures) -> Figures:
    """Return the figures of a game without those of levels that have changed, or that met a level that has changed."""
    changed = {level for level in present if found["rungs"].get(level) != present[level]}
    met = {"below": {str(int(level) + 1) for level in changed}}
    kept = {
        kind: {level: figure for level, figure in figures.items() if level not in changed | met.get(kind, set())}
        for kind, figures in found.items()
        if kind != "rungs"
    }
    return {kind: figures for kind, figures in kept.items() if figures}


def keep(name: str, kind: str, level: int, figure: Sequence[Any], file: Path = FILE) -> None:
    """Write a figure of a game to the file."""
    known = read(file)
    known.setdefault(name, {}).setdefault(kind, {})[str(level)] = list(figure)
    lines = [
        f" {json.dumps(each)}: {json.dumps({'rungs': rungs(each), **dict(sorted(found.items()))})}"
        for each, found in sorted(known.items())
        if found
    ]
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def rungs(name: str) -> dict[str, str]:
    """Return a text for each level of a game, which two rungs have in common only if they play the same."""
    ladder = ladder_of(load(name))
    found = {}
    for level, rung in zip(LEVELS, ladder.rungs, strict=True):
        sees = f"{level >= ladder.wins_from:d} {level >= ladder.blocks_from:d}"
        numbers = " ".join(f"{number:g}" for number in rung if number is not None)
        won = f" {ladder.won}" if ladder.won and level >= ladder.blocks_from else ""
        found[str(level)] = f"{ladder.even} {sees}{won}: {numbers}"
    return found
