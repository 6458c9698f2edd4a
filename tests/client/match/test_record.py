"""Record files."""

import json
from pathlib import Path

import pytest

from kibitz_client.errors import UsageError
from kibitz_client.match.record import read_record


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello\n", "line 1: that is not JSON"),
        ("", "there is no match in it"),
        (json.dumps({"t": "record", "version": 2}), "record of version 2"),
    ],
)
def test_an_invalid_record(tmp_path: Path, text: str, sentence: str) -> None:
    """The error says what is wrong, and on which line."""
    file = tmp_path / "file"
    file.write_text(text)
    with pytest.raises(UsageError, match=sentence):
        read_record(file)
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        read_record(tmp_path / "nosuch")
