"""Client for your own programs: watchers, front ends, notifiers and players.

    import asyncio

    from kibitz_client.sdk import Moved, connect

    async def main():
        async with connect("ws://127.0.0.1:8765") as client:
            async for update in client.watch("tv"):
                if isinstance(update.fact, Moved):
                    print(update.fact.move.move, update.state.position.text)

    asyncio.run(main())

`docs/sdk.md` is the guide. For a player that only chooses moves, `kibitz_client.bots` is shorter.
"""

from kibitz_client.errors import (
    ClientError,
    LostSync,
    NetworkError,
    RefusedError,
    SeekEnded,
    UnreadableMessage,
    UsageError,
)
from kibitz_client.match.fairness import seed_fits
from kibitz_client.match.moves.line import line_texts
from kibitz_client.match.state import MatchState
from kibitz_client.network.client import Status
from kibitz_client.parsing.arguments import MatchSetup
from kibitz_client.sdk.client import Client, connect
from kibitz_client.sdk.feeds import MatchMessage, Update
from kibitz_client.sdk.lobby import LobbyView
from kibitz_client.sdk.mailbox import TooSlow
from kibitz_client.sdk.match import LiveMatch
from kibitz_protocol.to_client import (
    Aborted,
    Agreed,
    ChanceDecided,
    ClientSeedGiven,
    Created,
    Declined,
    Event,
    Fact,
    Finished,
    Invitation,
    Left,
    Moved,
    Next,
    Notice,
    Offered,
    Paused,
    Presence,
    RematchAgreed,
    RematchDropped,
    Rematched,
    Resumed,
    Said,
    Seated,
    SeedKept,
    SeedRevealed,
    Snapshot,
    Started,
    TakenBack,
    Thinking,
    WentBerserk,
    Withdrawn,
)
from kibitz_protocol.values.games import GameInfo
from kibitz_protocol.values.matches import ChanceView, MatchRow, MoveView, Result
from kibitz_protocol.values.seats import SeatView
from kibitz_protocol.values.state import State

__all__ = [
    "Aborted",
    "Agreed",
    "ChanceDecided",
    "ChanceView",
    "Client",
    "ClientError",
    "ClientSeedGiven",
    "Created",
    "Declined",
    "Event",
    "Fact",
    "Finished",
    "GameInfo",
    "Invitation",
    "Left",
    "LiveMatch",
    "LobbyView",
    "LostSync",
    "MatchMessage",
    "MatchRow",
    "MatchSetup",
    "MatchState",
    "MoveView",
    "Moved",
    "NetworkError",
    "Next",
    "Notice",
    "Offered",
    "Paused",
    "Presence",
    "RefusedError",
    "RematchAgreed",
    "RematchDropped",
    "Rematched",
    "Result",
    "Resumed",
    "Said",
    "SeatView",
    "Seated",
    "SeedKept",
    "SeedRevealed",
    "SeekEnded",
    "Snapshot",
    "Started",
    "State",
    "Status",
    "TakenBack",
    "Thinking",
    "TooSlow",
    "UnreadableMessage",
    "Update",
    "UsageError",
    "WentBerserk",
    "Withdrawn",
    "connect",
    "line_texts",
    "seed_fits",
]
