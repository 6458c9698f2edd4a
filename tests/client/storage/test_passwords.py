"""Passwords and keys from files, standard input and the terminal."""

import io
from pathlib import Path

import pytest

from kibitz_client.errors import UsageError
from kibitz_client.storage.passwords import PasswordSource, given_key
from tests.fakes.client import FakeTerminal


def typed(*answers: str) -> PasswordSource:
    """Return passwords that a user types at a terminal."""
    left = list(answers)
    return PasswordSource({}, FakeTerminal(), lambda _prompt: left.pop(0))


def test_a_new_password_is_typed_twice() -> None:
    """At a terminal, the two must be the same."""
    assert typed("secret").next("password") == "secret"
    assert typed("secret", "secret").next("password", new=True) == "secret"
    with pytest.raises(UsageError, match="not the same"):
        typed("secret", "secrte").next("password", new=True)


def test_each_line_of_a_pipe_is_a_password() -> None:
    """The old password is the first line, and the new one is the second."""
    source = PasswordSource({}, io.StringIO("old one\nnew one\n"))
    assert (source.next("old password"), source.next("new password", new=True)) == ("old one", "new one")
    with pytest.raises(UsageError, match="standard input has no line for the third"):
        source.next("third")


def test_passwords_and_keys_may_come_from_an_editor_on_windows(tmp_path: Path) -> None:
    """A byte order mark is not part of a secret, and another encoding is named without its content."""
    (tmp_path / "p").write_text("secret\r\n", encoding="utf-8-sig")
    assert PasswordSource({"KIBITZ_PASSWORD_FILE": str(tmp_path / "p")}, FakeTerminal()).next("password") == "secret"
    assert PasswordSource({}, io.StringIO("\ufeffsecret\r\n")).next("password") == "secret"
    assert given_key(tmp_path / "p") == "secret"
    (tmp_path / "p").write_text("secret", encoding="utf-16")
    with pytest.raises(UsageError, match="cannot be read: it is UTF-16 text; save it as UTF-8"):
        given_key(tmp_path / "p")


def test_a_file_wins_over_the_terminal(tmp_path: Path) -> None:
    """The error for a missing file names KIBITZ_PASSWORD_FILE."""
    (tmp_path / "p").write_text("from the file\n")
    assert (
        PasswordSource({"KIBITZ_PASSWORD_FILE": str(tmp_path / "p")}, FakeTerminal()).next("password")
        == "from the file"
    )
    with pytest.raises(UsageError, match="KIBITZ_PASSWORD_FILE cannot be read"):
        PasswordSource({"KIBITZ_PASSWORD_FILE": str(tmp_path / "none")})


def test_an_error_does_not_repeat_the_password() -> None:
    """A password that is too long is refused without showing it."""
    with pytest.raises(UsageError) as caught:
        typed("x" * 300).next("password")
    assert "xxx" not in str(caught.value)


KEY = "7F3K-9QXM-ABCD-EFGH"


def test_a_key_file_wins_over_the_variable(tmp_path: Path) -> None:
    """Blanks and line ends around the key are removed."""
    file = tmp_path / "key"
    file.write_text(f"{KEY}\n")
    assert given_key(file, {"KIBITZ_KEY": "other"}) == KEY
    assert given_key(None, {"KIBITZ_KEY": KEY}) == KEY
    assert given_key(None, {}) is None
    with pytest.raises(UsageError, match="cannot be read"):
        given_key(tmp_path / "none", {})
