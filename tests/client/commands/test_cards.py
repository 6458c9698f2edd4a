"""A match of cards, from the first deal to the verified record, by the commands of a user and a real server."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import Result

from kibitz_client.cli.main import app
from kibitz_client.match.fairness import FITS
from kibitz_client.match.table.unseen import FACE_DOWN, SECRETS
from tests.commands import run
from tests.server_thread import serving

pytestmark = pytest.mark.io

HANDS = 3
CALLS = "c\n" * 4 * HANDS


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server for all tests of this file."""
    with serving(limits="off") as address:
        yield address


@pytest.fixture(scope="module")
def played(address: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """What line mode prints for a match of Kuhn poker that North calls to its end."""
    command = ["play", "kuhn", "-o", f"hands={HANDS}", "--against", "random:seed=1"]
    # Line mode reads from a file descriptor.
    environ = {**os.environ, "KIBITZ_SERVER": address, "XDG_STATE_HOME": str(tmp_path_factory.mktemp("state"))}
    done = subprocess.run(
        [sys.executable, "-m", "kibitz_client", *command],
        env=environ,
        input=CALLS,
        capture_output=True,
        text=True,
        timeout=240,
        check=True,
    )
    return done.stdout


def kibitz(address: str, *args: str) -> Result:
    """Run a command."""
    return run(app, *args, env={"KIBITZ_SERVER": address}, name="kibitz")


def code_of(played: str) -> str:
    """Return the code of the match, which is the second column of its title."""
    return played.splitlines()[0].split("  ")[1]


def test_a_player_sees_only_the_own_cards(played: str) -> None:
    """Each hand deals one card to the player and one face down; the end tells the chips of both."""
    assert SECRETS not in played
    assert played.count(f"{FACE_DOWN}\n") == HANDS
    assert sum(played.count(f"North gets {card}\n") for card in "JQK") == HANDS
    assert "South gets" not in played
    assert ": all hands played.\n" in played
    assert FITS not in played
    assert played.endswith(f"see all cards: kibitz replay {code_of(played)}\n")


def test_the_record_is_verified(address: str, played: str) -> None:
    """The rules and the seed agree with the record of the player."""
    verified = kibitz(address, "replay", code_of(played), "--verify")
    assert verified.exit_code == 0, verified.output
    assert FITS in verified.stdout


def test_the_seed_shows_all_cards(address: str, played: str, tmp_path: Path) -> None:
    """The exported record of a match that is over has the true text of each draw."""
    file = tmp_path / "kuhn.jsonl"
    assert kibitz(address, "export", code_of(played), "--out", str(file)).exit_code == 0
    last = json.loads(file.read_text().splitlines()[-1])["event"]
    assert last["kind"] == "seed_revealed"
    assert len(last["chance_events"]) == 2 * HANDS
    assert {chance["text"] for chance in last["chance_events"]} <= {"J", "Q", "K"}
    replayed = kibitz(address, "replay", str(file)).stdout
    assert (replayed.count("South gets "), FACE_DOWN in replayed) == (HANDS, False)


def test_a_game_of_cards_says_what_stays_secret(address: str) -> None:
    """A player reads it before taking a seat, and the proposed engine plays such games."""
    details = kibitz(address, "games", "kuhn").stdout
    assert SECRETS in details
    assert SECRETS in " ".join(kibitz(address, "rules", "kuhn").stdout.split())
    assert "play it: kibitz play kuhn --against cfr:seconds=1" in details


def test_what_a_match_of_cards_refuses(address: str) -> None:
    """One player cannot have both seats, and an engine has to play with hidden cards."""
    together = kibitz(address, "play", "kuhn", "--together")
    assert (together.exit_code, "one player cannot have both sides" in together.stderr) == (3, True)
    cheat = kibitz(address, "play", "kuhn", "--against", "expectiminimax:depth=2")
    assert (cheat.exit_code, "hidden information" in cheat.stderr) == (3, True)
