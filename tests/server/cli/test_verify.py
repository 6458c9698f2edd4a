"""Verifying records: what really happened agrees, and whatever is changed in it is found and told."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kibitz_server.offline.records.reader import BadRecord
from kibitz_server.offline.records.report import check
from kibitz_server.offline.records.reproduce import search_again
from kibitz_server.offline.records.verifier import DifferenceError, Verified, verify
from tests.fakes import settle
from tests.server.conftest import FakeClient, InProcessServer

Messages = list[dict[str, Any]]
SEARCHER = {"kind": "engine", "engine": {"algorithm": "alphabeta", "limit": {"nodes": 300, "seed": 7}}}


def lines(guest: FakeClient) -> Messages:
    """Everything that somebody heard, as plain data."""
    return [json.loads(message.model_dump_json()) for message in guest.received if message.t in ("snapshot", "event")]


def checked(messages: Messages) -> Verified:
    """Verify messages as a file would hold them."""
    return verify(json.dumps(message) + "\n" for message in messages)


def play(
    server: InProcessServer, code: str, moves: str, ann: FakeClient, bob: FakeClient, seconds: float = 2.0
) -> None:
    """Moves in turn, each after so many seconds."""
    for ply, move in enumerate(moves.split()):
        server.scheduler.advance(seconds)
        assert (ann, bob)[ply % 2].ask("move", match=code, ply=ply, move=move).t == "accepted"


def agree(code: str, offer: str, ann: FakeClient, bob: FakeClient) -> None:
    """One offers and the other accepts."""
    assert ann.ask("offer", match=code, offer=offer).t == "accepted"
    assert bob.ask("accept", match=code).t == "accepted"


@pytest.fixture(autouse=True)
def plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searching again must not switch the compiler on: all later tests of this process would wait for it."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


@pytest.fixture
def server() -> InProcessServer:
    """A server in which nothing happens by itself."""
    return InProcessServer()


@pytest.fixture
def record(server: InProcessServer) -> Messages:
    """A match of tic-tac-toe that X wins, with a clock, as its host heard it."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(clock={"kind": "fischer", "base_s": 60, "increment_s": 1})
    bob.ask("join", match=code)
    play(server, code, "b2 a1 b3 c1 b1", ann, bob)
    return lines(ann)


def moved(messages: Messages, ply: int) -> dict[str, Any]:
    """The event of a move."""
    return next(m for m in messages if m["t"] == "event" and m["event"].get("move", {}).get("ply") == ply)


def test_what_happened_agrees(record: Messages) -> None:
    """Every event and clock is checked, and the end is seen."""
    found = checked(record)
    assert (len(found.played), found.clocked, found.over, found.unchecked) == (5, 5, True, [])
    assert found.events == len(record) - 1


