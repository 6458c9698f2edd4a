"""Events to store in tests."""

import asyncio
from collections.abc import Sequence

from kibitz_server.core.tournament.events import (
    EntrantJoined,
    GameBegun,
    GameCounted,
    RoundEnded,
    RoundPaired,
    TournamentCreated,
    TournamentEnded,
    TournamentStarted,
)
from kibitz_server.core.tournament.events import Event as TournamentEvent
from kibitz_server.core.tournament.values import (
    Entrant,
    Format,
    GameOutcome,
    HowEnded,
    Pairing,
    SideFigures,
    TournamentTerms,
)
from kibitz_server.core.values.clock import Fischer
from kibitz_server.core.values.events import Event, MatchCreated, MatchStarted, MovePlayed, SearchInfo
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.terms import Delay
from kibitz_server.core.values.time_management import Budget
from kibitz_server.store import Entry, NumberedEvent, Store, TournamentEntry

ANN = Human("a", "ann")


def history(match_id: str) -> list[Event]:
    """Return the first events of a match."""
    thought = SearchInfo("alphabeta", 5, None, 4, 100, 0.25, ("b2", "a1"))
    return [
        MatchCreated(match_id, "CODE", ANN, "tictactoe", (), (ANN, None), Fischer(60, 1), None, True, True, False, 5.0),
        MatchStarted(),
        MovePlayed(0, 0, "b2", 1.5, 58.5, thought),
    ]


def tournament_entries(tournament_id: str, *, ended: bool = False) -> list[TournamentEntry]:
    """Return the first events of a tournament with two engines, and perhaps its end."""
    terms = TournamentTerms(Format.ROUND_ROBIN, "tictactoe", control=Fischer(60, 1), delay=Delay(2))
    bot = Entrant(Human("b", "bob", bot=True), "bob", 1500)
    engine = Entrant(Engine("level", Budget(level=3)), "level:3")
    counted = GameCounted(1, GameOutcome((1, 0), HowEnded.TIME), "time", 9, (SideFigures(5), SideFigures(4, nodes=9)))
    events: list[TournamentEvent] = [
        TournamentCreated(tournament_id, "T-7KQ2XF", "Friday", ANN, terms, 5.0),
        EntrantJoined(1, bot),
        EntrantJoined(2, engine),
        TournamentStarted((1, 2)),
        RoundPaired(1, (Pairing(1, 1, 1, 2),)),
        GameBegun(1, 1, 0, 1, 2, "m1", "CODE"),
        counted,
        RoundEnded(1),
    ]
    events += [TournamentEnded()] if ended else []
    return [TournamentEntry(tournament_id, seq, event, 7.0) for seq, event in enumerate(events, 1)]


async def keep(store: Store, match_id: str, events: list[Event], first: int = 1) -> None:
    """Store events, and wait until they are durable."""
    await keep_entries(store, [NumberedEvent(match_id, seq, event, 7.0) for seq, event in enumerate(events, first)])


async def keep_entries(store: Store, entries: Sequence[Entry]) -> None:
    """Store entries in one commit, and wait until they are durable."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def call(error: Exception | None) -> None:
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)

    store.append(entries, call)
    await done
