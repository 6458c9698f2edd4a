"""Tests of matchmaking over the protocol: pairs, open matches and refusals."""

from typing import Any

import pytest

from kibitz_server.runtime.attendance.presence import SETTLE_S
from tests.server.conftest import ENGINE, FakeClient, InProcessServer


async def test_two_seekers_are_paired(server: InProcessServer) -> None:
    """Both clients receive `paired` and a snapshot, with different seats."""
    ann, bob = server.connect("ann"), server.connect("bob")
    first = ann.ask("seek", game="tictactoe")
    assert (first.result.kind, first.result.others) == ("seeking", 0)
    assert bob.ask("seek", game="tictactoe").result.others == 1
    last = {client.connection.player.name: client.take()[-2:] for client in (ann, bob)}
    assert {name: paired.opponent for name, (paired, _) in last.items()} == {"ann": "bob", "bob": "ann"}
    seats = [(paired.seat, snapshot.you, snapshot.phase) for paired, snapshot in last.values()]
    assert sorted(seats) == [(0, 0, "running"), (1, 1, "running")]


async def test_a_disconnect_cancels_the_seek(server: InProcessServer) -> None:
    """A disconnect or `unseek` removes a seek."""
    ann, bob, cat = server.connect("ann"), server.connect("bob"), server.connect("cat")
    ann.ask("seek", game="tictactoe")
    server.runtime.clients.depart(ann.connection)
    bob.ask("seek", game="tictactoe")
    assert bob.ask("unseek").t == "accepted"
    assert cat.ask("seek", game="tictactoe").result.others == 0
    server.scheduler.advance(SETTLE_S)
    again = server.connect("ann")
    assert (seeks(again), server.runtime.matchmaking.known(ann.connection.player.id)) == ([], [])


def seeks(client: FakeClient) -> list[tuple[str | None, list[str | None]]]:
    """Return the changes of the seeks that a client received: why, and the games of those that are left."""
    return [(m.why, [seek.game for seek in m.seeks]) for m in client.take() if m.t == "seeks"]


@pytest.mark.parametrize("closed", [0, 1])
async def test_a_seek_outlives_each_connection_of_its_player(server: InProcessServer, closed: int) -> None:
    """All tabs receive a seek, either may close, and the other one is paired."""
    tabs = [server.connect("ann"), server.connect("ann")]
    for tab in tabs:
        tab.ask("seek", game="connect4")
    assert [seeks(tab) for tab in tabs] == [[("sought", ["connect4"])]] * 2
    server.runtime.clients.depart(tabs[closed].connection)
    server.scheduler.advance(10 * SETTLE_S)
    server.connect("bob").ask("seek", game="connect4")
    assert [m.t for m in tabs[1 - closed].take()][-3:] == ["seeks", "paired", "snapshot"]


async def test_seeks_of_two_tabs_do_not_replace_each_other(server: InProcessServer) -> None:
    """Each waits for its own game. The first opponent ends both, and all tabs enter the match."""
    tabs = [server.connect("ann"), server.connect("ann")]
    for tab, game in zip(tabs, ("chess", "go"), strict=True):
        tab.ask("seek", game=game)
    assert seeks(tabs[0]) == [("sought", ["chess"]), ("sought", ["chess", "go"])]
    server.connect("bob").ask("seek", game="chess")
    assert [seeks(tab)[-1:] for tab in tabs] == [[("paired", [])]] * 2
    assert server.connect("cat").ask("seek", game="go").result.others == 0


