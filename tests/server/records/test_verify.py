"""A true record is verified, and each change in one is found and reported."""

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kibitz_protocol.formats.record import NotARecord
from kibitz_server.records.report import check
from kibitz_server.records.reproduce import search_again
from kibitz_server.records.verifier import DifferenceError, Verified, verify
from tests.fakes.server import settle
from tests.server.arena_games import create_arena_game
from tests.server.conftest import FakeClient, InProcessServer

Messages = list[dict[str, Any]]
SEARCHER = {"kind": "engine", "engine": {"algorithm": "alphabeta", "limit": {"nodes": 300, "seed": 7}}}


def lines(guest: FakeClient) -> Messages:
    """Return the snapshots and events that a guest received, as plain data."""
    return [json.loads(message.model_dump_json()) for message in guest.received if message.t in ("snapshot", "event")]


def checked(messages: Messages) -> Verified:
    """Verify messages, written as the lines of a file."""
    return verify(json.dumps(message) + "\n" for message in messages)


def play(
    server: InProcessServer, code: str, moves: str, ann: FakeClient, bob: FakeClient, seconds: float = 2.0
) -> None:
    """Play moves in turn, each after this many seconds."""
    for ply, move in enumerate(moves.split()):
        server.scheduler.advance(seconds)
        assert (ann, bob)[ply % 2].ask("move", match=code, ply=ply, move=move).t == "accepted"


def agree(code: str, offer: str, ann: FakeClient, bob: FakeClient) -> None:
    """Let one player offer and the other accept."""
    assert ann.ask("offer", match=code, offer=offer).t == "accepted"
    assert bob.ask("accept", match=code).t == "accepted"


@pytest.fixture
def server() -> InProcessServer:
    """Return a server on a hand-cranked clock."""
    return InProcessServer()


@pytest.fixture
def record(server: InProcessServer) -> Messages:
    """Return the record of a tic-tac-toe match with a clock, which X wins, as its host received it."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(clock={"kind": "fischer", "base_s": 60, "increment_s": 1})
    bob.ask("join", match=code)
    play(server, code, "b2 a1 b3 c1 b1", ann, bob)
    return lines(ann)


def moved(messages: Messages, ply: int) -> dict[str, Any]:
    """Return the event of a move."""
    return next(m for m in messages if m["t"] == "event" and m["event"].get("move", {}).get("ply") == ply)


def test_a_true_record_agrees(record: Messages) -> None:
    """Every event, every clock and the end are checked."""
    found = checked(record)
    assert (len(found.played), found.clocked, found.over, found.unchecked) == (5, 5, True, [])
    assert found.events == len(record) - 1


CHANGES: dict[str, tuple[Callable[[Messages], Any], str]] = {
    "an illegal move": (
        lambda m: moved(m, 3)["event"]["move"].update(move="b2"),
        "move 4: recorded is b2, the rules say b2 is taken by X (legal moves: ",
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
    "another legal move": (lambda m: moved(m, 2)["state"]["legal"].__setitem__(0, "b2"), "legal: recorded is"),
    "another time left": (
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
        "event: recorded is moved, but the match is already finished",
    ),
    "another start": (lambda m: m[0]["state"].update(position="nowhere"), "position: recorded is nowhere"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_found(name: str, record: Messages) -> None:
    """The difference names the event, the recorded value, and the value by the rules or the clocks."""
    change, sentence = CHANGES[name]
    change(record)
    with pytest.raises(DifferenceError) as info:
        checked(record)
    assert sentence in str(info.value)
    assert str(info.value).startswith(f"event {info.value.seq} (line {info.value.line}), ")


def test_a_record_may_begin_in_the_middle_and_end_early(server: InProcessServer) -> None:
    """A partial record's moves are checked, and its clocks from the first message on."""
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


def test_a_later_snapshot_replaces_events(record: Messages, server: InProcessServer) -> None:
    """A record with a reconnection has a second snapshot, and agrees."""
    cut = record.index(moved(record, 2))
    ann = server.connect("ann")
    ann.ask("watch", match=record[0]["match"])
    whole = checked([*record[:cut], *lines(ann)])
    assert (len(whole.played), whole.over) == (5, True)


