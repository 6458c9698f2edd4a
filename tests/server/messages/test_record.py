"""Tests of `record`: it sends the events that clients received during the match, if the client may see them."""

import json
from typing import Any

from kibitz_protocol.values.evaluation import evaluation_of
from kibitz_server.messages import record
from kibitz_server.records.verifier import verify
from tests.server.conftest import ENGINE, FakeClient, InProcessServer


def played(server: InProcessServer, **terms: Any) -> tuple[FakeClient, FakeClient, str]:
    """Return the players and the id of a tic-tac-toe match that X has won."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(**terms)
    bob.ask("join", match=code)
    for ply, move in enumerate("b2 a1 b3 c1 b1".split()):
        server.scheduler.advance(1.5)
        assert (ann, bob)[ply % 2].ask("move", match=code, ply=ply, move=move).t == "accepted"
    return ann, bob, code


async def test_a_record_has_the_events_of_the_match(server: InProcessServer) -> None:
    """The events are the same except for the times of sending, and the record can be verified."""
    ann, _, code = played(server, clock={"kind": "fischer", "base_s": 60, "increment_s": 1})
    result = ann.ask("record", match=code).result
    told = [m for m in ann.received if m.t == "event"]
    assert [(e.seq, e.event, e.state, e.phase) for e in result.events] == [
        (e.seq, e.event, e.state, e.phase) for e in told
    ]
    assert (result.snapshot.seq, result.snapshot.moves, result.last) == (1, [], told[-1].seq)
    lines = [result.snapshot, *result.events]
    found = verify(json.dumps(line.model_dump(mode="json")) + "\n" for line in lines)
    assert (len(found.played), found.clocked, found.over) == (5, 5, True)


async def test_a_later_page_goes_on_where_the_first_ended(server: InProcessServer) -> None:
    """A later page has no snapshot."""
    ann, _, code = played(server)
    whole = ann.ask("record", match=code).result
    rest = ann.ask("record", match=code, since=5).result
    assert rest.snapshot is None
    assert rest.events == [event for event in whole.events if event.seq > 5]


async def test_a_page_is_bounded(server: InProcessServer) -> None:
    """A long match has several pages, each with at least one event. A page is the same if it is the first one made."""
    ann, _, code = played(server)
    entries = server.store.history(server.match(code).created.id)
    whole = ann.ask("record", match=code).result
    events: list[Any] = []
    pages = record.RecordPages(entries, 0, len(entries), None, thinking=True)
    while not pages.complete:
        since = pages.since
        page = pages.page(700)
        assert page == record.RecordPages(entries, since, len(entries), None, thinking=True).page(700)
        assert (page["snapshot"] is None) is (since > 0)
        assert pages.since == page["events"][-1]["seq"]
        assert len(page["events"]) < len(entries) // 2
        events += page["events"]
    assert [event["seq"] for event in events] == [event.seq for event in whole.events]
    assert pages.page(700)["events"] == []


async def test_a_record_needs_permission_to_watch(server: InProcessServer) -> None:
    """A record needs permission to watch, and the key of a private match; it has no future events."""
    _, bob, code = played(server, watchable=False)
    eve = server.connect("eve")
    assert eve.ask("record", match=code).code == "no_watchers"
    assert bob.ask("record", match=code).t == "accepted"
    ann = server.connect("ann")
    assert eve.ask("record", match=ann.host(visibility="private")).code == "wrong_key"
    assert ann.ask("record", match="NOSUCH").code == "unknown_match"


async def test_an_exhibition_has_no_record() -> None:
    """An exhibition is not stored, and the refusal says so."""
    server = InProcessServer(exhibitions=True)
    eve = server.connect("eve")
    refused = eve.ask("record", match=eve.ask("watch", match="tv").result.match)
    assert (refused.code, refused.message) == ("not_saved", "exhibition matches are not kept")


async def test_a_record_has_the_spectator_delay(server: InProcessServer) -> None:
    """The record of a match with a spectator delay has the same delay."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(delay={"moves": 2})
    bob.ask("join", match=code)
    for ply, move in enumerate("b2 a1 b3".split()):
        (ann, bob)[ply % 2].ask("move", match=code, ply=ply, move=move)
    eve = server.connect("eve")
    known = [e.event.kind for e in eve.ask("record", match=code).result.events]
    assert known.count("moved") == 1
    assert [e.event.kind for e in ann.ask("record", match=code).result.events].count("moved") == 3


async def test_the_last_page_has_what_the_searches_say(server: InProcessServer) -> None:
    """A value for each move of an engine, and none where searches are not shown or cards are hidden."""
    ann = server.connect("ann")
    code = ann.host(seats=[ENGINE, ENGINE], show_thinking=True)
    for _ in range(2):
        await server.pool.last.finish()
        server.store.commit()
    page = ann.ask("record", match=code).result
    moves = [event.event.move for event in page.events if event.event.kind == "moved"]
    assert len(moves) == 2
    assert page.evaluation == evaluation_of(moves)
    assert None not in page.evaluation.values
    entries = server.store.history(server.match(code).created.id)
    pages = record.RecordPages(entries, 0, len(entries), None, thinking=True)
    found = []
    while not pages.complete:
        found.append(pages.page(700)["evaluation"])
    assert found == [*[None] * (len(found) - 1), page.evaluation.model_dump()]
    assert record.RecordPages(entries, 0, len(entries), None, thinking=False).page(1 << 30)["evaluation"] is None
