"""Replay of records, with and without a terminal."""

from pathlib import Path

import pytest

from kibitz_client.commands.records.replay import next_scene, replay
from kibitz_client.match.record import read_record
from kibitz_client.settings import Settings
from kibitz_protocol.to_client import Event, Finished, Moved, Snapshot
from kibitz_protocol.values.matches import Result
from tests.client.fakes import Recorded
from tests.client.samples import event, move, position, snapshot

SETTINGS = Settings.read({}, None, None, None, json=False)


def record() -> list[Snapshot | Event]:
    """Return a record of two moves and a result."""
    return [
        snapshot(),
        event(4, Moved(move=move(0, 4)), position("4")),
        event(5, Moved(move=move(1, 0)), position("40")),
        event(6, Finished(result=Result(winner=1, reason="resignation")), position("40", to_move=None), "finished"),
    ]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The record in a file, with a header."""
    file = tmp_path / "match.jsonl"
    lines = ['{"t":"record","version":1}', *(message.model_dump_json() for message in record())]
    file.write_text("\n".join(lines) + "\n")
    return file


async def test_a_record_is_shown_move_by_move(file: Path) -> None:
    """The boards come from the record's own states."""
    shown = Recorded()
    await replay(SETTINGS, shown.output, str(file))
    lines = shown.out.splitlines()
    assert lines[0].startswith("Tic-tac-toe  K7QX")
    assert sum(line.startswith(("1. X", "2. O")) for line in lines) == 2
    assert lines[-1].endswith("wins: X resigned.")


async def test_json_has_each_message_of_the_record(file: Path) -> None:
    """With --json the messages are printed as objects, which are a record again."""
    shown = Recorded(json=True)
    await replay(SETTINGS, shown.output, str(file))
    assert shown.err == ""
    again = file.with_name("again.jsonl")
    again.write_text(shown.out)
    assert read_record(again) == read_record(file)
    assert len(shown.out.splitlines()) == len(record())


def test_stepping(file: Path) -> None:
    """Words step forward, back, to a ply and to the end."""
    scenes = read_record(file)
    assert [next_scene(0, typed, scenes) for typed in ("", "b", "e", "2", "99")] == [1, 0, 3, 2, 2]
    assert next_scene(3, "", scenes) == 3