@pytest.fixture
def berserk_record(server: InProcessServer) -> Messages:
    """Return the record of a game of an arena in which O goes berserk after the first move of X."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = create_arena_game(server.runtime, ann.connection.player, bob.connection.player)
    server.store.commit()
    ann.ask("watch", match=code)
    play(server, code, "b2", ann, bob)
    assert bob.ask("go_berserk", match=code).t == "accepted"
    for ply, (client, move) in enumerate([(bob, "a1"), (ann, "b3"), (bob, "c1"), (ann, "b1")], 1):
        server.scheduler.advance(2)
        client.ask("move", match=code, ply=ply, move=move)
    return lines(ann)


def berserk_of(messages: Messages) -> dict[str, Any]:
    """Return the event of going berserk."""
    return next(m for m in messages if m["t"] == "event" and m["event"]["kind"] == "went_berserk")


def repeated(messages: Messages) -> None:
    """Let the same seat go berserk a second time."""
    at = messages.index(berserk_of(messages))
    messages.insert(at, json.loads(json.dumps(berserk_of(messages))))
    for message in messages[at + 1 :]:
        message["seq"] += 1


def removed(messages: Messages) -> None:
    """Leave out the event, so that the clocks after it differ."""
    at = messages.index(berserk_of(messages))
    del messages[at]
    for message in messages[at:]:
        message["seq"] -= 1


BERSERK_CHANGES: dict[str, tuple[Callable[[Messages], Any], str]] = {
    "not halved": (
        lambda m: berserk_of(m)["state"]["remaining_ms"].__setitem__(1, 60_000),
        "time left of O: recorded is 60000 ms, the clock says 30000 ms",
    ),
    "of the side that has moved": (
        lambda m: berserk_of(m)["event"].update(seat=0),
        "berserk: recorded is by X, the rules say not after the first move",
    ),
    "twice": (repeated, "berserk: recorded is by O, the rules say once"),
    "never": (removed, "time left of O: recorded is 30000 ms, the clock says 60000 ms"),
    "an increment": (
        lambda m: moved(m, 3)["state"]["remaining_ms"].__setitem__(1, 29_000),
        "time left of O: recorded is 29000 ms, the clock says 28000 ms",
    ),
    "in another match": (lambda m: m[0].update(berserk=None), "the rules say not in this match"),
}


def test_the_clocks_of_a_berserk_game_are_checked(berserk_record: Messages) -> None:
    """Half of the time and the missing increment follow from the event."""
    found = checked(berserk_record)
    assert (found.clocked, found.over, found.unchecked) == (5, True, [])


@pytest.mark.parametrize("plies", [0, 2])
def test_a_record_may_begin_after_berserk(server: InProcessServer, plies: int) -> None:
    """The snapshot says which seats went berserk, so the clocks of later moves are checked."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    code = create_arena_game(server.runtime, ann.connection.player, bob.connection.player)
    server.store.commit()
    bob.ask("go_berserk", match=code)
    play(server, code, " ".join("b2 a1".split()[:plies]), ann, bob)
    eve.ask("watch", match=code)
    for ply, move in enumerate("b2 a1 b3 c1 b1".split()[plies:], plies):
        server.scheduler.advance(2)
        (ann, bob)[ply % 2].ask("move", match=code, ply=ply, move=move)
    assert checked(lines(eve)).clocked == (5 if plies == 0 else 2)
    changed = lines(eve)
    moved(changed, 3)["state"]["remaining_ms"][1] += 1000
    with pytest.raises(DifferenceError, match="time left of O"):
        checked(changed)


@pytest.mark.parametrize("name", BERSERK_CHANGES)
def test_a_change_of_berserk_is_found(name: str, berserk_record: Messages) -> None:
    """The difference names what was recorded of it, and what the rules or the clocks say."""
    change, sentence = BERSERK_CHANGES[name]
    change(berserk_record)
    with pytest.raises(DifferenceError) as info:
        checked(berserk_record)
    assert sentence in str(info.value)


def test_takebacks_and_pauses_are_replayed(server: InProcessServer) -> None:
    """The clocks are correct after a takeback and a pause."""
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
def test_every_kind_of_clock_is_replayed_through_a_pause(server: InProcessServer, clock: dict[str, Any]) -> None:
    """The time of a turn before and after a pause is added."""
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


