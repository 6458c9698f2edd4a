"""Training of the networks of backgammon by games with themselves.

    python -m training backgammon [--seed 1] [--out FILE] [--keep FILE]

plays the games of all STAGES in batches, in which all games are played with the same weights, and learns from each
batch. Threads share the games of a batch, and the result does not depend on their number. In the first part of the
training, positions with contact and late ones have one network in common, which therefore learns faster; then each
goes on with its own. The weights are rounded to integers and written to
`kibitz_server/games/backgammon/network.weights`.
"""

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kibitz_server.games.backgammon import features, network
from training.arguments import new_file
from training.backgammon.nets import MEMORY, STATE, Net, new_net
from training.backgammon.selfplay import duel, learn_games, play_games, room_for

Nets = tuple[Net, Net, Net]


class Stage(NamedTuple):
    """Part of the training.

    The learning rate falls exponentially. `trace` is the weight of what followed against the next estimate, lambda; it
    falls to 0 in the part UNTIL. Of `stray` games, one begins with random plays; 0 is for none.
    """

    games: int
    fastest: float
    slowest: float
    trace: float
    stray: int


STAGES = (Stage(400_000, 0.01, 0.0004, 0.7, 0), Stage(300_000, 0.003, 0.0002, 0.0, 4))
UNTIL = 0.6
TOGETHER = 120_000
"""Games in which contact and late positions have one network."""
BATCH = 200
REPORT = 20_000
CHECK = 500
"""Pairs of games against the networks of the report before."""


def main() -> None:
    """Train, report the progress, and write the weights."""
    options = _options()
    nets = train(options.seed, options.threads, options.keep, options.resume, options.part)
    content = network.packed([int(weight) for weight in rounded(nets)])
    options.out.write_bytes(content)
    print(f"{options.out}: {len(content)} bytes, {network.WEIGHT_COUNT} weights")


def _options() -> Any:
    parser = argparse.ArgumentParser(prog="python -m training backgammon", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=new_file, default=network.FILE, help="file of the weights")
    parser.add_argument("--threads", type=int, default=2, help=f"a divisor of {BATCH}")
    parser.add_argument("--keep", type=new_file, help="file (.npz) to keep the weights in at each report")
    parser.add_argument("--resume", type=Path, help="such a file, from which an interrupted training goes on")
    parser.add_argument(
        "--part", type=float, default=1.0, help="of the games, the same when it goes on; 0.1 is a tenth"
    )
    given = parser.parse_args()
    if not 0 < given.part <= 1:
        parser.error("--part is more than 0 and at most 1")
    return given


def first_nets(seed: int) -> Nets:
    """Return networks of random weights; the first two are the same one."""
    random = np.random.default_rng(seed)
    contact = new_net(features.INPUTS, network.CONTACT_HIDDEN, random)
    return contact, contact, new_net(features.RACE_INPUTS, network.RACE_HIDDEN, random)


def train(seed: int, threads: int, keep: Path | None, resume: Path | None, part: float) -> Nets:
    """Return networks that have learned from the games of all stages, or from a part of each stage."""
    nets, done = kept(resume, part) if resume else (first_nets(seed), 0)
    before, began = copies(nets), time.monotonic()
    with Players(threads) as players:
        for played in range(done, round(part * sum(stage.games for stage in STAGES)), BATCH):
            if played >= part * TOGETHER and nets[0] is nets[1]:
                nets = nets[0], copied(nets[1]), nets[2]
            players.play_and_learn(nets, seed, played, *stage_at(played / part))
            if (played + BATCH) % REPORT == 0:
                gain = duel(nets, before, 2**62, CHECK, players.states[0], players.memories[0]).mean()
                before = copies(nets)
                print(
                    f"{played + BATCH} games, {time.monotonic() - began:.0f} s, gain {gain:+.3f} points a game",
                    flush=True,
                )
                if keep:
                    arrays = {f"{i}{name}": getattr(net, name) for i, net in enumerate(nets) for name in Net._fields}
                    np.savez(keep, played=played + BATCH, **arrays)
    return nets


class Players:
    """Threads that play the games of a batch."""

    def __init__(self, threads: int) -> None:
        self.states, self.memories = np.zeros(threads, STATE), np.zeros(threads, MEMORY)
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads)
        self._batch = room_for(BATCH)

    def __enter__(self) -> "Players":
        """Return the players; leaving the context ends the threads."""
        return self

    def __exit__(self, *_error: object) -> None:
        """End the threads."""
        self._pool.shutdown()

    def play_and_learn(self, nets: Nets, seed: int, played: int, stage: Stage, part: float) -> None:
        """Play the batch that follows this many games, and learn from it; a part of its stage is done."""
        share = BATCH // self._threads

        def play(i: int) -> None:
            first, memory = seed * 2**32 + played, self.memories[i]
            play_games(nets, first, stage.stray, i * share, share, self._batch, self.states[i], memory)

        list(self._pool.map(play, range(self._threads)))
        rate = np.float32(stage.fastest * (stage.slowest / stage.fastest) ** part)
        trace = np.float32(stage.trace * max(0.0, 1 - part / UNTIL))
        learn_games(nets, self._batch, rate, trace, self.states[0], self.memories[0])


def stage_at(played: float) -> tuple[Stage, float]:
    """Return the stage after this many games, and the part of it that is done."""
    for stage in STAGES[:-1]:
        if played < stage.games:
            return stage, played / stage.games
        played -= stage.games
    return STAGES[-1], played / STAGES[-1].games


def kept(path: Path, part: float) -> tuple[Nets, int]:
    """Return the networks of a file of a training with a part of the games, and after how many it was written."""
    with np.load(path) as file:
        nets = [Net(*(file[f"{i}{name}"] for name in Net._fields)) for i in range(3)]
        done = int(file["played"])
    return (nets[0], nets[1] if done > part * TOGETHER else nets[0], nets[2]), done


def copied(net: Net) -> Net:
    """Return a network of its own with the same weights."""
    return Net(*(part.copy() for part in net))


def copies(nets: Nets) -> Nets:
    """Return networks of their own with the same weights."""
    return copied(nets[0]), copied(nets[1]), copied(nets[2])


def rounded(nets: Nets) -> Any:
    """Return the weights of all networks as integers, in the order of the file."""
    parts = [np.round(part * network.WEIGHT_ONE).ravel() for net in nets for part in net]
    return np.clip(np.concatenate(parts), -(2**15), 2**15 - 1).astype(np.int16)


if __name__ == "__main__":
    main()
