"""A match whose creator takes all seats: creation, moves and offers over the wire, spectators and restarts."""

from typing import Any

from kibitz_server.runtime.attendance.presence import SETTLE_S
from tests.server.conftest import InProcessServer

ANN, BOB = {"kind": "me", "label": "Ann"}, {"kind": "me", "label": "Bob"}
OPEN = {"kind": "open"}


def labels(snapshot: Any) -> list[str | None]:
    return [view.label for view in snapshot.seats]


async def test_one_client_plays_both_sides(server: InProcessServer) -> None:
    """The snapshot has both seats of the client, with their names, and its moves are those of either side."""
    zoe = server.connect("zoe")
    code = zoe.host(seats=[ANN, BOB])
    snapshot = next(message for message in zoe.take() if message.t == "snapshot")
    assert (snapshot.phase, snapshot.you, snapshot.yours) == ("running", 0, [0, 1])
    assert (labels(snapshot), [view.name for view in snapshot.seats]) == (["Ann", "Bob"], ["zoe", "zoe"])
    for ply, move in enumerate(("b2", "a1")):
        assert zoe.ask("move", match=code, ply=ply, move=move).t == "accepted"
    assert [message.event.move.seat for message in zoe.take() if message.t == "event"] == [0, 1]
    assert zoe.ask("offer", match=code, offer="takeback").t == "accepted"
    assert zoe.ask("offer", match=code, offer="takeback").t == "accepted"
    assert zoe.kinds().count("taken_back") == 2
    assert zoe.ask("offer", match=code, offer="takeback").code == "no_move"
    assert zoe.ask("offer", match=code, offer="draw").t == "accepted"
    assert zoe.kinds()[-1] == "finished"


async def test_spectators_see_the_names_and_the_player(server: InProcessServer) -> None:
    """A listed match shows which player is behind both names; a spectator has no seat and makes no move."""
    zoe, eve = server.connect("zoe"), server.connect("eve")
    code = zoe.host(seats=[ANN, BOB])
    (row,) = eve.ask("list").result.matches
    assert [(view.name, view.label) for view in row.seats] == [("zoe", "Ann"), ("zoe", "Bob")]
    assert eve.ask("watch", match=code).result.seat is None
    snapshot = next(message for message in eve.take() if message.t == "snapshot")
    assert (snapshot.you, snapshot.yours, snapshot.watchers) == (None, [], 0)
    assert eve.ask("move", match=code, ply=0, move="b2").code == "not_seated"
    assert eve.ask("hint", match=code).code == "not_seated"


async def test_an_unlisted_local_match_is_not_in_the_lobby(server: InProcessServer) -> None:
    """Only clients with the code find it."""
    zoe, eve = server.connect("zoe"), server.connect("eve")
    code = zoe.host(seats=[ANN, BOB], visibility="unlisted")
    assert eve.ask("list").result.matches == []
    assert eve.ask("watch", match=code).t == "accepted"


async def test_a_local_match_survives_a_restart(server: InProcessServer) -> None:
    """Another server with the same store continues it, with both seats of its player."""
    zoe = server.connect("zoe")
    code = zoe.host(seats=[ANN, BOB])
    zoe.ask("move", match=code, ply=0, move="b2")
    later = InProcessServer(server.store)
    assert later.runtime.loading.run() == 1
    back = later.connect("zoe")
    assert back.ask("watch", match=code).result.seat == 1
    snapshot = next(message for message in back.take() if message.t == "snapshot")
    assert (snapshot.yours, labels(snapshot), len(snapshot.moves)) == ([0, 1], ["Ann", "Bob"], 1)
    assert back.ask("move", match=code, ply=1, move="a1").t == "accepted"


async def test_the_record_names_both_sides(server: InProcessServer) -> None:
    """The first message of a record has the names of the sides."""
    zoe = server.connect("zoe")
    code = zoe.host(seats=[ANN, BOB])
    zoe.ask("resign", match=code)
    recorded = zoe.ask("record", match=code).result
    assert labels(recorded.snapshot) == ["Ann", "Bob"]
    assert recorded.events[-1].event.result.winner == 1


async def test_a_local_match_leaves_the_lobby_with_its_player(server: InProcessServer) -> None:
    """A deserted local match is not listed."""
    zoe, eve = server.connect("zoe"), server.connect("eve")
    zoe.host(seats=[ANN, BOB])
    assert len(eve.ask("list").result.matches) == 1
    server.runtime.clients.depart(zoe.connection)
    server.scheduler.advance(SETTLE_S + 1)
    server.store.commit()
    assert eve.ask("list").result.matches == []


async def test_a_rematch_swaps_the_names(server: InProcessServer) -> None:
    """One client agrees on the rematch alone, and its sides are swapped."""
    zoe = server.connect("zoe")
    code = zoe.host(seats=[ANN, BOB])
    zoe.ask("resign", match=code)
    zoe.take()
    assert zoe.ask("offer", match=code, offer="rematch").t == "accepted"
    server.store.commit()
    snapshots = [message for message in zoe.take() if message.t == "snapshot"]
    assert [labels(snapshot) for snapshot in snapshots] == [["Bob", "Ann"]]


async def test_seats_that_do_not_fit_are_refused(server: InProcessServer) -> None:
    """Both seats are casual, and a name needs both seats."""
    zoe = server.connect("zoe", account=True)
    rated = zoe.ask("create", game="tictactoe", seats=[ANN, BOB], rated=True)
    assert (rated.code, rated.message) == ("cannot_rate", "a rated match needs two players")
    alone = zoe.ask("create", game="tictactoe", seats=[ANN, OPEN])
    assert (alone.code, alone.hint) == ("bad_seats", "take all seats, or leave the name out")


async def test_a_hint_is_for_the_side_to_move(server: InProcessServer) -> None:
    """The player of both sides may ask for a hint on each turn."""
    zoe = server.connect("zoe")
    code = zoe.host(seats=[ANN, BOB])
    zoe.ask("move", match=code, ply=0, move="b2")
    zoe.send("hint", match=code)
    assert len(server.pool.searches) == 1
