"""Training of the strategies of hold'em without limits, one for each stack.

    python -m training holdem-nolimit [--seed 1] [--stacks 20 40 ...] [--batches N] [--minutes M] [--keep FOLDER]

takes the buckets from the strategy of limit hold'em, joins similar ones, lets both players learn in one thread, and
writes the average strategy to `kibitz_server/games/poker/nolimit/stack-N.strategy`, where a stack has N chips, two for
a big blind. The result depends on the seed and the number of batches alone. With a folder to keep the state in, a
training goes on where the one before it ended, and spares the tables of all hands, which take two minutes.
"""

import argparse
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kibitz_server.games.poker.limit.buckets import STARTS, Centres
from kibitz_server.games.poker.limit.strategy import read
from kibitz_server.games.poker.limit.tree import BettingNode
from kibitz_server.games.poker.nolimit.strategy import file_of, packed
from kibitz_server.games.poker.nolimit.tree import ALL_IN, STACKS, nodes
from training.arguments import new_folder
from training.holdem.clusters import LEVEL_BOUNDS, SPLITS, centres_of, nearest
from training.holdem.hands import Hands, all_hands, flop_means, tables_of
from training.holdem.mccfr import Tables
from training.holdem.rounding import rounded
from training.holdem.train import BATCHES, BUCKETS, FLOOR, learned

REGRET = 4 * FLOOR
"""Bets are larger than with limits, and so are regrets."""
LEAST = 0.2
"""Chance below which an action is left out: after a short training, what is rare is mostly wrong. See Ganzfried,
Sandholm and Waugh, "Strategy purification and thresholding" (2012)."""
LARGEST = 5
"""Pots that a player bets at most."""
JOINED = 64
"""Buckets of each round after the first."""
LEVEL_COUNT = len(LEVEL_BOUNDS) + 1
UNITS = 12
"""Weights of an action that is always taken: half of those with limits, for twice as many nodes."""


def joined(points: Any, count: int, random: Any) -> Any:
    """Return the bucket that each point gets when similar ones are joined."""
    if count == len(points):
        return np.arange(count, dtype=np.uint8)
    centres = centres_of(points, count, random)
    return np.array([nearest(point, centres) for point in points], np.uint8)


def joined_on_river(count: int) -> Any:
    """Return the bucket that each level and split of the river gets when neighbours are joined."""
    parts = min(SPLITS, max(2, count // LEVEL_COUNT))
    levels, splits = np.divmod(np.arange(BUCKETS[3]), SPLITS)
    return (levels * count // (parts * LEVEL_COUNT) * parts + splits * parts // SPLITS).astype(np.uint8)


def joins_of(flop_means: Any, centres: Centres, count: int, seed: int) -> list[Any]:
    """Return the bucket that each bucket of limit hold'em becomes, for each round after the first."""
    random = np.random.default_rng(seed)
    turns = np.array(centres.turn_centres, np.int64)
    return [joined(flop_means, count, random), joined(turns, count, random), joined_on_river(count)]


def joined_tables(tables: Tables, joins: Sequence[Any]) -> Tables:
    """Return the buckets of all hands when those of each round after the first are joined."""
    flop, turn, river = joins
    return tables._replace(flop=flop[tables.flop], turn=turn[tables.turn], river=river[tables.river])


def without_large_bets(nodes: Sequence[BettingNode], sums: Any, buckets: Sequence[int], stack: int) -> Any:
    """Return the sums without bets of all chips that are more than LARGEST pots: errors there cost most."""
    found, at = sums.copy(), 0
    for node in nodes:
        called, end = node.paid[1 - node.seat], at + buckets[node.round]
        if stack - called > LARGEST * 2 * called:
            found[at:end, ALL_IN] = 0.0
        at = end
    return found


def kept(file: Path | None, make: Callable[[], Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return arrays by their names from a file; if there is none, make them, and write the file that is named."""
    if file and file.exists():
        with np.load(file) as found:
            return dict(found)
    made = make()
    if file:
        np.savez(file, **made)
    return made


def known_tables(centres: Centres, keep: Path | None, hands: Callable[[], Hands] = all_hands) -> tuple[Tables, Any]:
    """Return the tables of limit hold'em and the means of its buckets of the flop, from the folder if it has them."""

    def made() -> Mapping[str, Any]:
        found = hands()
        tables = tables_of(found, centres)
        return {**tables._asdict(), "means": flop_means(found.flops, found.flop, tables.flop)}

    arrays = dict(kept(keep / "tables.npz" if keep else None, made))
    means = arrays.pop("means")
    return Tables(**arrays), means


def main() -> None:
    """Train, report the progress, and write the strategies."""
    parser = argparse.ArgumentParser(prog="python -m training holdem-nolimit", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stacks", type=int, nargs="+", choices=STACKS, default=STACKS, help="in chips")
    parser.add_argument("--buckets", type=int, default=JOINED, choices=(64, 128, 256), help="of each later round")
    parser.add_argument("--batches", type=int, default=BATCHES, help="of deals for each player")
    parser.add_argument("--minutes", type=float, default=math.inf, help="of processor time for each stack")
    parser.add_argument("--keep", type=new_folder, help="folder of the state, to go on with later")
    given = parser.parse_args()
    limit = read()
    if limit is None:
        parser.error("there are no buckets; make them by `python -m training holdem`")
    known, means = known_tables(limit.centres, given.keep)
    joins = joins_of(means, limit.centres, given.buckets, given.seed)
    tables = joined_tables(known, joins)
    buckets = (STARTS, *3 * (given.buckets,))
    for stack in given.stacks:
        print(f"stack of {stack} chips", flush=True)
        keep = given.keep / f"stack-{stack}.npz" if given.keep else None
        tree, seconds = nodes(stack), 60 * given.minutes
        sums = learned(tree, buckets, tables, given.seed, given.batches, keep, REGRET, seconds, threads=1)
        kept = without_large_bets(tree, sums, buckets, stack)
        content = packed(joins, rounded(tree, kept, buckets, UNITS, LEAST))
        file_of(stack).write_bytes(content)
        print(f"{file_of(stack)}: {len(content)} bytes", flush=True)


if __name__ == "__main__":
    main()
