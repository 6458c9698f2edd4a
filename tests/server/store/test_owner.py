"""One server at a time uses an SQLite file."""

import subprocess
import sys
from pathlib import Path

import pytest

from kibitz_server.store.owner import DatabaseInUse, owned

HOLD = """
import sys
from kibitz_server.store.owner import owned
with owned(sys.argv[1], "process 7"):
    print(flush=True)
    input()
"""


def test_a_second_owner_is_told_of_the_first(tmp_path: Path) -> None:
    """The error names the first owner, and the file is free again after its end."""
    url = f"sqlite:///{tmp_path}/k.db"
    with owned(url, "process 1 (port 8765)"), pytest.raises(DatabaseInUse, match=r"in use by process 1 \(port 8765\)"):
        owned(url, "process 2").__enter__()
    with owned(url, "process 2"):
        pass


@pytest.mark.io
def test_a_killed_owner_leaves_the_file_free(tmp_path: Path) -> None:
    """The lock of another process ends with that process, however it ends."""
    url = f"sqlite:///{tmp_path}/k.db"
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", HOLD, url], stdin=pipe, stdout=pipe) as process:
        assert process.stdout
        process.stdout.readline()
        with pytest.raises(DatabaseInUse, match="in use by process 7"):
            owned(url, "process 8").__enter__()
        process.kill()
    with owned(url, "process 8"):
        pass


@pytest.mark.parametrize("url", [None, "sqlite://", "sqlite:///:memory:", "postgresql://u@h/n", "nonsense"])
def test_other_databases_have_no_lock(url: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that is no file of SQLite may have several users, and no lock file appears."""
    monkeypatch.chdir(tmp_path)
    with owned(url, "one"), owned(url, "another"):
        assert not list(tmp_path.iterdir())


def test_a_folder_that_is_missing_is_left_to_the_database(tmp_path: Path) -> None:
    """Opening the database reports it."""
    with owned(f"sqlite:///{tmp_path}/no/k.db", "process 1"):
        pass
