"""Paths that scripts write to: their folders are there before the work begins."""

import argparse
from pathlib import Path

import pytest

from training.arguments import new_file, new_folder


def test_folders_are_made(tmp_path: Path) -> None:
    """A file in a new folder can be written, and a folder may be there already."""
    new_file(str(tmp_path / "a" / "b" / "weights.npz")).write_text("1")
    new_folder(str(tmp_path / "a" / "b"))
    assert (tmp_path / "a" / "b" / "weights.npz").read_text() == "1"


def test_a_path_below_a_file_is_refused(tmp_path: Path) -> None:
    """The error names the folder, before hours of work."""
    (tmp_path / "a").write_text("")
    with pytest.raises(argparse.ArgumentTypeError, match="a/b: Not a directory"):
        new_file(str(tmp_path / "a" / "b" / "weights.npz"))
