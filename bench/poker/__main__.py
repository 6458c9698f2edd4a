"""Command `python -m bench.poker`: how well the strategy of limit hold'em plays.

Each deal is played twice, with seats exchanged. The standard errors are those of the means of such pairs. All figures
are thousandths of a big blind a hand. The players of the matches are those of `bench.poker.play`; the local best
response (Lisy and Bowling, 2017) knows the strategy, and what it wins says at least how much can be won against it.
"""

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from bench.engine import report
from bench.engine.figures import Figure
from bench.poker.hands import chances_of, tables_of
from bench.poker.play import ALWAYS_CALL, ALWAYS_RAISE, POT_ODDS, RANDOM, play_deals
from bench.poker.response import respond_to_deals
from bench.tables import line
from kibitz_server.games.poker.limit.strategy import read
from training.holdem.hands import all_hands
from training.holdem.mccfr import tree_of
from training.holdem.rounding import chances_of as strategy_chances
from training.holdem.train import BUCKETS

SEED = 1_000_000
DEALS = 1_000_000
RESPONSES = 5_000
GOAL = 50.0
OPPONENTS = {"always-call": ALWAYS_CALL, "always-raise": ALWAYS_RAISE, "pot odds": POT_ODDS, "random": RANDOM}
THOUSANDTHS = 500
"""Thousandths of a big blind in a small blind."""


def figure(name: str, play: Callable[[int, Any], object], deals: int, goal: float | None) -> Figure:
    """Return what is won in a match.

    Args:
        name: Name of the opponent.
        play: Takes a seed, and an array that gets the results of all deals in small blinds a hand.
        deals: Number of deals.
        goal: What is promised.
    """
    results, began = np.zeros(deals), time.monotonic()
    play(SEED, results)
    mean, error = THOUSANDTHS * results.mean(), THOUSANDTHS * results.std() / deals**0.5
    detail = f"{mean:+.0f} ± {error:.0f} (standard error), {2 * deals} hands with {deals} deals, "
    return Figure(name, float(mean), "mbb", goal, detail=f"{detail}{time.monotonic() - began:.0f} s")


def main() -> int:
    """Play the matches, print and store the figures. Return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.poker", description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="of each match")
    parser.add_argument("--responses", type=int, default=RESPONSES, help="deals of the local best response")
    parser.add_argument("--dry", action="store_true", help="store nothing")
    given = parser.parse_args()
    plan = read()
    if plan is None:
        parser.error("there is no strategy; make it by `python -m training holdem`")
    hands = all_hands()
    tables, totals, (tree, _) = tables_of(hands, plan.centres), chances_of(hands), tree_of(BUCKETS)
    strategy = strategy_chances(plan, BUCKETS)
    found = [
        figure(
            f"limit hold'em: strategy against {name}",
            partial(play_deals, tree, strategy, tables, totals, player),
            given.deals,
            GOAL if player != RANDOM else None,
        )
        for name, player in OPPONENTS.items()
    ]
    found.append(
        figure(
            "limit hold'em: local best response against the strategy",
            partial(respond_to_deals, tree, strategy, tables),
            given.responses,
            None,
        )
    )
    for each in found:
        print(line(each), flush=True)
    if not given.dry:
        report.write(found, report.POKER)
    return 1 if any(each.met is False for each in found) else 0


if __name__ == "__main__":
    sys.exit(main())
