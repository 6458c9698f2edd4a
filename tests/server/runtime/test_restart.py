"""Matches after a restart of the server: what is restored, and what clocks are charged."""

import time
from typing import Any

from kibitz_server.core.values.events import MatchStarted
from kibitz_server.store.uptime import Uptime
from tests.fakes.server import WaitingStore
from tests.server.conftest import ENGINE, InProcessServer, first_moves


async def test_matches_go_on_after_a_restart() -> None:
    """A new server on the same store has the same matches, and starts their searches again."""
    store = WaitingStore()
    old = InProcessServer(store=store)
    ann = old.connect("ann")
    code = ann.host(seats=[{"kind": "me"}, ENGINE], clock={"kind": "fischer", "base_s": 60})
    ann.ask("move", match=code, ply=0, move="b2")
    await old.pool.last.finish("a1")
    store.commit()
    old.scheduler.advance(20)
    ann.ask("move", match=code, ply=2, move="a3")
    new = InProcessServer(store=store)
    assert new.runtime.loading.run() == 1
    new.scheduler.advance(5)
    back = new.connect("ann")
    back.ask("watch", match=code)
    snapshot = back.take()[-1]
    assert (snapshot.state.ply, snapshot.state.remaining_ms, snapshot.you) == (3, [40_000, 55_000], 0)
    assert new.pool.last.job.moves == ("b2", "a1", "a3")


class UptimeStore(WaitingStore):
    """Store of a server that ran for 12 s after every event."""

    def uptime(self) -> Uptime:
        return Uptime([(time.time() - 12.0, time.time() + 100.0)])


async def test_a_restart_charges_only_the_time_that_the_server_was_up() -> None:
    """The time of the current turn still counts as far as the server was up, and not while it was down."""
    store = UptimeStore()
    old = InProcessServer(store=store)
    ann, bob = old.connect("ann"), old.connect("bob")
    code = ann.host(clock={"kind": "fischer", "base_s": 200})
    bob.ask("join", match=code)
    first_moves(ann, bob, code)
    new = InProcessServer(store=store)
    assert new.runtime.loading.run() == 1
    back = new.connect("ann")
    back.ask("watch", match=code)
    own, other = back.take()[-1].state.remaining_ms
    assert 99_000 < own < 101_000
    assert other == 200_000


async def test_a_break_that_is_over_at_a_restart_ends_then() -> None:
    """The next game of a series could not begin before the new server was there, so its first turn pays for nothing."""
    store = UptimeStore()
    old = InProcessServer(store=store)
    ann, bob = old.connect("ann"), old.connect("bob")
    code = ann.host(series=2, clock={"kind": "fischer", "base_s": 200})
    bob.ask("join", match=code)
    store.commit()
    ann.send("resign", match=code)
    store.commit()
    new = InProcessServer(store=store)
    assert new.runtime.loading.run() == 1
    new.scheduler.advance(1.0)
    store.commit()
    (row,) = new.connect("eve").ask("list").result.matches
    assert (row.phase, row.series.number) == ("running", 2)
    assert 199_000 <= min(row.remaining_ms) <= 200_000


async def test_a_repeated_create_gives_the_same_match() -> None:
    """A client that repeats `create` after a restart of the server gets the match that was created before."""
    store = WaitingStore()
    old = InProcessServer(store=store)
    fields: dict[str, Any] = {"game": "tictactoe", "seats": [{"kind": "me"}, {"kind": "open"}]}
    old.connect("ann").ask("create", id="c77", **fields)
    store.commit()
    new = InProcessServer(store=store)
    assert new.runtime.loading.run() == 1
    ann = new.connect("ann")
    ann.send("create", id="c77", **fields)
    store.commit()
    accepted, snapshot = ann.take()
    assert (accepted.result.match, accepted.result.seat) == (store.unfinished()[0], 0)
    assert snapshot.phase == "open"
    assert len(store.unfinished()) == 1


async def test_a_repeated_takeback_takes_back_no_other_move() -> None:
    """After a restart, a client that repeats what was not answered plays and takes back nothing a second time."""
    store = WaitingStore()
    old = InProcessServer(store=store)
    ann = old.connect("ann")
    code = ann.host(seats=[{"kind": "me"}, {"kind": "me"}])
    commands: list[dict[str, Any]] = [
        {"t": "move", "id": "a", "ply": 0, "move": "a1"},
        {"t": "move", "id": "b", "ply": 1, "move": "b1"},
        {"t": "offer", "id": "c", "offer": "takeback"},
    ]
    for command in commands:
        assert ann.ask(match=code, **command).t == "accepted"
    new = InProcessServer(store=store)
    assert new.runtime.loading.run() == 1
    ann, seq = new.connect("ann"), new.match(code).seq
    for command in (*commands, *commands):
        assert ann.ask(match=code, **command).t == "accepted"
    assert [move.move for move in new.match(code).moves] == ["a1"]
    assert new.match(code).seq == seq


async def test_a_match_that_cannot_be_rebuilt_does_not_stop_the_others() -> None:
    """A broken match stays in the store, and the server restores the others."""
    store = WaitingStore()
    old = InProcessServer(store=store)
    ann = old.connect("ann")
    broken, fine = ann.host(), ann.host()
    room = old.runtime.rooms.find(broken)
    assert room is not None
    del store.events[room.match.created.id][0]
    store.events[room.match.created.id].append(MatchStarted())
    new = InProcessServer(store=store)
    assert new.runtime.loading.run() == 1
    assert new.connect("bob").ask("join", match=fine).t == "accepted"
