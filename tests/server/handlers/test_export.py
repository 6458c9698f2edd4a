"""Tests of `export`: the files are those of the package of formats, and a page after the other makes them whole."""

import json
from typing import Any

import pytest

from kibitz_protocol.commands.archive import PAGE_CHARACTERS
from kibitz_protocol.formats.forms import written
from kibitz_protocol.formats.pgn.reader import read_game
from kibitz_protocol.formats.record import record_text
from kibitz_server.records.verifier import verify
from tests.server.conftest import FakeClient, InProcessServer
from tests.server.runtime.two_players import two_players

ME, OPEN = {"kind": "me"}, {"kind": "open"}
FISCHER = {"kind": "fischer", "base_s": 60, "increment_s": 1}


def recorded(client: FakeClient, code: str) -> list[Any]:
    """Return the first snapshot and all events of a match."""
    found = client.ask("record", match=code).result
    return [found.snapshot, *found.events]


def parsed(text: str) -> list[Any]:
    """Return the data of JSON lines."""
    return [json.loads(line) for line in text.splitlines()]


def exported(client: FakeClient, code: str, **fields: Any) -> tuple[str, str]:
    """Return the name and the text of a file."""
    parts, since = [], 0
    while since is not None:
        page = client.ask("export", match=code, since=since, **fields).result
        parts.append(page.content)
        since = page.next
    return page.name, "".join(parts)


async def test_files_of_a_match_of_chess(server: InProcessServer) -> None:
    """The record is what `record` sends, PGN has clocks, scores and times, and its moves without comments."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host("chess", clock=FISCHER)
    bob.ask("join", match=code)
    for ply, move in enumerate(("e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#")):
        server.scheduler.advance(1.5)
        assert (ann, bob)[ply % 2].ask("move", match=code, ply=ply, move=move).t == "accepted"
    messages = recorded(bob, code)
    name, text = exported(bob, code)
    assert (name, parsed(text)) == (f"chess-{code}.jsonl", parsed(record_text(messages)))
    assert verify(text.splitlines()).over
    name, text = exported(bob, code, form="pgn")
    assert (name, text) == (f"chess-{code}.pgn", written(messages, "pgn", comments=True))
    assert "Qxf7# {[%clk 0:00:58.5] [%emt 0:00:01.5]} 1-0" in text.replace("\n", " ")
    plain = exported(bob, code, form="pgn", comments=False)[1]
    assert plain.endswith("\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n")
    assert [move.text for move in read_game(text).moves] == [move.text for move in read_game(plain).moves]


async def test_a_match_of_go_is_sgf_and_others_are_not(server: InProcessServer) -> None:
    """The refusal says what other form there is."""
    ann = server.connect("ann")
    code = ann.host("go", options={"size": 9}, seats=[ME, ME])
    ann.ask("move", match=code, ply=0, move="C3")
    name, text = exported(ann, code, form="sgf")
    assert (name, text) == (f"go-{code}.sgf", written(recorded(ann, code), "sgf", comments=True))
    assert ";B[cg]" in text
    refused = ann.ask("export", match=ann.host(), form="sgf")
    assert (refused.code, refused.hint) == ("bad_option", "take it as PGN")
    assert refused.message == "SGF is written for Go only, not for tictactoe"


async def test_a_long_file_has_pages(server: InProcessServer) -> None:
    """Each has the most characters that a page may have, but for the last one."""
    ann = server.connect("ann")
    code = ann.host("go", options={"size": 19}, seats=[ME, ME])
    for ply in range(24):
        ann.ask("move", match=code, ply=ply, move=f"{'ABCDEFGHJKLM'[ply // 2]}{3 + 4 * (ply % 2)}")
    first = ann.ask("export", match=code).result
    assert (len(first.content), first.next) == (PAGE_CHARACTERS, PAGE_CHARACTERS)
    text = exported(ann, code)[1]
    assert len(text) > PAGE_CHARACTERS
    assert parsed(text) == parsed(record_text(recorded(ann, code)))
    assert ann.ask("export", match=code, since=1 << 32).result.content == ""


async def test_a_file_needs_permission_to_watch(server: InProcessServer) -> None:
    """It is that of the record."""
    ann, eve = server.connect("ann"), server.connect("eve")
    assert eve.ask("export", match=ann.host(watchable=False)).code == "no_watchers"
    assert eve.ask("export", match=ann.host(visibility="private")).code == "wrong_key"
    assert ann.ask("export", match="NOSUCH").code == "unknown_match"


@pytest.mark.usefixtures("games_with_chance")
async def test_a_file_has_what_its_reader_may_see(server: InProcessServer) -> None:
    """Hidden cards stay out of it while the match goes on."""
    ann, bob, code = two_players(server, "lure", ("text", "text"))
    north, south = (chance.text for chance in server.match(code).history.chance_events)
    assert exported(ann, code, form="pgn")[1].endswith(f"\n{north}: *\n")
    assert exported(bob, code, form="pgn")[1].endswith(f"\n{south}: *\n")
    eve = server.connect("eve")
    assert exported(eve, code, form="pgn")[1].endswith("\n*\n")
    assert parsed(exported(eve, code)[1]) == parsed(record_text(recorded(eve, code)))
