"""Self-play of backgammon in machine code: plays, evaluation by networks of floats, and learning from whole games.

The learning is TD(lambda) (Sutton, 1988) as in Tesauro, "Practical Issues in Temporal Difference Learning" (1992). A
game is played to its end with the best plays of the present networks; then each position, from the last to the first,
has as its target a mixture of the estimate of the next position and of what followed.
"""

from typing import Any, NamedTuple

import numpy as np

from kibitz_server.games.backgammon.features import MOST_INPUTS
from kibitz_server.games.backgammon.network import OUTPUTS
from training.backgammon.nets import (
    LARGEST,
    LIST,
    RACE,
    SCALE,
    contact_inputs,
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
    first_roll,
    next_random,
    positions_after,
    room_for_plays,
    seeded,
    set_start,
)

LONGEST = 600
"""Most plays of a game; a longer one is given up and not learned from."""


@compiled
def best_play(
    nets: Any,
    board: Any,
    seat: int,
    a: int,
    b: int,
    room: Any,
    s: Any,
    memory: Any,
    hidden: Any,
    out: Any,
) -> int:
    """Return the index into `room.found` of the best position after a play of the dice."""
    k = positions_after(board, 25 * seat, a, b, room.found, room.keys, room.most)
    if k == 1:
        return 0
    chosen, value = 0, -100.0
    s.turn = 1 - seat
    for i in range(k):
        points = finished(room.found[i])
        if points != 0:
            x = float(points if seat == 0 else -points)
        else:
            s.checkers[:] = room.found[i]
            evaluated(nets, s, memory, hidden, out)
            x = -equity(out)
        if x > value:
            value = x
            chosen = i
    return chosen


class Games(NamedTuple):
    """Games that have been played, to learn from: boards after each play, the estimates there, lengths, results."""

    boards: Any
    outs: Any
    lengths: Any
    points: Any


def room_for(games: int) -> Games:
    """Return memory for games."""
    return Games(
        np.zeros((games, LONGEST, 50), np.int8),
        np.zeros((games, LONGEST, OUTPUTS), np.float32),
        np.zeros(games, np.int64),
        np.zeros(games, np.int64),
    )


@compiled
def play_games(nets: Any, seed: int, stray: int, first: int, count: int, games: Any, s: Any, memory: Any) -> None:
    """Play games with the best plays of the networks.

    Seat 0 begins. `games.points` gets the points that the last player has won.

    Args:
        nets: The networks.
        seed: Seed of the game with index 0 in `games`; the next one has the next seed.
        stray: Of this many games, one begins with 2 to 8 random plays, which are not kept; 0 for none.
        first: Index of the first game to play.
        count: Number of games.
        games: Room for the games.
        s: State to use.
        memory: Memory to use.
    """
    boards, outs, lengths, points_of = games
    room = room_for_plays()
    hidden = np.zeros(LARGEST, np.float32)
    out = np.zeros(OUTPUTS, np.float32)
    rng = np.zeros(1, np.uint64)
    board = np.zeros(50, np.int8)
    for game in range(first, first + count):
        seeded(rng, seed + game)
        set_start(board)
        a, b = first_roll(rng)
        seat = 0
        t = 0
        points = 0
        if stray > 0 and game % stray == 0:
            for i in range(2 * (1 + game // stray % 4)):
                k = positions_after(board, 25 * (i % 2), a, b, room.found, room.keys, room.most)
                board[:] = room.found[np.int64(next_random(rng) >> np.uint64(33)) % k]
                a, b = die(rng), die(rng)
        while t < LONGEST:
            i = best_play(nets, board, seat, a, b, room, s, memory, hidden, out)
            board[:] = room.found[i]
            points = abs(finished(board))
            if points != 0:
                break
            seat = 1 - seat
            s.turn = seat
            s.checkers[:] = board
            evaluated(nets, s, memory, hidden, outs[game, t])
            boards[game, t] = board
            t += 1
            a, b = die(rng), die(rng)
        lengths[game] = t
        points_of[game] = points


@compiled
def learn_games(nets: Any, games: Any, rate: Any, lam: Any, s: Any, memory: Any) -> int:
    """Learn from each game, from its last position to its first; return the number of positions."""
    boards, outs, lengths, points_of = games
    hidden = np.zeros(LARGEST, np.float32)
    back = np.zeros(LARGEST, np.float32)
    target = np.zeros(OUTPUTS, np.float32)
    after = np.zeros(OUTPUTS, np.float32)
    mask = np.zeros(OUTPUTS, np.float32)
    inputs = np.zeros(MOST_INPUTS, np.int32)
    values = np.zeros(MOST_INPUTS, np.float32)
    positions = 0
    for game in range(lengths.shape[0]):
        if points_of[game] == 0:
            continue
        # As the side sees it that would be on roll after the last play: it has lost.
        after[:] = 0.0
        after[3] = 1.0 if points_of[game] > 1 else 0.0
        after[4] = 1.0 if points_of[game] > 2 else 0.0
        for t in range(lengths[game] - 1, -1, -1):
            flipped(after, target)
            s.turn = 1 - t % 2
            s.checkers[:] = boards[game, t]
            which = phase(s)
            k = race_inputs(s, memory) if which == RACE else contact_inputs(s, memory)
            for j in range(k):
                inputs[j] = memory.scratch[LIST + 2 * j]
                values[j] = np.float32(memory.scratch[LIST + 2 * j + 1]) * SCALE
            for o in range(OUTPUTS):
                mask[o] = 0.0 if outs[game, t, o] == 0.0 else 1.0
            learn(nets[which], inputs, values, k, target, mask, hidden, back, rate)
            for o in range(OUTPUTS):
                after[o] = lam * target[o] + (1 - lam) * outs[game, t, o]
            positions += 1
    return positions


@compiled
def duel(ours: Any, theirs: Any, seed: int, games: int, s: Any, memory: Any) -> Any:
    """Play pairs of games with the same dice; return points of each pair for the first networks."""
    room = room_for_plays()
    hidden = np.zeros(LARGEST, np.float32)
    out = np.zeros(OUTPUTS, np.float32)
    rng = np.zeros(1, np.uint64)
    board = np.zeros(50, np.int8)
    points_of = np.zeros(games)
    for game in range(games):
        for our_seat in range(2):
            seeded(rng, seed + game)
            set_start(board)
            a, b = first_roll(rng)
            seat = 0
            points = 0
            for _ in range(LONGEST):
                if seat == our_seat:
                    i = best_play(ours, board, seat, a, b, room, s, memory, hidden, out)
                else:
                    i = best_play(theirs, board, seat, a, b, room, s, memory, hidden, out)
                board[:] = room.found[i]
                points = finished(board)
                if points != 0:
                    break
                seat = 1 - seat
                a, b = die(rng), die(rng)
            points_of[game] += points if our_seat == 0 else -points
    return points_of / 2
