"""Matches with chance on a whole server: messages, records, restarts, delay, broker, and what is kept secret."""

import json
from typing import Any

import pytest

from kibitz_protocol.fairness.chance import server_seed_hash
from kibitz_protocol.mqtt import feed as topics
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.timeouts import CLIENT_SEED_S
from kibitz_server.mqtt.feed import BrokerFeed
from kibitz_server.records.verifier import verify
from tests.fakes.server import WaitingStore
from tests.server.conftest import ENGINE, FakeClient, InProcessServer
from tests.server.mqtt.test_feed import Recorder
from tests.server.runtime.two_players import move, two_players

pytestmark = pytest.mark.usefixtures("games_with_chance")


def two(server: InProcessServer, game: str = "dash", **fields: Any) -> tuple[FakeClient, FakeClient, str]:
    """Return two players who have given their client seeds, and the code of their match."""
    return two_players(server, game, ("of-ann", "of-bob"), **fields)


def events(client: FakeClient) -> list[Any]:
    """Return the events that a client received since the last call."""
    return [message for message in client.take() if message.t == "event"]


def seed_of(server: InProcessServer, code: str) -> str:
    """Return the server seed of a match."""
    seed = server.match(code).created.server_seed
    assert seed is not None
    return seed


async def test_clients_receive_each_chance_event_with_its_state(server: InProcessServer) -> None:
    """The state after a move has the draws that are due, and that after the draw the legal moves."""
    ann, bob, code = two(server, clock={"kind": "fischer", "base_s": 60})
    ann.take()
    move((ann, bob), code, "dash")
    moved, decided = events(ann)
    assert (moved.event.kind, moved.state.chances, moved.state.weights) == ("moved", ["heads", "tails"], [1, 2])
    assert (moved.state.to_move, moved.state.legal, moved.state.ticking) == (None, [], None)
    view = decided.event.chance
    assert (view.number, view.ply, view.said) == (1, 1, f"X tosses {view.text}")
    assert (decided.state.chances, decided.state.to_move, decided.state.ply) == ([], 1, 1)
    assert decided.state.legal == ["walk", "dash"]
    bob.ask("watch", match=code)
    assert bob.take()[-1].chance_events == [view]


@pytest.mark.parametrize("game", ["dash", "climb"])
async def test_a_record_has_the_events_that_clients_received(server: InProcessServer, game: str) -> None:
    """Each event has the same state as it had live, and the record can be verified."""
    ann, bob, code = two(server, game, clock={"kind": "fischer", "base_s": 60, "increment_s": 1})
    while not server.match(code).over:
        server.scheduler.advance(1.5)
        move((ann, bob), code, "dash" if game == "dash" else "climb")
    result = ann.ask("record", match=code).result
    told = events(ann)
    assert [(e.seq, e.event, e.state, e.phase) for e in result.events] == [
        (e.seq, e.event, e.state, e.phase) for e in told
    ]
    lines = [result.snapshot, *result.events]
    found = verify(json.dumps(line.model_dump(mode="json")) + "\n" for line in lines)
    assert (found.over, found.unchecked) == (True, [])
    assert found.chance_events == len(server.match(code).history.chance_events) > 0
    assert result.snapshot.server_seed is None


async def test_a_snapshot_binds_the_server_before_the_first_move(server: InProcessServer) -> None:
    """The hash is there from the beginning, the seed after the end, and both fit each other."""
    ann, bob, code = two(server)
    first = next(message for message in ann.received if message.t == "snapshot")
    assert (first.server_seed_hash, first.repeatable, first.client_seeds) == (
        server_seed_hash(seed_of(server, code)),
        False,
        [None, None],
    )
    ann.take()
    ann.ask("resign", match=code)
    assert [event.event.kind for event in events(ann)] == ["finished", "seed_revealed"]
    bob.ask("watch", match=code)
    last = bob.take()[-1]
    assert (last.server_seed, server_seed_hash(last.server_seed), last.client_seeds) == (
        seed_of(server, code),
        first.server_seed_hash,
        ["of-ann", "of-bob"],
    )


