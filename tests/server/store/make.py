"""Events to store in tests."""

import asyncio

from kibitz_server.core.values.clock import Fischer
from kibitz_server.core.values.events import Event, MatchCreated, MatchStarted, MovePlayed, SearchInfo
from kibitz_server.core.values.players import Human
from kibitz_server.store import NumberedEvent, Store

ANN = Human("a", "ann")


def history(match_id: str) -> list[Event]:
    """Return the first events of a match."""
    thought = SearchInfo("alphabeta", 5, None, 4, 100, 0.25, ("b2", "a1"))
    return [
        MatchCreated(match_id, "CODE", ANN, "tictactoe", (), (ANN, None), Fischer(60, 1), None, True, True, False, 5.0),
        MatchStarted(),
        MovePlayed(0, 0, "b2", 1.5, 58.5, thought),
    ]


async def keep(store: Store, match_id: str, events: list[Event], first: int = 1) -> None:
    """Store events, and wait until they are durable."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def call(error: Exception | None) -> None:
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)

    store.append([NumberedEvent(match_id, seq, event, 7.0) for seq, event in enumerate(events, first)], call)
    await done
