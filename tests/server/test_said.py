"""How people write a move: beside the move in events, snapshots, records, analyses and analysis boards."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kibitz_server.core.match.match import Match
from kibitz_server.core.values.events import MovePlayed
from kibitz_server.games.registry import load
from kibitz_server.messages import match_data, record
from kibitz_server.records.analyse import analyse
from kibitz_server.records.verifier import DifferenceError, verify
from kibitz_server.store import NumberedEvent
from tests.games.said import NAME, said_game
from tests.server.conftest import InProcessServer
from tests.server.core.make import make_match, play

MOVES = ("b2", "b1", "a1", "c3", "a3", "c1", "a2")
"""A game whose second move is a blunder."""
SAID = ["Xb2", "Ob1", "Xa1", "Oc3", "Xa3", "Oc1", "Xa2"]


@pytest.fixture(autouse=True)
def added(tmp_path: Path) -> Iterator[None]:
    """Add a game whose moves people write with a sign."""
    with said_game(tmp_path / "games"):
        yield


def played(*moves: str) -> tuple[Match, list[Any]]:
    """Return a match with its events."""
    match = make_match(NAME)
    events = [event for decision in play(match, *moves) for event in decision.events]
    return match, [match.created, *events]


def test_a_position_says_a_move() -> None:
    """A game without the function, and a move that people write as the game does, have no other form."""
    start = load(NAME).start()
    assert start.said(start.find("b2")) == "Xb2"
    plain = load("tictactoe").start()
    assert plain.said(plain.find("b2")) is None


def test_a_move_event_has_it() -> None:
    """The event of a move has it, and the snapshot lists it."""
    match, events = played("b2", "a1")
    assert [event.said for event in events[1:]] == ["Xb2", "Oa1"]
    assert [move["said"] for move in match_data.snapshot_data(match, "", 0, 5.0)["moves"]] == ["Xb2", "Oa1"]


def test_an_old_event_gets_it_when_it_is_applied() -> None:
    """Events from before the game had the function are completed, in snapshots and in records."""
    _, events = played("b2", "a1")
    old = [replace(event, said=None) if isinstance(event, MovePlayed) else event for event in events]
    assert [move.said for move in Match.from_events(old, 0.0).moves] == ["Xb2", "Oa1"]
    entries = [NumberedEvent("m1", seq, event, 0.0) for seq, event in enumerate(old, 1)]
    page = record.RecordPages(entries, 0, len(entries), None, thinking=True).page()
    assert [event["event"]["move"]["said"] for event in page["events"]] == ["Xb2", "Oa1"]


def lines_of(*moves: str) -> list[dict[str, Any]]:
    """Return the record of a finished match, as a player received it."""
    server = InProcessServer()
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(NAME)
    bob.ask("join", match=code)
    for ply, move in enumerate(moves):
        assert (ann, bob)[ply % 2].ask("move", match=code, ply=ply, move=move).t == "accepted"
    return [json.loads(message.model_dump_json()) for message in ann.received if message.t in ("snapshot", "event")]


def checked(lines: list[dict[str, Any]]) -> Any:
    """Verify a record."""
    return verify(json.dumps(line) + "\n" for line in lines)


def test_a_record_is_verified_with_and_without_it() -> None:
    """Records of older servers lack it. A wrong one is a difference."""
    lines = lines_of(*MOVES)
    assert len(checked(lines).played) == len(MOVES)
    moved = [line["event"]["move"] for line in lines if line["t"] == "event" and line["event"]["kind"] == "moved"]
    assert [move.pop("said") for move in moved] == SAID
    assert len(checked(lines).played) == len(MOVES)
    moved[0]["said"] = "Ob2"
    with pytest.raises(DifferenceError, match="written form of the move: recorded is Ob2, the rules say Xb2"):
        checked(lines)


def test_an_analysis_has_it() -> None:
    """Each move has it, and so has the better line of a mistake."""
    found: list[Any] = []
    analyse((json.dumps(line) + "\n" for line in lines_of(*MOVES)), "quick", found.append)
    moves = found[-1]["moves"]
    assert [move["said"] for move in moves] == SAID
    assert [bool(move["said_line"]) for move in moves] == [False, True, False, False, False, False, False]
    blunder = moves[1]
    assert blunder["said_line"] == [f"{'OX'[ply % 2]}{move}" for ply, move in enumerate(blunder["line"][:6])]


async def test_an_analysis_board_has_it(server: InProcessServer) -> None:
    """Each position of a line comes with the move that leads to it, as people write it."""
    ann = server.connect("ann")
    found = ann.ask("explore", of={"kind": "game", "game": NAME, "moves": ["b2", "a1"]}).result
    assert [reached.said for reached in found.line] == [None, "Xb2", "Oa1"]


async def test_clients_receive_it(server: InProcessServer) -> None:
    """The player and the spectators receive it with the move."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    code = ann.host(NAME)
    bob.ask("join", match=code)
    eve.ask("watch", match=code)
    ann.ask("move", match=code, ply=0, move="b2")
    for client in (ann, bob, eve):
        facts = [message.event for message in client.received if message.t == "event"]
        (move,) = [fact.move for fact in facts if fact.kind == "moved"]
        assert (move.move, move.said, move.written) == ("b2", "Xb2", "Xb2")
