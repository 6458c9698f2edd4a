"""Export of whole matches, to a file or to standard output."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server_thread import serving


def run(*args: str) -> "subprocess.CompletedProcess[str]":
    """Run the program to its end."""
    return subprocess.run([sys.executable, "-m", "kibitz_client", *args], capture_output=True, text=True, timeout=240)


@pytest.mark.io
def test_from_a_match_to_a_verified_record(tmp_path: Path) -> None:
    """An exported match passes verification, and a changed one fails."""
    file = tmp_path / "match.jsonl"
    with serving(limits="off") as address:
        played = run("duel", "tictactoe", "alphabeta:depth=3,seed=7", "random:seed=2", "--server", address)
        code = played.stdout.split()[1]
        assert run("export", code, "--server", address, "--out", str(file)).returncode == 0
        text = run("export", code, "--server", address, "--pgn").stdout
        commented = run("export", code, "--server", address, "--pgn", "--comments").stdout
        assert run("export", code, "--server", address).stdout == file.read_text()
        shown = run("replay", code, "--server", address)
        assert shown.stdout == run("replay", str(file)).stdout, shown.stderr
        assert run("replay", code, "--verify", "--server", address).returncode == 0
        unknown = run("replay", "ZZZZZZ", "--server", address)
        assert (unknown.returncode, "no match" in unknown.stderr) == (3, True)
    assert text.startswith('[Game "tictactoe"]')
    assert ("[%emt" in text, "[%emt 0:00:0" in commented, "[%eval " in commented) == (False, True, True)
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
