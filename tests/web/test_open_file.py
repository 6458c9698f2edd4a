"""A file of another program, opened from the archive in a browser."""

from pathlib import Path

from playwright.sync_api import expect

from tests.web.conftest import Visitors

GAME = '[White "Müller"]\n[Black "Hübner"]\n[Result "1-0"]\n\n1. e4 e5 2. Sf3 Sc6 3. Sf9 1-0\n'


def test_a_file_is_replayed(visitors: Visitors, tmp_path: Path) -> None:
    """The archive opens it, the replay has its players and moves, and lists what was left out or guessed."""
    file = tmp_path / "game.pgn"
    file.write_bytes(GAME.encode("latin-1"))
    page = visitors.open("/archive")
    page.get_by_label("Open a file").set_input_files(file)
    page.locator(".replay kibitz-board").wait_for()
    expect(page.locator(".replay")).to_contain_text("Müller")
    notes = page.locator(".file-notes")
    notes.get_by_text("3 notes on the file").click()
    expect(notes.locator("li")).to_have_count(3)
    expect(notes).to_contain_text("move 5, 'Sf9', is left out")
    page.keyboard.press("End")
    expect(page.locator(".replay")).to_contain_text("Nc6")


def test_another_file_is_named(visitors: Visitors, tmp_path: Path) -> None:
    """A sentence says which files are read, and how large they may be."""
    other, large = tmp_path / "game.txt", tmp_path / "large.sgf"
    other.write_text("1. e4 *")
    large.write_text(" " * 50_000)
    page = visitors.open("/archive")
    page.get_by_label("Open a file").set_input_files(other)
    page.get_by_text("Choose a file that ends in .pgn, .pdn or .sgf.").wait_for()
    page.get_by_label("Open a file").set_input_files(large)
    page.get_by_text("A file has at most 45 KB here").wait_for()
