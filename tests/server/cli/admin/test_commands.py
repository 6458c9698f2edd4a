"""`kibitz-server admin` administers a real server."""

import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from kibitz_client.cli.main import app as kibitz
from kibitz_server.__main__ import app
from tests.commands import run
from tests.postgres import Cluster
from tests.server.wire import ME, OPEN, call
from tests.server_thread import serving

pytestmark = pytest.mark.io


class Operator:
    """Operator of a server: a database, and the environment of the commands."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environ = {**os.environ, "KIBITZ_DATABASE": str(folder / "k.db"), "TZ": "UTC"}

    def admin(self, *args: str, code: int = 0) -> str:
        """Run `kibitz-server admin`, and return its output and errors."""
        done = run(app, "admin", *args, env=self.environ)
        assert done.exit_code == code, done.output
        assert "kbz_" not in done.output
        return done.output


@pytest.fixture
def operator(tmp_path: Path) -> Iterator[Operator]:
    """Yield an operator with a running server and a token."""
    operator = Operator(tmp_path)
    with serving(database=operator.environ["KIBITZ_DATABASE"]) as operator.environ["KIBITZ_SERVER"]:
        # A running server accepts a new token at once.
        operator.admin("token", str(tmp_path / "token"))
        operator.environ["KIBITZ_ADMIN_TOKEN"] = (tmp_path / "token").read_text()
        yield operator


def test_a_token_is_created_in_the_database(tmp_path: Path) -> None:
    """A token needs no running server, and its file must be new and is readable by its owner only."""
    operator = Operator(tmp_path)
    file = tmp_path / "admin.token"
    assert operator.admin("token", str(file), "--name", "Olga") == (
        f"the token of Olga, admin, is in {file}; use it with --token-file {file}\n"
    )
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_text().startswith("kbz_")
    before = file.read_text()
    assert "already exists" in operator.admin("token", str(file), code=2)
    assert file.read_text() == before
    assert "is not a role" in operator.admin("token", str(tmp_path / "other"), "--role", "king", code=2)
    assert "No such file or directory" in operator.admin("token", str(tmp_path / "no/such"), code=2)
    operator.environ["KIBITZ_DATABASE"] = "/no/such/folder/k.db"
    assert "try: " in operator.admin("token", str(tmp_path / "third"), code=2)
    assert not (tmp_path / "third").exists()


def test_a_missing_token_or_server_has_a_hint(tmp_path: Path) -> None:
    """Each mistake has its sentence and its exit code."""
    operator = Operator(tmp_path)
    operator.environ["KIBITZ_SERVER"] = "ws://127.0.0.1:1"
    assert "create one: kibitz-server admin token FILE" in operator.admin("players", code=2)
    assert "cannot be read" in operator.admin("players", "--token-file", "/no/such", code=2)
    operator.environ["KIBITZ_ADMIN_TOKEN"] = "kbz_0123456789abcdef"
    assert "no Kibitz server answers at ws://127.0.0.1:1" in operator.admin("players", code=4)
    assert "is not a duration" in operator.admin("mute", "eve", "--for", "long", code=2)
    assert "scope" in operator.admin("ban", "eve", "--scope", "planet", code=2)


def test_the_real_program(operator: Operator) -> None:
    """The program itself, started as a process, sends a command and exits with the code of its refusal."""
    for arguments, code, output in ((["sanctions"], 0, "none\n"), (["end", "AAAAAA"], 3, "")):
        command = [sys.executable, "-m", "kibitz_server", "admin", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=240, env=operator.environ)
        assert (done.returncode, done.stdout) == (code, output), done.stderr
        assert "Traceback" not in done.stderr


async def test_an_admin_administers_a_server(operator: Operator) -> None:
    """Lists, end, mute, ban, announce and drain work, and the audit log has them all."""
    eve, ann = await call(operator.environ["KIBITZ_SERVER"], name="eve"), await call(operator.environ["KIBITZ_SERVER"])
    code = (await eve.ask("create", game="tictactoe", seats=[ME, OPEN], visibility="unlisted")).result.code
    assert "eve" in operator.admin("players")
    assert "127.0.0.1" in operator.admin("connections")
    assert f"{code}  tictactoe  open" in operator.admin("matches")
    assert json.loads(operator.admin("matches", "--json"))["code"] == code
    assert operator.admin("sanctions") == "none\n"
    [local] = json.loads(operator.admin("engines", "--json"))["places"]
    assert (local["place"], local["state"], local["slots"] >= 1) == ("local", "used", True)
    assert "player eve" in operator.admin("mute", "eve", "--for", "30m", "--reason", "rude")
    assert (await eve.ask("chat", match=code, text="hi")).code == "muted"
    operator.admin("unmute", "eve")
    assert operator.admin("end", code, "--reason", "enough") == "done\n"
    assert (await eve.until("aborted")).event.reason == "ended by a moderator: enough"
    assert "is over" in operator.admin("end", code, code=3)
    operator.admin("announce", "back at noon")
    assert (await ann.until("notice")).text == "back at noon"
    operator.admin("drain")
    assert (await ann.ask("create", game="tictactoe", seats=[ME, OPEN])).code == "draining"
    operator.admin("drain", "--off")
    assert "no end" in operator.admin("ban", "eve", "--reason", "cheating")
    with pytest.raises(ConnectionClosed, match="4403"):
        await eve.until("the end")
    operator.admin("unban", "eve")
    assert operator.admin("audit").startswith("when ")
    assert [json.loads(line)["action"] for line in operator.admin("audit", "--json").splitlines()] == [
        "unban",
        "ban",
        "drain",
        "drain",
        "announce",
        "end",
        "unmute",
        "mute",
        "token",
    ]
    await ann.socket.close()


def test_a_host_sets_the_server_up(operator: Operator) -> None:
    """Choices are shown in words, kept, and refused with the command's own help. A backup is a file that restores."""
    assert "name         none\n" in operator.admin("host")
    assert "nothing to change" in operator.admin("set-host", code=2)
    shown = operator.admin("set-host", "--name", "Club", "--games", "chess, go", "--create", "accounts")
    for line in ("name         Club", "games        chess, go", "new matches  by accounts", "moves        are saved"):
        assert f"{line}\n" in shown, shown
    assert "no game is called 'tennis'" in operator.admin("set-host", "--games", "tennis", code=3)
    assert "kibitz-server admin set-host --help" in operator.admin("set-host", "--create", "king", code=2)
    assert "admin tournament end --help" in operator.admin("tournament", "end", "x", "--reason", "x" * 300, code=2)
    assert json.loads(operator.admin("host", "--json"))["games"] == ["chess", "go"]
    operator.admin("drain")
    assert "none begin now" in operator.admin("set-host", "--games", "", "--name", "", "--create", "all")
    operator.admin("drain", "--off")
    assert "games        all\nnew matches  by all players" in operator.admin("host")
    file = Path(operator.admin("backup").removeprefix("backup written to ").strip())
    assert file.parent == operator.folder / "backups"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    other = str(operator.folder / "other.db")
    assert "restored: " in run(app, "db", "restore", str(file), "--database", other, env=operator.environ).output


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_ban_is_lifted_in_the_database(kind: str, tmp_path: Path, postgres: Cluster) -> None:
    """Without a server, the owner of the database lists and lifts bans. A running server is named instead."""
    operator = Operator(tmp_path)
    if kind == "postgres":
        operator.environ["KIBITZ_DATABASE"] = postgres.new_database()
    database = operator.environ["KIBITZ_DATABASE"]
    offline = ("--database", database)
    with serving(database=database) as operator.environ["KIBITZ_SERVER"]:
        operator.admin("token", str(tmp_path / "token"))
        operator.environ["KIBITZ_ADMIN_TOKEN"] = (tmp_path / "token").read_text()
        for network in ("198.51.100.0/24", "203.0.113.7"):
            operator.admin("ban", network, "--scope", "address")
        for network in ("127.0.0.0/8", "0.0.0.0/0"):
            output = operator.admin("ban", network, "--scope", "address", code=3)
            assert f"that ban would apply to you: {network}" in output
        output = operator.admin("unban", "203.0.113.7", *offline, code=2)
        assert "it is in use by the server" in output
        assert "leave out --database" in output
    assert "address 198.51.100.0/24" in operator.admin("sanctions", *offline)
    assert operator.admin("unban", "198.51.100.0/24", *offline) == "done\n"
    assert "there is no ban on '198.51.100.0/24'" in operator.admin("unban", "198.51.100.0/24", *offline, code=3)
    assert [json.loads(line)["target"] for line in operator.admin("sanctions", "--json", *offline).splitlines()] == [
        "203.0.113.7"
    ]


