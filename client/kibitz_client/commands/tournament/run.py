"""Tournaments of engines from their creation to their end, in one command: progress lines, and a final report.

They run on the server of the settings, or on a private one. With a database the private server keeps the tournament,
and the same command continues it.
"""

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from kibitz_client.commands.tournament.ask import action, all_rows, ask, tournaments, view_of
from kibitz_client.commands.tournament.export import exported, write
from kibitz_client.commands.tournament.show import standings_text
from kibitz_client.errors import ClientError, UsageError
from kibitz_client.match.tournament import advance, concerns, is_over
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.servers.connect import Connected, connect_or_start, start
from kibitz_client.network.subscriptions import Message
from kibitz_client.settings import Settings
from kibitz_client.terminal.output import Output
from kibitz_client.text.tournaments.news import news_lines
from kibitz_client.text.tournaments.statistics import progress_line, report_lines
from kibitz_client.text.tournaments.tables import status_text
from kibitz_protocol.to_client import Notice, TournamentEvent
from kibitz_protocol.tournaments.commands import (
    CancelTournament,
    CreateTournament,
    ListTournaments,
    ShowStatistics,
    ShowTournament,
)
from kibitz_protocol.tournaments.messages import GameChanged, Happened, SprtDecided
from kibitz_protocol.tournaments.terms import EngineEntrant
from kibitz_protocol.tournaments.views import EntrantView, GameRow, StatisticsView, TournamentDone, TournamentView
from kibitz_protocol.values.engines import EngineSpec

UNDECIDED = 6
"""Exit code of a sequential test that ended without a decision."""
CODES = {"passed": 0, "failed": 1}
"""Exit codes of a decided test."""
EXACT = ("sprt", "adjudication", "clock", "tie_breaks", "delay")
"""Terms that the server shows as they were given."""
REPORT_S = 5.0
"""How long the report after Ctrl-C may take."""
STOPPED = "stopped by the organiser"
KEEP = "the tournament ended with its private server; to keep it, add --database FILE"


@dataclass(frozen=True, slots=True)
class RunPlan:
    """How to run a tournament of engines.

    `quiet`: only the report. `pgn` and `sgf`: files that get its games. `database`: the file of a private server.
    """

    quiet: bool = False
    pgn: Path | None = None
    sgf: Path | None = None
    database: Path | None = None


@contextlib.asynccontextmanager
async def server_for(settings: Settings, output: Output, database: Path | None) -> AsyncIterator[Connected]:
    """Connect to the server of a tournament: a private one with this database, or that of the settings.

    Raises:
        UsageError: The user named a server and a database of a private one.
    """
    if database is None:
        async with connect_or_start(settings, output) as connected:
            yield connected
        return
    if settings.chosen and not settings.private:
        raise UsageError("--database is for a private server", "leave out --server, or leave out --database")
    async with start(settings, output, database) as connected:
        yield connected


async def run(connected: Connected, output: Output, do: CreateTournament, plan: RunPlan) -> None:
    """Create a tournament of engines, or continue it, show its progress, and report its result."""
    if plan.database is not None:
        do = seeded(do)
    tournament = await _continued(connected.client, output, do) if plan.database is not None else None
    if tournament is None:
        tournament = (await ask(connected.client, do, TournamentDone)).tournament
    progress = EventProgress(output, do, quiet=plan.quiet)
    try:
        await _follow(connected.client, tournament, progress)
    except asyncio.CancelledError:
        with contextlib.suppress(ClientError, TimeoutError):
            async with asyncio.timeout(REPORT_S):
                if plan.database is None:
                    # Other users of the server need its slots, and the private one ends now.
                    await ask(
                        connected.client, action(CancelTournament, tournament, None, reason=STOPPED), TournamentDone
                    )
                await _report(connected.client, output, tournament, plan)
        raise
    view = await _report(connected.client, output, tournament, plan)
    if connected.private and plan.database is None and plan.pgn is None and plan.sgf is None:
        output.exit_message = [KEEP]
    if do.terms.sprt is not None:
        output.exit_code = CODES.get(view.sprt.verdict, UNDECIDED) if view.sprt is not None else UNDECIDED


async def _follow(client: NetworkClient, tournament: str, progress: "EventProgress") -> None:
    async for message in client.messages():
        if concerns(message, tournament) or isinstance(message, Notice):
            progress.receive(message)
        if is_over(progress.view):
            return


async def _continued(client: NetworkClient, output: Output, do: CreateTournament) -> str | None:
    """Follow the tournament of the database that the same command has created, and return its id, if there is one."""
    rows = [row async for row in tournaments(client, ListTournaments())]
    for row in rows:
        if row.name != do.name or row.format != do.terms.format or row.game != do.terms.game:
            continue
        view = await view_of(client, row.tournament, None)
        if not continues(view, do):
            continue
        output.warn(f"tournament {view.code} {'has ended' if is_over(view) else 'goes on'}: {status_text(view)}")
        return (await ask(client, action(ShowTournament, row.tournament, None, follow=True), TournamentDone)).tournament
    return None


def seeded(do: CreateTournament) -> CreateTournament:
    """Return a tournament whose seed, if none was given, is made of its terms: the same command has the same one."""
    if do.terms.seed is not None:
        return do
    said = do.model_dump_json(exclude={"terms": {"start_at": True, "openings": {"given": True}}})
    seed = int.from_bytes(hashlib.sha256(said.encode()).digest()[:6], "big")
    return do.model_copy(update={"terms": do.terms.model_copy(update={"seed": seed})})


