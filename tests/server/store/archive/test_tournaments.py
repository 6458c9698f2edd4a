"""The archive of finished tournaments follows their events."""

import asyncio
from pathlib import Path

import pytest

from kibitz_server.core.tournament.commands import SetResult
from kibitz_server.core.tournament.values import Format, GameOutcome, HowEnded
from kibitz_server.store.archive.tournaments import EndedTournament
from kibitz_server.store.sql import SqlStore
from tests.server.core.tournament.play import ORGANISER
from tests.server.runtime.tournaments.playing import TournamentServer, begin_engines


async def archived(file: Path, tournament_id: str) -> EndedTournament:
    """Return what a server that starts now has in its archive."""
    store = SqlStore(f"sqlite:///{file}", asyncio.get_running_loop())
    found = store.find_tournament(tournament_id, "")
    store.close()
    assert found is not None
    return found


@pytest.mark.io
async def test_a_result_that_was_set_before_a_kill_is_archived_by_the_next_start(tmp_path: Path) -> None:
    """An event after the end is durable before the archive has it, so a start compares their numbers."""
    file = tmp_path / "kibitz.db"
    server = TournamentServer()
    room = begin_engines(server, Format.MATCH, 2, games=2)
    await server.finish(room)

    async def keep(first: int) -> None:
        store = SqlStore(f"sqlite:///{file}", asyncio.get_running_loop())
        store.append(server.store.tournament_history(room.id)[first:], lambda _: None)
        store.close()

    await keep(0)
    before = await archived(file, room.id)
    assert before.seq == room.tournament.seq
    loser = next(each.number for each in room.tournament.entrants if each.entrant.name != before.leader)
    for game in room.tournament.games:
        points = (1.0, 0.0) if game.first == loser else (0.0, 1.0)
        server.do(room, SetResult(ORGANISER, game.number, GameOutcome(points, HowEnded.SET), "illness"))
    await keep(before.seq)
    after = await archived(file, room.id)
    assert after.seq == room.tournament.seq > before.seq
    assert after.ended_at == before.ended_at
    assert after.leader == room.tournament.entrant(loser).entrant.name
    assert await archived(file, room.id) == after
