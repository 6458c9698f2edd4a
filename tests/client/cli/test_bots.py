"""Commands of `kibitz bot` report wrong use before they connect, and a replay has an exit code."""

import json
from pathlib import Path

import pytest

from kibitz_client.cli.main import app
from kibitz_protocol.codec import encode
from kibitz_protocol.to_client import Moved
from tests.client.samples import event, move, position, snapshot
from tests.commands import run

NOWHERE = {"KIBITZ_SERVER": "ws://127.0.0.1:1"}
BOTS = """
from kibitz_client.bots import Bot
class First(Bot):
    def choose(self, state, clock):
        return state.position.legal[0]
class Last(Bot):
    def choose(self, state, clock):
        return state.position.legal[-1]
"""


@pytest.fixture
def bots(tmp_path: Path) -> str:
    """Return the path of a file with two bots."""
    file = tmp_path / "two_bots.py"
    file.write_text(BOTS)
    return str(file)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ([], "the bot has no match to play"),
        (["--accept", "nim", "--fastest", "soon"], "'soon' is not a clock"),
        (["--accept", "nim", "--fastest", "5+0", "--slowest", "1+0"], "no clock is between 5+0 and 1+0"),
        (["--invited", "--min-rating", "9", "--max-rating", "1"], "no rating is between 9 and 1"),
        (["--invited", "--greeting", "Hi {you}"], "'Hi {you}' has an unknown placeholder {you}"),
        (["--invited", "--farewell", "{"], "single '{' encountered"),
        (["--host", "nim", "--uci-go", "depth 3"], "--uci-option and --uci-go need an engine"),
        (["--host", "nim", "--gtp-command", "komi 3"], "--gtp-command and --gtp-time need a program"),
        (["--host", "nim", "--gtp-time", "3"], "--gtp-command and --gtp-time need a program"),
    ],
)
def test_wrong_options_are_refused_before_connecting(bots: str, options: list[str], sentence: str) -> None:
    """Exit code 2, and a sentence about the option; with a right plan the error would be the missing server."""
    done = run(app, "bot", "run", f"{bots}:First", *options, env=NOWHERE)
    assert done.exit_code == 2
    assert sentence in done.stderr


def test_a_replay_has_an_exit_code(bots: str, tmp_path: Path) -> None:
    """A bot that chooses as recorded ends with 0, another one with 1 and the difference."""
    session = tmp_path / "session.jsonl"
    messages = [snapshot(you=0), event(4, Moved(move=move(0, 0)), position("0"))]
    session.write_bytes(b"".join(encode(message) + b"\n" for message in messages))
    done = run(app, "bot", "replay", str(session), f"{bots}:First", env={})
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "1 choice in 1 match, all as recorded\n")
    done = run(app, "bot", "replay", str(session), f"{bots}:Last", "--json", env={})
    assert done.exit_code == 1
    choice = json.loads(done.stdout)
    assert (choice["recorded"], choice["chosen"], choice["same"]) == ("a3", "c1", False)
    assert json.loads(done.stderr)["error"] == "1 of 1 choice differs from the record"


@pytest.mark.parametrize("words", [[], ["ws://127.0.0.1:1"], ["ws://127.0.0.1:1", "--json"]])
def test_the_removed_check_of_servers_names_the_check_of_clients(words: list[str]) -> None:
    """Exit code 2 and one sentence. The help does not list the command."""
    done = run(app, "bot", "check", *words, env=NOWHERE)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "kibitz bot check was removed; kibitz-server check-client tests bots" in done.stderr
    assert "check" not in run(app, "bot", "--help", env=NOWHERE).stdout
