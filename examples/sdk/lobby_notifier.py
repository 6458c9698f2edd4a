"""Ring the terminal's bell when an open match appears at which a player waits for an opponent.

python examples/sdk/lobby_notifier.py ws://127.0.0.1:8765 reversi

With --join it takes the first such seat and asks you for each move: a front end in thirty lines.
"""

import argparse
import asyncio
import sys

from kibitz_client.sdk import ClientError, LiveMatch, RefusedError, connect


async def main(url: str, game: str, *, join: bool) -> None:
    """Announce open matches of a game; with `join`, play the first one that has a free seat."""
    async with connect(url, name="notifier") as client:
        async for view in client.lobby(game=game, phase="open", free=True):
            for row in view.added:
                bell = "\a" if sys.stdout.isatty() else ""
                print(f"{bell}{row.host or 'a player'} waits at {row.game}, clock {row.clock or 'none'}: {row.code}")
            if join and view.added:
                await play(await client.join(view.added[0].match))
                return


async def play(match: LiveMatch) -> None:
    """Ask for a move at each turn, until the match is over."""
    while (state := await match.turn()) is not None:
        print(*(state.position.rows or [" ".join(map(str, state.position.counts))]), sep="\n")
        # A thread reads the line, so that the connection goes on meanwhile.
        text = (await asyncio.to_thread(input, "your move: ")).strip()
        try:
            await (match.move(text) if text else match.resign())
        except RefusedError as error:
            print(error, error.hint or "")
    result = match.state.result
    print("the match is over:", result.reason if result else "no result")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("url")
    arguments.add_argument("game")
    arguments.add_argument("--join", action="store_true", help="play the first match that appears")
    chosen = arguments.parse_args()
    try:
        asyncio.run(main(chosen.url, chosen.game, join=chosen.join))
    except ClientError as error:
        sys.exit("error: " + "\n".join(error.lines))
    except KeyboardInterrupt:
        pass
