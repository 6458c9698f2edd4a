"""Tests of TV: the match that it shows, redirects of viewers, and exhibitions."""

from typing import Any

import pytest

from kibitz_server.core.lobby.exhibition import LINEUP
from kibitz_server.core.lobby.listing import BEGIN_S, IDLE_S, STILL_S
from kibitz_server.core.lobby.ratings import Rating
from kibitz_server.core.values.players import Human
from kibitz_server.pool.interface import Priority
from kibitz_server.runtime.attendance.presence import SETTLE_S
from kibitz_server.runtime.host import HostChoices
from kibitz_server.runtime.lobby.tv import BREAK_S, LOOK_S, PATIENCE_S
from kibitz_server.store.archive.queries import Standing
from tests.fakes.server import settle
from tests.server.conftest import ENGINE, FakeClient, InProcessServer

ME, OPEN = {"kind": "me"}, {"kind": "open"}


@pytest.fixture
async def exhibiting(request: pytest.FixtureRequest) -> InProcessServer:
    """A server on which engines play when no other match is live. The time chooses their game."""
    started_at: int = getattr(request, "param", 0)
    return InProcessServer(exhibitions=True, wall_clock=lambda: started_at)


with_each_game = pytest.mark.parametrize("exhibiting", range(len(LINEUP)), indirect=True)


def live(server: InProcessServer, first: str, second: str) -> tuple[FakeClient, str]:
    """Start a match. Return its first player and its code."""
    ann, bob = server.connect(first), server.connect(second)
    code = ann.host()
    assert bob.ask("join", match=code).t == "accepted"
    return ann, code


async def test_tv_viewers_are_redirected_to_the_next_match(server: InProcessServer) -> None:
    """They are redirected after a break; spectators who watch by code stay."""
    ann, code = live(server, "ann", "bob")
    eve, other = server.connect("eve"), server.connect("other")
    assert eve.ask("watch", match="tv").result.code == code
    other.ask("watch", match=code)
    _, second = live(server, "cat", "dan")
    eve.take()
    ann.ask("resign", match=code)
    assert eve.kinds() == ["finished"]
    server.scheduler.advance(BREAK_S)
    server.store.commit()
    following, snapshot = eve.take()
    assert (following.t, following.why, following.code, snapshot.code) == ("next", "tv", second, second)
    assert other.kinds()[-1] == "finished"


async def test_tv_shows_players_whose_strength_is_known(server: InProcessServer) -> None:
    """A high rating after few matches does not put a match on TV before one of players who are known better."""
    codes: list[str] = []
    for first, second, rating in (("ann", "bob", Rating(33.0, 1.8, 200)), ("cat", "dan", Rating(41.3, 6.3, 9))):
        guests = [server.connect(name) for name in (first, second)]
        for guest in guests:
            player = guest.connection.player
            guest.connection.player = Human(player.id, player.name, account=True)
            standing = Standing(player.name, rating, set(), engines_only=False)
            server.runtime.ratings.known[player.id, "tictactoe"] = standing
        codes.append(guests[0].host())
        assert guests[1].ask("join", match=codes[-1]).t == "accepted"
    assert server.connect("eve").ask("watch", match="tv").result.code == codes[0]


async def test_tv_viewers_wait_for_the_next_live_match(server: InProcessServer) -> None:
    """If no match is live after the end of one, viewers are redirected to the next that starts."""
    ann, code = live(server, "ann", "bob")
    eve = server.connect("eve")
    eve.ask("watch", match="tv")
    ann.ask("resign", match=code)
    server.scheduler.advance(BREAK_S)
    eve.take()
    _, second = live(server, "cat", "dan")
    server.store.commit()
    assert [message.code for message in eve.take()] == [second, second]


