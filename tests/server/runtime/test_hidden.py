"""Matches with hidden cards on a whole server: what each seat gets, records, engines, hints, and what is refused."""

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from kibitz_protocol.formats.record import NotARecord
from kibitz_server.core.match.match import Match
from kibitz_server.core.search_seed import search_seed
from kibitz_server.core.values.events import SeedRevealed
from kibitz_server.handlers.access import ENDED_EARLY
from kibitz_server.records.difference import DifferenceError
from kibitz_server.records.reproduce import search_again
from kibitz_server.records.verifier import SEED_KEPT, Verified, verify
from kibitz_server.runtime.engines import engine_turns
from kibitz_server.runtime.engines.answer_times import FIRST_S
from tests.fakes.server import InlinePool, WaitingStore, settle
from tests.server.conftest import RANDOM, FakeClient, InProcessServer
from tests.server.runtime.two_players import move, two_players
from tests.simulation.planted import Broken, Planted

pytestmark = pytest.mark.usefixtures("games_with_chance")

ME, OPEN = {"kind": "me"}, {"kind": "open"}


def two(server: InProcessServer, **fields: Any) -> tuple[FakeClient, FakeClient, str]:
    """Return the players of a match of lure that has started, and its code."""
    return two_players(server, "lure", ("text", "text"), **fields)


def messages(client: FakeClient) -> list[Any]:
    """Return the snapshots and events that a client has received."""
    return [message for message in client.received if message.t in ("snapshot", "event")]


def checked(found: list[Any]) -> Verified:
    """Verify messages, written as the lines of a file."""
    return verify(message.model_dump_json() + "\n" for message in found)


def decided(client: FakeClient) -> list[str]:
    """Return the texts of the chance events that a client received as events."""
    return [m.event.chance.text for m in messages(client) if m.t == "event" and m.event.kind == "chance_decided"]


async def test_each_seat_sees_its_own_card(server: InProcessServer) -> None:
    """An event has the chance event and the state as its receiver sees them, and so has a snapshot."""
    eve = server.connect("eve")
    ann, bob, code = two(server)
    eve.ask("watch", match=code)
    north, south = (chance.text for chance in server.match(code).history.chance_events)
    assert (decided(ann), decided(bob)) == ([north, "?"], ["?", south])
    for client, cards in ((ann, f"{north}?"), (bob, f"?{south}"), (eve, "??")):
        state = messages(client)[-1].state
        assert state.text == f"{cards}-- 2 0 1 0 North"
        assert [tray.faces for tray in state.trays] == [[cards[0]], [cards[1]]]
        client.take()
        client.ask("watch", match=code)
        (snapshot,) = messages(client)
        assert (snapshot.state.text, snapshot.state.position) == (state.text, state.position)
        assert "".join(chance.text for chance in snapshot.chance_events) == cards
        assert [chance.said is None for chance in snapshot.chance_events] == [card == "?" for card in cards]
        assert (snapshot.game.hidden, snapshot.show_thinking) == (True, False)


async def test_all_is_shown_after_the_end(server: InProcessServer) -> None:
    """The last state and the seed show every card, also those that were folded."""
    ann, bob, code = two(server, options={"hands": 1})
    eve = server.connect("eve")
    eve.ask("watch", match=code)
    cards = [chance.text for chance in server.match(code).history.chance_events]
    for text in ("bet", "fold"):
        move((ann, bob), code, text)
    moved, finished, revealed = messages(eve)[-3:]
    assert (moved.event.kind, finished.event.kind, revealed.event.kind) == ("moved", "finished", "seed_revealed")
    assert [chance.text for chance in revealed.event.chance_events] == cards
    eve.take()
    eve.ask("watch", match=code)
    assert [chance.text for chance in messages(eve)[0].chance_events] == cards
    assert eve.ask("explore", of={"kind": "match", "match": code}).result.line[1].move == cards[0]


@pytest.mark.parametrize("saved", [True, False])
async def test_nothing_is_shown_before_the_end_is_durable(*, saved: bool) -> None:
    """A client that asks for the match waits for the store, and gets nothing if the end could not be saved."""
    store = WaitingStore()
    server = InProcessServer(store=store)
    ann, bob, code = two(server, options={"hands": 1})
    eve = server.connect("eve")
    match = {"kind": "match", "match": code}
    move((ann, bob), code, "bet")
    bob.send("move", match=code, ply=1, move="fold")
    for t, fields in (("record", {"match": code}), ("explore", {"of": match}), ("explain", {"of": match})):
        eve.send(t, **fields)
    assert eve.take() == []
    store.commit(None if saved else OSError("the disk is full"))
    answers = [message for message in eve.take() if message.t in ("accepted", "refused")]
    assert len(answers) == 3
    if saved:
        assert answers[0].result.events[-1].event.kind == "seed_revealed"
        assert answers[1].result.line[1].move == server.match(code).history.chance_events[0].text
    else:
        assert {answer.code for answer in answers} == {"not_saved"}