CHANGES: dict[str, tuple[Callable[[Messages], Any], str]] = {
    "an illegal move": (
        lambda m: moved(m, 3)["event"]["move"].update(move="b2"),
        "move 4: recorded is b2, the rules say b2 is taken by X (legal: ",
    ),
    "a move of the other side": (
        lambda m: moved(m, 3)["event"]["move"].update(seat=0),
        "seat of the move: recorded is 0, the rules say 1",
    ),
    "another ply": (lambda m: moved(m, 3)["event"]["move"].update(ply=4), "ply: recorded is 4, the rules say 3"),
    "another spelling": (
        lambda m: moved(m, 3)["event"]["move"].update(move="C1"),
        "notation of the move: recorded is C1, the rules say c1",
    ),
    "another board": (lambda m: moved(m, 2)["state"].update(rows=["XXX"]), "rows: recorded is ['XXX'], the rules say"),
    "a legal move too many": (lambda m: moved(m, 2)["state"]["legal"].append("b2"), "legal: recorded is"),
    "time that nobody had": (
        lambda m: moved(m, 2)["state"]["remaining_ms"].__setitem__(0, 59_500),
        "time left of X: recorded is 59500 ms, the clock says 59000 ms",
    ),
    "a move after the flag": (
        lambda m: moved(m, 2)["event"]["move"].update(elapsed_ms=70_000),
        "time of the move: recorded is 70000 ms, but the flag fell after 60000 ms",
    ),
    "a missing event": (lambda m: m.remove(moved(m, 2)), "seq: recorded is 7, and the next must be 6"),
    "another winner": (
        lambda m: m[-1]["event"]["result"].update(winner=1),
        "winner: recorded is 1, the rules say 0",
    ),
    "another reason": (lambda m: m[-1]["event"]["result"].update(reason="luck"), "reason: recorded is luck"),
    "no end": (lambda m: m[-1].update(phase="running"), "phase: recorded is running, the rules say finished"),
    "a move after the end": (
        lambda m: m.append({**moved(m, 2), "seq": m[-1]["seq"] + 1}),
        "event: recorded is moved, but the match is finished, for good",
    ),
    "another start": (lambda m: m[0]["state"].update(position="nowhere"), "position: recorded is nowhere"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_was_changed_is_found(name: str, record: Messages) -> None:
    """The first difference is told with its event, what was recorded and what the rules or the clocks say."""
    change, sentence = CHANGES[name]
    change(record)
    with pytest.raises(DifferenceError) as info:
        checked(record)
    assert sentence in str(info.value)
    assert str(info.value).startswith(f"event {info.value.seq} (line {info.value.line}), ")


def test_a_record_may_begin_in_the_middle_and_end_early(server: InProcessServer) -> None:
    """Then its moves are checked, and the clocks from where they are told."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(clock={"kind": "fischer", "base_s": 60, "increment_s": 1})
    bob.ask("join", match=code)
    play(server, code, "b2 a1", ann, bob)
    eve = server.connect("eve")
    eve.ask("watch", match=code)
    for ply, (who, move) in enumerate([(ann, "b3"), (bob, "c1")], 2):
        who.ask("move", match=code, ply=ply, move=move)
    found = checked(lines(eve))
    assert (len(found.played), found.over) == (4, False)
    assert found.clocked == 1


def test_a_snapshot_in_the_middle_is_followed(record: Messages, server: InProcessServer) -> None:
    """Whoever lost the connection got a snapshot, and the record is none the worse."""
    cut = record.index(moved(record, 2))
    ann = server.connect("ann")
    ann.ask("watch", match=record[0]["match"])
    whole = checked([*record[:cut], *lines(ann)])
    assert (len(whole.played), whole.over) == (5, True)


def test_takebacks_and_breaks_are_followed(server: InProcessServer) -> None:
    """The clocks go on as they were told to."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(clock={"kind": "fischer", "base_s": 60, "increment_s": 1})
    bob.ask("join", match=code)
    play(server, code, "b2 a1 b3", ann, bob)
    agree(code, "takeback", ann, bob)
    agree(code, "pause", ann, bob)
    server.scheduler.advance(500)
    agree(code, "resume", ann, bob)
    server.scheduler.advance(1)
    answer = ann.ask("move", match=code, ply=2, move="c3")
    assert answer.t == "accepted", answer
    ann.ask("resign", match=code)
    found = checked(lines(ann))
    assert [each.view.move for each in found.played] == ["b2", "a1", "b3", "c3"]
    assert found.clocked == 4
    assert found.over


@pytest.mark.parametrize(
    "clock",
    [
        {"kind": "delay", "base_s": 60, "delay_s": 3},
        {"kind": "byoyomi", "base_s": 4, "periods": 3, "period_s": 10},
        {"kind": "move", "move_s": 30},
        {"kind": "correspondence", "days": 1},
    ],
    ids=lambda clock: str(clock["kind"]),
)
def test_every_kind_of_clock_is_followed_through_a_break(server: InProcessServer, clock: dict[str, Any]) -> None:
    """What a turn had taken when it was broken off counts with what it takes after."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(clock=clock)
    bob.ask("join", match=code)
    play(server, code, "b2 a1 b3", ann, bob, seconds=5)
    server.scheduler.advance(7)
    agree(code, "pause", ann, bob)
    server.scheduler.advance(500)
    agree(code, "resume", ann, bob)
    server.scheduler.advance(8)
    assert bob.ask("move", match=code, ply=3, move="c3").t == "accepted"
    found = checked(lines(ann))
    assert (found.clocked, found.unchecked) == (4, [])


async def test_an_engine_with_a_seed_is_searched_again() -> None:
    """Its moves, scores, depths, nodes and lines come out the same, and what was changed does not."""
    from tests.fakes import InlinePool

    server = InProcessServer(pool=InlinePool())
    ann = server.connect("ann")
    seats = [SEARCHER, {"kind": "engine", "engine": {"algorithm": "random", "limit": {"seed": 3}}}]
    ann.ask("create", game="tictactoe", seats=seats)
    while not any(m.t == "event" and m.event.kind == "finished" for m in ann.received):
        await settle()
        server.store.commit()
    messages = lines(ann)
    found = checked(messages)
    assert search_again(found).moves == len(found.played) >= 5
    moved(messages, 2)["event"]["move"]["search"]["score"] += 1
    with pytest.raises(DifferenceError, match=r"score of ply 2: recorded is .*, searched again it is"):
        search_again(checked(messages))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("alphabeta:nodes=300", "it had no seed"),
        ("alphabeta:seconds=1,seed=7", "it was bounded by time"),
        ("alphabeta:nodes=300,seed=7", "its clock bounded it"),
        ("nosuch engine", "no such engine for the game"),
    ],
)
def test_what_cannot_be_searched_again_is_said(record: Messages, name: str, why: str) -> None:
    """With the reason, and it is no difference."""
    for message in record:
        if message["t"] == "snapshot":
            message["seats"][0].update(kind="engine", name=name)
    searched = search_again(checked(record))
    assert searched.moves == 0
    assert [why in reason for reason in searched.skipped] == [True]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no snapshot of a match"),
        ("hello\n", "line 1: that is not JSON"),
        ('{"t":"record","version":9}\n', "of version 9"),
        ('{"t":"notice","text":"hello"}\n', "no snapshot of a match"),
    ],
)
def test_what_is_no_record(text: str, sentence: str) -> None:
    """A file of another kind is told apart from a record that is wrong."""
    with pytest.raises(BadRecord, match=sentence):
        verify(text.splitlines())


def test_an_event_before_the_snapshot_is_no_record(record: Messages) -> None:
    """Nobody could tell which game it is."""
    with pytest.raises(BadRecord, match="line 1: an event comes before the first snapshot"):
        checked(record[1:])


def test_what_is_said_and_the_exit_code(record: Messages, tmp_path: Path) -> None:
    """0 agrees, 1 differs, 2 cannot be read; in a sentence or as an object."""
    file, said = tmp_path / "record.jsonl", list[str]()

    def run(source: Path, *, as_json: bool = False) -> int:
        said.clear()
        return check(str(source), engines=False, as_json=as_json, say=said.append)

    file.write_text('{"t":"record","version":1}\n' + "\n".join(map(json.dumps, record)))
    assert run(file) == 0
    assert said == ["agrees: 5 moves, 8 events, the clocks of 5 moves of Tic-tac-toe checked, and nothing differs"]
    record[-1]["event"]["result"]["winner"] = 1
    file.write_text("\n".join(map(json.dumps, record)))
    assert run(file, as_json=True) == 1
    told = json.loads(said[0])
    assert (told["agrees"], told["what"], told["recorded"], told["computed"]) == (False, "winner", 1, 0)
    assert run(tmp_path / "nosuch") == 2
    assert said[0].endswith("is not a record: No such file or directory")
