"""The parts that run matches, connected by constructor arguments. Servers and tests build them here."""

from collections.abc import Callable

from kibitz_server.accounts.mutes import Mutes
from kibitz_server.alerts.service import Alerts
from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.rated import RatedBounds
from kibitz_server.core.values.timeouts import Patience
from kibitz_server.handlers.tournaments.encoder import TournamentEncoder
from kibitz_server.limits.token_bucket import Rate
from kibitz_server.messages.tournaments.snapshot import live_plies
from kibitz_server.mqtt.feed import FeedSource
from kibitz_server.pool.engine_time import EngineTimeBudget, MeteredPool, UnlimitedEngineTime
from kibitz_server.pool.helpers import Helpers
from kibitz_server.pool.interface import EnginePool
from kibitz_server.runtime.analysis.analyses import Analyses
from kibitz_server.runtime.analysis.position_cache import PositionCache
from kibitz_server.runtime.analysis.puzzle_library import PuzzleLibrary
from kibitz_server.runtime.analysis.puzzle_maker import PuzzleMaker
from kibitz_server.runtime.attendance.away import AwayPlayers
from kibitz_server.runtime.attendance.presence import PresenceTracker
from kibitz_server.runtime.attendance.reminders import Reminders
from kibitz_server.runtime.background import BackgroundWork
from kibitz_server.runtime.clients import Clients
from kibitz_server.runtime.engines.engine_turns import EngineTurns
from kibitz_server.runtime.host import Host
from kibitz_server.runtime.lessons.followers import LessonFollowers
from kibitz_server.runtime.loading import Loading
from kibitz_server.runtime.lobby.chat import LobbyChat
from kibitz_server.runtime.lobby.invitations import Invitations
from kibitz_server.runtime.lobby.listing import LobbySubscriptions
from kibitz_server.runtime.lobby.matchmaking import Matchmaking
from kibitz_server.runtime.lobby.rated_play import RatedPlay
from kibitz_server.runtime.lobby.tv import Tv
from kibitz_server.runtime.ports import ClientListener, EventSink, MatchListeners
from kibitz_server.runtime.rng import RandomChoices
from kibitz_server.runtime.rooms import Rooms
from kibitz_server.runtime.runner import Runner
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.runtime.series import NextMatches, SeriesFollower
from kibitz_server.runtime.timers import MatchTimers
from kibitz_server.runtime.tournaments.attendance import EntrantAttendance
from kibitz_server.runtime.tournaments.clock import TournamentClock
from kibitz_server.runtime.tournaments.director import Director
from kibitz_server.runtime.tournaments.followers import TournamentFollowers
from kibitz_server.runtime.tournaments.limits import CreationLimits, GameLimits
from kibitz_server.runtime.tournaments.restart import TournamentRestart
from kibitz_server.runtime.tournaments.round_pairing import PairingProgram, RoundPairing
from kibitz_server.runtime.tournaments.swiss import SwissPairing
from kibitz_server.runtime.tournaments.tournaments import TournamentRooms
from kibitz_server.scheduler import Scheduler
from kibitz_server.store import Store
from kibitz_server.store.archive.ratings import Ratings
from kibitz_server.telemetry.metrics import Metrics


