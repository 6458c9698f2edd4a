"""PGN and SGF where a record may be: replayed, verified and analysed by the rules of the server package."""

import json
from pathlib import Path

import pytest

from kibitz_client.commands.records.files import read_match
from kibitz_client.commands.records.replay import replay
from kibitz_client.match.record import BadRecord, read_record_text
from kibitz_client.settings import Settings
from kibitz_protocol.formats.record import record_text
from tests.fakes.client import Recorded

pytestmark = [pytest.mark.io, pytest.mark.stays_in("test-all")]

SETTINGS = Settings.read({}, None, None, None, json=False)
GAME = '[Game "tictactoe"]\n[X "Ann"]\n[O "Ben"]\n[Result "1-0"]\n\n1. b2 a1 2. b3 c1 3. b1 1-0\n'
SGF = "(;SZ[5]KM[0.5]PB[Ann]PW[Ben]RE[W+R];B[cc];W[bb];B[])"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file in PGN."""
    made = tmp_path / "game.PGN"
    made.write_text(GAME)
    return made


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """Return a file without a legal move."""
    made = tmp_path / "bad.pgn"
    made.write_text(GAME.replace("b2", "b9"))
    return made


@pytest.fixture
def go(tmp_path: Path) -> Path:
    """Return a file in SGF."""
    made = tmp_path / "game.SGF"
    made.write_text(SGF)
    return made


async def test_a_game_is_shown_like_a_record(file: Path) -> None:
    """Its moves, players and result are those of the file."""
    shown = Recorded()
    await replay(SETTINGS, shown.output, str(file))
    assert "1. X Ann plays b2" in shown.out
    assert shown.out.rstrip().splitlines()[-1].startswith("X (Ann) wins")
    await replay(SETTINGS, shown.output, str(file), verify=True)


async def test_a_bad_file_has_a_reason(bad: Path) -> None:
    """The sentence is that of the reader."""
    with pytest.raises(BadRecord, match=r"bad\.pgn cannot be read as PGN: move 1, 'b9': "):
        await read_match(bad)


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """Return a file with an illegal move after legal ones."""
    made = tmp_path / "odd.pgn"
    made.write_text(GAME.replace("b3", "b2"))
    return made


async def test_what_was_left_out_is_said(odd: Path) -> None:
    """Each command says it, as text and as JSON, and the record keeps it."""
    note = "move 3, 'b2', is left out, and so are the 2 after it: b2 is taken by X"
    shown, data = Recorded(), Recorded(json=True)
    for verify in (False, True):
        await replay(SETTINGS, shown.output, str(odd), verify=verify)
    assert shown.out.count(f"note: {note}") == 2
    await replay(SETTINGS, data.output, str(odd))
    first, *_ = map(json.loads, data.out.splitlines())
    assert (first["t"], first["notes"]) == ("snapshot", [note])
    messages = [message for message, _ in await read_match(odd)]
    assert read_record_text(record_text(messages), "it")[-1][1].notes == (note,)


async def test_sgf_is_shown_and_verified(go: Path) -> None:
    """It is read like a record."""
    shown = Recorded()
    await replay(SETTINGS, shown.output, str(go))
    assert "1. Black Ann plays C3" in shown.out
    assert shown.out.rstrip().splitlines()[-1].startswith("White (Ben) wins")
    await replay(SETTINGS, shown.output, str(go), verify=True)


async def test_sgf_is_pasted(go: Path) -> None:
    """Text is read like its file."""
    found = [[move.move for move in scenes[-1][1].moves] for scenes in (await read_match(go), await read_match(SGF))]
    assert found == [["C3", "B4", "pass"]] * 2


async def test_a_bad_text_has_a_reason() -> None:
    """It has no name, so the sentence speaks of the input."""
    with pytest.raises(BadRecord, match=r"the input cannot be read as SGF: it is a game of Othello"):
        await read_match(SGF.replace("SZ[5]", "GM[2]"))