async def test_a_new_tab_shows_the_seeks_and_ends_one(server: InProcessServer) -> None:
    """It receives them when it connects, and `unseek` with an id ends that one alone, for all tabs."""
    ann = server.connect("ann")
    first = ann.ask("seek", game="chess", clock={"kind": "fischer", "base_s": 300, "increment_s": 3}).result.seek
    ann.ask("seek", game="go", options={"size": 9})
    assert server.runtime.matchmaking.known("bob") is None
    assert [seek["game"] for seek in server.runtime.matchmaking.known(ann.connection.player.id) or []] == [
        "chess",
        "go",
    ]
    tab = server.connect("ann")
    (told,) = tab.take()
    assert (told.why, told.others, told.seeks[0].seek, told.seeks[1].options["size"]) == (None, 0, first, 9)
    assert told.seeks[0].clock.base_s == 300
    tab.ask("unseek", seek=first)
    assert seeks(ann)[-1] == ("cancelled", ["go"])
    tab.ask("unseek")
    assert seeks(ann) == [("cancelled", [])]


async def test_the_seeks_of_a_player_are_bounded(server: InProcessServer) -> None:
    """The same terms are the same seek; the sixth is refused, and the others stay."""
    ann = server.connect("ann")
    games = ["chess", "go", "nim", "hex", "kalah"]
    ids = [ann.ask("seek", game=game).result.seek for game in [*games, *games]]
    assert len(set(ids)) == 5
    assert ann.ask("seek", game="dots").code == "too_many"
    assert seeks(ann)[-1] == ("sought", games)


async def test_a_seek_rests_while_its_player_is_gone_for_a_moment(server: InProcessServer) -> None:
    """It pairs no absent player, and a new connection within the time has it again, and is paired at once."""
    ann, bob = server.connect("ann"), server.connect("bob")
    ann.ask("seek", game="tictactoe")
    server.runtime.clients.depart(ann.connection)
    server.scheduler.advance(0.9 * SETTLE_S)
    bob.ask("seek", game="tictactoe")
    assert "paired" not in bob.kinds()
    again = server.connect("ann")
    server.store.commit()
    assert [m.t for m in again.take()] == ["seeks", "seeks", "paired", "snapshot"]
    server.scheduler.advance(10 * SETTLE_S)
    assert "paired" in bob.kinds()


CLOCK = {"kind": "fischer", "base_s": 300, "increment_s": 3}
DAYS = {"kind": "correspondence", "days": 1}


@pytest.mark.parametrize("way", ["join", "create", "start", "seek", "rematch", "series"])
async def test_a_match_with_a_clock_ends_the_seeks_of_its_players(server: InProcessServer, way: str) -> None:
    """Whatever way the player sits down: no second opponent is found meanwhile, and all tabs learn why."""
    ann, tab, bob = server.connect("ann"), server.connect("ann"), server.connect("bob")
    code = ""
    if way in ("rematch", "series"):
        more: dict[str, Any] = {"series": 3} if way == "series" else {}
        code = ann.host(clock=CLOCK, **more)
        bob.ask("join", match=code)
        if way == "rematch":
            bob.ask("resign", match=code)
    if way != "series":
        ann.ask("seek", game="chess")
    tab.take()
    if way == "join":
        ann.ask("join", match=bob.host(clock=CLOCK))
    elif way == "create":
        ann.host(clock=CLOCK, seats=[{"kind": "me"}, ENGINE])
    elif way == "start":
        code = ann.host(clock=CLOCK, autostart=False)
        bob.ask("join", match=code)
        assert seeks(tab) == []
        ann.ask("start", match=code)
    elif way == "seek":
        bob.ask("seek", game="chess")
    elif way == "rematch":
        ann.ask("offer", match=code, offer="rematch")
        bob.ask("accept", match=code, offer="rematch")
        server.store.commit()
    else:
        bob.ask("resign", match=code)
        server.store.commit()
        assert ann.ask("seek", game="chess").code == "playing"
        return
    assert seeks(tab) == [("paired" if way == "seek" else "playing", [])]
    if way != "seek":
        assert ann.ask("seek", game="chess").code == "playing"
        server.connect("cat").ask("seek", game="chess")
        assert "paired" not in tab.kinds()


