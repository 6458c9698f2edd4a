"""Weights of the patterns of Reversi, fitted to games of the engine with itself.

    python -m training reversi [--games 30000] [--depth 4] [--seed 2] [--examples FILE ...] [--keep FILE]

plays the games, fits the weights of each stage of the game, prints the error on positions kept apart, and writes
`kibitz_server/games/reversi.weights`. The weights that Kibitz has are of two rounds, of which the second played with
the weights of the first:

    python -m training reversi --seed 2 --keep first.npz
    python -m training reversi --seed 3 --games 33000 --examples first.npz
"""

import argparse
import sys
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from kibitz_server.engine.compiler import select
from kibitz_server.games.registry import load
from kibitz_server.games.reversi import patterns as patterns
from training.arguments import new_file
from training.reversi.games import examples
from training.reversi.regression import Numbers, fit, predicted

RIDGE = 10.0
ROUNDS = 40
APART = 20
"""One of this many positions in sequence is kept apart, with its neighbours."""
OVERLAP = 2
"""A stage is fitted to positions with this many discs less or more, too."""
LIMIT = 127
NO_BOARDS, NO_DISCS = np.zeros((0, 2), dtype=np.uint64), np.zeros(0, dtype=np.int8)


def main() -> None:
    """Play, fit and write."""
    options = _options()
    select.compile_searches()
    boards, discs = played(options.games, options.depth, options.seed) if options.games else (NO_BOARDS, NO_DISCS)
    for path in options.examples:
        if path.exists():
            kept = np.load(path)
            boards, discs = np.concatenate([boards, kept["boards"]]), np.concatenate([discs, kept["discs"]])
    if options.keep:
        np.savez(options.keep, boards=boards, discs=discs)
    print(f"{len(discs)} positions", flush=True)
    weights = fitted(boards, discs)
    patterns.FILE.write_bytes(zlib.compress(weights.tobytes(), 9))
    print(f"{patterns.FILE}: {patterns.FILE.stat().st_size} bytes, {np.count_nonzero(weights)} weights")


def _options() -> Any:
    parser = argparse.ArgumentParser(prog="python -m training reversi", description=__doc__)
    parser.add_argument("--games", type=int, default=30_000)
    parser.add_argument("--depth", type=int, default=4, help="plies of the searches")
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--examples", type=Path, nargs="*", default=[], help="files (.npz) of more positions")
    parser.add_argument("--keep", type=new_file, help="file (.npz) to keep all positions in")
    return parser.parse_args()


def played(games: int, depth: int, seed: int) -> tuple[Numbers, Numbers]:
    """Return the positions of games, as sets of discs, and their results."""
    found, began = [], time.process_time()
    for i, walk in enumerate(examples(load("reversi"), depth, games, seed)):
        found += walk
        if i % 5000 == 4999:
            print(f"{i + 1} games, {time.process_time() - began:.0f} s", file=sys.stderr, flush=True)
    boards = np.array([(each.own, each.other) for each in found], dtype=np.uint64)
    return boards, np.array([each.discs for each in found], dtype=np.int8)


def fitted(boards: Numbers, discs: Numbers) -> Numbers:
    """Return the weights of all stages, in units of UNIT."""
    features, canonical = features_of(boards), canonical_weights()
    filled = np.bitwise_count(boards[:, 0] | boards[:, 1]).astype(np.int32)
    apart = np.arange(len(discs)) // 40 % APART == 0
    weights = np.zeros((patterns.STAGES, patterns.STAGE))
    for stage in range(patterns.STAGES):
        first = 5 + stage * patterns.STAGE_DISCS
        near = (filled >= first - OVERLAP) & (filled < first + patterns.STAGE_DISCS + OVERLAP) & ~apart
        tied = canonical[features[near]]
        weights[stage] = fit(tied, 100.0 * discs[near], patterns.STAGE, RIDGE, ROUNDS)[canonical]
        test = (filled >= first) & (filled < first + patterns.STAGE_DISCS) & apart
        errors = predicted(features[test].T, weights[stage]) / 100 - discs[test]
        spread = discs[test].std()
        print(f"stage {stage}: {near.sum()} positions, error {errors.std():.2f} of {spread:.2f} discs", flush=True)
    return np.clip(np.rint(weights / patterns.UNIT), -LIMIT, LIMIT).astype(np.int8).ravel()


def features_of(boards: Numbers) -> Numbers:
    """Return the indexes of the weights, without those of the stage, that belong to each position."""
    cells = np.arange(64, dtype=np.uint64)
    owner = (boards[:, :1] >> cells & np.uint64(1)).astype(np.int32)
    owner += 2 * (boards[:, 1:] >> cells & np.uint64(1)).astype(np.int32)
    columns = []
    for start, pattern in zip(patterns.STARTS, patterns.PATTERNS, strict=False):
        powers = 3 ** np.arange(pattern.size, dtype=np.int32)
        columns += [start + owner[:, list(place)] @ powers for place in pattern.places]
    rules = load("reversi").rules
    for first, mine, theirs in ((patterns.MOVES_AT, 0, 1), (patterns.REPLIES_AT, 1, 0)):
        moves = np.bitwise_count(rules.mobility(boards[:, mine], boards[:, theirs]))
        columns.append(first + np.minimum(moves.astype(np.int32), patterns.MOST_MOVES - 1))
    return np.stack(columns, axis=1).astype(np.int32)


def canonical_weights() -> Numbers:
    """Return, for each weight of a stage, the first of those that a symmetry of its pattern makes equal."""
    same = np.arange(patterns.STAGE)
    for start, pattern in zip(patterns.STARTS, patterns.PATTERNS, strict=False):
        for order in symmetries(pattern):
            turned = np.zeros(3**pattern.size, dtype=np.int64)
            digits = np.arange(3**pattern.size)
            for i in range(pattern.size):
                turned += digits // 3**i % 3 * 3 ** order[i]
            place = slice(start, start + 3**pattern.size)
            same[place] = np.minimum(same[place], start + turned)
    return same


def symmetries(pattern: patterns.Pattern) -> Iterator[list[int]]:
    """Yield where the squares of a pattern are when the board is turned so that they cover the same squares."""
    cells = pattern.places[0]
    for turned in patterns.turns(cells):
        if set(turned) == set(cells):
            yield [cells.index(cell) for cell in turned]


if __name__ == "__main__":
    main()
