"""Tokens of the accounts that a machine is signed in to."""

import stat
from pathlib import Path

import pytest

from kibitz_client.errors import UsageError
from kibitz_client.storage.credentials import Credentials, StoredLogin

ANN = StoredLogin("ann", "kbz_token-of-ann")


def test_a_player_is_kept_until_the_sign_out(tmp_path: Path) -> None:
    """There is one account for each server, in a file that only its owner can read."""
    path = tmp_path / "deep" / "accounts.json"
    credentials = Credentials(path)
    assert credentials.get("ws://a") is None
    credentials.keep("ws://a", ANN)
    credentials.keep("ws://b", StoredLogin("bob", "kbz_token-of-bob"))
    assert Credentials(path).get("ws://a") == ANN
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    credentials.forget("ws://a")
    credentials.forget("ws://nowhere")
    assert (credentials.get("ws://a"), credentials.get("ws://b")) == (None, StoredLogin("bob", "kbz_token-of-bob"))


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    """An editor on Windows may have added it."""
    Credentials(tmp_path / "f").keep("ws://a", ANN)
    (tmp_path / "f").write_text((tmp_path / "f").read_text(), encoding="utf-8-sig")
    assert Credentials(tmp_path / "f").get("ws://a") == ANN


@pytest.mark.parametrize("text", ["", "[]", '{"ws://a": 1}', '{"ws://a": {"name": "x"}}'])
def test_an_invalid_file_counts_as_empty(tmp_path: Path, text: str) -> None:
    """A file that was edited by hand or written by another version causes no error."""
    (tmp_path / "f").write_text(text)
    assert Credentials(tmp_path / "f").get("ws://a") is None


def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    """The error names the file."""
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"accounts\.json cannot be written"):
        Credentials(tmp_path / "file" / "accounts.json").keep("ws://a", ANN)


def test_a_repr_has_no_token() -> None:
    """A traceback must not show a token."""
    assert "kbz_" not in repr(ANN)