async def test_a_refusal_shows_nothing_before_the_end_is_durable() -> None:
    """A refusal that waited for the store has no state if the match has ended since."""
    store = WaitingStore()
    server = InProcessServer(store=store)
    ann, bob, code = two(server, options={"hands": 1})
    ann.send("move", match=code, ply=0, move="bet")
    ann.send("move", match=code, ply=0, move="bet")
    bob.send("move", match=code, ply=1, move="fold")
    *moves, end = store.waiting
    store.waiting = moves
    store.commit()
    stale = next(message for message in ann.take() if message.t == "refused")
    assert (stale.code, stale.state) == ("stale_ply", None)
    store.waiting = [end]
    store.commit()
    assert ann.ask("move", match=code, ply=0, move="bet").code == "not_running"


async def test_a_client_gets_its_own_missed_events(server: InProcessServer) -> None:
    """A client that was away gets the events as it would have received them."""
    eve = server.connect("eve")
    ann, bob, code = two(server)
    eve.ask("watch", match=code)
    cards = [chance.text for chance in server.match(code).history.chance_events]
    for client, heard in ((ann, [cards[0], "?"]), (bob, ["?", cards[1]]), (eve, ["?", "?"])):
        client.take()
        client.ask("watch", match=code, since=1)
        assert [m.t for m in messages(client)] == ["event"] * (server.match(code).seq - 1)
        assert decided(client) == heard


@pytest.mark.parametrize("plies", ["bet call check check check bet fold", "bet fold bet fold bet call"])
async def test_records_are_those_of_their_seat(server: InProcessServer, plies: str) -> None:
    """A record has what its reader received live, and everything after the end. Both can be verified with the seed."""
    eve = server.connect("eve")
    ann, bob, code = two(server, options={"hands": 3}, clock={"kind": "fischer", "base_s": 60})
    eve.ask("watch", match=code)
    records: dict[FakeClient, Any] = {}
    for text in plies.split():
        records = {client: client.ask("record", match=code).result for client in (ann, bob, eve)}
        server.scheduler.advance(1.5)
        move((ann, bob), code, text)
    whole = eve.ask("record", match=code).result
    assert [e.event.chance for e in whole.events if e.event.kind == "chance_decided"] == whole.events[
        -1
    ].event.chance_events
    for client, result in records.items():
        live = {m.seq: (m.event, m.state, m.phase) for m in messages(client) if m.t == "event"}
        recorded = {e.seq: (e.event, e.state, e.phase) for e in result.events if e.seq in live}
        assert recorded == {seq: live[seq] for seq in recorded}
        assert recorded or client is eve
        for record in (messages(client), [whole.snapshot, *whole.events]):
            found = checked(record)
            assert (found.over, found.chance_events) == (True, len(server.match(code).history.chance_events))
            assert found.line == server.match(code).history.line()


async def test_a_record_of_a_match_that_ended_early_keeps_its_secrets(server: InProcessServer) -> None:
    """Each reader gets what it received live, from the first event to the last; verifying says what is not checked."""
    eve = server.connect("eve")
    ann, bob, code = two(server, options={"hands": 9}, clock={"kind": "fischer", "base_s": 60})
    eve.ask("watch", match=code)
    for text in ("bet", "call", "check", "bet", "fold", "check"):
        server.scheduler.advance(1.5)
        move((ann, bob), code, text)
    bob.ask("resign", match=code)
    for client in (ann, bob, eve):
        record = client.ask("record", match=code).result
        live = {m.seq: (m.event, m.state, m.phase) for m in messages(client) if m.t == "event"}
        assert live == {e.seq: (e.event, e.state, e.phase) for e in record.events if e.seq in live}
        assert record.events[-1].event.kind == "seed_kept"
        for found in (checked(messages(client)), checked([record.snapshot, *record.events])):
            assert (found.over, found.kept, found.chance_events, len(found.played)) == (True, True, 0, 6)
            assert found.clocked == 6
            assert found.unchecked == [SEED_KEPT]
            assert search_again(found).moves == 0
        client.take()
        client.ask("watch", match=code)
        (snapshot,) = messages(client)
        assert (snapshot.seed_kept, snapshot.server_seed) == (True, None)
        assert "?" in {chance.text for chance in snapshot.chance_events}


