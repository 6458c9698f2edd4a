"""The integrity check of tournaments: every begun game has its match, every count is the end of that, once."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sql

from kibitz_server.core.tournament.events import (
    Event,
    GameBegun,
    GameCounted,
    RoundPaired,
    TournamentCreated,
)
from kibitz_server.core.tournament.values import Format, GameOutcome
from kibitz_server.maintenance.integrity import IntegrityReport, check_events
from kibitz_server.store.event_json import dump
from kibitz_server.store.tables import events, metadata, tournament_events
from tests.server.runtime.tournaments.playing import TournamentServer, begin_engines

Log = list[Event]


async def problems(change: Callable[[Log], None], forget: str = "", unfinished: bool = False) -> tuple[int, list[str]]:
    """Play a tournament, change its events, and return the number of tournaments and what the check finds.

    Args:
        change: Changes the list of events.
        forget: `match`: the first match is missing; `end`: it has no end and no last move; `result`: it has no end.
        unfinished: Whether the last game is not counted.
    """
    server = TournamentServer()
    room = begin_engines(server, Format.ROUND_ROBIN, 3, concurrency=1)
    await server.finish(room)
    log: Log = [entry.event for entry in server.store.tournament_history("t1")]
    if unfinished:
        while not isinstance(log.pop(), GameCounted):
            pass
    change(log)
    engine = sql.create_engine("sqlite://")
    metadata.create_all(engine)
    first = room.tournament.games[0].begun.match_id
    with engine.begin() as connection:
        for seq, event in enumerate(log, 1):
            row: dict[str, Any] = {"tournament_id": "t1", "seq": seq, "kind": type(event).__name__, "at": 1.0}
            connection.execute(sql.insert(tournament_events).values(body=dump(event), **row))
        for game in room.tournament.games:
            for row in server.store.rows(game.begun.match_id):  # type: ignore[assignment]
                left = server.store.rows(game.begun.match_id)[-1].seq - row.seq  # type: ignore[attr-defined]
                if game.begun.match_id == first and left < {"match": 1000, "end": 2, "result": 1}.get(forget, 0):
                    continue
                values = {"match_id": game.begun.match_id, **row._asdict()}  # type: ignore[attr-defined]
                connection.execute(sql.insert(events).values(**values))
        report = IntegrityReport()
        found = list(check_events(connection, report))
    engine.dispose()
    assert report.problems == len(found)
    return report.tournaments, found


def changed(kind: type[Event], **fields: Any) -> Callable[[Log], None]:
    """Return a change of the first event of a kind."""

    def change(log: Log) -> None:
        at = next(at for at, event in enumerate(log) if isinstance(event, kind))
        log[at] = replace(log[at], **fields)

    return change


def doubled(kind: type[Event]) -> Callable[[Log], None]:
    """Return a change that repeats the first event of a kind."""

    def change(log: Log) -> None:
        at = next(at for at, event in enumerate(log) if isinstance(event, kind))
        log.insert(at, log[at])

    return change


def nothing(_log: Log) -> None:
    """Change nothing."""


def longer(log: Log) -> None:
    """Let an event come after the end."""
    log.append(log[-1])


async def test_a_played_tournament_is_valid() -> None:
    """Whether it has ended or not, all its games have their matches."""
    assert await problems(nothing) == (1, [])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (changed(GameCounted, outcome=GameOutcome((0.5, 0.5))), "game 1 counts otherwise than match"),
        (changed(GameCounted, moves_hash="0" * 16), "game 1 counts otherwise than match"),
        (doubled(GameCounted), "counts game 1, which was over"),
        (doubled(GameBegun), "begins game 1 after game 1"),
        (changed(GameBegun, match_id="other"), "game 1 has no match other"),
        (changed(GameBegun, pair=2), "another place"),
        (changed(GameCounted, game=9), "is about game 9, which did not begin"),
        (changed(TournamentCreated, id="t2"), "event 1 is TournamentCreated, not the creation of the tournament"),
        (changed(RoundPaired, pairs=()), "does not follow"),
        (longer, "comes after the end"),
    ],
)
async def test_a_change_of_an_event_is_found(change: Callable[[Log], None], words: str) -> None:
    """The first problem names what is wrong."""
    _, found = await problems(change)
    assert found
    assert words in " ".join(found)


async def test_a_game_and_its_match_are_compared() -> None:
    """A missing match, a count without an end, and an end without a count are named."""
    _, found = await problems(nothing, forget="match")
    assert "game 1 has no match" in found[0]
    _, found = await problems(nothing, forget="end")
    assert any("game 1 counts, but match" in problem and "has no result" in problem for problem in found)
    _, found = await problems(nothing, forget="result")
    assert len(found) == 1
    assert found[0].startswith("match")
    _, found = await problems(nothing, unfinished=True)
    assert any("has ended, but game 3 does not count" in problem for problem in found)


async def test_a_match_of_an_unknown_tournament_is_named() -> None:
    """Matches that no game of a tournament began as are found too."""

    def drop(log: Log) -> None:
        log.clear()

    tournaments, found = await problems(drop)
    assert tournaments == 0
    assert len(found) == 3
    assert all("no game of it began as that" in problem for problem in found)
