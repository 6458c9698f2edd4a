"""Process with many live matches: `python -m bench.page.load ADDRESS --matches N --moves-per-s RATE`.

It prints `ready` when all matches are running, and then plays a move at each tick, in one match after the other. When
its input closes, it prints as JSON how many moves it should have made and has made, and its own processor time: so a
run shows that not this process was the limit.
"""

import argparse
import asyncio
import json
import sys
import time
from contextlib import AsyncExitStack

from bench.page.matches import ClientMatch, Players, players

GAMES = (
    ("connect4", (), 6),
    ("reversi", (), 12),
    ("gomoku", (), 10),
    ("draughts", (), 10),
    ("mnk", ("columns=19", "rows=19", "connect=19"), 60),
    ("kalah", (), 4),
    ("ultimate", (), 12),
    ("mnk", ("columns=8", "rows=8", "connect=8"), 16),
)
"""Games in turn, with their options and the plies that are played first."""


HOSTED = 40
"""Matches of a pair of players: the server lets a player host 50."""


async def begun(pairs: list[Players], number: int) -> ClientMatch:
    """Return a new match with some moves."""
    game, options, plies = GAMES[number % len(GAMES)]
    match = await pairs[number // HOSTED].match(game, options)
    for _ in range(plies):
        if match.over:
            return await begun(pairs, number)
        await match.move()
    return match


async def run(address: str, count: int, moves_per_s: float) -> None:
    """Play until the input closes."""
    loop = asyncio.get_running_loop()
    async with AsyncExitStack() as stack:
        pairs = [await stack.enter_async_context(players(address)) for _ in range(0, count, HOSTED)]
        matches = [await begun(pairs, number) for number in range(count)]
        print("ready", flush=True)
        stopped = loop.run_in_executor(None, sys.stdin.read)
        began, began_processor, made = time.monotonic(), time.process_time(), 0
        while not stopped.done():
            number = made % count
            if matches[number].over:
                matches[number] = await begun(pairs, number)
            await matches[number].move()
            made += 1
            await asyncio.sleep(began + made / moves_per_s - time.monotonic())
        seconds = time.monotonic() - began
        busy = (time.process_time() - began_processor) / seconds
    print(json.dumps({"wanted": moves_per_s * seconds, "made": made, "busy": busy}), flush=True)


def main() -> None:
    """Read the arguments, and play."""
    parser = argparse.ArgumentParser(prog="python -m bench.page.load", description=__doc__)
    parser.add_argument("address")
    parser.add_argument("--matches", type=int, required=True)
    parser.add_argument("--moves-per-s", type=float, required=True)
    arguments = parser.parse_args()
    asyncio.run(run(arguments.address, arguments.matches, arguments.moves_per_s))


if __name__ == "__main__":
    main()