def _reveal_always(_right: Broken, match: Match) -> list[Any]:
    """Reveal the seed at each end, as older servers did."""
    assert match.created.server_seed is not None
    return [SeedRevealed(match.created.server_seed)]


async def test_a_seed_that_an_older_server_has_revealed_is_kept() -> None:
    """The stored event is shown as a kept seed under its number, in records and to clients that come back."""
    store = WaitingStore()
    old = InProcessServer(store=store)
    ann, bob, code = two(old)
    move((ann, bob), code, "bet")
    seed = old.match(code).created.server_seed
    with Planted(Match, "_revealed", _reveal_always, ()).in_place():
        bob.ask("resign", match=code)
    bob.ask("offer", match=code, offer="rematch")
    new = InProcessServer(store=store)
    for name in ("ann", "bob", "eve"):
        client = new.connect(name)
        record = (await answer_of(client, "record", match=code)).result
        assert [event.event.kind for event in record.events][-3:] == ["finished", "seed_kept", "offered"]
        assert [event.seq for event in record.events] == list(range(2, record.last + 1))
        await answer_of(client, "watch", match=code, since=3)
        exported = (await answer_of(client, "export", match=code, form="record")).result
        assert checked([record.snapshot, *record.events]).kept
        assert seed not in exported.content
        assert all(seed not in message.model_dump_json() for message in client.received)


async def answer_of(client: FakeClient, t: str, **fields: Any) -> Any:
    """Return the answer to a command that may wait for the store or a helper."""
    id = client.send(t, **fields)
    await settle()
    client.server.store.commit()
    await settle()
    return next(m for m in client.received if m.t in ("accepted", "refused") and m.id == id)


def moved(events: list[Any]) -> list[Any]:
    """Return the moves of events as plain data."""
    return [each["event"]["move"] for each in events if each["event"]["kind"] == "moved"]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda events: moved(events)[0].update(move="call"), "move 1: recorded is call"),
        (lambda events: moved(events)[0].update(seat=1), "seat of the move: recorded is 1"),
        (lambda events: events.pop(7), "seq: recorded is"),
        (lambda events: moved(events)[2].update(elapsed_ms=99), "time left of"),
        (lambda events: events[-2]["event"]["result"].update(reason="agreement"), "seed: recorded is kept"),
    ],
)
async def test_a_forged_record_of_a_match_that_ended_early_is_found(
    server: InProcessServer, change: Callable[[Any], object], what: str
) -> None:
    """Moves that were not legal, a missing event, wrong times and an end that reveals the seed differ."""
    ann, bob, code = two(server, options={"hands": 9}, clock={"kind": "fischer", "base_s": 60})
    for text in ("bet", "call", "check"):
        server.scheduler.advance(1.5)
        move((ann, bob), code, text)
    bob.ask("resign", match=code)
    record = ann.ask("record", match=code).result
    lines = [json.loads(message.model_dump_json()) for message in (record.snapshot, *record.events)]
    events = lines[1:]
    change(events)
    with pytest.raises(DifferenceError, match=what):
        verify(json.dumps(message) + "\n" for message in (lines[0], *events))


async def test_a_record_may_begin_during_a_hand(server: InProcessServer) -> None:
    """A record is that of its seat also if the cards are in its first snapshot alone."""
    ann, bob, code = two(server, options={"hands": 1})
    move((ann, bob), code, "bet")
    eve = server.connect("eve")
    for client in (ann, bob, eve):
        client.take()
        client.ask("watch", match=code)
    move((ann, bob), code, "fold")
    for client in (ann, bob, eve):
        snapshot, *events = messages(client)
        assert "?" in {chance.text for chance in snapshot.chance_events}
        assert "chance_decided" not in {event.event.kind for event in events}
        found = checked([snapshot, *events])
        assert (found.over, found.line) == (True, server.match(code).history.line())


async def test_a_forged_record_is_found(server: InProcessServer) -> None:
    """A card that is not the drawn one differs, so does one that its seat could not see; and a seed is needed."""
    ann, bob, code = two(server, options={"hands": 1})
    move((ann, bob), code, "bet")
    with pytest.raises(NotARecord, match="can be verified once it is over"):
        checked(messages(ann))
    move((ann, bob), code, "fold")
    north, south = (chance.text for chance in server.match(code).history.chance_events)
    other = next(card for card in "23456" if card not in (north, south))
    for number, text, says in ((0, other, f"its audience hears {north}"), (1, south, "position: recorded is")):
        forged = [json.loads(message.model_dump_json()) for message in messages(ann)]
        events = [m for m in forged if m["t"] == "event" and m["event"]["kind"] == "chance_decided"]
        events[number]["event"]["chance"]["text"] = text
        with pytest.raises(DifferenceError, match=says):
            verify(json.dumps(message) + "\n" for message in forged)
    forged = [json.loads(message.model_dump_json()) for message in messages(ann)]
    forged[-1]["event"]["chance_events"][0]["text"] = other
    with pytest.raises(DifferenceError, match="revealed chance events"):
        verify(json.dumps(message) + "\n" for message in forged)


