"""Where passwords come from."""

import io
from pathlib import Path

import pytest

from kibitz_client.errors import UsageError
from kibitz_client.storage.passwords import Passwords
from tests.client.fakes import FakeTerminal


def typed(*answers: str) -> Passwords:
    """Somebody at a terminal."""
    left = list(answers)
    return Passwords({}, FakeTerminal(), lambda _prompt: left.pop(0))


def test_at_a_terminal_it_is_typed() -> None:
    """A new one twice, so that a slip is noticed."""
    assert typed("secret").next("password") == "secret"
    assert typed("secret", "secret").next("password", new=True) == "secret"
    with pytest.raises(UsageError, match="not the same"):
        typed("secret", "secrte").next("password", new=True)


def test_from_a_pipe_each_is_a_line() -> None:
    """The old one first, then the new one; nothing is asked."""
    source = Passwords({}, io.StringIO("old one\nnew one\n"))
    assert (source.next("old password"), source.next("new password", new=True)) == ("old one", "new one")
    with pytest.raises(UsageError, match="standard input has no line for the third"):
        source.next("third")


def test_a_file_wins(tmp_path: Path) -> None:
    """KIBITZ_PASSWORD_FILE names one; a missing one is told by its name."""
    (tmp_path / "p").write_text("from the file\n")
    assert Passwords({"KIBITZ_PASSWORD_FILE": str(tmp_path / "p")}, FakeTerminal()).next("password") == "from the file"
    with pytest.raises(UsageError, match="KIBITZ_PASSWORD_FILE cannot be read"):
        Passwords({"KIBITZ_PASSWORD_FILE": str(tmp_path / "none")})


def test_what_is_wrong_with_it_is_told_without_it() -> None:
    """Too long to be one; the text is not repeated."""
    with pytest.raises(UsageError) as caught:
        typed("x" * 300).next("password")
    assert "xxx" not in str(caught.value)
