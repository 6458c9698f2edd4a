"""The parts that run the matches of a server, with their common lifecycle."""

import asyncio
from dataclasses import dataclass

import structlog

from kibitz_server.accounts.mutes import Mutes
from kibitz_server.alerts.service import Alerts
from kibitz_server.core.match.phase import Phase
from kibitz_server.runtime.analysis.analyses import Analyses
from kibitz_server.runtime.analysis.position_cache import PositionCache
from kibitz_server.runtime.analysis.puzzle_library import PuzzleLibrary
from kibitz_server.runtime.analysis.puzzle_maker import PuzzleMaker
from kibitz_server.runtime.attendance.away import AwayPlayers
from kibitz_server.runtime.attendance.presence import PresenceTracker
from kibitz_server.runtime.attendance.reminders import Reminders
from kibitz_server.runtime.background import BackgroundWork
from kibitz_server.runtime.clients import CANNOT_SAVE, Clients
from kibitz_server.runtime.engines.engine_turns import EngineTurns
from kibitz_server.runtime.host import Host
from kibitz_server.runtime.lessons.followers import LessonFollowers
from kibitz_server.runtime.loading import Loading
from kibitz_server.runtime.lobby.chat import LobbyChat
from kibitz_server.runtime.lobby.listing import LobbySubscriptions
from kibitz_server.runtime.lobby.matchmaking import Matchmaking
from kibitz_server.runtime.lobby.rated_play import RatedPlay
from kibitz_server.runtime.lobby.tv import Tv
from kibitz_server.runtime.ports import EventSink
from kibitz_server.runtime.rng import RandomChoices
from kibitz_server.runtime.rooms import Rooms
from kibitz_server.runtime.runner import Runner
from kibitz_server.runtime.timers import MatchTimers
from kibitz_server.runtime.tournaments.attendance import EntrantAttendance
from kibitz_server.runtime.tournaments.director import Director
from kibitz_server.runtime.tournaments.followers import TournamentFollowers
from kibitz_server.runtime.tournaments.round_pairing import RoundPairing
from kibitz_server.scheduler import WallClock
from kibitz_server.store import Store
from kibitz_server.store.archive.ratings import Ratings
from kibitz_server.telemetry.metrics import Metrics

log = structlog.get_logger(__name__)

STOOD_STILL = "the server was stopped for {:.0f} s; no clock is charged for it"
SAVES_AGAIN = "moves are saved again; play on"
STOPPING = "the server is about to stop; your matches are kept, and you will be back at them when it has started again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Runtime:
    """All parts that run matches. Handlers use the parts; the server starts and stops them together."""

    store: Store
    loading: Loading
    runner: Runner
    rooms: Rooms
    clients: Clients
    timers: MatchTimers
    engine_turns: EngineTurns
    presence: PresenceTracker
    away: AwayPlayers
    alerts: Alerts
    host: Host
    reminders: Reminders
    lobby: LobbySubscriptions
    lobby_chat: LobbyChat
    matchmaking: Matchmaking
    tournaments: Director
    followers: TournamentFollowers
    entrants: EntrantAttendance
    round_pairing: RoundPairing
    tv: Tv
    feed: EventSink
    mutes: Mutes
    ratings: Ratings
    rated_play: RatedPlay
    metrics: Metrics
    random: RandomChoices
    background: BackgroundWork
    analyses: Analyses
    positions: PositionCache
    puzzles: PuzzleLibrary
    puzzle_maker: PuzzleMaker
    lessons: LessonFollowers
    wall_clock: WallClock

    def may_have(self, code: str) -> bool:
        """Return whether a match of that code can be in memory. While the server starts, any can."""
        return not self.loading.ready or self.rooms.find(code) is not None

    def store_health_changed(self, healthy: bool, for_s: float) -> None:
        """Announce that the store has not saved for `for_s` seconds, or saves again after them.

        Matches are credited that time, because no player was able to move.
        """
        if not healthy:
            self.runner.cannot_save_since = self.runner.now() - for_s
            self.tournaments.health_changed(healthy, for_s)
            self.clients.announce(CANNOT_SAVE, halted=True)
            self.clients.tell_unsaved()
            return
        for room in self.rooms.all:
            if not room.match.over:
                self.runner.credit_standstill(room)
                self.timers.set(room)
        self.runner.cannot_save_since = None
        self.tournaments.health_changed(healthy, for_s)
        self.clients.announce(SAVES_AGAIN, halted=False)

    def stood_still(self, for_s: float) -> None:
        """Announce that the server process was stopped. Its clock was too, so only clients must be corrected."""
        log.warning("the server was stopped; no clock is charged for it", for_s=round(for_s, 1))
        self.clients.announce(STOOD_STILL.format(for_s))
        for room in self.rooms.all:
            if room.match.phase is Phase.RUNNING:
                room.stale = True
                # One at a time: encoding all snapshots in one step of the loop could be the next standstill.
                asyncio.get_running_loop().call_soon(self.clients.correct, room)

    def drain(self) -> None:
        """Create no more matches, and announce that the server stops. Running matches go on."""
        if not self.runner.draining:
            self.runner.draining = True
            self.clients.announce(STOPPING)

    async def wind_down(self) -> None:
        """Wait for the searches that run, and until their moves are durable and sent."""
        self.drain()
        self.puzzle_maker.close()
        self.analyses.stop()
        await self.engine_turns.wind_down()
        saved: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(_error: Exception | None) -> None:
            if not saved.done():
                saved.set_result(None)

        self.store.append([], done)
        await saved

    def close(self) -> None:
        """Stop all searches and timers. The store still writes what it was given, but no clock runs any more."""
        self.loading.stop()
        self.store.end_run()
        self.background.close()
        self.puzzle_maker.close()
        self.analyses.stop()
        self.tv.close()
        self.matchmaking.close()
        self.tournaments.close()
        self.followers.close()
        self.entrants.close()
        self.round_pairing.close()
        self.engine_turns.close()
        self.presence.close()
        self.away.close()
        self.reminders.close()
        self.rooms.close()
