"""Command `python -m bench.poker`: how well the strategies of hold'em play, with limits and without.

Each deal is played twice, with seats exchanged. The standard errors are those of the means of such pairs. All figures
are thousandths of a big blind a hand. The players of the matches are those of `bench.poker.play`; the local best
response (Lisy and Bowling, 2017) knows the strategy, and what it wins says at least how much can be won against it.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from bench.engine import report
from bench.engine.figures import Figure
from bench.poker import nolimit
from bench.poker.hands import Chances, chances_of
from bench.poker.play import ALWAYS_CALL, ALWAYS_RAISE, POT_ODDS, RANDOM, play_deals
from bench.poker.response import respond_to_deals
from kibitz_server.engine.hidden.mixed import SLIPS
from kibitz_server.engine.ladder.rungs import HIDDEN
from kibitz_server.games.poker.limit.buckets import STARTS
from kibitz_server.games.poker.limit.strategy import Strategy, read
from kibitz_server.games.poker.limit.tree import nodes as limit_nodes
from kibitz_server.games.poker.nolimit.strategy import read as nolimit_read
from training.holdem.hands import all_hands
from training.holdem.mccfr import Tables, tree_of
from training.holdem.nolimit import joined_tables, kept, known_tables
from training.holdem.rounding import chances_of as strategy_chances
from training.holdem.train import BUCKETS

SEED = 1_000_000
DEALS = 1_000_000
RESPONSES = 5_000
GOAL = 50.0
OPPONENTS = {"always-call": ALWAYS_CALL, "always-raise": ALWAYS_RAISE, "pot odds": POT_ODDS, "random": RANDOM}
NO_LIMIT_STACKS = (40, 200)
"""Stacks of the matches without limits, in chips: 20 and 100 big blinds."""
NO_LIMIT_OPPONENTS = {
    "always-call": nolimit.ALWAYS_CALL,
    "all in": nolimit.ALL_IN,
    "pot odds": nolimit.POT_ODDS,
    "careful pot odds": nolimit.CAREFUL,
}
NO_LIMIT = (
    (10, "always-call", 500.0),
    (10, "all in", 0.0),
    (10, "pot odds", 300.0),
    (10, "careful pot odds", 300.0),
    (5, "pot odds", 0.0),
    (5, "careful pot odds", 0.0),
    (1, "pot odds", None),
)
"""Matches without limits: the level, its opponent and the goal."""
MOST_LOST = 600.0
THOUSANDTHS = 500
"""Thousandths of a big blind in a small blind."""


def figure(
    name: str, play: Callable[[int, Any], object], deals: int, goal: float | None, at_least: bool = True
) -> Figure:
    """Return what is won in a match.

    Args:
        name: Name of the opponent.
        play: Takes a seed, and an array that gets the results of all deals in small blinds a hand.
        deals: Number of deals.
        goal: What is promised.
        at_least: Whether more than the goal is better.
    """
    results, began = np.zeros(deals), time.monotonic()
    play(SEED, results)
    mean, error = THOUSANDTHS * results.mean(), THOUSANDTHS * results.std() / deals**0.5
    detail = f"{mean:+.0f} ± {error:.0f} (standard error), {2 * deals} hands with {deals} deals, "
    return Figure(name, float(mean), "mbb", goal, at_least=at_least, detail=f"{detail}{time.monotonic() - began:.0f} s")


def figures(plan: Strategy, given: argparse.Namespace) -> Iterator[Figure]:
    """Yield all figures, those of limit hold'em first."""
    hands = cache(all_hands)
    tables, _ = known_tables(plan.centres, given.keep, hands)
    file = given.keep / "chances.npz" if given.keep else None
    totals = Chances(**kept(file, lambda: chances_of(hands())._asdict()))
    if "limit" in given.only:
        yield from of_limit(plan, tables, totals, given)
    if "no-limit" in given.only:
        yield from of_no_limit(tables, totals, given)


def of_limit(plan: Strategy, tables: Tables, totals: Chances, given: argparse.Namespace) -> Iterator[Figure]:
    """Yield the figures of limit hold'em."""
    tree, _ = tree_of(limit_nodes(), BUCKETS)
    strategy = strategy_chances(limit_nodes(), plan.weights, BUCKETS)
    for name, player in OPPONENTS.items():
        play = partial(play_deals, tree, strategy, tables, totals, player)
        yield figure(f"limit hold'em: strategy against {name}", play, given.deals, GOAL if player != RANDOM else None)
    respond = partial(respond_to_deals, tree, strategy, tables)
    yield figure("limit hold'em: local best response against the strategy", respond, given.responses, None)


def of_no_limit(tables: Tables, totals: Chances, given: argparse.Namespace) -> Iterator[Figure]:
    """Yield the figures of hold'em without limits."""
    for stack in NO_LIMIT_STACKS:
        plan, title = nolimit_read(stack), f"no-limit hold'em, {stack // 2} big blinds"
        if plan is None:
            continue
        buckets = (STARTS, *(max(join) + 1 for join in plan.joins))
        (tree, _), strategy = tree_of(plan.tree, buckets), strategy_chances(plan.tree, plan.weights, buckets)
        own = joined_tables(tables, [np.frombuffer(join, np.uint8) for join in plan.joins])
        for level, name, goal in NO_LIMIT:
            errors = SLIPS * HIDDEN.rungs[level - 1].temperature
            slips = errors / (1 + errors)
            play = partial(nolimit.play_deals, tree, strategy, own, totals, NO_LIMIT_OPPONENTS[name], stack, slips)
            yield figure(f"{title}: level {level} against {name}", play, given.deals, goal)
        respond = partial(respond_to_deals, tree, strategy, own)
        name = f"{title}: local best response against level 10"
        yield figure(name, respond, given.responses, MOST_LOST, at_least=False)


def main() -> int:
    """Play the matches, print and store the figures. Return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.poker", description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="of each match")
    parser.add_argument("--responses", type=int, default=RESPONSES, help="deals of the local best response")
    parser.add_argument("--only", nargs="+", choices=["limit", "no-limit"], default=["limit", "no-limit"])
    parser.add_argument("--keep", type=Path, help="folder of the tables of all hands, to spare two minutes later")
    parser.add_argument("--dry", action="store_true", help="store nothing")
    given = parser.parse_args()
    plan = read()
    if plan is None:
        parser.error("there is no strategy; make it by `python -m training holdem`")
    return report.record(figures(plan, given), report.POKER, dry=given.dry)


if __name__ == "__main__":
    sys.exit(main())
