"""Preferences of the app in their file."""

from pathlib import Path

from kibitz_client.storage.preferences import Preferences, load, save


def test_preferences_are_saved_and_loaded(tmp_path: Path) -> None:
    """An invalid file, or a value of another type, counts as the default."""
    file = tmp_path / "kibitz" / "app.json"
    assert load(file) == Preferences()
    assert save(file, Preferences(theme="kibitz-mono", bell=True)) == ""
    assert load(file) == Preferences(theme="kibitz-mono", bell=True)
    file.write_text('{"bell": "loud", "theme": 3, "confirm": true, "new": 1, "board_style": "mud"}')
    assert load(file) == Preferences(confirm=True)
    file.write_text("[]")
    assert load(file) == Preferences()


def test_a_file_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    """The caller gets the reason as text."""
    (tmp_path / "file").write_text("")
    assert "file/app.json" in save(tmp_path / "file" / "app.json", Preferences())
