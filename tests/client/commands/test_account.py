"""`kibitz account` with a real server."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz_client.cli.main import app
from kibitz_client.storage.guest import held_guest
from tests.commands import run
from tests.server_thread import serving

pytestmark = pytest.mark.io

GOOD = "correct horse"


@pytest.fixture
def server() -> Iterator[str]:
    """The address of a server."""
    with serving() as address:
        yield address


class Machine:
    """A home directory, and `kibitz` in it."""

    def __init__(self, home: Path, server: str) -> None:
        self.home = home
        self.environ = {**os.environ, "XDG_STATE_HOME": str(home), "KIBITZ_SERVER": server, "NO_COLOR": "1"}

    def kibitz(self, *args: str, stdin: str = "", code: int = 0) -> str:
        """Run the program, and return its output."""
        done = run(app, *args, env=self.environ, stdin=stdin, name="kibitz")
        assert done.exit_code == code, done.output
        assert "kbz_" not in done.stderr
        return done.stdout + done.stderr


def test_the_real_program(server: str, tmp_path: Path) -> None:
    """The program itself, started as a process, registers an account with a password from its standard input."""
    home = Machine(tmp_path, server)
    command = [sys.executable, "-m", "kibitz_client", "account", "register", "Ann"]
    done = subprocess.run(command, input=GOOD, capture_output=True, text=True, timeout=240, env=home.environ)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"registered as Ann at {server}\n", "")
    assert home.kibitz("account", "show") == f"you are Ann at {server}\n"


def test_an_account_from_beginning_to_end(server: str, tmp_path: Path) -> None:
    """An account is registered, used on two machines, changed and signed out."""
    home, away = Machine(tmp_path / "home", server), Machine(tmp_path / "away", server)
    assert "Ann, a guest" not in home.kibitz("account", "show")
    assert home.kibitz("account", "register", "Ann", stdin=GOOD) == f"registered as Ann at {server}\n"
    assert stat.S_IMODE((tmp_path / "home/kibitz/accounts.json").stat().st_mode) == 0o600
    assert home.kibitz("account", "show") == f"you are Ann at {server}\n"
    assert "there is no account" in away.kibitz("account", "login", "Ann", stdin="wrong horse", code=3)
    assert away.kibitz("account", "login", "ann", stdin=GOOD) == f"signed in as Ann at {server}\n"
    listed = home.kibitz("account", "sessions")
    assert listed.count("kibitz") == 2
    assert listed.count("this one") == 1
    assert "signed out" in home.kibitz("account", "password", stdin=f"{GOOD}\nbattery staple\n")
    assert "Ann was signed out here" in away.kibitz("account", "show")
    assert home.kibitz("account", "logout") == f"signed out of {server}\n"
    assert "a guest" in home.kibitz("account", "show")
    assert "name_taken" in home.kibitz("lobby", "--name", "ANN", "--json", code=3)


def test_a_guest_stays_the_same(server: str, tmp_path: Path) -> None:
    """Without an account, each command is the same guest, and another one where the guest plays already."""
    home = Machine(tmp_path, server)
    shown = home.kibitz("account", "show")
    assert home.kibitz("account", "show") == shown
    with held_guest(tmp_path / "kibitz" / "guests.json", server):
        assert home.kibitz("account", "show") != shown
    assert home.kibitz("account", "show") == shown


def test_a_guest_that_the_server_has_forgotten(server: str, tmp_path: Path) -> None:
    """A server that does not know the kept guest makes a new one, which is kept in its place."""
    home = Machine(tmp_path, server)
    with held_guest(tmp_path / "kibitz" / "guests.json", server) as guest:
        assert guest is not None
        guest.keep("ghost", "x" * 30)
    shown = home.kibitz("account", "show")
    assert "ghost" not in shown
    assert home.kibitz("account", "show") == shown


def test_a_guest_goes_by_another_name(server: str, tmp_path: Path) -> None:
    """A guest with a token can change its name, and an account cannot."""
    home = Machine(tmp_path, server)
    assert home.kibitz("account", "rename", "Otter") == f"you are Otter, a guest at {server}\n"
    home.kibitz("account", "register", "Ann", stdin=GOOD)
    assert "an account keeps its name" in home.kibitz("account", "rename", "Bea", code=3)


def test_bots_have_tokens_in_files(server: str, tmp_path: Path) -> None:
    """A token is shown once, and renewing it revokes the old one."""
    home = Machine(tmp_path, server)
    home.kibitz("account", "register", "Ann", stdin=GOOD)
    assert "no bots" in home.kibitz("account", "bot", "list")
    file = tmp_path / "bot.token"
    home.kibitz("account", "bot", "make", "Annbot", "--out", str(file))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "you are Annbot, a bot" in home.kibitz("account", "show", "--token-file", str(file))
    assert "exists already" in home.kibitz("account", "bot", "renew", "Annbot", "--out", str(file), code=2)
    assert "token: kbz_" in home.kibitz("account", "bot", "renew", "annbot").replace("\n", " ")
    assert "does not know this token" in home.kibitz("account", "show", "--token-file", str(file), code=3)
    assert "Annbot" in home.kibitz("account", "bot", "list")
    assert "no token" in home.kibitz("account", "bot", "revoke", "Annbot")
    assert "no token" in home.kibitz("account", "bot", "list")


def test_a_password_is_never_an_argument(tmp_path: Path) -> None:
    """There is no option for a password, and missing input is an error."""
    home = Machine(tmp_path, "ws://127.0.0.1:1")
    assert "No such option" in home.kibitz("account", "login", "Ann", "--password", GOOD, code=2)
    assert "standard input has no line" in home.kibitz("account", "login", "Ann", code=2)


def test_options_before_the_command_hold(tmp_path: Path) -> None:
    """An option before a nested command takes effect."""
    home = Machine(tmp_path, "ws://127.0.0.1:1")
    said = home.kibitz("--server", "ws://127.0.0.1:2", "account", "bot", "list", code=4)
    assert "ws://127.0.0.1:2" in said
