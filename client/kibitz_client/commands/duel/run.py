"""The work of `kibitz duel`: one game or series that is watched, or many games that are counted.

Counted games are a tournament of the format match: the server plays pairs of games, and has their statistics.
"""

from dataclasses import dataclass, field, replace

from kibitz_client.commands.duel.openings import openings_of_length
from kibitz_client.commands.tournament.create import openings_of
from kibitz_client.commands.tournament.run import RunPlan, run, server_for
from kibitz_client.commands.watch import watch_as_host
from kibitz_client.errors import UsageError
from kibitz_client.match.record import check_form
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.servers.connect import connect_or_start
from kibitz_client.parsing.arguments import MatchSetup, create
from kibitz_client.parsing.event_setup import EventSetup, create_event
from kibitz_client.parsing.move_list import split_moves
from kibitz_client.parsing.openings import FileOpening, Order, from_moves
from kibitz_client.settings import Settings
from kibitz_client.terminal.output import Output
from kibitz_protocol.tournaments.terms import Openings

LONGEST_SERIES = 100
"""Games of one series that a server creates."""
GAMES = 1
"""Games of a duel that says nothing of their number."""


@dataclass(frozen=True, slots=True)
class DuelPlan:
    """What to play.

    Attributes:
        games: Most games; None for one, or with a test for as many as it needs.
        watch: Whether the boards are shown, without counting.
        openings: A file of openings, `bundled` or `none`.
        order: The order of the openings.
        opening_start: The first opening that is used, from 1.
        opening_plies: Random openings of this length, repeatable by the seed.
        setup: Options of a tournament that the duel takes too: test, seed, concurrency, adjudication.
        files: Files that get the games, and the database of a private server.
    """

    games: int | None = None
    watch: bool = False
    openings: str | None = None
    order: Order = "sequential"
    opening_start: int = 1
    opening_plies: int = 0
    setup: EventSetup = field(default_factory=lambda: EventSetup("match", ""))
    files: RunPlan = field(default_factory=RunPlan)

    @property
    def counted(self) -> bool:
        """Whether games are counted instead of watched."""
        usual = EventSetup("match", "")
        asked = self.setup != usual or self.files != RunPlan() or self.openings or self.opening_plies
        return not self.watch and (bool(asked) or (self.games or GAMES) > 1)


async def duel(settings: Settings, output: Output, setup: MatchSetup, plan: DuelPlan) -> None:
    """Play two engines against each other.

    Raises:
        UsageError: The setup or the plan is invalid, or a file cannot be used.
        RefusedError: The server refuses the match or the tournament.
    """
    if not plan.counted:
        games = plan.games or GAMES
        if games > LONGEST_SERIES:
            raise UsageError(f"a watched series has at most {LONGEST_SERIES} games", "leave out --watch")
        command = create(replace(setup, games=games))
        async with connect_or_start(settings, output) as connected:
            entered = await connected.client.ask(command)
            await watch_as_host(connected, entered.match, output)
        return
    if setup.engine_pace:
        raise UsageError("--engine-pace is for games that are watched", "leave it out, or add --watch")
    create(setup)  # a wrong setup ends the command before a server starts
    event = _event(setup, plan, openings_of(plan.openings, plan.order, plan.opening_start, plan.setup.seed, output))
    do = create_event(event)
    _check_files(setup, plan)
    async with server_for(settings, output, plan.files.database) as connected:
        if plan.opening_plies:
            do = create_event(replace(event, openings=await _random(connected.client, setup, plan)))
        await run(connected, output, do, plan.files)


def _event(setup: MatchSetup, plan: DuelPlan, openings: Openings | None) -> EventSetup:
    """Return the tournament of a duel. A single game is no pair, unless something needs pairs."""
    games = plan.games if plan.games is not None else None if plan.setup.sprt is not None else GAMES
    if setup.moves or setup.position:
        openings = from_moves([FileOpening(tuple(split_moves(setup.moves or "")), setup.position)], "given moves")
    if plan.games is None and games == GAMES and (openings is not None or plan.opening_plies):
        games = 2
    single = games == 1 and openings is None and plan.setup.sprt is None
    return replace(
        plan.setup,
        game=setup.game,
        options=setup.options,
        clock=setup.clock,
        engines=setup.seats,
        openings=openings,
        games=games,
        pairs=not single,
        start_now=True,
        show_thinking=setup.show_thinking,
    )


async def _random(client: NetworkClient, setup: MatchSetup, plan: DuelPlan) -> Openings:
    """Return random openings, whose name tells what they are, so that the same command knows its tournament again."""
    found = await openings_of_length(client, setup.game, setup.options, plan.opening_plies, plan.setup.seed)
    return from_moves(found, f"random, {plan.opening_plies} plies")


def _check_files(setup: MatchSetup, plan: DuelPlan) -> None:
    """Make the files of the games, which must not fail after hours.

    Raises:
        UsageError: A file cannot be written, or SGF has no such game.
    """
    if plan.files.sgf is not None:
        check_form("sgf", setup.game)
    for file in (plan.files.pgn, plan.files.sgf):
        if file is not None:
            try:
                file.open("a", encoding="utf-8").close()
            except OSError as error:
                raise UsageError(f"{file} cannot be written: {error.strerror}") from None
