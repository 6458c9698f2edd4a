"""Races of backgammon: a table of bearing off, and a network that learns from it what comes before.

    python -m training backgammon-races [--table] [--games 1500] [--races 300000]

With `--table` it makes `kibitz_server/games/backgammon/bearoff.xz`: for each way to place checkers at home the chances
to need one roll, two rolls, and so on, by dynamic programming. Then it trains the network for races in
`network.weights`, and leaves the others as they are. Games of the networks with themselves give positions in which
contact ends. Races go on from there until both sides are at home, where the table has their value, so that little luck
is in what the network learns.
"""

import argparse
from array import array
from typing import Any

import numpy as np

from kibitz_server.games.backgammon import features, network, rolls
from kibitz_server.games.backgammon.features import MOST_INPUTS
from kibitz_server.games.backgammon.network import OUTPUTS
from training.backgammon.nets import (
    FEATURES,
    LARGEST,
    LIST,
    RACE,
    SCALE,
    STATE,
    Net,
    equity,
    evaluated,
    flipped,
    learn,
    phase,
    race_inputs,
)
from training.backgammon.plays import (
    compiled,
    die,
    finished,
    next_random,
    positions_after,
    room_for_plays,
    seeded,
)
from training.backgammon.selfplay import Games, play_games, room_for
from training.backgammon.train import Nets, rounded

MEMORY = np.dtype([("scratch", "i4", (features.SCRATCH,)), ("weights", "i2", (rolls.TABLE_SIZE,))], align=True)
both_home, row_of, chance_to_be_first, chance_to_be_off = (
    FEATURES[name] for name in ("both_home", "row_of", "chance_to_be_first", "chance_to_be_off")
)
ROW, SURE, COUNTS, HOME, CHECKERS = rolls.ROW, rolls.SURE, rolls.COUNTS, rolls.HOME, rolls.CHECKERS
MOST_ROLLS = 32
"""More rolls than a side at home ever needs."""
FIRST = 10**9
"""Seed of the first game: those of the training of the other networks have less."""
FASTEST, SLOWEST = 0.003, 0.0001
"""Learning rates, which fall exponentially."""
TRACE = 0.8
"""Weight of what followed against the next estimate."""
LONGEST = 60
BATCH = 10_000
TESTED, ROLLOUTS = 120, 300
"""Races that are not learned from, and how often each is rolled out to say how large the errors are."""
REPORT = 100_000


@compiled
def fill(chances: Any, mean: Any, states: Any) -> None:
    """Fill the chances to need so many rolls, and their means; each play leads to an earlier one of the states."""
    room = room_for_plays()
    after = np.zeros(1, states.dtype)[0]
    for each in range(1, states.shape[0]):
        at = row_of(states[each], 0) // ROW
        for a in range(1, 7):
            for b in range(1, a + 1):
                best = -1
                for i in range(positions_after(states[each].checkers, 0, a, b, room.found, room.keys, room.most)):
                    after.checkers[:] = room.found[i]
                    number = row_of(after, 0) // ROW
                    if best < 0 or mean[number] < mean[best]:
                        best = number
                share = (1.0 if a == b else 2.0) / 36
                for n in range(MOST_ROLLS - 1):
                    chances[at, n + 1] += share * chances[best, n]
        for n in range(MOST_ROLLS):
            mean[at] += n * chances[at, n]


def table() -> "array[int]":
    """Return the rows of the table."""
    placed = sorted(_placements(), key=lambda checkers: sum((p + 1) * n for p, n in enumerate(checkers)))
    states = np.zeros(len(placed), STATE)
    states["checkers"][:, :HOME] = placed
    chances, mean = np.zeros((rolls.AT_HOME, MOST_ROLLS)), np.zeros(rolls.AT_HOME)
    chances[0, 0] = 1.0
    fill(chances, mean, states)
    return rows_of(chances)


def _placements(points: int = HOME, checkers: int = CHECKERS) -> list[tuple[int, ...]]:
    if points == 0:
        return [()]
    return [(n, *rest) for n in range(checkers + 1) for rest in _placements(points - 1, checkers - n)]


def rows_of(chances: Any) -> "array[int]":
    """Return chances as the rows of the table: integers, whose sum in each row is SURE."""
    found = array("h")
    for each in chances:
        first = int((each >= 0.5 / SURE).argmax())
        row = np.round(SURE * each[first : first + COUNTS]).astype(int)
        row[row.argmax()] += SURE - row.sum()
        found.extend([first, *row.tolist(), *[0] * (COUNTS - len(row))])
    return found


