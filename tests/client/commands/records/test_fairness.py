"""`kibitz fairness`, on matches that a player of line mode has played, and on records."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from kibitz_client.cli.main import app
from kibitz_protocol.fairness.sentences import NO_HASH, REPEATABLE, SAME_HASH, SECRET
from tests.commands import run
from tests.server_thread import serving

pytestmark = pytest.mark.io


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server for all tests of this file."""
    with serving(limits="off") as address:
        yield address


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the player keeps what was received."""
    return tmp_path_factory.mktemp("state")


def played(address: str, state: Path, game: str, lines: str) -> str:
    """Play a match against an engine in line mode, and return its code."""
    command = [sys.executable, "-m", "kibitz_client", "play", game, "--against", "random:seed=1", "--plain"]
    environ = {**os.environ, "KIBITZ_SERVER": address, "XDG_STATE_HOME": str(state)}
    # Line mode reads from a file descriptor.
    done = subprocess.run(command, env=environ, input=lines, capture_output=True, text=True, timeout=240, check=True)
    return done.stdout.splitlines()[0].split("  ")[1]


@pytest.fixture(scope="module")
def code(address: str, state: Path) -> str:
    """The code of a match of backgammon, which the player has resigned."""
    return played(address, state, "backgammon", "fairness\nresign\n")


def kibitz(address: str, state: Path, *args: str) -> Result:
    """Run a command on the machine of a player."""
    return run(app, *args, env={"KIBITZ_SERVER": address, "XDG_STATE_HOME": str(state)}, name="kibitz")


def exported(address: str, state: Path, code: str, file: Path) -> list[dict[str, Any]]:
    """Return the lines of the record of a match, which is in the file then."""
    assert kibitz(address, state, "export", code, "--out", str(file)).exit_code == 0
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_a_player_checks_a_match_by_its_code(address: str, state: Path, code: str) -> None:
    """One sentence says what was computed, and that the hash is the one that this machine received."""
    checked = kibitz(address, state, "fairness", code)
    assert checked.exit_code == 0, checked.output
    (sentence,) = checked.stdout.splitlines()
    assert "from the server seed and the client seed of " in sentence
    assert "(the other side gave none)" in sentence
    assert sentence.endswith(f"{SAME_HASH}, and one client seed is yours")
    data = json.loads(kibitz(address, state, "fairness", code, "--json").stdout)
    assert (data["fair"], data["status"], data["received"], data["own_seed"]) == (True, "fair", True, True)
    assert (data["checked"] > 0, data["unchecked"], data["known"]) == (True, 0, True)


def test_another_machine_says_that_it_has_no_hash(address: str, tmp_path: Path, code: str) -> None:
    """It computes the chance events, and cannot tell when the seed was fixed."""
    checked = kibitz(address, tmp_path, "fairness", code)
    assert (checked.exit_code, checked.stdout.rstrip().endswith(NO_HASH)) == (0, True)


def test_a_changed_die_in_a_record_is_named(address: str, state: Path, code: str, tmp_path: Path) -> None:
    """Its number and place, what it is and what it should be, with exit code 1."""
    file = tmp_path / "match.jsonl"
    lines = exported(address, state, code, file)
    assert kibitz(address, state, "fairness", str(file)).exit_code == 0
    text = file.read_text()
    chance = next(line["event"]["chance"] for line in lines if line.get("event", {}).get("kind") == "chance_decided")
    forged = "12" if chance["text"] != "12" else "21"
    file.write_text(text.replace(f'"text":"{chance["text"]}"', f'"text":"{forged}"', 1))
    found = kibitz(address, state, "fairness", str(file))
    expected = f"chance event 1, before move 1, is {forged}, and the seeds give {chance['text']}"
    assert (found.exit_code, found.stderr.strip()) == (1, f"error: {expected}")
    data = json.loads(kibitz(address, state, "fairness", str(file), "--json").stdout)
    fault = {"kind": "outcome", "number": 1, "ply": 0, "recorded": forged, "expected": chance["text"]}
    assert (data["fair"], data["fault"], data["sentences"]) == (False, fault, [expected])


def test_an_exchanged_seed_is_found_by_the_player(address: str, state: Path, code: str, tmp_path: Path) -> None:
    """A record whose seed, hash and dice fit each other does not have the hash that the player received."""
    file = tmp_path / "match.jsonl"
    lines = exported(address, state, code, file)
    lines[1]["server_seed_hash"] = "ab" * 32
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    found = kibitz(address, state, "fairness", str(file))
    assert found.exit_code == 1
    assert "is not the one that you received before the first move" in found.stderr


def test_what_cannot_be_checked_has_its_own_exit_code(address: str, state: Path, code: str, tmp_path: Path) -> None:
    """A record that ends early, hidden cards whose seed stays secret, and a record without its seed."""
    file = tmp_path / "match.jsonl"
    lines = exported(address, state, code, file)
    whole = file.read_text().splitlines()
    file.write_text("\n".join(whole[:3]))
    running = kibitz(address, state, "fairness", str(file))
    assert (running.exit_code, "secret until the end" in running.stderr) == (2, True)
    kuhn = played(address, state, "kuhn", "check\nresign\n")
    secret = kibitz(address, state, "fairness", kuhn)
    assert (secret.exit_code, SECRET in secret.stderr, "(resignation)" in secret.stderr) == (2, True, True)
    file.write_text("\n".join(whole[:-1]))
    without = kibitz(address, state, "fairness", str(file))
    assert (without.exit_code, "there is no server seed" in without.stderr) == (2, True)
    assert len(lines) == len(whole)


def test_a_game_without_chance_has_nothing_to_check(address: str, state: Path) -> None:
    """That is said, and is no failure."""
    code = played(address, state, "tictactoe", "resign\n")
    checked = kibitz(address, state, "fairness", code)
    assert (checked.exit_code, checked.stdout.strip()) == (0, "nothing is left to chance in Tic-tac-toe")


def test_a_file_of_another_form_is_refused(address: str, state: Path, tmp_path: Path) -> None:
    """PGN and SGF have no seeds, and what is no record has no chance events."""
    pgn = kibitz(address, state, "fairness", "match.pgn")
    assert (pgn.exit_code, "has no seeds" in pgn.stderr) == (2, True)
    (tmp_path / "no.jsonl").write_text("no record\n")
    assert kibitz(address, state, "fairness", str(tmp_path / "no.jsonl")).exit_code == 2
    assert kibitz(address, state, "fairness", "/dev/zero").exit_code == 2


def test_a_server_that_repeats_its_chance_events_is_named(tmp_path: Path) -> None:
    """The dice follow from the seed, which the operator knew before the match."""
    with serving(limits="off", seed=7) as address:
        code = played(address, tmp_path, "backgammon", "resign\n")
        checked = kibitz(address, tmp_path, "fairness", code)
        assert checked.exit_code == 0, checked.output
        sentence, note = checked.stdout.splitlines()
        assert ("from the server seed alone" in sentence, note) == (True, f"note: {REPEATABLE}")
