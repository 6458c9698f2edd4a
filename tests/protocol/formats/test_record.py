"""Records: what is written is read back, no further than the limits, and a sentence says what is wrong."""

import hashlib
import io
import json
from pathlib import Path
from typing import Any

import pytest

from kibitz_protocol.formats.record import (
    MAX_BYTES,
    MAX_LINE,
    NotARecord,
    first_match,
    lines_of,
    messages_of,
    record_text,
)
from kibitz_protocol.to_client import Moved, Notice
from tests.client.samples import event, move, position, snapshot

FIRST = snapshot(seq=3)
HASH = "5f65211c95112d0bfef052a13ffeede8a6cf5ddf5700dbbcc371f3b71ceb7614"
"""Hash of the server seed of `version1.jsonl`, which a program of version 1 wrote."""
SECOND = event(4, Moved(move=move(0, 4)), position("4"))


def read(text: str) -> list[Any]:
    """Return all messages of a record."""
    return [line.message for line in messages_of(lines_of(io.BytesIO(text.encode())))]


def test_what_is_written_is_read_back() -> None:
    """A header comes first, and separators of lines within a text do not end its line."""
    text = record_text([FIRST, SECOND]) + '{"t":"notice","text":"a\u2028b\x85"}\n\n'
    assert json.loads(text.splitlines()[0]) == {"t": "record", "version": 2}
    assert read(text)[:2] == [FIRST, SECOND]
    assert len(read(text)) == 3


def test_a_record_of_version_1_is_read() -> None:
    """Its fields and events with other names are those of today."""
    first, *events = read((Path(__file__).parent / "version1.jsonl").read_text())
    assert (first.server_seed_hash, first.client_seeds, first.state.chances) == (HASH, [None, None], ["J", "Q", "K"])
    facts = [each.event for each in events]
    assert [fact.client_seed for fact in facts if fact.kind == "client_seed_given"] == ["text-of-ann", "text-of-bob"]
    assert [fact.chance.text for fact in facts if fact.kind == "chance_decided"] == ["Q", "J", "J", "K"]
    revealed = facts[-1]
    assert hashlib.sha256(bytes.fromhex(revealed.server_seed)).hexdigest() == HASH
    assert [chance.text for chance in revealed.chance_events] == ["Q", "J", "J", "K"]


@pytest.mark.parametrize(
    "line",
    [
        '{"t":["snapshot"],"draws":1}',
        '{"t":"event","draws":0,"event":{"kind":["drawn"]}}',
        '{"t":"event","draws":0,"event":{"kind":{}},"state":[]}',
        '{"t":"snapshot","seed":"\ud800"}',
        r'{"t":"snapshot","seed":"\ud800"}',
        '{"t":"snapshot","seed":NaN,"draws":' + "9" * 5_000 + "}",
        '["draws"]',
        '"draws"',
    ],
)
def test_nonsense_with_an_old_name_is_refused(line: str) -> None:
    """A line that no program wrote is refused as any other, although its names are changed before it is read."""
    with pytest.raises(NotARecord, match="line 1: "):
        list(messages_of([line]))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello\n", "line 1: that is not JSON"),
        (json.dumps({"t": "record", "version": 3}), "its version is 3, and this program reads versions 1 to 2"),
        ('{"t":"record","version":"\\u001b]0;root\\u0007"}', r"its version is '\\x1b\]0;root\\x07'"),
        ('{"t":"record","version":' + "[" * 100_000, "line 1: that is not JSON"),
        ("\n" + "[" * 100_000, "line 2: that is not JSON"),
        (record_text([FIRST]).replace('"rows":["---",', '"rows":['), "line 2: .*state .*does not have 3 rows"),
    ],
    ids=["text", "version", "escapes", "deep header", "deep", "board"],
)
def test_what_is_no_record(text: str, sentence: str) -> None:
    """The error says what is wrong, and on which line."""
    with pytest.raises(NotARecord, match=sentence) as caught:
        read(text)
    assert str(caught.value).isprintable()


def test_a_stream_is_read_no_further_than_the_limits() -> None:
    """A line and a whole record that are too long are errors."""
    lines = lines_of(io.BytesIO(b"\n" + b"x" * (MAX_LINE + 1)))
    assert next(lines) == b"\n"
    with pytest.raises(NotARecord, match="line 2 has more than 16 MiB"):
        next(lines)
    endless = io.BytesIO((b"x" * (MAX_LINE - 1) + b"\n") * (MAX_BYTES // MAX_LINE) + b"x")
    with pytest.raises(NotARecord, match="it has more than 64 MiB"):
        list(lines_of(endless))


def test_the_first_match_of_a_record() -> None:
    """Other matches and other messages are left out; an event needs its snapshot."""
    other = FIRST.model_copy(update={"match": "other"})
    text = record_text([FIRST, other, SECOND]) + Notice(text="hello").model_dump_json()
    assert [tuple(line) for line in first_match(text.splitlines())] == [(2, FIRST), (4, SECOND)]
    with pytest.raises(NotARecord, match="line 2: an event comes before the first snapshot"):
        list(first_match(record_text([SECOND, FIRST]).splitlines()))
    with pytest.raises(NotARecord, match="there is no match in it"):
        list(first_match([]))
