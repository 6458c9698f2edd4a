"""Export of whole matches, to a file or to standard output."""

import json
from pathlib import Path

import pytest
from typer.testing import Result

from kibitz_client.cli.main import app
from tests import commands
from tests.server_thread import serving

pytestmark = [pytest.mark.io, pytest.mark.stays_in("test-all")]


def run(*args: str) -> Result:
    """Run the program to its end."""
    return commands.run(app, *args, env={})


def test_from_a_match_to_a_verified_record(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """An exported match passes verification, whose process writes to the standard output; a changed one fails."""
    file = tmp_path / "match.jsonl"
    with serving(limits="off") as address:
        played = run("duel", "tictactoe", "alphabeta:depth=3,seed=7", "random:seed=2", "--server", address)
        code = played.stdout.split()[1]
        assert run("export", code, "--server", address, "--out", str(file)).exit_code == 0
        text = run("export", code, "--server", address, "--pgn").stdout
        commented = run("export", code, "--server", address, "--pgn", "--comments").stdout
        assert run("export", code, "--server", address).stdout == file.read_text()
        shown = run("replay", code, "--server", address)
        assert shown.stdout == run("replay", str(file)).stdout, shown.stderr
        assert run("replay", code, "--verify", "--server", address).exit_code == 0
        unknown = run("replay", "ZZZZZZ", "--server", address)
        assert (unknown.exit_code, "no match" in unknown.stderr) == (3, True)
    assert text.startswith('[Game "tictactoe"]')
    assert ("[%emt" in text, "[%emt 0:00:0" in commented, "[%eval " in commented) == (False, True, True)
    good = run("replay", str(file), "--verify", "--engines")
    assert good.exit_code == 0, good.stderr
    assert "searches of Tic-tac-toe checked, and nothing differs" in capfd.readouterr().out
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    moved = next(line for line in lines if line["t"] == "event" and line["event"]["kind"] == "moved")
    moved["state"]["to_move"] = 0
    file.write_text("\n".join(map(json.dumps, lines)))
    bad = run("replay", str(file), "--verify")
    assert bad.exit_code == 1
    assert "to_move: recorded is 0, the rules say 1" in capfd.readouterr().out


def test_a_match_of_go_in_sgf(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """An option or the name of the file says the form; what is written is replayed and verified."""
    file = tmp_path / "match.sgf"
    with serving(limits="off") as address:
        options = ("-o", "size=3", "-o", "komi=0.5")
        played = run("duel", "go", *options, "random:seed=1", "random:seed=2", "--server", address)
        code = played.stdout.split()[1]
        assert run("export", code, "--server", address, "--comments", "--out", str(file)).exit_code == 0
        text = run("export", code, "--server", address, "--sgf", "--comments").stdout
        plain = run("export", code, "--server", address, "--sgf").stdout
        shown = run("replay", code, "--server", address, "--plain").stdout
    assert file.read_text() == text
    assert text.startswith("(;FF[4]GM[1]CA[UTF-8]AP[Kibitz]SZ[3]\nKM[0.5]\n")
    assert ("[%emt" in text, "[%emt" in plain) == (True, False)
    replayed = run("replay", str(file), "--plain").stdout
    # A file tells programs in a comment, so its players are not engines of the server.
    assert replayed.splitlines()[-1] == shown.splitlines()[-1].replace("engine ", "")
    assert run("replay", str(file), "--verify").exit_code == 0
    assert "nothing differs" in capfd.readouterr().out


def test_an_exported_match_is_analysed(tmp_path: Path) -> None:
    """The server has ended meanwhile."""
    file = tmp_path / "match.sgf"
    with serving(limits="off") as address:
        played = run("duel", "go", "-o", "size=3", "random:seed=1", "random:seed=2", "--server", address)
        run("export", played.stdout.split()[1], "--server", address, "--out", str(file))
    analysed = run("analyse", str(file), "--effort", "quick")
    assert (analysed.exit_code, "accuracy" in analysed.stdout) == (0, True), analysed.stderr
