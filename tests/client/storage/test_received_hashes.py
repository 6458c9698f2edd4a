"""The hashes and client seeds that this machine keeps from before its matches."""

from pathlib import Path

import pytest

from kibitz_client.storage.received_hashes import MAX_MATCHES, ReceivedHashes
from kibitz_protocol.fairness.check import Received

FIRST = Received("m1", "aa" * 32, None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a file that does not exist yet."""
    return tmp_path / "kept" / "received.json"


def test_the_first_hash_stays(path: Path) -> None:
    """A server that sends another one later does not replace it; the client seed may follow."""
    kept = ReceivedHashes(path)
    assert kept.get("m1") is None
    kept.remember(FIRST)
    kept.remember(Received("m1", "bb" * 32, "forged"))
    assert ReceivedHashes(path).get("m1") == FIRST
    kept.remember(FIRST._replace(client_seed="ours"))
    kept.remember(FIRST)
    assert ReceivedHashes(path).get("m1") == FIRST._replace(client_seed="ours")
    assert path.stat().st_mode & 0o077 == 0


def test_the_file_is_bounded(path: Path) -> None:
    """The oldest matches are forgotten."""
    kept = ReceivedHashes(path)
    path.parent.mkdir()
    for number in (0, 1, MAX_MATCHES, MAX_MATCHES + 1):
        if number == MAX_MATCHES:
            entries = [f'{{"match": "n{n}", "server_seed_hash": "h"}}' for n in range(2, MAX_MATCHES)]
            text = path.read_text().rstrip().removesuffix("]")
            path.write_text(f"{text}, {', '.join(entries)}]")
        kept.remember(Received(f"n{number}", "h", None))
    assert [kept.get(f"n{number}") is not None for number in (0, 1, 2, 3, MAX_MATCHES + 1)] == [
        False,
        False,
        True,
        True,
        True,
    ]


@pytest.mark.parametrize("text", ["", "{", "[1]", '[{"match": 1}]', '[{"match": "m1"}]', '{"m1": 2}', "[" * 100_000])
def test_a_damaged_file_is_no_file(path: Path, text: str) -> None:
    """It says nothing about any match, and the next one is kept."""
    path.parent.mkdir()
    path.write_text(text)
    assert ReceivedHashes(path).get("m1") is None
    ReceivedHashes(path).remember(FIRST)
    assert ReceivedHashes(path).get("m1") == FIRST


def test_a_place_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    """Play goes on, and nothing is known later."""
    (tmp_path / "file").write_text("")
    kept = ReceivedHashes(tmp_path / "file" / "received.json")
    kept.remember(FIRST)
    assert kept.get("m1") is None