def continues(view: TournamentView, do: CreateTournament) -> bool:
    """Return whether a tournament was made by the same command, whose terms have a seed.

    A number that the server leaves out has its usual value, which the command may have said.
    """
    if view.state == "cancelled":
        return False
    asked, found = do.terms.model_dump(exclude_none=True), view.terms.model_dump()
    if any(asked.get(field) != found[field] for field in EXACT):
        return False
    openings, shown = asked.pop("openings", {}), found["openings"] or {}
    # The server names its own openings.
    parts = ("source", "order") if openings.get("source") == "bundled" else ("source", "order", "name", "sha256")
    if bool(openings) != bool(shown) or any(openings.get(part) != shown.get(part) for part in parts):
        return False
    for field in asked.keys() - {"options", "start_at", "private", "kinds", *EXACT}:
        if found[field] not in (None, asked[field]):
            return False
    entrants = [row.entrant for row in view.rows]
    return all(any(_is(each, entrant) for entrant in entrants) for each in do.engines)


def _is(asked: EngineEntrant, shown: EntrantView) -> bool:
    """Return whether an entrant is an engine of the command. The server adds usual limits to what was typed."""
    try:
        spec = EngineSpec.parse(shown.engine or shown.name)
    except ValueError:
        return False
    limits = asked.engine.limit.model_dump(exclude_none=True)
    kind = (asked.engine.algorithm, asked.engine.level)
    same = kind == (spec.algorithm, spec.level) and limits.items() <= spec.limit.model_dump().items()
    return same and asked.name in (None, shown.name)


async def _report(client: NetworkClient, output: Output, tournament: str, plan: RunPlan) -> TournamentView:
    """Write the files of the games, and print the standings with the statistics."""
    if plan.pgn is not None:
        write(plan.pgn, await exported(client, tournament, "pgn"))
    if plan.sgf is not None:
        from kibitz_client.commands.duel.sgf import games_as_sgf

        write(plan.sgf, await games_as_sgf(client, tournament))
    view = await view_of(client, tournament, None, page=1)
    statistics = await ask(client, action(ShowStatistics, tournament, None), StatisticsView)
    rows = await all_rows(client, view, None)
    if output.json:
        output.emit({"report": {"tournament": view.model_dump(), "statistics": statistics.model_dump()}})
        return view
    output.say("", status_text(view), *standings_text(view, output, rows), "")
    output.say(*report_lines(statistics, output.style.width))
    return view


class EventProgress:
    """Progress of a tournament of engines: a line for each pair of a match, or for each game of other formats."""

    def __init__(self, output: Output, do: CreateTournament, *, quiet: bool) -> None:
        self.view: TournamentView | None = None
        self._output = output
        self._pairs = do.terms.format == "match" and do.terms.pairs is not False
        self._quiet = quiet
        self._games: dict[int, list[GameRow]] = {}
        self._complete = 0
        self._continued = False

    def receive(self, message: Message) -> None:
        """Update the tournament, and show what has happened."""
        first = self.view is None
        self.view = advance(self.view, message)
        if self.view is None:
            return
        if first:
            self._complete = sum(self._pairs_before(self.view))
            self._continued = self.view.games_played > 0
            if not self._output.json:
                self._output.warn(f"tournament {self.view.code}: {self.view.name}")
        if isinstance(message, Notice):
            self._output.warn(f"server: {message.text}")
        if not isinstance(message, TournamentEvent):
            return
        match message.event:
            case GameChanged(kind="counted") as fact if self._pairs:
                self._count(fact)
            case GameChanged(kind="begun"):
                pass
            case GameChanged(kind="counted", game=game) as fact:
                self._output.emit({"game": game.model_dump()})
                self._say(*news_lines(message))
            case SprtDecided() as decided:
                self._output.emit({"sprt": decided.model_dump(exclude={"kind"})})
                self._say(*news_lines(message))
            case Happened(kind="created" | "started"):
                pass
            case _:
                self._output.emit({"event": message.event.model_dump()})
                self._say(*news_lines(message))

    def _pairs_before(self, view: TournamentView) -> list[int]:
        """Return the numbers of pairs that were complete before this command follows the tournament."""
        if view.sprt is not None:
            return [view.sprt.pairs]
        return [view.games_played // 2] if self._pairs else []

    def _count(self, fact: GameChanged) -> None:
        """Show a pair that is complete with this game."""
        games = self._games.setdefault(fact.game.pair, [])
        games.append(fact.game)
        known = sum(fact.statistics.pairs) if fact.statistics is not None else None
        complete = len(games) == 2 or (self._continued and known is not None and known > self._complete)
        if not complete or self.view is None:
            return
        del self._games[fact.game.pair]
        self._complete = number = self._complete + 1 if known is None else known
        # The first game of a pair may have been counted before this command followed the tournament.
        points = _points_of(games) if len(games) == 2 else []
        llr = fact.llr if fact.llr is not None else self.view.sprt.llr if self.view.sprt is not None else None
        found = fact.statistics
        self._output.emit(
            {
                "pair": number,
                "points": points,
                "games": [game.code for game in games],
                "opening": games[0].opening,
                "pairs": found.pairs if found is not None else None,
                "score": found.score if found is not None else None,
                "elo": found.elo if found is not None else None,
                "elo_error": found.elo_error if found is not None else None,
                "llr": llr,
            }
        )
        self._say(progress_line(number, points, found, self.view.sprt, llr))

    def _say(self, *lines: str) -> None:
        if not (self._quiet or self._output.json):
            self._output.say(*lines)


def _points_of(games: list[GameRow]) -> list[float]:
    """Return the points of a pair of games: of the entrant with the smaller number, and of the other."""
    points = {games[0].first.number: 0.0, games[0].second.number: 0.0}
    for game in games:
        for entrant, won in zip((game.first, game.second), game.points or (), strict=False):
            points[entrant.number] += won
    return [points[number] for number in sorted(points)]
