"""Bounded reading of files."""

import os
from pathlib import Path

import pytest

from kibitz_client.reading import read_json
from kibitz_protocol.validation.reading import SMALL, open_regular, read_small


def test_only_a_regular_file_is_opened(tmp_path: Path) -> None:
    """A directory, a device and a pipe without a writer are errors at once."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(OSError, match="a directory, a device or a pipe"):
            open_regular(path)
    file = tmp_path / "file"
    file.write_bytes(b"text")
    with open_regular(file) as stream:
        assert stream.read() == b"text"


def test_a_small_file_is_read_no_further_than_its_limit(tmp_path: Path) -> None:
    """A file that is too large is an error, also one without an end."""
    file = tmp_path / "file"
    file.write_text("x" * SMALL)
    assert len(read_small(file)) == SMALL
    file.write_text("x" * (SMALL + 1))
    for path in (file, Path("/dev/zero")):
        with pytest.raises(OSError, match="it has more than 1024 KiB"):
            read_small(path)


def test_json_is_bounded_in_size_and_depth(tmp_path: Path) -> None:
    """A file that is nested too deeply is not JSON, and one that is too large is not parsed."""
    file = tmp_path / "file"
    file.write_text('{"a": [1]}')
    assert read_json(file) == {"a": [1]}
    file.write_text("[" * 500_000)
    with pytest.raises(ValueError, match="nested too deeply"):
        read_json(file)
    file.write_text(" " * (SMALL + 1))
    with pytest.raises(OSError, match="it has more than"):
        read_json(file)