async def test_the_searches_of_an_engine_with_a_seed_are_repeated() -> None:
    """A repeated search gives the same move, score, depth, nodes and line, and a changed score differs.

    A search that a shallow one replaced is named, and is no difference.
    """
    from tests.fakes.server import InlinePool

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
    with pytest.raises(DifferenceError, match=r"score of ply 2: recorded is .*, a new search gives"):
        search_again(checked(messages))
    moved(messages, 2)["event"]["move"]["search"]["algorithm"] = "shallow alphabeta"
    searched = search_again(checked(messages))
    assert searched.moves == len(found.played) - 1
    assert searched.unchecked == ["ply 2: its search failed, and a shallow one took its place"]
    moved(messages, 2)["event"]["move"]["search"].update(algorithm="alphabeta", seconds=60.0)
    assert search_again(checked(messages)).unchecked == ["ply 2: its search took all the time that a move may take"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("alphabeta:nodes=300", "it had no seed"),
        ("alphabeta:seconds=1,seed=7", "it was limited by time"),
        ("level:10,seed=7", "it was limited by time"),
        ("alphabeta:nodes=300,seed=7", "its clock limited it"),
        ("nosuch engine", "no such engine for the game"),
    ],
)
def test_a_search_that_cannot_be_repeated_is_skipped(record: Messages, name: str, why: str) -> None:
    """A skipped search has a reason, and is not a difference."""
    for message in record:
        if message["t"] == "snapshot":
            message["seats"][0].update(kind="engine", name=name)
    searched = search_again(checked(record))
    assert searched.moves == 0
    assert [why in reason for reason in searched.skipped] == [True]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "there is no match in it"),
        ("hello\n", "line 1: that is not JSON"),
        ('{"t":"record","version":9}\n', "its version is 9"),
        ('{"t":"notice","text":"hello"}\n', "there is no match in it"),
    ],
)
def test_a_file_that_is_not_a_record(text: str, sentence: str) -> None:
    """A file of another kind raises NotARecord, not a difference."""
    with pytest.raises(NotARecord, match=sentence):
        verify(text.splitlines())


def test_an_event_before_the_snapshot_is_refused(record: Messages) -> None:
    """A record must begin with a snapshot, which names the game."""
    with pytest.raises(NotARecord, match="line 1: an event comes before the first snapshot"):
        checked(record[1:])


def test_the_report_and_its_exit_code(record: Messages, tmp_path: Path) -> None:
    """The exit code is 0 for a match, 1 for a difference, 2 for no record; the report is a sentence or an object."""
    file, printed = tmp_path / "record.jsonl", list[str]()

    def run(source: Path, *, as_json: bool = False) -> int:
        printed.clear()
        return check(str(source), engines=False, as_json=as_json, say=printed.append)

    file.write_text('{"t":"record","version":1}\n' + "\n".join(map(json.dumps, record)))
    assert run(file) == 0
    assert printed == ["agrees: 5 moves, 8 events, the clocks of 5 moves of Tic-tac-toe checked, and nothing differs"]
    record[-1]["event"]["result"]["winner"] = 1
    file.write_text("\n".join(map(json.dumps, record)))
    assert run(file, as_json=True) == 1
    report = json.loads(printed[0])
    assert (report["agrees"], report["what"], report["recorded"], report["computed"]) == (False, "winner", 1, 0)
    assert run(tmp_path / "nosuch") == 2
    assert printed[0].endswith("is not a record: No such file or directory")


@pytest.mark.parametrize(("name", "command"), [("a game.SGF", "sgf"), ("game.pgn", "pgn"), ("game.pdn", "pgn")])
def test_a_file_of_another_form_has_a_way_to_a_record(tmp_path: Path, name: str, command: str) -> None:
    """The report names the commands, as text and as JSON; there is none for other files."""
    printed: list[str] = []
    file, other = tmp_path / name, tmp_path / "game.txt"
    for each in (file, other):
        each.write_text("(;SZ[9])")
    way = f"kibitz-server {command} {shlex.quote(str(file))} | kibitz-server verify -"
    assert check(str(file), engines=False, as_json=False, say=printed.append) == 2
    assert printed.pop().endswith(f"\ntry: {way}")
    assert check(str(file), engines=False, as_json=True, say=printed.append) == 2
    assert json.loads(printed.pop())["hint"] == way
    assert check(str(other), engines=False, as_json=False, say=printed.append) == 2
    assert "try:" not in printed.pop()