def nets_of(weights: Any) -> Nets:
    """Return the networks of the file as arrays of floats."""
    numbers, at = np.array(weights, np.float32)[network.CONTACT_AT :] / network.WEIGHT_ONE, 0
    nets = []
    for inputs, hidden in (
        (features.INPUTS, network.CONTACT_HIDDEN),
        (features.INPUTS, network.LATE_HIDDEN),
        (features.RACE_INPUTS, network.RACE_HIDDEN),
    ):
        parts = []
        for shape in ((inputs, hidden), (hidden,), (OUTPUTS, hidden), (OUTPUTS,)):
            size = int(np.prod(shape))
            parts.append(numbers[at : at + size].reshape(shape).copy())
            at += size
        nets.append(Net(*parts))
    return nets[0], nets[1], nets[2]


@compiled
def beginnings(games: Games, s: Any, found: Any) -> int:
    """Write the first position of each game that is a race and not yet a matter of the table; return their number."""
    k = 0
    for game in range(games.lengths.shape[0]):
        for t in range(games.lengths[game]):
            s.turn = 1 - t % 2
            s.checkers[:] = games.boards[game, t]
            if phase(s) == RACE:
                if not both_home(s):
                    found[k] = s
                    k += 1
                break
    return k


@compiled
def race_value(nets: Any, s: Any, memory: Any, hidden: Any, out: Any) -> None:
    """Write the chances of the side on roll in a race."""
    if both_home(s):
        own = row_of(s, s.turn)
        other = 0
        for p in range(HOME):
            other += s.checkers[25 - 25 * s.turn + p]
        out[:] = 0.0
        out[0] = chance_to_be_first(memory, own, row_of(s, 1 - s.turn))
        out[1] = chance_to_be_off(memory, own) if other == CHECKERS else 0.0
    else:
        evaluated(nets, s, memory, hidden, out)


@compiled
def play_race(
    nets: Any, start: Any, rng: Any, played: Any, outs: Any, end: Any, room: Any, memory: Any, hidden: Any
) -> int:
    """Play a race until both sides are at home, or one is off; return the number of positions before.

    Args:
        nets: The networks.
        start: The first position.
        rng: Random numbers.
        played: Gets the positions; the last one is room.
        outs: Gets their estimates.
        end: Gets the chances of the side on roll at the end.
        room: Room for plays.
        memory: Memory with the table.
        hidden: Room for activations.
    """
    s = played[LONGEST]
    s.turn = start.turn
    s.checkers[:] = start.checkers
    out = np.zeros(OUTPUTS, np.float32)
    t = 0
    while t < LONGEST:
        played[t] = s
        race_value(nets, s, memory, hidden, outs[t])
        t += 1
        seat = s.turn
        k = positions_after(s.checkers, 25 * seat, die(rng), die(rng), room.found, room.keys, room.most)
        s.turn = 1 - seat
        chosen, value = 0, -100.0
        for i in range(k):
            points = finished(room.found[i])
            if points != 0:
                x = float(points if seat == 0 else -points)
            elif k == 1:
                x = 0.0
            else:
                s.checkers[:] = room.found[i]
                race_value(nets, s, memory, hidden, out)
                x = -equity(out)
            if x > value:
                value = x
                chosen = i
        s.checkers[:] = room.found[chosen]
        points = abs(finished(s.checkers))
        if points != 0:
            end[:] = 0.0
            end[3] = 1.0 if points > 1 else 0.0
            end[4] = 1.0 if points > 2 else 0.0
            break
        if both_home(s):
            race_value(nets, s, memory, hidden, end)
            break
    return t


