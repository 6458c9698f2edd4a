"""Record files."""

import os
from pathlib import Path
from typing import Any

import pytest

from kibitz_client.errors import ClientError, UsageError
from kibitz_client.match.record import BadRecord, file_text, read_record
from kibitz_protocol.formats.record import record_text
from kibitz_protocol.to_client import Event, Moved
from tests.client.samples import event, move, position, snapshot

FIRST = snapshot(seq=3)
SECOND = event(4, Moved(move=move(0, 4)), position("4"))
ALIEN = event(4, Moved(move=move(0, 4).model_copy(update={"seat": 5})), position("4"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello\n", "is not a record: line 1: that is not JSON"),
        ("", "is not a record: there is no match in it"),
        (record_text([FIRST, SECOND]).replace('"seat":0,"move"', '"seat":5,"move"'), "line 3: .*names seat 5"),
    ],
    ids=["text", "empty", "seat"],
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


def test_a_record_has_no_more_events_than_the_client_keeps(tmp_path: Path) -> None:
    """The state after each event takes memory."""
    file = tmp_path / "file"
    file.write_text(record_text([FIRST, SECOND]))
    assert [state.seq for _, state in read_record(file)] == [3, 4]
    assert len(read_record(file, most_events=2)) == 2
    with pytest.raises(BadRecord, match="it has more than 1 events"):
        read_record(file, most_events=1)


@pytest.mark.parametrize(
    ("form", "event_", "sentence"),
    [
        ("sgf", SECOND, "SGF is written for Go only, not for tictactoe"),
        (None, ALIEN, "event 4 names seat 5"),
    ],
    ids=["game", "seat"],
)
def test_a_match_that_a_form_cannot_have(form: Any, event_: Event, sentence: str) -> None:
    """The error is one of the client, which commands print."""
    assert file_text([FIRST, SECOND]).startswith('[Game "tictactoe"]')
    with pytest.raises(ClientError, match=sentence):
        file_text([FIRST, event_], form)
