"""Absent players: what the lobby says of their matches, and when these end."""

from typing import Any

import pytest

from kibitz_server.core.values.timeouts import DESERTED_TIMEOUT_S, HOST_TIMEOUT_S, Patience
from kibitz_server.runtime.attendance.away import ABSENT_S
from kibitz_server.runtime.attendance.presence import SETTLE_S
from tests.fakes.server import ManualScheduler
from tests.server.conftest import ENGINE, FakeClient, InProcessServer

CLOCK = {"kind": "fischer", "base_s": 3000, "increment_s": 0}
DAYS = {"kind": "correspondence", "days": 3}
START = 1_000_000.0


@pytest.fixture
async def server() -> InProcessServer:
    """A server whose time of day follows its scheduler."""
    scheduler = ManualScheduler()
    shift = START - scheduler.time()
    return InProcessServer(wall_clock=lambda: shift + scheduler.time(), scheduler=scheduler)


def rows(viewer: FakeClient) -> list[tuple[str, float | None]]:
    """Return the codes of the lobby in their order, with the time since when a player is away."""
    return [
        (row.code, None if row.away_since is None else row.away_since - START)
        for row in viewer.ask("list").result.matches
    ]


def pass_time(server: InProcessServer, seconds: float) -> None:
    """Advance the time, then let the store commit."""
    server.scheduler.advance(seconds)
    server.store.commit()


def leave(server: InProcessServer, *clients: FakeClient) -> None:
    """Close connections, and let their absence count."""
    for client in clients:
        server.runtime.clients.depart(client.connection)
    pass_time(server, SETTLE_S)


async def test_rows_of_absent_players_say_since_when_and_come_last(server: InProcessServer) -> None:
    """Open matches without their host are below the other open ones, and so are live ones, on every page."""
    ann, bob, cat, eve = (server.connect(name) for name in ("ann", "bob", "cat", "eve"))
    live_away = ann.host(clock=CLOCK)
    cat.ask("join", match=live_away)
    live_here = bob.host(clock=CLOCK, seats=[{"kind": "me"}, ENGINE])
    open_away, open_here = ann.host(), bob.host()
    follower = server.connect("follower")
    follower.ask("list", follow=True)
    follower.take()
    pass_time(server, 10.0)
    leave(server, ann)
    away_at = 10.0 + SETTLE_S
    order = [(open_here, None), (open_away, away_at), (live_here, None), (live_away, away_at)]
    assert rows(eve) == order
    changed = [row for m in follower.take() if m.t == "lobby" for row in m.changed]
    assert {(row.code, row.away_since - START) for row in changed if row.away_since} == {order[1], order[3]}
    found, cursor = [], None
    for _ in order:
        page = eve.ask("list", limit=1, cursor=cursor).result
        found += [row.code for row in page.matches]
        cursor = page.next
    assert found == [code for code, _ in order]
    server.connect("ann").ask("watch", match=open_away)
    pass_time(server, 0.0)
    assert (open_away, None) in rows(eve)


async def test_a_connected_player_who_left_the_match_is_away(server: InProcessServer) -> None:
    """After a while the match is listed for its player alone, with the time, and for all when the player is back."""
    ann, eve = server.connect("ann"), server.connect("eve")
    code = ann.host(seats=[{"kind": "me"}, ENGINE])
    pass_time(server, 5.0)
    ann.ask("unwatch", match=code)
    pass_time(server, ABSENT_S - 0.1)
    assert rows(eve) == [(code, None)]
    pass_time(server, 0.1)
    assert (rows(eve), rows(ann)) == ([], [(code, 5.0)])
    ann.ask("watch", match=code)
    assert rows(eve) == [(code, None)]


@pytest.mark.parametrize("clock", [None, DAYS])
async def test_days_for_a_move_need_no_player_there(server: InProcessServer, clock: dict[str, Any] | None) -> None:
    """A row of a match with days for a move never says that a player is away."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    code = ann.host(clock=clock)
    bob.ask("join", match=code)
    leave(server, bob)
    assert rows(eve) == [(code, None if clock else SETTLE_S)]


async def test_a_player_who_moves_without_following_is_there(server: InProcessServer) -> None:
    """The wait begins again with each move of the player."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    code = ann.host()
    bob.ask("join", match=code)
    ann.ask("unwatch", match=code)
    pass_time(server, ABSENT_S - 1)
    ann.ask("move", match=code, ply=0, move="b2")
    pass_time(server, ABSENT_S - 1)
    assert rows(eve) == [(code, None)]


@pytest.mark.parametrize("how", ["disconnected", "connected"])
@pytest.mark.parametrize("moves", [0, 2])
async def test_a_match_that_all_have_left_ends(server: InProcessServer, how: str, moves: int) -> None:
    """It is lost after a day by the side to move, or aborted soon if it has not begun, as if all had disconnected."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    code = ann.host()
    bob.ask("join", match=code)
    for ply, (player, move) in enumerate(((ann, "a1"), (bob, "a2"))[:moves]):
        player.ask("move", match=code, ply=ply, move=move)
    eve.ask("watch", match=code)
    if how == "disconnected":
        leave(server, ann)
    else:
        ann.ask("unwatch", match=code)
    leave(server, bob)
    limit_s = DESERTED_TIMEOUT_S if moves else 5 * HOST_TIMEOUT_S
    pass_time(server, limit_s - 10)
    assert not {"aborted", "finished"} & set(eve.kinds())
    pass_time(server, 20)
    ended = eve.take()[-1].event
    reason = ended.result.reason if moves else ended.reason
    assert (ended.kind, reason) == (("finished", "abandonment") if moves else ("aborted", "everybody left"))
    assert not moves or ended.result.winner == 1


async def test_a_server_sets_how_long_it_waits() -> None:
    """Hosts of open matches, and matches that all have left, get the time of the settings."""
    server = InProcessServer(patience=Patience(host_s=2.0, left_s=8.0))
    ann, bob, cat = server.connect("ann"), server.connect("bob"), server.connect("cat")
    open_match, played = ann.host(), ann.host(seats=[{"kind": "me"}, ENGINE])
    cat.ask("join", match=bob.host(clock=CLOCK))
    leave(server, ann)
    pass_time(server, 7.9)
    assert [server.match(code).over for code in (open_match, played)] == [False, False]
    pass_time(server, 0.2)
    assert server.match(played).over
    pass_time(server, 2.0)
    assert server.match(open_match).over