async def test_an_engine_gets_what_its_seat_has_seen(server: InProcessServer) -> None:
    """The job of an engine and that of a hint have the seen position, and no moves."""
    ann = server.connect("ann")
    code = ann.host("lure", seats=[ME, RANDOM])
    ann.ask("give_client_seed", match=code, client_seed="text")
    north, south = (chance.text for chance in server.match(code).history.chance_events)
    ann.send("hint", match=code, engine={"algorithm": "random"})
    job = server.pool.last.job
    assert (job.start, job.moves, job.position().text) == (None, (), f"{north}?-- 2 0 1 0 North")
    ann.ask("move", match=code, ply=0, move="check")
    job = server.pool.last.job
    assert (job.start, job.moves, job.position().text) == (None, (), f"?{south}-- 3 0 1 0 South")
    assert server.pool.last.position is job.seen
    await server.pool.last.finish("bet")
    server.scheduler.advance(FIRST_S)
    server.store.commit()
    assert server.match(code).moves[-1].move == "bet"


@pytest.mark.parametrize(
    ("fields", "code", "sentence"),
    [
        ({"seats": [ME, ME]}, "bad_seats", "lure hides something from each player"),
        ({"position": "35-- 2 0 1 0 North"}, "bad_position", "a match of lure starts at the beginning"),
        ({"moves": ["3", "5", "check"]}, "bad_moves", "a match of lure starts at the beginning"),
    ],
)
async def test_a_host_cannot_know_the_cards(
    server: InProcessServer, fields: dict[str, Any], code: str, sentence: str
) -> None:
    """A match with hidden cards has two players, and begins with the deal."""
    answer = server.connect("ann").ask("create", game="lure", **({"seats": [ME, OPEN]} | fields))
    assert (answer.t, answer.code) == ("refused", code)
    assert answer.message.startswith(sentence)


async def test_no_engine_explains_a_match_that_runs(server: InProcessServer) -> None:
    """Trees, analyses and lines of a match with hidden cards are refused before its end, and after an early one."""
    ann, bob, code = two(server)
    of = {"kind": "match", "match": code}
    for t, fields, refused in (
        ("explain", {"of": of}, "no_help"),
        ("explore", {"of": of}, "not_over"),
        ("analyse", {"match": code}, "not_over"),
    ):
        assert ann.ask(t, **fields).code == refused
    ann.ask("resign", match=code)
    for t, fields in (("explain", {"of": of}), ("explore", {"of": of}), ("analyse", {"match": code})):
        answer = ann.ask(t, **fields)
        assert answer.message == ENDED_EARLY
        assert answer.hint == f"`kibitz replay {code}` shows what you have seen of it"
    ann, bob, code = two(server, options={"hands": 1})
    for text in ("bet", "fold"):
        move((ann, bob), code, text)
    answer = ann.ask("analyse", match=code)
    assert (answer.code, answer.message) == (
        "no_analysis",
        "lure hides something from each player, so no move can be judged alone",
    )


async def test_an_engine_tells_nothing_by_its_answer_to_an_offer(server: InProcessServer) -> None:
    """An engine declines chance events, because its last search knows its card."""
    ann = server.connect("ann")
    code = ann.host("lure", seats=[ME, RANDOM], options={"hands": 50}, show_thinking=True)
    ann.ask("give_client_seed", match=code, client_seed="text")
    for _ in range(30):
        match = server.match(code)
        if match.to_move == 0:
            ann.ask("move", match=code, ply=match.ply, move="check" if "check" in legal(server, code) else "fold")
        else:
            await server.pool.last.finish("check" if "check" in legal(server, code) else "fold")
            server.scheduler.advance(FIRST_S)
            server.store.commit()
    ann.take()
    ann.ask("offer", match=code, offer="draw")
    assert [event.event.kind for event in messages(ann)] == ["offered", "declined"]