async def test_a_match_starts_by_a_timer_without_texts(server: InProcessServer) -> None:
    """Clients that send no client seed play a match as well, three seconds after the last of them came."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host("climb")
    server.scheduler.advance(100)
    bob.ask("join", match=code)
    ann.take()
    server.scheduler.advance(CLIENT_SEED_S - 0.1)
    assert events(ann) == []
    server.scheduler.advance(0.2)
    server.store.commit()
    kinds = [event.event.kind for event in events(ann)]
    assert kinds[:2] == ["started", "chance_decided"]


async def test_an_engine_receives_moves_and_chance_events_in_line(server: InProcessServer) -> None:
    """Its search begins after the chance events, and its move is followed by its own."""
    ann = server.connect("ann")
    engine = {"kind": "engine", "engine": {"algorithm": "expectiminimax", "limit": {"depth": 2}}}
    code = ann.host("dash", seats=[{"kind": "me"}, engine])
    ann.ask("give_client_seed", match=code, client_seed="of-ann")
    ann.ask("move", match=code, ply=0, move="dash")
    coin = server.match(code).history.chance_events[0].text
    assert server.pool.last.job.moves == ("dash", coin)
    ann.take()
    await server.pool.last.finish("dash")
    server.store.commit()
    assert [event.event.kind for event in events(ann)] == ["moved", "chance_decided"]


async def test_an_engine_that_knows_no_chance_is_refused(server: InProcessServer) -> None:
    """The refusal comes before the match is made."""
    answer = server.connect("ann").ask("create", game="dash", seats=[{"kind": "me"}, ENGINE])
    assert answer.code == "unfit_engine"


# -- restarts


async def test_a_match_goes_on_after_a_restart_between_any_two_commits() -> None:
    """A new server on the store has no chance event due, the same ones so far, and decides the same next ones."""
    store = WaitingStore()
    old = InProcessServer(store=store)
    ann, bob, code = two(old, "climb")
    for _ in range(20):
        if old.match(code).over:
            break
        new = InProcessServer(store=store)
        new.runtime.loading.run()
        match, restored = old.match(code), new.match(code)
        assert restored.history.line() == match.history.line()
        assert restored.position.chances == ()
        assert restored.client_seeds == ("of-ann", "of-bob")
        move((ann, bob), code, "wait")
    assert len(old.match(code).history.chance_events) > 2


async def test_a_move_and_its_chance_event_are_one_commit() -> None:
    """A crash leaves both or neither, because the store gets them at once."""
    store = WaitingStore()
    server = InProcessServer(store=store)
    ann, _, code = two(server)
    match_id = server.match(code).created.id
    before = len(store.events[match_id])
    ann.send("move", match=code, ply=0, move="dash")
    assert len(store.events[match_id]) == before
    crashed = InProcessServer(store=store)
    crashed.runtime.loading.run()
    assert crashed.match(code).ply == 0
    store.commit()
    kinds = [type(event).__name__ for event in store.events[match_id][before:]]
    assert kinds == ["MovePlayed", "ChanceDecided"]


async def test_a_restart_waits_for_texts_again() -> None:
    """A match without all client seeds starts three seconds after the restart, or with the last client seed."""
    store = WaitingStore()
    old = InProcessServer(store=store)
    ann, bob = old.connect("ann"), old.connect("bob")
    code = ann.host("dash")
    bob.ask("join", match=code)
    ann.ask("give_client_seed", match=code, client_seed="of-ann")
    new = InProcessServer(store=store)
    new.runtime.loading.run()
    back = new.connect("bob")
    new.scheduler.advance(CLIENT_SEED_S - 1)
    assert back.ask("give_client_seed", match=code, client_seed="of-bob").t == "accepted"
    assert new.match(code).client_seeds == ("of-ann", "of-bob")
    assert new.match(code).phase is Phase.RUNNING


# -- later games


async def test_a_rematch_and_a_series_have_seeds_of_their_own(server: InProcessServer) -> None:
    """The next match waits for client seeds as the first one did."""
    ann, bob, code = two(server, series=2)
    ann.ask("resign", match=code)
    after = next(message for message in ann.take() if message.t == "next")
    second = server.match(after.code)
    assert second.created.server_seed != seed_of(server, code)
    assert second.client_seeds == (None, None)
    for client in (ann, bob):
        assert client.ask("give_client_seed", match=after.code, client_seed="again").t == "accepted"
    server.scheduler.advance(6)
    server.store.commit()
    assert server.match(after.code).client_seeds == ("again", "again")
    assert server.match(after.code).phase is Phase.RUNNING
    ann.ask("resign", match=after.code)
    ann.ask("offer", match=after.code, offer="rematch")
    bob.ask("offer", match=after.code, offer="rematch")
    server.store.commit()
    rematch = server.match(after.code).rematch
    assert rematch is not None
    third = server.match(rematch.code)
    assert third.phase is Phase.OPEN
    assert len({seed_of(server, each) for each in (code, after.code, rematch.code)}) == 3


async def test_a_server_with_a_seed_decides_the_same() -> None:
    """Chance events repeat though the match ids differ, and the players are informed that the server repeats them."""

    def chance_events(seed: int | None) -> tuple[list[str], bool]:
        server = InProcessServer(seed=seed)
        ann, bob, code = two(server)
        snapshot = next(message for message in ann.received if message.t == "snapshot")
        for _ in range(30):
            if not server.match(code).over:
                move((ann, bob), code, "dash")
        return [decided.text for decided in server.match(code).history.chance_events], snapshot.repeatable

    assert chance_events(7) == chance_events(7)
    assert chance_events(7)[1] is True
    assert chance_events(None)[1] is False
    assert len({tuple(chance_events(seed)[0]) for seed in range(12)}) > 3


# -- spectators and brokers


async def test_a_delay_holds_chance_events_and_the_seed(server: InProcessServer) -> None:
    """A spectator receives a chance event with its move, and the seed with the end."""
    ann, bob, code = two(server, delay={"seconds": 30})
    eve = server.connect("eve")
    server.scheduler.advance(40)
    eve.ask("watch", match=code)
    assert eve.take()[-1].client_seeds == ["of-ann", "of-bob"]
    move((ann, bob), code, "dash")
    assert events(eve) == []
    server.scheduler.advance(31)
    assert [event.event.kind for event in events(eve)] == ["moved", "chance_decided"]
    ann.ask("resign", match=code)
    assert [event.event.kind for event in events(eve)] == ["finished", "seed_revealed"]


async def test_the_feed_publishes_chance_events() -> None:
    """The broker gets each chance event as an event, the state with them, and the seed after the end alone."""
    server = InProcessServer(make_sink=BrokerFeed)
    recorder = Recorder(server)
    recorder.feed.open()
    ann, bob, code = two(server)
    match_id, seed = server.match(code).created.id, seed_of(server, code)
    move((ann, bob), code, "dash")
    server.scheduler.advance(5)
    await recorder.flush()
    kinds = [event.event.kind for event in recorder.of(topics.events(match_id))]
    assert kinds[-2:] == ["moved", "chance_decided"]
    assert len(recorder.kept[topics.state(match_id)].chance_events) == 1
    assert all(seed.encode() not in publication.payload for publication in recorder.sent)
    ann.ask("resign", match=code)
    server.scheduler.advance(5)
    await recorder.flush()
    assert recorder.of(topics.events(match_id))[-1].event.server_seed == seed
    assert recorder.kept[topics.state(match_id)].server_seed == seed


# -- secrecy


ASKED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("watch", {}),
    ("watch", {"since": 1}),
    ("record", {}),
    ("start", {}),
    ("give_client_seed", {"client_seed": "again"}),
    ("offer", {"offer": "takeback"}),
    ("move", {"ply": 99, "move": "heads"}),
    ("hint", {}),
    ("analyse", {}),
    ("watchers", {}),
)
"""What each client sends."""


async def test_no_client_and_no_log_gets_the_seed_before_the_end(
    server: InProcessServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither a player, nor a spectator, nor a log has it in any form, whatever they send."""
    ann, bob, code = two(server, options={"opening": True})
    eve, seed = server.connect("eve"), seed_of(server, code)
    eve.ask("list", follow=True)
    for client in (ann, bob, eve):
        for command, fields in ASKED:
            client.send(command, **{"match": code, **fields})
            server.store.commit()
    move((ann, bob), code, "dash")
    sent = "".join(repr(message) for client in (ann, bob, eve) for message in client.received)
    printed = capsys.readouterr()
    match = server.match(code)
    for text in (sent, printed.out, printed.err, repr(match.created), repr(server.store.events)):
        for form in (seed, seed.upper(), repr(bytes.fromhex(seed)), str(int(seed, 16))):
            assert form not in text
    assert server_seed_hash(seed) in sent
