"""Record files."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from kibitz_client.errors import UsageError
from kibitz_client.match import record
from kibitz_client.match.record import BadRecord, read_record, read_record_text, record_text
from kibitz_protocol.to_client import Moved, Notice
from tests.client.samples import event, move, position, snapshot

FIRST = snapshot(seq=3)
SECOND = event(4, Moved(move=move(0, 4)), position("4"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello\n", "line 1: that is not JSON"),
        ("", "there is no match in it"),
        (json.dumps({"t": "record", "version": 2}), "record of version 2"),
        ('{"t":"record","version":"\\u001b]0;root\\u0007"}', r"record of version '\\x1b\]0;root\\x07'"),
        ('{"t":"record","version":' + "[" * 100_000, "line 1: that is not JSON"),
        ("[" * 100_000, "line 1: that is not JSON"),
        (record_text([FIRST]).replace('"rows":["---",', '"rows":['), "line 2: .*state .*does not have 3 rows"),
        (record_text([FIRST, SECOND]).replace('"seat":0,"move"', '"seat":5,"move"'), "line 3: .*names seat 5"),
    ],
    ids=["text", "empty", "version", "escapes", "deep header", "deep", "board", "seat"],
)
def test_an_invalid_record(tmp_path: Path, text: str, sentence: str) -> None:
    """The error says what is wrong, and on which line."""
    file = tmp_path / "file"
    file.write_text(text)
    with pytest.raises(UsageError, match=sentence) as caught:
        read_record(file)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("kind", ["missing", "directory", "pipe", "device", "bytes"])
def test_a_path_that_is_no_record(tmp_path: Path, kind: str) -> None:
    """A path that leads to something else than a record is an error at once."""
    file = tmp_path / "file"
    if kind == "directory":
        file.mkdir()
    elif kind == "pipe":
        os.mkfifo(file)
    elif kind == "device":
        file = Path("/dev/zero")
    elif kind == "bytes":
        file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match=r"cannot be read: |line 1: that is not Unicode"):
        read_record(file)


def test_a_record_is_read_no_further_than_its_limits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A line, a file and a number of events that are too large are errors."""
    file = tmp_path / "file"
    file.write_text(record_text([FIRST, SECOND]))
    assert [state.seq for _, state in read_record(file)] == [3, 4]
    limits: list[tuple[str, int, str]] = [
        ("MAX_LINE", 100, "a line has more than"),
        ("MAX_BYTES", 1000, "it has more than 0 MiB"),
        ("MAX_EVENTS", 1, "it has more than 1 events"),
    ]
    for name, most, sentence in limits:
        with monkeypatch.context() as patched:
            patched.setattr(record, name, most)
            with pytest.raises(BadRecord, match=sentence):
                read_record(file)


def test_a_text_is_split_at_line_feeds_alone() -> None:
    """Separators of lines within a text of a message do not end its line."""
    said: list[Any] = [FIRST, Notice(text="a b")]
    text = record_text(said).replace("a b", "a\u2028b\x85")
    assert len(read_record_text(text, "the text")) == 1