@compiled
def learn_races(nets: Any, starts: Any, seed: int, count: int, rate: Any, memory: Any) -> None:
    """Play races from random starts and learn from each, from its last position to its first."""
    room = room_for_plays()
    played = np.zeros(LONGEST + 1, starts.dtype)
    outs = np.zeros((LONGEST, OUTPUTS), np.float32)
    hidden, back = np.zeros(LARGEST, np.float32), np.zeros(LARGEST, np.float32)
    target, after, mask = np.zeros(OUTPUTS, np.float32), np.zeros(OUTPUTS, np.float32), np.zeros(OUTPUTS, np.float32)
    inputs, values = np.zeros(MOST_INPUTS, np.int32), np.zeros(MOST_INPUTS, np.float32)
    rng = np.zeros(1, np.uint64)
    for race in range(count):
        seeded(rng, seed + race)
        start = starts[np.int64(next_random(rng) >> np.uint64(33)) % np.int64(starts.shape[0])]
        for t in range(play_race(nets, start, rng, played, outs, after, room, memory, hidden) - 1, -1, -1):
            flipped(after, target)
            k = race_inputs(played[t], memory)
            for j in range(k):
                inputs[j] = memory.scratch[LIST + 2 * j]
                values[j] = np.float32(memory.scratch[LIST + 2 * j + 1]) * SCALE
            for o in range(OUTPUTS):
                mask[o] = 0.0 if outs[t, o] == 0.0 else 1.0
            learn(nets[RACE], inputs, values, k, target, mask, hidden, back, rate)
            for o in range(OUTPUTS):
                after[o] = TRACE * target[o] + (1 - TRACE) * outs[t, o]


@compiled
def rolled_out(nets: Any, starts: Any, seed: int, count: int, memory: Any) -> Any:
    """Return what the networks say of each start, and the mean of races from there: chances to win."""
    room = room_for_plays()
    played = np.zeros(LONGEST + 1, starts.dtype)
    outs = np.zeros((LONGEST, OUTPUTS), np.float32)
    hidden, end = np.zeros(LARGEST, np.float32), np.zeros(OUTPUTS, np.float32)
    rng = np.zeros(1, np.uint64)
    found = np.zeros((starts.shape[0], 2))
    for each in range(starts.shape[0]):
        seeded(rng, seed + each)
        for _ in range(count):
            length = play_race(nets, starts[each], rng, played, outs, end, room, memory, hidden)
            found[each, 1] += (end[0] if length % 2 == 0 else 1 - end[0]) / count
        found[each, 0] = outs[0, 0]
    return found


def train(nets: Nets, games: int, races: int) -> None:
    """Train the network for races, and print its error in races that it did not learn from."""
    memory = np.zeros(1, MEMORY)
    memory["weights"][0] = rolls.read_table()
    states, played = np.zeros(games + 1, STATE), room_for(games)
    play_games(nets, FIRST, 0, 0, games, played, states[-1], memory[0])
    starts = states[: beginnings(played, states[-1], states)]
    tested, learned = starts[:TESTED], starts[TESTED:]
    for done in range(0, races, BATCH):
        if done % REPORT == 0:
            report(done, rolled_out(nets, tested, FIRST, ROLLOUTS, memory[0]))
        rate = np.float32(FASTEST * (SLOWEST / FASTEST) ** (done / races))
        learn_races(nets, learned, FIRST + done, BATCH, rate, memory[0])
    report(races, rolled_out(nets, tested, FIRST, ROLLOUTS, memory[0]))


def report(done: int, found: Any) -> None:
    """Print the error of the chances to win against rollouts."""
    error = found[:, 0] - found[:, 1]
    close = np.abs(found[:, 1] - 0.5) < 0.4
    lean = np.polyfit(found[close, 1] - 0.5, error[close], 1)[0]
    print(
        f"{done} races: chances differ by {100 * np.abs(error[close]).mean():.2f} points in {close.sum()} close races,"
        f" {100 * np.abs(error).mean():.2f} in all; too sure by {100 * lean:+.1f} %",
        flush=True,
    )


def main() -> None:
    """Make the table if asked, train, and write the weights."""
    parser = argparse.ArgumentParser(prog="python -m training backgammon-races", description=__doc__)
    parser.add_argument("--table", action="store_true", help="make the table of bearing off first")
    parser.add_argument("--games", type=int, default=1500, help="games that lead to races")
    parser.add_argument("--races", type=int, default=300_000, help="races to learn from")
    given = parser.parse_args()
    if given.table:
        rolls.FILE.write_bytes(rolls.packed_table(table()))
        network.read.cache_clear()
    nets = nets_of(network.read())
    train(nets, given.games, given.races)
    content = network.packed([int(weight) for weight in rounded(nets)])
    network.FILE.write_bytes(content)
    print(f"{network.FILE}: {len(content)} bytes")


if __name__ == "__main__":
    main()