async def test_an_engine_does_not_answer_two_moves_with_the_same_cards(server: InProcessServer) -> None:
    """It declines a takeback, because each answer tells something of what it holds."""
    ann = server.connect("ann")
    code = ann.host("lure", seats=[ME, RANDOM])
    ann.ask("give_client_seed", match=code, client_seed="text")
    ann.ask("move", match=code, ply=0, move="check")
    await server.pool.last.finish("bet")
    server.scheduler.advance(FIRST_S)
    server.store.commit()
    ann.take()
    ann.ask("offer", match=code, offer="takeback")
    assert [event.event.kind for event in messages(ann)] == ["offered", "declined"]


def legal(server: InProcessServer, code: str) -> list[str]:
    """Return the texts of the legal moves."""
    return [move.text for move in server.match(code).position.legal]


@pytest.mark.parametrize("made_by", ["this server", "an older server", "a false server"])
async def test_searches_of_a_record_are_repeated_from_what_the_seat_has_seen(made_by: str) -> None:
    """An engine with a seed makes the same moves again, by the record of all cards and by that of its opponent."""
    with contextlib.ExitStack() as stack:
        if made_by != "this server":
            more = 0 if made_by == "an older server" else 5
            other = Planted(engine_turns, "search_seed", lambda _right, _secret, seed: seed + more, ())
            stack.enter_context(other.in_place())
        await _play_and_search_again(made_by)


async def _play_and_search_again(made_by: str) -> None:
    server = InProcessServer(pool=InlinePool(), seed=1)
    ann = server.connect("ann")
    code = ann.host("lure", seats=[ME, RANDOM], options={"hands": 9})
    ann.ask("give_client_seed", match=code, client_seed="text")
    while not server.match(code).over:
        await settle()
        server.scheduler.advance(FIRST_S)
        server.store.commit()
        if server.match(code).to_move == 0:
            ann.ask("move", match=code, ply=server.match(code).ply, move=legal(server, code)[0])
    whole = ann.ask("record", match=code).result
    for record in (messages(ann), [whole.snapshot, *whole.events]):
        if made_by == "a false server":
            with pytest.raises(DifferenceError, match="engine's move"):
                search_again(checked(record))
            continue
        searched = search_again(checked(record))
        assert searched.skipped == []
        assert searched.moves == sum(move.seat == 1 for move in server.match(code).moves) > 0


async def test_a_restart_keeps_cards_hidden() -> None:
    """A restored match shows each viewer what it showed before, also a delayed one."""
    store = WaitingStore()
    old = InProcessServer(store=store)
    ann, bob, code = two(old, delay={"moves": 1})
    move((ann, bob), code, "bet")
    before: dict[str, Any] = {}
    for name in ("ann", "bob", "eve"):
        client = old.connect(name)
        client.ask("watch", match=code)
        before[name] = messages(client)[0]
    assert [chance.text for chance in before["eve"].chance_events] == ["?", "?"]
    new = InProcessServer(store=store)
    new.runtime.loading.run()
    for name, snapshot in before.items():
        client = new.connect(name)
        client.ask("watch", match=code)
        (again,) = messages(client)
        assert (again.state, again.chance_events, again.seq) == (snapshot.state, snapshot.chance_events, snapshot.seq)


async def test_a_host_cannot_compute_the_choices_of_an_engine() -> None:
    """The seed that a host gives its engine is mixed with the secret of the match, which differs in each match."""
    server, seeds = InProcessServer(), set()
    ann = server.connect("ann")
    for _ in range(3):
        code = ann.host("lure", seats=[RANDOM, ME])
        ann.ask("give_client_seed", match=code, client_seed="text")
        created = server.match(code).created
        assert created.server_seed is not None
        seeds.add(server.pool.last.job.limit.seed)
        assert server.pool.last.job.limit.seed == search_seed(created.server_seed, 7)
    assert len(seeds) == 3


async def test_a_server_that_stops_does_not_tell_how_long_an_engine_took() -> None:
    """A move that waits for its time is not played early: the next server searches again."""
    store = WaitingStore()
    server = InProcessServer(store=store)
    ann = server.connect("ann")
    code = ann.host("lure", seats=[RANDOM, ME])
    ann.ask("give_client_seed", match=code, client_seed="text")
    await server.pool.last.finish("bet")
    await asyncio.wait_for(server.runtime.engine_turns.wind_down(), 30)
    store.commit()
    assert server.match(code).ply == 0
    server.runtime.close()
    after = InProcessServer(store=store)
    after.runtime.loading.run()
    await after.pool.last.finish("check")
    after.scheduler.advance(FIRST_S)
    store.commit()
    assert [move.move for move in after.match(code).moves] == ["check"]