async def test_a_moderators_token_may_do_less(operator: Operator) -> None:
    """An action for admins only is refused with exit code 3."""
    file = operator.folder / "mod"
    operator.admin("token", str(file), "--name", "Mo", "--role", "moderator")
    assert "Mo" in operator.admin("players", "--token-file", str(file))
    output = operator.admin("drain", "--token-file", str(file), code=3)
    assert "'drain' is not for a moderator" in output


async def test_a_moderator_moderates_matches_and_chat(operator: Operator) -> None:
    """A moderator can mute, unmute and end over a normal connection, without addresses and actions for admins."""
    file = operator.folder / "moderator"
    operator.admin("token", str(file), "--name", "Moe", "--role", "moderator")
    address = operator.environ["KIBITZ_SERVER"]
    eve, moe = await call(address, name="eve"), await call(address, token=file.read_text().strip())
    assert moe.heard[0].you.role == "moderator"
    code = (await eve.ask("create", game="tictactoe", seats=[ME, OPEN])).result.code

    async def do(kind: str, **fields: Any) -> Any:
        return await moe.ask("admin", action={"kind": kind, **fields})

    assert {row.address for row in (await do("connections")).result.connections} == {""}
    assert (await do("mute", player="eve", reason="rude")).t == "accepted"
    assert (await eve.ask("chat", match=code, text="hi")).code == "muted"
    assert (await do("unmute", player="eve")).t == "accepted"
    assert (await eve.ask("chat", match=code, text="hi")).t == "accepted"
    assert (await do("end", match=code, reason="enough")).t == "accepted"
    assert (await eve.until("aborted")).event.reason == "ended by a moderator: enough"
    for kind, fields in (("ban", {"target": "eve"}), ("role", {"player": "eve", "role": "admin"}), ("audit", {})):
        assert (await do(kind, **fields)).code == "not_allowed"
    for wire in (eve, moe):
        await wire.socket.close()


def test_a_players_account_gets_no_token(operator: Operator) -> None:
    """A player gets the role by name instead, and with the next login."""
    environ = {**operator.environ, "XDG_STATE_HOME": str(operator.folder)}
    environ.pop("KIBITZ_ADMIN_TOKEN")
    assert run(kibitz, "account", "register", "Ann", stdin="correct horse", env=environ).exit_code == 0
    output = operator.admin("token", str(operator.folder / "x"), "--name", "ann", code=2)
    assert "admin role NAME admin" in output
    assert operator.admin("role", "ann", "moderator") == "done\n"
    assert "Ann was signed out here" in run(kibitz, "account", "show", env=environ).output
    assert run(kibitz, "account", "login", "Ann", stdin="correct horse", env=environ).exit_code == 0
    shown = run(kibitz, "account", "show", env=environ)
    assert shown.exit_code == 0
    assert "Ann, moderator" in shown.output
