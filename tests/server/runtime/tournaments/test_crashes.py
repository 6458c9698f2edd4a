"""A server that is killed between two commits goes on at the same games: no result is lost, counted twice or moved."""

from collections.abc import Callable

import pytest

from kibitz_server.core.tournament.values import Format, OpeningSet, TournamentOpening
from kibitz_server.runtime.tournaments.running import TournamentRoom
from tests.server.runtime.tournaments.playing import (
    TournamentServer,
    begin_engines,
    check_whole,
    played_with_crashes,
    results,
)

OPENINGS = OpeningSet("a", "", tuple(TournamentOpening((move,)) for move in ("a1", "b2", "c1")))
STARTS: dict[str, Callable[[TournamentServer], TournamentRoom]] = {
    "round-robin": lambda server: begin_engines(server, Format.ROUND_ROBIN, 4),
    "pairs": lambda server: begin_engines(server, Format.ROUND_ROBIN, 3, openings=OPENINGS),
    "gauntlet": lambda server: begin_engines(server, Format.GAUNTLET, 5),
    "match": lambda server: begin_engines(server, Format.MATCH, 2, games=6, pairs=True),
    "knockout": lambda server: begin_engines(server, Format.KNOCKOUT, 4, pairs=True),
    "swiss": lambda server: begin_engines(server, Format.SWISS, 5, rounds=3),
}


@pytest.mark.parametrize("name", STARTS)
async def test_a_kill_between_any_two_commits_changes_nothing(name: str) -> None:
    """The results and the standings are those of a server that is never killed, wherever it is killed once."""
    server, room = await played_with_crashes(STARTS[name], [])
    expected, commits = results(room.tournament), server.one_by_one.commits
    check_whole(server, room)
    assert len(expected) >= 4
    for most in range(commits):
        server, room = await played_with_crashes(STARTS[name], [most])
        check_whole(server, room)
        assert results(room.tournament) == expected, most


async def test_a_server_that_is_killed_again_and_again_gets_to_the_end() -> None:
    """Each server makes a few commits; the results are those of a server that is never killed."""
    _, room = await played_with_crashes(STARTS["round-robin"], [])
    expected = results(room.tournament)
    for most in (2, 3, 5):
        server, room = await played_with_crashes(STARTS["round-robin"], [most] * 200)
        check_whole(server, room)
        assert results(room.tournament) == expected


async def test_an_arena_that_is_killed_counts_each_game_once() -> None:
    """What is paired depends on the time, so the results differ; each game has its match, and each end its count."""

    def begin(server: TournamentServer) -> TournamentRoom:
        return begin_engines(server, Format.ARENA, 5, minutes=0.5)

    server, room = await played_with_crashes(begin, [])
    check_whole(server, room)
    assert room.tournament.counted > 5
    for most in (3, 17, 40):
        server, room = await played_with_crashes(begin, [most] * 5)
        check_whole(server, room)
        assert room.tournament.counted > 5
