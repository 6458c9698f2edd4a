"""Comparison of stored tournaments with what organisers received, with their matches, and with runs without faults."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sql

from bench.chaos.load import QUICK, Record
from bench.chaos.server import Server
from bench.chaos.tournaments import Organiser, TournamentRecord, Wanted
from bench.chaos.verdict import Verdict
from kibitz_client.network.client import NetworkClient
from kibitz_server.core.tournament.commands import CountGame
from kibitz_server.core.tournament.events import GameCounted, GameVoided, SprtDecided
from kibitz_server.core.tournament.rules.match_ends import end_of
from kibitz_server.core.tournament.standings import standings
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.core.tournament.values import Format
from kibitz_server.core.values.events import MatchCreated
from kibitz_server.store.database import connect
from kibitz_server.store.sql import SqlReader
from kibitz_server.store.tables import events, tournament_events
from kibitz_server.tournament_files.source import TournamentSource, replayed, with_games
from kibitz_server.tournament_files.verify import CompleteFile, verify
from kibitz_server.tournament_files.whole import whole_text

UNINTERRUPTED_S = 600.0
"""Limit for a run without faults."""


class Played(NamedTuple):
    """Results of a tournament, the same for the same seed: its rows, its games, and the decision of its test."""

    rows: list[tuple[Any, ...]]
    games: list[tuple[Any, ...]]
    test: tuple[Any, ...]


@dataclass
class Counts:
    """What was judged."""

    games: int = 0
    void: int = 0
    verified: int = 0
    """Tournaments whose files show no fault."""
    searches: int = 0
    """Searches that were repeated for that."""
    compared: int = 0
    equal: int = 0
    """Of the compared ones, those that ended as without faults."""


def judge_tournaments(found: TournamentRecord, database: str, verdict: Verdict) -> Counts:
    """Add to the verdict what is lost, doubled or wrong in the tournaments of a database."""
    counts = Counts()
    engine = connect(database)
    try:
        with engine.connect() as connection:
            stored = set(connection.execute(sql.select(tournament_events.c.tournament_id).distinct()).scalars())
        verdict.lost += [f"tournament {id} was created and is not stored" for id in found.created.keys() - stored]
        unknown = stored - found.created.keys()
        verdict.doubled += [f"tournament {id} was created, and no client was informed" for id in unknown]
        matches = _matches(engine)
        stray = {id for id, of in matches.items() if of not in stored}
        verdict.doubled += [f"match {id} belongs to a tournament that is not stored" for id in stray]
        for id in sorted(stored & found.created.keys()):
            source = TournamentSource(with_games(SqlReader(engine), id))
            own = {match for match, of in matches.items() if of == id}
            verdict.lost += _not_stored(found, source.tournament)
            _judge_games(source, own, verdict, counts)
            _judge_file(source, verdict, counts)
    finally:
        engine.dispose()
    verdict.doubled += [f"{found.twice} events of tournaments were sent twice"] * bool(found.twice)
    verdict.lost += [f"{found.gaps} gaps in the events of tournaments"] * bool(found.gaps)
    return counts


def _matches(engine: sql.Engine) -> dict[str, str]:
    """Return the matches that say that they are games of tournaments, with the ids of these."""
    found = {}
    reader = SqlReader(engine)
    first = sql.select(events.c.match_id).where(events.c.kind == MatchCreated.__name__)
    with engine.connect() as connection:
        ids = list(connection.execute(first).scalars())
    for id in ids:
        created = reader.rows(id)[0].entry(id).event
        assert isinstance(created, MatchCreated)
        if created.terms.tournament is not None:
            found[id] = created.terms.tournament.id
    return found


def _judge_games(source: TournamentSource, own: set[str], verdict: Verdict, counts: Counts) -> None:
    """Compare the games of a tournament with its matches, whose ids are `own`."""
    state = source.tournament
    name = f"tournament {state.created.name}"
    verdict.stalled += [f"{name} did not end"] * (state.ended is None)
    begun = Counter(game.begun.match_id for game in state.games)
    verdict.doubled += [f"{name} has match {match} {times} times" for match, times in begun.items() if times > 1]
    verdict.doubled += [f"{name} does not know its match {match}" for match in own - begun.keys()]
    verdict.lost += [f"{name} has no match {match}" for match in begun.keys() - own]
    counted = Counter(entry.event.game for entry in source.entries if isinstance(entry.event, GameCounted))
    verdict.doubled += [f"{name} counts game {game} {times} times" for game, times in counted.items() if times > 1]
    counts.games += len(counted)
    counts.void += sum(isinstance(entry.event, GameVoided) for entry in source.entries)
    ended = dict(source.ended_matches())
    points: defaultdict[int, float] = defaultdict(float)
    for game in state.games:
        where = f"{name} game {game.number}"
        if game.number not in ended:
            verdict.stalled.append(f"the match of {where} did not end")
            continue
        end = end_of(replayed(ended[game.number]))
        if not isinstance(end, CountGame):
            verdict.doubled += [f"{where} counts, but its match is void"] * (game.number in counted)
        elif game.number not in counted:
            verdict.lost.append(f"{where} ended and does not count")
        elif game.outcome != end.outcome:
            verdict.other.append(f"{where} counts as {game.outcome}, its match ended {end.outcome}")
        else:
            for number, got in zip((game.first, game.second), end.outcome.points, strict=True):
                points[number] += got
    if state.format is not Format.ARENA:
        differing = [row for row in standings(state).rows if row.points != points[row.number]]
        verdict.other += [f"{name}: {row} has not the points of its matches" for row in differing]


def _judge_file(source: TournamentSource, verdict: Verdict, counts: Counts) -> None:
    """Verify the complete file of a tournament, with all searches that can be repeated."""
    verified = verify(CompleteFile(whole_text(source).encode()), _no_pairs, engines=True)
    counts.verified += not verified.differences
    counts.searches += verified.searches
    verdict.other += [f"{verified.name}: {each}" for each in (*verified.differences, *verified.notes)]


def _not_stored(found: TournamentRecord, state: Tournament) -> Iterator[str]:
    for (id, number), points in found.counted.items():
        if id != state.created.id:
            continue
        outcome = state.games[number - 1].outcome if number <= len(state.games) else None
        if outcome is None or list(outcome.points) != points:
            yield f"tournament {id} game {number} was sent as counted {points}, stored is {outcome}"


def _no_pairs(_trf: str) -> str:
    return "no round of these tournaments is paired by a program"


def played(source: TournamentSource) -> Played:
    """Return the results of a tournament."""
    state = source.tournament
    rows = [(row.rank, row.number, row.points, row.tie_breaks) for row in standings(state).rows]
    games = [
        (each.begun.pair, each.begun.slot, each.first, each.second, each.outcome.points, each.moves_hash)
        for each in state.games
        if each.outcome is not None
    ]
    tests = [entry.event for entry in source.entries if isinstance(entry.event, SprtDecided)]
    return Played(rows, sorted(games), tuple(tests))


async def compare(found: TournamentRecord, database: str, folder: Path, verdict: Verdict, counts: Counts) -> None:
    """Hold the tournaments once more on a server without faults, and add to the verdict where they end otherwise."""
    wanted = {each: id for id, each in found.created.items() if each.repeatable}
    other = f"sqlite:///{folder}/uninterrupted.db"
    again = await _uninterrupted(list(wanted), Server(other, folder / "uninterrupted.log"))
    faulty = _played(database, wanted)
    whole = _played(other, {each: id for id, each in again.created.items()})
    counts.compared = len(wanted)
    for each in wanted:
        if faulty[each] == whole[each]:
            counts.equal += 1
        else:
            where = f"{each.format} {each.seed} differs from a run without faults"
            verdict.other.append(f"{where}: {_difference(faulty[each], whole[each])}")


def _played(database: str, ids: Mapping[Wanted, str]) -> dict[Wanted, Played]:
    engine = connect(database)
    try:
        return {each: played(TournamentSource(with_games(SqlReader(engine), id))) for each, id in ids.items()}
    finally:
        engine.dispose()


def _difference(faulty: Played, whole: Played) -> str:
    if faulty.games != whole.games:
        return f"games {sorted(set(faulty.games) ^ set(whole.games))[:4]}"
    return f"{faulty.rows} {faulty.test}, not {whole.rows} {whole.test}"


async def _uninterrupted(wanted: list[Wanted], server: Server) -> TournamentRecord:
    found, record = TournamentRecord(), Record()
    await server.start()
    try:
        async with asyncio.timeout(UNINTERRUPTED_S), NetworkClient(server.url, "organiser", pace=QUICK) as client:
            organiser = Organiser(client, record, found, ())
            reading = asyncio.create_task(organiser.read())
            await asyncio.gather(*map(organiser.play, wanted))
            reading.cancel()
    finally:
        await server.stop()
    return found