async def test_tv_stays_with_a_series(server: InProcessServer) -> None:
    """TV shows the next game of a series without a break."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    code = ann.host(series=2)
    bob.ask("join", match=code)
    eve.ask("watch", match="tv")
    live(server, "cat", "dan")
    eve.take()
    bob.ask("resign", match=code)
    server.store.commit()
    _, following, snapshot = eve.take()
    assert (following.why, snapshot.series.number) == ("series", 2)
    server.scheduler.advance(BREAK_S)
    server.store.commit()
    assert eve.kinds() == ["started"]
    assert server.connect("late").ask("watch", match="tv").result.code == snapshot.code


async def test_tv_leaves_a_paused_match(server: InProcessServer) -> None:
    """If the match is not resumed within the break, viewers are redirected to another live match."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host()
    bob.ask("join", match=code)
    eve = server.connect("eve")
    eve.ask("watch", match="tv")
    _, second = live(server, "cat", "dan")
    ann.ask("move", match=code, ply=0, move="b2")
    ann.ask("offer", match=code, offer="pause")
    bob.ask("accept", match=code)
    eve.take()
    server.scheduler.advance(BREAK_S)
    server.store.commit()
    following, snapshot = eve.take()
    assert (following.why, snapshot.code) == ("tv", second)


async def test_tv_leaves_a_match_with_a_disconnected_player(server: InProcessServer) -> None:
    """Viewers are redirected to another live match."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host()
    bob.ask("join", match=code)
    eve = server.connect("eve")
    assert eve.ask("watch", match="tv").result.code == code
    _, second = live(server, "cat", "dan")
    eve.take()
    server.runtime.clients.depart(bob.connection)
    server.scheduler.advance(SETTLE_S)
    assert server.connect("late").ask("watch", match="tv").result.code == second
    server.scheduler.advance(BREAK_S)
    server.store.commit()
    assert [message.code for message in eve.take() if message.t in ("next", "snapshot")] == [second, second]


async def test_tv_stays_if_the_player_reconnects_within_the_break(server: InProcessServer) -> None:
    """A short disconnect redirects no viewer."""
    ann, code = live(server, "ann", "bob")
    eve = server.connect("eve")
    eve.ask("watch", match="tv")
    live(server, "cat", "dan")
    server.runtime.clients.depart(ann.connection)
    server.scheduler.advance(SETTLE_S)
    server.runtime.clients.arrive(ann.connection)
    ann.ask("watch", match=code)
    eve.take()
    server.scheduler.advance(BREAK_S)
    server.store.commit()
    assert "next" not in [message.t for message in eve.take()]


async def test_an_exhibition_starts_while_the_only_match_is_deserted(exhibiting: InProcessServer) -> None:
    """A match whose player has left does not count as live."""
    ann, eve = exhibiting.connect("ann"), exhibiting.connect("eve")
    ann.host(seats=[ME, ENGINE])
    exhibiting.runtime.clients.depart(ann.connection)
    exhibiting.scheduler.advance(SETTLE_S)
    eve.send("watch", match="tv")
    exhibiting.store.commit()
    _, snapshot = eve.take()
    assert snapshot.host == "Kibitz"


FAST = {"kind": "fischer", "base_s": 600, "increment_s": 0}


@pytest.mark.parametrize(
    ("moves", "clock", "still_s"), [(0, None, BEGIN_S), (2, None, STILL_S), (2, FAST, IDLE_S)], ids=str
)
async def test_tv_leaves_a_match_in_which_a_player_does_not_move(
    exhibiting: InProcessServer, moves: int, clock: dict[str, Any] | None, still_s: float
) -> None:
    """After a while without a move TV shows something else, and comes back to the match when it goes on."""
    ann, bob = exhibiting.connect("ann"), exhibiting.connect("bob")
    code = ann.host(clock=clock)
    bob.ask("join", match=code)
    for ply, (player, move) in enumerate(((ann, "a1"), (bob, "a2"))[:moves]):
        player.ask("move", match=code, ply=ply, move=move)
    eve = exhibiting.connect("eve")
    assert eve.ask("watch", match="tv").result.code == code
    exhibiting.scheduler.advance(still_s - 1)
    assert [message.t for message in eve.take() if message.t == "next"] == []
    for _ in range(4):
        exhibiting.scheduler.advance(LOOK_S)
        exhibiting.store.commit()
    (following,) = [message for message in eve.take() if message.t == "next"]
    assert following.code != code
    assert exhibiting.connect("zoe").ask("watch", match="tv").result.code == following.code
    ann.ask("move", match=code, ply=moves, move="b2")
    room = exhibiting.runtime.rooms.find(code)
    assert room is not None
    exhibiting.scheduler.advance(LOOK_S)
    assert room in exhibiting.runtime.tv._live


async def test_tv_prefers_engines_to_a_board_where_no_player_moves(server: InProcessServer) -> None:
    """Nor does it stay there once another board moves; watching by code does not keep it on TV."""
    live(server, "ann", "bob")
    eve, fan = server.connect("eve"), server.connect("fan")
    still = eve.ask("watch", match="tv").result.code
    fan.ask("watch", match=still)
    server.connect("cat").host(seats=[ENGINE, ENGINE])
    server.store.commit()
    other = server.connect("zoe").ask("watch", match="tv").result.code
    assert other != still
    eve.take()
    for _ in range(4):
        server.scheduler.advance(LOOK_S)
        server.store.commit()
    assert [message.code for message in eve.take() if message.t == "next"] == [other]


async def test_a_match_that_its_player_does_not_follow_is_not_on_tv(exhibiting: InProcessServer) -> None:
    """A player who is connected, but has left the match, counts as gone."""
    ann, eve = exhibiting.connect("ann"), exhibiting.connect("eve")
    code = ann.host(seats=[ME, ENGINE])
    ann.ask("unwatch", match=code)
    eve.send("watch", match="tv")
    exhibiting.store.commit()
    assert eve.take()[-1].host == "Kibitz"


async def test_a_restored_match_is_live(exhibiting: InProcessServer) -> None:
    """Restored matches of engines are live, so that no exhibition starts."""
    exhibiting.connect("ann").host(seats=[ENGINE, ENGINE])
    exhibiting.store.commit()
    again = InProcessServer(store=exhibiting.store, exhibitions=True)
    assert again.runtime.loading.run() == 1
    again.connect("eve").ask("list", follow=True)
    again.store.commit()
    assert [row["host"] for row in again.runtime.lobby.rows()] == ["ann"]


async def test_unwatch_ends_tv(server: InProcessServer) -> None:
    """A client that stopped watching is not redirected."""
    ann, code = live(server, "ann", "bob")
    eve = server.connect("eve")
    eve.ask("watch", match="tv")
    assert eve.ask("unwatch", match="tv").t == "accepted"
    live(server, "cat", "dan")
    eve.take()
    ann.ask("resign", match=code)
    server.scheduler.advance(BREAK_S)
    server.store.commit()
    assert eve.take() == []


@with_each_game
async def test_an_exhibition_starts_at_once(exhibiting: InProcessServer) -> None:
    """On an idle server two engines play. Their searches have the lowest priority, and nothing is stored."""
    eve = exhibiting.connect("eve")
    eve.send("watch", match="tv")
    exhibiting.store.commit()
    accepted, snapshot = eve.take()
    assert (accepted.t, snapshot.host, snapshot.phase) == ("accepted", "Kibitz", "running")
    assert [seat.kind for seat in snapshot.seats] == ["engine", "engine"]
    assert exhibiting.pool.last.priority is Priority.EXHIBITION
    await exhibiting.pool.last.finish()
    assert eve.take() == []
    exhibiting.scheduler.advance(2.0)
    exhibiting.store.commit()
    assert eve.kinds() == (["moved", "chance_decided"] if snapshot.game.chance else ["moved"])
    assert exhibiting.store.events == {}


async def test_exhibitions_show_games_that_the_host_offers(exhibiting: InProcessServer) -> None:
    """A server of another game has none."""
    await exhibiting.runtime.host.change(HostChoices(games=("chess",)))
    eve = exhibiting.connect("eve")
    code = eve.ask("watch", match="tv").result.code
    assert exhibiting.match(code).game.name == "chess"
    eve.ask("unwatch", match="tv")
    exhibiting.scheduler.advance(PATIENCE_S)
    await exhibiting.runtime.host.change(HostChoices(games=("nim",)))
    assert eve.ask("watch", match="tv").t == "refused"


async def test_all_viewers_see_the_same_exhibition(exhibiting: InProcessServer) -> None:
    """Several viewers start only one exhibition."""
    clients = [exhibiting.connect(name) for name in ("eve", "fay", "gil")]
    for client in clients:
        client.send("watch", match="tv")
    exhibiting.store.commit()
    assert len({client.take()[-1].code for client in clients}) == 1
    assert len(exhibiting.runtime.lobby.rows()) == 1


async def test_a_lobby_subscriber_starts_an_exhibition(exhibiting: InProcessServer) -> None:
    """A subscription to the lobby starts one; a list without a subscription does not."""
    eve = exhibiting.connect("eve")
    eve.ask("list")
    assert exhibiting.runtime.lobby.rows() == []
    eve.ask("list", follow=True)
    assert [(m.t, m.changed[0].host) for m in eve.take() if m.t == "lobby"] == [("lobby", "Kibitz")]


async def test_an_exhibition_without_viewers_stops(exhibiting: InProcessServer) -> None:
    """It stops PATIENCE_S after the last viewer has left, unless one returns before."""
    eve = exhibiting.connect("eve")
    eve.ask("watch", match="tv")
    exhibiting.runtime.clients.depart(eve.connection)
    exhibiting.scheduler.advance(PATIENCE_S / 2)
    eve = exhibiting.connect("eve")
    eve.ask("watch", match="tv")
    exhibiting.scheduler.advance(PATIENCE_S)
    assert len(exhibiting.runtime.lobby.rows()) == 1
    exhibiting.runtime.clients.depart(eve.connection)
    search = exhibiting.pool.last
    exhibiting.scheduler.advance(PATIENCE_S)
    exhibiting.store.commit()
    await settle()
    assert exhibiting.runtime.lobby.rows() == []
    assert search.result.cancelled()


async def test_no_exhibition_starts_while_a_match_is_live(exhibiting: InProcessServer) -> None:
    """TV shows the match of the players."""
    _, code = live(exhibiting, "ann", "bob")
    eve = exhibiting.connect("eve")
    assert eve.ask("watch", match="tv").result.code == code
    assert len(exhibiting.runtime.lobby.rows()) == 1


@with_each_game
async def test_exhibitions_follow_each_other(exhibiting: InProcessServer) -> None:
    """While a client watches, TV always shows a match."""
    eve = exhibiting.connect("eve")
    eve.ask("watch", match="tv")
    first = eve.take()[-1]
    await exhibiting.pool.last.finish(error=RuntimeError("to end it"))
    exhibiting.scheduler.advance(2.0)
    exhibiting.store.commit()
    assert eve.kinds() == (["finished", "seed_revealed"] if first.game.chance else ["finished"])
    exhibiting.scheduler.advance(BREAK_S)
    exhibiting.store.commit()
    exhibiting.store.commit()
    following, snapshot = eve.take()
    assert (following.why, snapshot.host) == ("tv", "Kibitz")
    assert snapshot.game.name != first.game.name


async def test_an_engine_match_of_a_player_is_no_exhibition(exhibiting: InProcessServer) -> None:
    """It has the priority of players, and is stored."""
    ann = exhibiting.connect("ann")
    ann.host(seats=[ENGINE, ENGINE])
    assert exhibiting.pool.last.priority is Priority.PLAYER
    assert exhibiting.store.events


async def test_a_player_of_a_paused_match_is_not_redirected(server: InProcessServer) -> None:
    """A player who watches TV stays in the paused match and can resume it."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host()
    bob.ask("join", match=code)
    bob.ask("watch", match="tv")
    ann.ask("move", match=code, ply=0, move="b2")
    ann.ask("offer", match=code, offer="pause")
    bob.ask("accept", match=code)
    live(server, "cat", "dan")
    bob.take()
    server.scheduler.advance(BREAK_S)
    server.store.commit()
    assert bob.take() == []
    bob.ask("offer", match=code, offer="resume")
    ann.ask("accept", match=code)
    assert "resumed" in bob.kinds()
