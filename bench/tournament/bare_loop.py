"""Command `python -m bench.tournament.bare_loop GAMES NODES SEED`: the games of a match in a loop over the engine pool.

No server, no events, no clocks: each move is searched in the one slot of a pool, and played. The searches have the
openings, sides and seeds of the match of an event, so the games are the same. Prints games, plies and seconds.
"""

import asyncio
import sys
import time

from kibitz_server.core.search_seed import seed_in_event
from kibitz_server.engine.driver import Job
from kibitz_server.engine.limit import Limit
from kibitz_server.games.registry import load
from kibitz_server.openings.bundled import bundled
from kibitz_server.pool.interface import Priority
from kibitz_server.pool.pool import SearchPool

GAME = "connect4"
ALGORITHM = "alphabeta"
MAX_S = 60.0
WARM_UP = 10
"""Games that are not timed, in which machine code is loaded."""


async def play(pool: SearchPool, pair: int, slot: int, nodes: int, seed: int) -> int:
    """Play a game, and return its plies after the opening."""
    game = load(GAME, {})
    lines = bundled(game).file.lines
    moves = lines[(pair - 1) % len(lines)].moves
    position = game.start()
    for move in moves:
        position = position.after(position.find(move))
    plies = 0
    while (seat := position.to_move) is not None:
        limit = Limit(MAX_S, nodes=nodes, seed=seed_in_event(seed, pair, slot, seat) + len(moves) + plies)
        job = Job(GAME, (), None, tuple(moves), ALGORITHM, limit)
        report = await pool.submit(job, position, Priority.TOURNAMENT).result
        position, moves, plies = position.after(position.find(report.move)), (*moves, report.move), plies + 1
    return plies


async def main(games: int, nodes: int, seed: int) -> None:
    """Play all games, one at a time, and print the time."""
    pool = SearchPool(1)
    await pool.warm_up()
    plies, began = [], 0.0
    for number in range(games):
        if number == WARM_UP:
            began = time.perf_counter()
        plies.append(await play(pool, number // 2 + 1, number % 2, nodes, seed))
    print(games - WARM_UP, sum(plies), time.perf_counter() - began)
    await pool.close()


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
