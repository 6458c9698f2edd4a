"""The accounts that a machine is signed in to."""

import stat
from pathlib import Path

import pytest

from kibitz_client.errors import UsageError
from kibitz_client.storage.credentials import Credentials, SignedIn, default_path
from kibitz_client.storage.files import write_secret

ANN = SignedIn("ann", "kbz_token-of-ann")


def test_who_signed_in_is_known_until_signed_out(tmp_path: Path) -> None:
    """One account a server, in a file that nobody else may read."""
    path = tmp_path / "deep" / "accounts.json"
    tokens = Credentials(path)
    assert tokens.get("ws://a") is None
    tokens.keep("ws://a", ANN)
    tokens.keep("ws://b", SignedIn("bob", "kbz_token-of-bob"))
    assert Credentials(path).get("ws://a") == ANN
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    tokens.forget("ws://a")
    tokens.forget("ws://nowhere")
    assert (tokens.get("ws://a"), tokens.get("ws://b")) == (None, SignedIn("bob", "kbz_token-of-bob"))


@pytest.mark.parametrize("text", ["", "[]", '{"ws://a": 1}', '{"ws://a": {"name": "x"}}'])
def test_a_file_that_makes_no_sense_is_none(tmp_path: Path, text: str) -> None:
    """Written by hand or by another version: sign in again."""
    (tmp_path / "f").write_text(text)
    assert Credentials(tmp_path / "f").get("ws://a") is None


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """By its name."""
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be written"):
        Credentials(tmp_path / "file" / "accounts.json").keep("ws://a", ANN)


def test_a_token_is_not_in_a_repr() -> None:
    """So that no traceback shows it."""
    assert "kbz_" not in repr(ANN)


def test_a_secret_never_goes_into_a_file_that_is_there(tmp_path: Path) -> None:
    """Somebody else might own it."""
    write_secret(tmp_path / "new", "x")
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o600
    with pytest.raises(FileExistsError):
        write_secret(tmp_path / "new", "y")


def test_the_file_is_among_the_users_state() -> None:
    """By the XDG specification."""
    assert default_path({"XDG_STATE_HOME": "/s"}) == Path("/s/kibitz/accounts.json")
    assert default_path({"HOME": "/h"}) == Path("/h/.local/state/kibitz/accounts.json")
