"""Temporary folders of servers: each has an owner, and those of killed servers are removed at the next start."""

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz_server.temporary import PREFIX, owned_folder, remove_abandoned

SERVE = [sys.executable, "-m", "kibitz_server", "serve", "--port", "0", "--slots", "1", "--database", ":memory:"]


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Let the folders of this process and its servers be in a new one. The path of a socket there may not be long."""
    with tempfile.TemporaryDirectory() as name:
        monkeypatch.setenv("TMPDIR", name)
        monkeypatch.setattr("tempfile.tempdir", name)
        yield Path(name)


@contextlib.contextmanager
def server() -> Iterator["subprocess.Popen[str]"]:
    """Run a server that listens, and kill it at the end of the block."""
    with subprocess.Popen(SERVE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("listening on ")
            yield process
        finally:
            process.kill()


def folders(place: Path) -> set[Path]:
    """Return the owned folders. Nothing else may be there."""
    found = set(place.iterdir())
    assert all(path.name.startswith(PREFIX) for path in found)
    return found


@pytest.mark.io
def test_a_start_removes_the_folder_of_a_killed_server(place: Path) -> None:
    """The folder of a killed server goes at the next start; that of a running server stays until its end."""
    with server() as first:
        [killed] = folders(place)
        assert list(killed.iterdir()), "it has the sockets of its workers"
        first.kill()
        first.wait()
        assert folders(place) == {killed}
    with server() as second:
        [own] = folders(place)
        assert own != killed
        with server() as third:
            assert len(folders(place)) == 2
            assert own in folders(place)
            third.terminate()
            third.wait(30)
            assert folders(place) == {own}
        second.terminate()
        second.wait(30)
    assert folders(place) == set()


def test_only_abandoned_folders_are_removed(place: Path) -> None:
    """A folder with an owner stays, and so does all that is not a folder of this user with that name."""
    abandoned = place / f"{PREFIX}abandoned"
    (abandoned / "deep").mkdir(parents=True)
    (abandoned / "deep/file").touch()
    other = place / "kibitz-other"
    other.mkdir()
    (other / "file").touch()
    link = place / f"{PREFIX}link"
    link.symlink_to(other)
    file = place / f"{PREFIX}file"
    file.touch()
    with owned_folder() as own:
        remove_abandoned()
        assert set(place.iterdir()) == {own, other, link, file}
        assert (other / "file").exists()
        assert own.stat().st_mode & 0o777 == 0o700
    assert not own.exists()


def test_the_folder_of_another_user_stays(place: Path) -> None:
    """A server removes nothing of another user, even if it may, as root."""
    theirs = place / f"{PREFIX}theirs"
    theirs.mkdir()
    if os.geteuid() == 0:
        os.chown(theirs, 65534, 65534)
        remove_abandoned()
        assert theirs.exists()
        os.chown(theirs, 0, 0)
    remove_abandoned()
    assert not theirs.exists()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """Every command that needs one ends with the reason for each folder, and a hint."""
    blocked = tmp_path / "file"
    blocked.touch()
    program = "import sys, tempfile; tempfile.tempdir = sys.argv[1]; from kibitz_server.__main__ import app, main; "
    for command in (
        ["serve", "--port", "0", "--database", ":memory:"],
        ["worker", "tcp://127.0.0.1:1"],
        ["check-config"],
    ):
        code = f"{program} sys.argv = ['kibitz-server', *sys.argv[2:]]; main()"
        environ = {**os.environ, "TMPDIR": str(blocked)}
        done = subprocess.run(
            [sys.executable, "-c", code, str(blocked), *command],
            env=environ,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 2, command
        assert f"error: no folder for temporary files can be written ({blocked}: Not a directory" in done.stderr
        assert "try: set TMPDIR to a folder that can be written, or mount /tmp" in done.stderr
        assert "Traceback" not in done.stderr
