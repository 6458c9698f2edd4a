"""Replay of records, with and without a terminal."""

import json
from dataclasses import replace as replaced
from pathlib import Path

import pytest

from kibitz_client.commands.records.replay import check_seed, grouped, is_code, next_group, replay
from kibitz_client.commands.records.verify import Differs
from kibitz_client.match.fairness import FITS, HIDDEN
from kibitz_client.match.record import read_record, record_scenes
from kibitz_client.settings import Settings
from kibitz_protocol.to_client import Event, Finished, Moved, Snapshot
from kibitz_protocol.values.matches import Result
from tests.client.dice import played
from tests.client.samples import event, move, position, snapshot
from tests.fakes.client import Recorded

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


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("7KQ2XF", True),
        ("HJT5-7X4A-QG07", True),
        ("hjt5 7x4a qg07", True),
        ("3a455f154b36f807", True),
        ("7KQ2", True),
        ("match.jsonl", False),
        ("games/7KQ2XF", False),
    ],
)
def test_codes_of_matches_are_told_from_files(source: str, code: bool) -> None:
    """Codes of listed and of other matches, in any spelling, ids, and codes with a missing character are no files."""
    assert is_code(source) == code


async def test_a_record_is_shown_move_by_move(file: Path) -> None:
    """The boards come from the record's own states."""
    shown = Recorded()
    await replay(SETTINGS, shown.output, str(file))
    lines = shown.out.splitlines()
    assert lines[0].startswith("Tic-tac-toe  K7QX")
    assert sum(line.startswith(("1. X", "2. O")) for line in lines) == 2
    assert lines[-1].endswith("wins: X resigned.")


async def test_a_record_with_chance_events(tmp_path: Path) -> None:
    """Draws stand between the moves, and the last line says whether the seed fits."""
    file, shown = tmp_path / "dice.jsonl", Recorded()
    file.write_text("".join(f"{message.model_dump_json()}\n" for message in played()))
    await replay(SETTINGS, shown.output, str(file))
    told = [line for line in shown.out.splitlines() if "rolls" in line or line.startswith(("1. X", "chance"))]
    assert told == ["X rolls 6", "1. X otter plays b2  1.5 s", "O rolls 1 and cannot move", "chance: 6"]
    assert shown.out.splitlines()[-1] == "You lose: you resigned."
    assert shown.out.count("   a b c") == 3


def test_the_seed_is_checked_without_a_server() -> None:
    """It fits, is not known yet, or differs, which is an error; a match without chance has none."""
    states = [state for _, state in record_scenes(played())]
    for state, line in ((states[-1], FITS), (states[4], HIDDEN), (record_scenes(record())[-1][1], "")):
        shown = Recorded()
        check_seed(shown.output, state)
        assert shown.out.rstrip("\n") == line
    with pytest.raises(Differs, match="does NOT fit"):
        check_seed(Recorded().output, replaced(states[-1], server_seed="00" * 32))
    printed = Recorded(json=True)
    check_seed(printed.output, states[-1])
    assert json.loads(printed.out)["fits"] is True


@pytest.mark.io
async def test_a_file_that_is_no_record_is_not_verified(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The verifier says what is wrong with it."""
    file = tmp_path / "match.jsonl"
    file.write_text("no record\n")
    recorded = Recorded()
    await replay(SETTINGS, recorded.output, str(file), verify=True)
    assert (recorded.output.exit_code, recorded.err) == (2, "")
    assert "match.jsonl is not a record" in capfd.readouterr().out


async def test_json_has_each_message_of_the_record(file: Path) -> None:
    """With --json the messages are printed as objects, which are a record again."""
    shown = Recorded(json=True)
    await replay(SETTINGS, shown.output, str(file))
    assert shown.err == ""
    again = file.with_name("again.jsonl")
    again.write_text(shown.out)
    assert read_record(again) == read_record(file)
    assert len(shown.out.splitlines()) == len(record())


def test_draws_are_shown_with_their_move() -> None:
    """A step shows a move and the draws after it with one board, and the end with the check of the seed."""
    groups = grouped(record_scenes(played()))
    kinds = [
        [message.t if isinstance(message, Snapshot) else message.event.kind for message, _ in group] for group in groups
    ]
    assert kinds == [
        ["snapshot", "chance_decided"],
        ["moved", "chance_decided", "chance_decided"],
        ["finished", "seed_revealed"],
    ]


def test_stepping(file: Path) -> None:
    """Words step forward, back, to a ply and to the end."""
    plies = [group[-1][1].position.ply for group in grouped(read_record(file))]
    assert plies == [0, 1, 2, 2]
    assert [next_group(0, typed, plies) for typed in ("", "b", "e", "2", "99")] == [1, 0, 3, 2, 2]
    assert next_group(3, "", plies) == 3
