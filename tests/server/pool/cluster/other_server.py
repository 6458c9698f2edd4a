"""Another server of a cluster, as a process: it uses all slots until it is killed.

python -m tests.server.pool.cluster.other_server URL
"""

import asyncio
import sys

from kibitz_server.pool.placement import Use
from tests.server.pool.cluster.pools import LONG, WORKERS, ask, begun, joined


async def main(url: str) -> None:
    """Begin a search in each slot, and print a line when all run."""
    async with joined(url, 0, Use.ONLY) as (pool, _):
        searches = [ask(pool, LONG) for _ in range(WORKERS)]
        for search in searches:
            await begun(search)
        print("all slots are used", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
