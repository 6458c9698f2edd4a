"""Single checks of the doctor."""

import io
from pathlib import Path

import pytest

from kibitz_client.commands.doctor import machine
from kibitz_client.commands.doctor.server import latency_check, skew_check
from kibitz_client.settings import Settings
from tests.fakes.client import FakeTerminal

SETTINGS = Settings.read({}, None, None, None, json=False)


def verdicts(environ: dict[str, str], stdout: io.StringIO) -> dict[str, str]:
    """Return the verdict of each check of this machine."""
    return {check.subject: check.verdict for check in machine.machine_checks(SETTINGS, environ, stdout)}


def test_a_file_with_tokens_that_others_can_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a file fails, with the command that makes it private."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    file = tmp_path / "kibitz" / "seats.json"
    file.parent.mkdir()
    file.write_text("[]")
    file.chmod(0o644)
    assert verdicts({}, io.StringIO())["tokens"] == "fail"
    file.chmod(0o600)
    assert verdicts({}, io.StringIO())["tokens"] == "ok"


def test_a_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that is a file fails."""
    (tmp_path / "state").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "state"))
    assert verdicts({}, io.StringIO())["folder"] == "fail"


def test_terminals() -> None:
    """A terminal that cannot move the cursor is a warning."""
    assert verdicts({"TERM": "dumb"}, FakeTerminal())["terminal"] == "warn"


@pytest.mark.parametrize(("ms", "verdict"), [(0.4, "ok"), (301.0, "warn")])
def test_latency(ms: float, verdict: str) -> None:
    """A slow connection is a warning."""
    assert latency_check(ms).verdict == verdict


@pytest.mark.parametrize(("seconds", "verdict"), [(-4.9, "ok"), (6.0, "warn"), (-6.0, "warn")])
def test_clocks_that_differ(seconds: float, verdict: str) -> None:
    """Clocks that differ much, in either direction, are a warning that says which is ahead."""
    check = skew_check(seconds)
    assert check.verdict == verdict
    assert ("ahead of" if seconds > 0 else "behind") in check.found
