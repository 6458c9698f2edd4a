"""Writing whole matches: page by page from the server, into a file or to standard output."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kibitz_client.network.record import recorded
from kibitz_client.testing import local_server
from kibitz_protocol.to_client import Moved
from kibitz_protocol.to_client import Recorded as Page
from kibitz_protocol.to_server import Record
from tests.client.fakes import FakeLink
from tests.client.samples import MATCH, event, move, position, snapshot


async def test_pages_are_asked_for_until_the_last_event() -> None:
    """Each goes on where the one before ended."""
    events = [event(4 + ply, Moved(move=move(ply, int("408"[ply]))), position("408"[: ply + 1])) for ply in range(3)]
    pages = {0: (snapshot(), events[:1]), 4: (None, events[1:])}

    def answer(command: Any) -> Page:
        assert isinstance(command, Record)
        made, page = pages[command.since]
        return Page(match=MATCH, snapshot=made, events=page, last=6)

    link = FakeLink(answer)
    assert [message.seq async for message in recorded(link, MATCH)] == [3, 4, 5, 6]
    assert [command.since for command in link.asked] == [0, 4]


def run(*args: str) -> "subprocess.CompletedProcess[str]":
    """Run the program to its end."""
    return subprocess.run([sys.executable, "-m", "kibitz_client", *args], capture_output=True, text=True, timeout=240)


@pytest.mark.io
def test_from_a_match_to_a_verified_record(tmp_path: Path) -> None:
    """Played, exported, shown, verified; and what was changed is found."""
    file = tmp_path / "match.jsonl"
    with local_server() as address:
        played = run("duel", "tictactoe", "alphabeta:depth=3,seed=7", "random:seed=2", "--server", address)
        code = played.stdout.split()[1]
        assert run("export", code, "--server", address, "--out", str(file)).returncode == 0
        text = run("export", code, "--server", address, "--pgn").stdout
        assert run("export", code, "--server", address).stdout == file.read_text()
    assert text.startswith('[Game "tictactoe"]')
    good = run("replay", str(file), "--verify", "--engines")
    assert good.returncode == 0, good.stderr
    assert "searches of Tic-tac-toe checked, and nothing differs" in good.stdout
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    moved = next(line for line in lines if line["t"] == "event" and line["event"]["kind"] == "moved")
    moved["state"]["to_move"] = 0
    file.write_text("\n".join(map(json.dumps, lines)))
    bad = run("replay", str(file), "--verify")
    assert bad.returncode == 1
    assert "to_move: recorded is 0, the rules say 1" in bad.stdout
