"""Table of draughts endings: `python -m training draughts` makes it, in a few minutes on one core.

Retrograde analysis (Thompson, 1986; for draughts: Lake, Schaeffer and Lu, 1994). Captures lead to smaller endings,
which are complete by then, so a position with a capture is determined first. From there, results spread backwards by
plain moves: the mover of a position before a lost one wins; a mover all of whose moves lead to won positions loses.
Results spread in the order of their distance from the end, so the first one is the soonest. What is never reached is a
draw. Afterwards each position is compared with its successors.
"""

import argparse
import time
from collections.abc import Callable
from math import comb
from types import SimpleNamespace
from typing import Any

import numpy as np
from numba import njit

from kibitz_server.engine.compiler.native import Native
from kibitz_server.engine.data import files
from kibitz_server.engine.rules import rules_of
from kibitz_server.games.draughts.english.endings import (
    BLOCK_STARTS,
    BLOCKS,
    ENDING_PIECES,
    LONGEST_WAIT,
    block_number,
    block_size,
    places,
)
from kibitz_server.games.registry import load
from kibitz_server.games.ruleset import rebuild
from training.draughts import retrograde

DEEPEST = 252
Values = Any
"""Array of one byte for each place."""


class Analysis:
    """Endings of up to a number of pieces, with the compiled functions that determine them."""

    def __init__(self, pieces: int) -> None:
        game, native = load("draughts"), Native()
        names = rebuild({**vars(retrograde), **rules_of(game)}, native.constant, native.function)
        self._run = SimpleNamespace(
            **{
                name: _callable(names[name])
                for name in ("settle", "spread", "check", "fill", "quiet_plies", "value_of")
            }
        )
        state = native.memory(game.names["State"], game.names)
        self._memory = [np.zeros(1, state)[0], np.zeros(1, state)[0]]
        self._moves = np.zeros(256, np.int32)
        self.values = np.zeros(places(pieces), np.uint8)

    def blocks(self, pieces: int) -> list[tuple[int, ...]]:
        """Return start, size and pieces of each block with this many pieces."""
        return [(BLOCK_STARTS[block_number(*b)], block_size(*b), *b) for b in BLOCKS if sum(b) == pieces]

    def _each(self, run: Callable[..., int], pieces: int, *more: int) -> int:
        return sum(run(*self._memory, self.values, self._moves, *block, *more) for block in self.blocks(pieces))

    def determine(self, pieces: int) -> int:
        """Determine all endings with this many pieces, after the smaller ones. Return the number of positions."""
        count = self._each(self._run.settle, pieces)
        for level in range(DEEPEST):
            if not self._each(self._run.spread, pieces, level) and not self._later(pieces, level):
                break
        values = self.values[places(pieces - 1) : places(pieces)]
        values[values == 0] = retrograde.DRAWN
        return count

    def _later(self, pieces: int, level: int) -> bool:
        return bool((self.values[places(pieces - 1) : places(pieces)] > retrograde.SHIFT + level).any())

    def plies(self, state: Any) -> int:
        """Return the plies to the win of the side to move, negative for a loss, 0 for a draw.

        All endings with this many pieces must be determined. Positions with a capture have a value here too.
        """
        s = self._memory[0]
        for name in ("turn", "black", "white", "kings"):
            s[name] = getattr(state, name)
        value = int(self._run.value_of(s, self.values))
        if value == retrograde.DRAWN:
            return 0
        return value - retrograde.SHIFT if value % 2 else retrograde.SHIFT - value

    def faults(self, pieces: int) -> int:
        """Return the number of positions whose value does not follow from those of their successors."""
        return self._each(self._run.check, pieces)

    def longest_wait(self, pieces: int) -> int:
        """Return the most plies without a capture or a man's move before the soonest win."""
        quiet = np.zeros_like(self.values)
        waits = [
            int(self._run.quiet_plies(*self._memory, self.values, self._moves, *block, level, quiet))
            for level in range(1, DEEPEST)
            for block in self.blocks(pieces)
        ]
        return max(waits)

    def content(self) -> bytes:
        """Return the bytes of the file."""
        kept = self.values.copy()
        for pieces in range(2, ENDING_PIECES + 1):
            for block in self.blocks(pieces):
                self._run.fill(self._memory[0], self.values, kept, *block)
        return bytes(kept.tobytes())


def _callable(function: Any) -> Any:
    """Compile a function again for callers in Python; `Native` makes functions that only machine code can call."""
    compiler: Any = njit  # its type stubs know functions of one kind only
    return compiler(function.py_func)


def one_sided(pieces: int) -> int:
    """Return the number of positions in which one side has all the pieces."""
    return 2 * sum(comb(28, men) * comb(32 - men, pieces - men) for men in range(pieces + 1))


def main() -> None:
    """Make the table and print the counts that can be compared with published ones."""
    arguments = argparse.ArgumentParser(prog="python -m training draughts", description=__doc__.split("\n")[0])
    arguments.add_argument("--pieces", type=int, default=ENDING_PIECES, help="largest number of pieces")
    arguments.add_argument("--dry", action="store_true", help="write no file")
    given = arguments.parse_args()
    analysis = Analysis(given.pieces)
    for pieces in range(2, given.pieces + 1):
        began = time.process_time()
        count = analysis.determine(pieces)
        faults = analysis.faults(pieces)
        wait = analysis.longest_wait(pieces)
        if faults or wait > LONGEST_WAIT:
            raise SystemExit(f"{faults} faults, {wait} plies without progress")
        values = analysis.values[places(pieces - 1) : places(pieces)]
        print(
            f"{pieces} pieces: {count + one_sided(pieces):,} positions, {int((values > 1).sum()):,} places decided, "
            f"longest {int(values.max()) - retrograde.SHIFT} plies, "
            f"at most {wait} without progress, "
            f"{time.process_time() - began:.0f} s"
        )
    if not given.dry:
        print(f"{files.write('draughts-endings', analysis.content()):,} bytes")


if __name__ == "__main__":
    main()
