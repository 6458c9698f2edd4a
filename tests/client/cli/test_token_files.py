"""Token files that do not exist yet, or that cannot be used, with commands of every kind."""

import stat
from pathlib import Path

import pytest
from typer.testing import Result

from kibitz_client.cli.main import app
from tests.commands import run
from tests.server_thread import serving

pytestmark = pytest.mark.io


def command(*args: str, server: str, **environ: str) -> Result:
    """Run a command at a server, with a home of its own."""
    return run(app, *args, env={"KIBITZ_SERVER": server, **environ}, name="kibitz")


def test_a_new_file_is_a_new_player(tmp_path: Path) -> None:
    """Its folders are made, only the owner may read it, and later commands with it are the same player."""
    file, empty = tmp_path / "a" / "b" / "token", tmp_path / "empty"
    empty.touch(0o644)
    with serving() as server:
        for new in (file, empty):
            first = command("account", "show", "--token-file", str(new), server=server)
            again = command("--token-file", str(new), "account", "show", server=server)
            assert first.exit_code == again.exit_code == 0
            assert first.stdout == again.stdout
            assert stat.S_IMODE(new.stat().st_mode) == 0o600
            assert f"{new} is new: it holds the token of guest-" in first.stderr
            assert again.stderr == ""
    assert file.read_text() != empty.read_text()


def test_an_account_of_a_file_leaves_that_of_the_machine(tmp_path: Path) -> None:
    """Registering, signing in and out with a file change this file alone."""
    password, file, other = tmp_path / "password", str(tmp_path / "bob"), str(tmp_path / "other")
    password.write_text("long enough\n" * 2)
    own = {"XDG_STATE_HOME": str(tmp_path / "state"), "KIBITZ_PASSWORD_FILE": str(password)}
    with serving() as server:

        def shown(*args: str) -> str:
            result = command(*args, server=server, **own)
            assert result.exit_code == 0, result.stderr
            return str(result.stdout)

        assert "registered as ann" in shown("account", "register", "ann")
        assert "registered as bob" in shown("account", "register", "bob", "--token-file", file)
        assert "you are ann" in shown("account", "show")
        assert "you are bob" in shown("account", "show", "--token-file", file)
        assert "signed in as bob" in shown("account", "login", "bob", "--token-file", other)
        assert "you are bob" in shown("account", "show", "--token-file", other)
        assert "signed out" in shown("account", "logout", "--token-file", file)
        assert not Path(file).exists()
        assert "you are bob" in shown("account", "show", "--token-file", other)
        assert "you are ann" in shown("account", "show")


def test_a_bot_makes_its_file(tmp_path: Path) -> None:
    """A bot without a token keeps that of the guest that it becomes."""
    bot, file = tmp_path / "first.py", tmp_path / "bot"
    bot.write_text(
        "from kibitz_client.bots import Bot\n\n\n"
        "class First(Bot):\n"
        "    def choose(self, state, clock):\n"
        "        return state.position.legal[0]\n"
    )
    with serving() as server:
        options = ("--host", "tic-tac-toe", "--against", "random", "--matches", "1", "--token-file", str(file))
        played = command("bot", "run", f"{bot}:First", *options, server=server)
        assert played.exit_code == 0, played.stderr
        assert "you are guest-" in command("account", "show", "--token-file", str(file), server=server).stdout


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("folder", "cannot be read: Is a directory"),
        ("words", "is not a token, which has 16 to 128 characters"),
        ("bytes", "cannot be read: it is not UTF-8 text; save it as UTF-8"),
        ("words/token", "words is not a folder"),
    ],
)
def test_a_file_that_is_of_no_use(tmp_path: Path, name: str, sentence: str) -> None:
    """One sentence says why, before a server is asked, and a second one what to do."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "words").write_text("not it")
    (tmp_path / "bytes").write_bytes(b"\x80abc")
    result = command("account", "show", "--token-file", str(tmp_path / name), server="ws://127.0.0.1:1")
    assert (result.exit_code, sentence in result.stderr) == (2, True)
    assert result.stderr.splitlines()[1] == "try: name a new file: it gets the token of a new guest"
