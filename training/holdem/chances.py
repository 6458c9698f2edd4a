"""Chances of hands against a random one, before the flop and on it, for the play of a beginner.

    python -m training holdem-chances [--seed 1]

plays random hands to the showdown, and prints `START` and `FLOP` of `kibitz_server/games/poker/rough.py`.
"""

import argparse
from typing import Any

import numpy as np

from kibitz_server.games.poker.limit.buckets import PAIRS, STARTS
from kibitz_server.games.poker.limit.strategy import read
from training.holdem.boards import boards, exchanged_pair, pair_of
from training.holdem.machine import compiled
from training.holdem.mccfr import DEALT, START_CLASS, deal, set_place, winner
from training.holdem.train import BUCKETS

DEALS = 8_000_000
WHOLE = 255
"""Number for a hand that always wins."""
LINE = 52
"""Numbers of a line."""


@compiled
def play_hands(number: Any, exchange: Any, buckets: Any, seed: int, deals: int, start: Any, flop: Any) -> None:
    """Count for each class of two cards and each bucket of the flop the hands, and half points of showdowns."""
    np.random.seed(seed)
    cards = np.zeros(DEALT, np.int64)
    for _ in range(deals):
        deal(cards)
        won, place = winner(cards), set_place(cards[4:], 3)
        for seat in range(2):
            a, b = cards[2 * seat], cards[2 * seat + 1]
            points = 1 + won if seat == 0 else 1 - won
            bucket = buckets[number[place], exchanged_pair(exchange[place], a, b)]
            start[START_CLASS[pair_of(a, b)], 0] += 1
            start[START_CLASS[pair_of(a, b)], 1] += points
            flop[bucket, 0] += 1
            flop[bucket, 1] += points


def main() -> None:
    """Play, and print the chances."""
    parser = argparse.ArgumentParser(prog="python -m training holdem-chances", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    plan = read()
    if plan is None:
        parser.error("there are no buckets; make them by `python -m training holdem`")
    flops = boards(3)
    buckets = np.frombuffer(plan.centres.flop_buckets, np.uint8).reshape(-1, PAIRS)
    found = {"START": np.zeros((STARTS, 2), np.int64), "FLOP": np.zeros((BUCKETS[1], 2), np.int64)}
    play_hands(flops.number, flops.exchange, buckets, given.seed, DEALS, found["START"], found["FLOP"])
    for name, counts in found.items():
        numbers = np.rint(WHOLE * counts[:, 1] / (2 * counts[:, 0])).astype(np.uint8).tobytes()
        print(name)
        for at in range(0, len(numbers), LINE):
            print(f'    "{numbers[at : at + LINE].hex()}"')


if __name__ == "__main__":
    main()
