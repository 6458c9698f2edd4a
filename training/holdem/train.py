"""Training of the strategy of limit hold'em.

    python -m training holdem [--seed 1] [--batches N] [--out FILE] [--keep FILE]

computes the tables of all boards, finds the buckets, lets both players learn in threads of their own, and writes the
average strategy to `kibitz_server/games/poker/limit/holdem.strategy`. The result depends on the seed and the number of
batches alone.
"""

import argparse
import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kibitz_server.games.poker.limit.buckets import STARTS, Centres
from kibitz_server.games.poker.limit.strategy import FILE, packed
from kibitz_server.games.poker.limit.tree import BettingNode, nodes
from training.arguments import new_file
from training.holdem.clusters import clusters, river_buckets, turn_clusters
from training.holdem.hands import all_hands
from training.holdem.mccfr import Tables, learn, tables, tree_of
from training.holdem.rounding import rounded

BUCKETS = (STARTS, 256, 256, 256)
"""Buckets of each round."""
BATCH = 5_000
"""Deals of each player against the same strategy of the other."""
BATCHES = 2_500
REPORT = 100
UNPRUNED = 100
"""Batches that look at all actions in all deals."""
FLOOR = -0.0004
"""Regret for each unit of weight so far, in small blinds, below which an action is left out."""


class Buckets(NamedTuple):
    """What the strategy file has of the buckets, and the tables of all hands.

    Attributes:
        flops: The different flops as sets of cards.
        flop: Bucket of each flop and pair of cards.
        turn_centres: Centres of the turn.
        levels: Level of each strength on the river.
        splits: Splits of each level.
        tables: All buckets for the training.
    """

    flops: Any
    flop: Any
    turn_centres: Any
    levels: Any
    splits: Any
    tables: Tables

    def centres(self) -> Centres:
        """Return what the strategy file has of them."""
        return Centres(
            self.flops.tolist(),
            self.flop.tobytes(),
            self.turn_centres.tolist(),
            self.levels.tobytes(),
            self.splits.tolist(),
        )


def find_buckets(seed: int) -> Buckets:
    """Compute the tables of all boards and the buckets of all hands."""
    random = np.random.default_rng(seed)
    hands = all_hands()
    levels, splits, river = river_buckets(hands.rivers, hands.strength, hands.good, random)
    turn_centres, turn = turn_clusters(hands.turns, hands.turn, BUCKETS[2], random)
    _, flop = clusters(hands.flops, hands.flop, 1, BUCKETS[1], random)
    masks = (1 << hands.flops.cards).sum(axis=1)
    known = tables(hands.flops, hands.turns, hands.rivers, flop, turn, river)
    return Buckets(masks, flop, turn_centres, levels, splits, known)


def learned(
    nodes: Sequence[BettingNode],
    buckets: Sequence[int],
    tables: Tables,
    seed: int,
    batches: int,
    keep: Path | None,
    regret: float = FLOOR,
    seconds: float = math.inf,
    threads: int = 2,
) -> Any:
    """Return the sums of the strategies after this many batches, or when the time is up.

    Args:
        nodes: The tree of bets.
        buckets: Number of buckets in each round.
        tables: Buckets of all hands.
        seed: Seed of the deals.
        batches: Number of batches in all.
        keep: File of the state, which is read if it is there: the training goes on from it.
        regret: Regret for each unit of weight below which an action is left out.
        seconds: Processor time after which no batch begins.
        threads: Threads at the same time. With one, a player learns against what the other has just learned.
    """
    tree, count = tree_of(nodes, buckets)
    regrets, sums = (np.zeros((count, len(nodes[0].after)), np.float32) for _ in range(2))
    done = 0
    if keep and keep.exists():
        with np.load(keep) as state:
            regrets[:], sums[:], done = state["regrets"], state["sums"], int(state["batches"])
    began, won = time.process_time(), 0.0
    with ThreadPoolExecutor(threads) as pool:
        for batch in range(done + 1, batches + 1):
            seen = regrets.copy() if threads > 1 else regrets
            floor = regret * BATCH * batch * batch / 2 if batch > UNPRUNED else -np.inf

            def play(me: int, batch: int = batch, seen: Any = seen, floor: float = floor) -> float:
                number = (seed * 1_000_000 + batch) * 2 + me
                return learn(tree, tables, regrets, seen, sums, me, number, BATCH, float(batch), floor)

            first, _ = pool.map(play, range(2))
            won += first
            passed = time.process_time() - began
            if batch % REPORT == 0:
                print(f"{batch} batches, {passed:.0f} s, the button wins {500 * won / REPORT:+.0f} mbb", flush=True)
                won = 0.0
            if keep and (batch % REPORT == 0 or passed >= seconds):
                new = keep.with_suffix(".new.npz")
                np.savez(new, regrets=regrets, sums=sums, batches=batch)
                new.replace(keep)
            if passed >= seconds:
                break
    return sums


def main() -> None:
    """Train, report the progress, and write the strategy."""
    parser = argparse.ArgumentParser(prog="python -m training holdem", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batches", type=int, default=BATCHES, help=f"of {BATCH} deals for each player")
    parser.add_argument("--out", type=new_file, default=FILE, help="file of the strategy")
    parser.add_argument("--keep", type=new_file, help="file (.npz) of the state, to go on with later")
    given = parser.parse_args()
    found = find_buckets(given.seed)
    sums = learned(nodes(), BUCKETS, found.tables, given.seed, given.batches, given.keep)
    content = packed(found.centres(), rounded(nodes(), sums, BUCKETS))
    given.out.write_bytes(content)
    print(f"{given.out}: {len(content)} bytes")


if __name__ == "__main__":
    main()
