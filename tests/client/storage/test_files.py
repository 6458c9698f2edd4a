"""Paths of the client's files, and private writes."""

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from kibitz_client.storage.files import (
    accounts_path,
    create_private,
    guests_path,
    make_private_directory,
    preferences_path,
    read_private,
    seats_path,
    write_private,
)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize(
    ("path", "variable", "default", "name"),
    [
        (accounts_path, "XDG_STATE_HOME", ".local/state", "accounts.json"),
        (guests_path, "XDG_STATE_HOME", ".local/state", "guests.json"),
        (seats_path, "XDG_STATE_HOME", ".local/state", "seats.json"),
        (preferences_path, "XDG_CONFIG_HOME", ".config", "app.json"),
    ],
)
def test_files_are_in_the_xdg_directories(
    path: Callable[[], Path], variable: str, default: str, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A variable selects the directory; without it, the file is below the home directory."""
    monkeypatch.setenv(variable, str(tmp_path / "xdg"))
    assert path() == tmp_path / "xdg" / "kibitz" / name
    monkeypatch.delenv(variable)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert path() == tmp_path / default / "kibitz" / name


def test_a_new_private_file_never_replaces_another(tmp_path: Path) -> None:
    """An existing file may belong to another user, so it is not overwritten."""
    create_private(tmp_path / "new", "x")
    assert mode(tmp_path / "new") == 0o600
    with pytest.raises(FileExistsError):
        create_private(tmp_path / "new", "y")


def test_a_private_write_replaces_the_whole_file(tmp_path: Path) -> None:
    """Only the owner can read the file and its directory, and no other file is left."""
    file = tmp_path / "deep" / "file"
    write_private(file, "old")
    file.chmod(0o644)
    write_private(file, "new")
    assert (file.read_text(), mode(file), mode(file.parent)) == ("new", 0o600, 0o700)
    assert list(file.parent.iterdir()) == [file]


def test_a_private_write_follows_a_symbolic_link(tmp_path: Path) -> None:
    """The link stays, and its target gets the text."""
    (tmp_path / "link").symlink_to(tmp_path / "target")
    write_private(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text() == "text"


def test_a_failed_write_leaves_no_file(tmp_path: Path) -> None:
    """The old text stays if the new one cannot be encoded."""
    write_private(tmp_path / "file", "old")
    with pytest.raises(UnicodeEncodeError):
        write_private(tmp_path / "file", "\ud800")
    assert (tmp_path / "file").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_files_that_others_can_read_are_closed_when_they_are_used(tmp_path: Path) -> None:
    """A file with tokens gets the mode 600, and its folder 700."""
    folder, file = tmp_path / "kibitz", tmp_path / "kibitz" / "accounts.json"
    folder.mkdir(mode=0o755)
    file.write_text("{}")
    file.chmod(0o644)
    assert read_private(file) == "{}"
    make_private_directory(folder)
    assert (mode(file), mode(folder)) == (0o600, 0o700)
