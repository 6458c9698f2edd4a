"""Print a match as it is played: the moves with their times, the chat, and the result.

python examples/sdk/watcher.py ws://127.0.0.1:8765 K7QXPN     (or tv)
"""

import asyncio
import sys

from kibitz_client.sdk import ClientError, Finished, Moved, Said, Snapshot, connect


async def main(url: str, code: str) -> None:
    """Watch a match to its end; TV has no end."""
    async with connect(url, on_status=lambda _status, text: print(f"-- {text}", file=sys.stderr)) as client:
        async for update in client.watch(code):
            state, seats = update.state, update.state.seats
            if isinstance(update.message, Snapshot):
                names = " - ".join(seat.name or "open" for seat in seats)
                print(f"match {state.code}: {state.game.title}, {names}, {len(state.moves)} moves so far")
            elif isinstance(update.message, Said):
                print(f"     {update.message.name}: {update.message.text}")
            elif isinstance(update.fact, Moved):
                move = update.fact.move
                print(f"{move.ply + 1:3}. {seats[move.seat].name} plays {move.move} ({move.elapsed_ms / 1000:.1f} s)")
            elif isinstance(update.fact, Finished):
                winner = update.fact.result.winner
                result = "a draw" if winner is None else f"{seats[winner].name} wins"
                print(f"     {result}: {update.fact.result.reason}")


if __name__ == "__main__":
    try:
        asyncio.run(main(sys.argv[1], sys.argv[2]))
    except ClientError as error:
        sys.exit("error: " + "\n".join(error.lines))
    except KeyboardInterrupt:
        pass
