"""`kibitz doctor` with a real server, and without one."""

import json
from pathlib import Path

import pytest
from typer.testing import Result

from kibitz_client.cli.main import app
from tests.commands import run
from tests.server_thread import serving

pytestmark = pytest.mark.io


def doctor(tmp_path: Path, server: str, *args: str, **environ: str) -> Result:
    """Run the command with its own folders."""
    own = {"XDG_STATE_HOME": str(tmp_path / "state"), "XDG_CONFIG_HOME": str(tmp_path / "config"), **environ}
    return run(app, "doctor", *args, env={"KIBITZ_SERVER": server, **own}, name="kibitz")


def test_a_healthy_server(tmp_path: Path) -> None:
    """Each check of a healthy server has a line that begins with its verdict, and the exit code is 0."""
    with serving() as address:
        result = doctor(tmp_path, address)
    verdicts = {line.split()[1]: line.split()[0] for line in result.stdout.splitlines()}
    assert result.exit_code == 0
    assert verdicts.keys() >= {"versions", "settings", "terminal", "folder", "server", "player", "latency", "clock"}
    assert "fail" not in verdicts.values()
    assert verdicts["readiness"] == "ok"


def test_no_server(tmp_path: Path) -> None:
    """Without a server, that check fails with a way out and the others are still made, with code 1."""
    result = doctor(tmp_path, "ws://127.0.0.1:1")
    assert result.exit_code == 1
    assert (
        "fail  server        no Kibitz server answers at ws://127.0.0.1:1; start one with: kibitz-server serve"
        in result.stdout
    )
    assert "ok    versions" in result.stdout
    assert result.stderr == "error: 1 check failed\n"


def test_an_unknown_token(tmp_path: Path) -> None:
    """A token that the server does not know is a failed check of the player."""
    token = tmp_path / "token"
    token.write_text("x" * 40)
    with serving() as address:
        result = doctor(tmp_path, address, "--token-file", str(token))
    assert (result.exit_code, "fail  player" in result.stdout) == (1, True)


def test_json_has_one_object_a_check(tmp_path: Path) -> None:
    """With `--json`, each check is an object."""
    result = doctor(tmp_path, "ws://127.0.0.1:1", "--json", "--mqtt", "mqtt://127.0.0.1:1")
    checks = [json.loads(line) for line in result.stdout.splitlines()]
    assert all(check.keys() == {"subject", "verdict", "found", "hint"} for check in checks)
    failed = {check["subject"]: check["hint"] for check in checks if check["verdict"] == "fail"}
    assert failed.keys() == {"server", "broker"}
    assert all(failed.values())


def test_secrets_are_not_shown(tmp_path: Path) -> None:
    """The names of secret variables are shown without their values."""
    result = doctor(tmp_path, "ws://127.0.0.1:1", KIBITZ_TOKEN="s3cret" * 5, KIBITZ_KEY="s3cret")
    assert "KIBITZ_TOKEN, KIBITZ_KEY" in result.stdout
    assert "s3cret" not in result.output
