"""Tests of the files of the specifications. Git has only their hashes."""

import hashlib
from pathlib import Path

from kibitz_protocol.spec import files
from kibitz_protocol.spec.__main__ import main

HASHES = Path(__file__).parents[3] / "docs" / "protocol" / "schemas.sha256"


def test_the_hashes_are_up_to_date() -> None:
    """The hashes in docs/protocol are those of the current models."""
    hint = "the protocol has changed: run `make generated ARGS=schemas`, and commit the hashes"
    assert HASHES.read_text() == files.hashes(), hint


def test_the_files_are_written_to_a_folder(tmp_path: Path) -> None:
    """`python -m kibitz_protocol.spec FOLDER` writes every file, and with a second argument the hashes."""
    main(str(tmp_path / "new"))
    written = {path.name: path.read_text() for path in (tmp_path / "new").iterdir()}
    assert written == {name: make() for name, make in files.FILES.items()}
    main(str(tmp_path), str(tmp_path / "hashes"))
    for line in (tmp_path / "hashes").read_text().splitlines():
        found, name = line.split("  ")
        assert hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() == found