def build_runtime(
    registry: MatchRegistry,
    store: Store,
    pool: EnginePool,
    scheduler: Scheduler,
    helpers: Helpers,
    *,
    random: RandomChoices | None = None,
    budget: EngineTimeBudget | None = None,
    exhibitions: bool = False,
    engine_pace_s: float = 0.0,
    metrics: Metrics | None = None,
    patience: Patience | None = None,
    rated: RatedBounds | None = None,
    tournament_games: int = 500,
    tournament_rate: Rate | None = None,
    pairing: PairingProgram | None = None,
    alerts: Alerts | None = None,
    make_sink: Callable[[FeedSource], EventSink] = lambda _: EventSink(),
) -> Runtime:
    """Build the parts that run matches, with an empty registry.

    Args:
        registry: Registry with its limits.
        store: Store of all events. From now on the runtime also follows its health.
        pool: Processes for all searches.
        scheduler: Clock and timers of all matches. The runtime follows the standstills of a `SteadyLoop`.
        helpers: Processes for slow work.
        random: Random choices; by default without a seed.
        budget: Engine time of the players; by default unlimited.
        exhibitions: Whether engines play when a client watches TV and no match is live.
        engine_pace_s: Shortest time in which an engine answers a person, if the match sets none.
        metrics: Where to count.
        patience: How long to wait for absent players; by default as `Patience` says.
        rated: Bounds of rated matches; by default as `RatedBounds` says.
        tournament_games: Most games of one tournament that run at a time.
        tournament_rate: Tournaments that a player may create; None for no limit.
        pairing: Pairs the rounds of Swiss tournaments; by default FIDE's program does, in a child process.
        alerts: Sends alerts to absent players; by default to nowhere.
        make_sink: Called once for the sink that publishes events; by default none are published.
    """
    random, metrics = random or RandomChoices(), metrics or Metrics()
    wall_clock = store.wall_clock
    # The runner calls the listeners, and they apply commands through it. So both lists are filled last.
    match_listeners = MatchListeners()
    client_listeners: list[ClientListener] = []
    ratings, mutes = Ratings(store.standings()), Mutes(store.people)
    clients = Clients(store, scheduler.time, client_listeners)
    rated_play = RatedPlay(clients.of, wall_clock, rated or RatedBounds())
    rated_play.load(store)
    patience = patience or Patience()
    rooms = Rooms(registry, store, scheduler, mutes, ratings, match_listeners, random, patience, rated_play)
    runner = Runner(rooms, store, scheduler, wall_clock, match_listeners, ratings, metrics)
    budget = budget or UnlimitedEngineTime()
    metered = MeteredPool(pool, budget, scheduler)
    clock = TournamentClock(scheduler, wall_clock)
    tournaments = TournamentRooms(clock.today)
    director = Director(
        tournaments,
        rooms,
        runner,
        store,
        clock,
        wall_clock,
        CreationLimits(tournament_rate, scheduler.time),
        GameLimits(tournaments, metered, budget, tournament_games),
    )
    runner.followers = [SeriesFollower(rooms), director]
    restart = TournamentRestart(director, rooms, runner, store, clock, wall_clock)
    entrants = EntrantAttendance(director, rooms, clients, scheduler)
    encoder = TournamentEncoder(clock.today, live_plies(rooms.room), director.warnings)
    followers = TournamentFollowers(encoder, store, scheduler)
    director.listeners += [entrants, followers]
    clients.resend_tournament = followers.resend
    engine_turns = EngineTurns(runner, metered, scheduler, random, budget, metrics, engine_pace_s)
    timers = MatchTimers(runner, store, scheduler, engine_turns.waited_s)
    lobby = LobbySubscriptions(rooms, ratings, scheduler, wall_clock, on_follow=lambda: tv.look_around())
    lobby_chat = LobbyChat(mutes)
    host = Host(store.people)
    tv = Tv(
        runner,
        rooms,
        clients,
        scheduler,
        wall_clock,
        ratings.lower_bound,
        lambda: lobby.followed or sink.watched,
        host.offers,
        exhibitions=exhibitions,
    )
    sink = make_sink(FeedSource(store, rooms, lobby, tv, tournaments, encoder, scheduler.time, wall_clock))
    director.listeners += sink.tournament_listeners
    invitations = Invitations(lambda: clients.all)
    away = AwayPlayers(runner, scheduler, lobby.presence_changed, tv.changed)
    alerts = alerts or Alerts(store.people, wall_clock)
    reminders = Reminders(alerts, clients, scheduler)
    director.listeners.append(reminders.rounds)
    presence = PresenceTracker(runner, scheduler, away.attendance_changed)
    matchmaking = Matchmaking(runner, rooms, clients, scheduler, wall_clock, random, ratings.number, rated_play)
    next_matches = NextMatches(runner, rooms, clients, wall_clock, sink.redirected)
    # The order is that of the effects: first what clients receive, then searches. Redirecting clients comes last, when
    # all other listeners know the next match.
    match_listeners.add(rated_play, timers, lobby, tv, sink, engine_turns, invitations)
    match_listeners.add(presence, away, matchmaking, reminders, next_matches)
    client_listeners += [rated_play, invitations, lobby, lobby_chat, presence, tv, matchmaking, entrants, followers]
    lesson_followers = LessonFollowers()
    client_listeners += [reminders, lesson_followers]
    runtime = Runtime(
        store=store,
        loading=Loading(rooms, store, scheduler, restart),
        runner=runner,
        rooms=rooms,
        clients=clients,
        timers=timers,
        engine_turns=engine_turns,
        presence=presence,
        away=away,
        alerts=alerts,
        host=host,
        reminders=reminders,
        lobby=lobby,
        lobby_chat=lobby_chat,
        matchmaking=matchmaking,
        tournaments=director,
        followers=followers,
        entrants=entrants,
        round_pairing=RoundPairing(director, pairing or SwissPairing(), scheduler),
        tv=tv,
        feed=sink,
        mutes=mutes,
        ratings=ratings,
        rated_play=rated_play,
        metrics=metrics,
        random=random,
        background=BackgroundWork(helpers),
        analyses=Analyses(store, metered, budget, scheduler, wall_clock),
        positions=PositionCache(),
        puzzles=PuzzleLibrary(store),
        puzzle_maker=PuzzleMaker(store, pool, scheduler, wall_clock),
        lessons=lesson_followers,
        wall_clock=wall_clock,
    )
    store.watch_health(runtime.store_health_changed)
    return runtime