@pytest.mark.parametrize("clock", [None, DAYS])
async def test_a_match_that_can_wait_leaves_seeks_alone(server: InProcessServer, clock: Any) -> None:
    """Without a clock, or with days for a move, its player looks for another opponent."""
    ann, bob = server.connect("ann"), server.connect("bob")
    ann.ask("seek", game="chess")
    ann.ask("join", match=bob.host(clock=clock))
    assert ann.ask("seek", game="go").result.kind == "seeking"
    assert seeks(ann)[-1] == ("sought", ["chess", "go"])


async def test_a_player_seeks_again_after_a_match_with_a_clock(server: InProcessServer) -> None:
    """The end of the match, or its pause, lets the player look for the next opponent."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(clock=CLOCK)
    bob.ask("join", match=code)
    assert ann.ask("seek", game="chess").code == "playing"
    bob.ask("resign", match=code)
    assert ann.ask("seek", game="chess").result.kind == "seeking"


async def test_a_seek_for_any_game_leaves_hosts_alone_who_play(server: InProcessServer) -> None:
    """The open match of a player whose clock runs elsewhere is not joined."""
    ann, bob, cat = server.connect("ann"), server.connect("bob"), server.connect("cat")
    ann.host("go")
    bob.ask("join", match=ann.host(clock=CLOCK))
    assert cat.ask("seek").result.kind == "seeking"


async def test_a_seek_for_any_game_joins_the_oldest_open_match(server: InProcessServer) -> None:
    """It joins only a public match whose host is connected and that has a free seat."""
    ann, bob, cat, eve = (server.connect(name) for name in ("ann", "bob", "cat", "eve"))
    away = server.connect("away")
    away.host("connect4")
    server.runtime.clients.depart(away.connection)
    bob.host(visibility="private")
    server.connect("dan")
    cat.host(seats=[{"kind": "me"}, {"kind": "invite", "name": "dan"}])
    code = ann.host()
    found = eve.ask("seek")
    assert (found.result.kind, found.result.code, found.result.seat) == ("entered", code, 1)


async def test_a_seek_for_any_game_waits_without_an_open_match(server: InProcessServer) -> None:
    """It is paired with the next seek, whatever its game."""
    ann, bob = server.connect("ann"), server.connect("bob")
    assert ann.ask("seek").result.kind == "seeking"
    bob.ask("seek", game="tictactoe")
    assert [message.t for message in ann.take()][-2:] == ["paired", "snapshot"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "shogi"}, "unknown_game"),
        ({"game": "tictactoe", "options": {"rows": 3}}, "bad_option"),
        ({"game": "tictactoe", "rated": True}, "cannot_rate"),
    ],
)
async def test_a_seek_that_cannot_be_played_is_refused(
    server: InProcessServer, fields: dict[str, Any], code: str
) -> None:
    """The refusals are those of `create`."""
    answer = server.connect("ann").ask("seek", **fields)
    assert (answer.t, answer.code) == ("refused", code)
    assert answer.hint


async def test_a_pair_that_cannot_be_saved_gets_a_notice(server: InProcessServer) -> None:
    """Both players learn that their match was not created."""
    ann, bob = server.connect("ann"), server.connect("bob")
    ann.ask("seek", game="tictactoe")
    bob.send("seek", game="tictactoe")
    ann.take()
    server.store.commit(error=OSError("disk"))
    assert "notice" in ann.kinds()


@pytest.mark.usefixtures("trial")
async def test_seekers_of_any_number_are_paired(server: InProcessServer) -> None:
    """A seek that leaves a number to the server fits another such seek. The server draws the number of their match."""
    ann, bob, cat = server.connect("ann"), server.connect("bob"), server.connect("cat")
    ann.ask("seek", game="trial", options={"array": 4})
    bob.ask("seek", game="trial", options={"array": "any"})
    assert cat.ask("seek", game="trial", options={"array": "Any"}).result.others == 2
    assert "paired" not in ann.kinds()
    paired, snapshot = cat.take()[-2:]
    assert (paired.t, paired.opponent) == ("paired", "bob")
    assert snapshot.options["array"] in range(10)
    assert ann.ask("seek", game="trial", options={"array": "most"}).message.startswith("option array is 0 to 9 or any")
