"""Tests of the folder of machine code: its limit, and what counts as used."""

import os
from pathlib import Path

import pytest

from kibitz_server.engine.compiler.code_cache import (
    ENTRIES,
    FOLDER_VARIABLE,
    keeps_code,
    note_use,
    provide_folder,
    trim,
)


def entry(folder: Path, name: str, used_at: float, size: int = 1000) -> None:
    """Write an entry with an index and two data files, which was used at a time."""
    for suffix, length in ((".nbi", size // 10), (".1.nbc", size // 2), (".2.nbc", size - size // 2 - size // 10)):
        (folder / f"mcts.{name}-9.py311{suffix}").write_bytes(b"x" * length)
    os.utime(folder / f"mcts.{name}-9.py311.nbi", (used_at, used_at))


def entries(folder: Path) -> list[str]:
    """Return the names of the files without those of a removed entry, shortened."""
    return sorted({path.name.split(".")[1].partition("-")[0] for path in folder.iterdir()})


def test_entries_that_were_not_used_for_longest_go_first(tmp_path: Path) -> None:
    """The size stays within the limit, and an entry is removed as a whole."""
    for number, name in enumerate(["old", "older", "new", "newest"]):
        entry(tmp_path, name, used_at=1000.0 + (number - 3 * (number == 1)))
    assert trim(tmp_path, 4000) == 0
    assert trim(tmp_path, 2500) == 2000
    assert entries(tmp_path) == ["new", "newest"]
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) == 2000


def test_drafts_stay_and_leftovers_go(tmp_path: Path) -> None:
    """A file that another process is writing is not touched. Data without an index counts, and can be removed."""
    draft = tmp_path / "mcts.search-9.py311.1.nbc.tmp.0123456789abcdef"
    draft.write_bytes(b"x" * 5000)
    leftover = tmp_path / "mcts.gone-9.py311.1.nbc"
    leftover.write_bytes(b"x" * 5000)
    assert trim(tmp_path, 1000) == 5000
    assert (draft.exists(), leftover.exists()) == (True, False)


def test_a_used_entry_stays(tmp_path: Path) -> None:
    """The use of an entry makes it the newest."""
    entry(tmp_path, "search_a_1", used_at=1000.0)
    entry(tmp_path, "search_b_1", used_at=2000.0)
    note_use(tmp_path, "search_a_1")
    trim(tmp_path, 1000)
    assert entries(tmp_path) == ["search_a_1"]


def test_a_folder_is_found_without_rights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable is set only if numba would find no folder, and a folder that the operator chose stays."""
    if not os.access(ENTRIES, os.W_OK):
        pytest.skip("the sources cannot be written here")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    provide_folder()
    assert os.environ[FOLDER_VARIABLE] == str(tmp_path)
    monkeypatch.delenv(FOLDER_VARIABLE)
    provide_folder()
    assert FOLDER_VARIABLE not in os.environ


def test_a_chosen_folder_that_cannot_be_written_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled searches are then kept for this run alone, and compiling ahead would keep nothing."""
    (tmp_path / "file").touch()
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "file" / "code"))
    assert not keeps_code()
    provide_folder()
    assert Path(os.environ[FOLDER_VARIABLE]).is_dir()
    assert keeps_code()
