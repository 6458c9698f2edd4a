"""Games of PGN as records: played again by the rules, and verified."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz_client.match.record import read_record_text
from kibitz_protocol.formats.pgn.reader import read_games
from kibitz_protocol.formats.pgn.writer import pgn_text
from kibitz_protocol.formats.text import BadGame
from kibitz_server.records.pgn import record_lines
from kibitz_server.records.verifier import verify
from tests.games.said import said_game
from tests.server.programs.json_lines.helpers import run

WON = """[Game "mnk"]
[Site "Kibitz K7QX42"]
[Date "2026.11.20"]
[X "otter"]
[O "alphabeta:depth=9"]
[OType "program"]
[Result "1-0"]
[Columns "4"]
[TimeControl "60+2"]

1. b2 {[%eval 0.20] [%clk 0:01:00]} a1 {[%clk 0:00:55.5]} 2. b3 {[%eval #2] [%emt 0:00:04]} c1 {[%eval #1]} 3. b1 1-0
"""


@pytest.fixture(autouse=True)
def added(tmp_path: Path) -> Iterator[None]:
    """Add a game whose moves people write with a sign."""
    with said_game(tmp_path / "games"):
        yield


def lines_of(text: str) -> list[str]:
    """Return the record of the first game of a text."""
    return list(record_lines(next(iter(read_games(text)))))


def messages_of(text: str) -> list[Any]:
    """Return the messages of that record, without its header."""
    return [json.loads(line) for line in lines_of(text)[1:]]


def test_a_game_becomes_a_record() -> None:
    """It has players, options, code and date, and verifies."""
    lines = lines_of(WON)
    assert json.loads(lines[0]) == {"t": "record", "version": 2}
    found = verify(f"{line}\n" for line in lines)
    assert (len(found.played), found.over, found.unchecked) == (5, True, [])
    snapshot = json.loads(lines[1])
    assert (snapshot["game"]["name"], snapshot["options"]["columns"]) == ("mnk", 4)
    assert (snapshot["code"], snapshot["created_at"]) == ("K7QX42", 1_795_132_800.0)
    assert [(seat["name"], seat["bot"]) for seat in snapshot["seats"]] == [
        ("otter", False),
        ("alphabeta:depth=9", True),
    ]


CLAIM = """[Game "claim"]
[Black "otter"]
[White "fox"]
[Result "1-0"]
[Size "3"]
[Komi "0.5"]
[Handicap "0"]
[Termination "full row"]
[Points "2-1.5"]

1. a1 b1 2. c1 1-0
"""


@pytest.mark.usefixtures("game_of_halves")
def test_halves_survive_pgn() -> None:
    """Options and points in halves become a record that verifies, and its PGN has the same tags."""
    lines = lines_of(CLAIM)
    assert verify(f"{line}\n" for line in lines).over
    assert json.loads(lines[1])["options"] == {"size": 3, "komi": 0.5, "handicap": 0}

    def written(lines: list[str]) -> str:
        return pgn_text([message for message, _ in read_record_text("\n".join(lines), "it")])

    text = written(lines)
    for tag in ('[Komi "0.5"]', '[Handicap "0"]', '[Points "2-1.5"]'):
        assert tag in text
    assert '[Komi "1"]' in written(lines_of(CLAIM.replace('"0.5"', '"1.0"')))
    with pytest.raises(BadGame, match="option komi is 0 to 20 in steps of"):
        lines_of(CLAIM.replace('"0.5"', '"0.3"'))
    with pytest.raises(BadGame, match="option handicap is 0 or 2 to 4 with size=5, not 6"):
        lines_of(CLAIM.replace('Handicap "0"', 'Handicap "6"').replace('Size "3"', 'Size "5"'))


def test_moves_have_their_times_and_scores() -> None:
    """A time comes from its comment, or from the clocks; a score is for the side that moved."""
    moves = [
        message["event"]["move"] for message in messages_of(WON) if message.get("event", {}).get("kind") == "moved"
    ]
    assert [move["elapsed_ms"] for move in moves] == [2000, 6500, 4000, 0, 0]
    assert [move["search"] and (move["search"]["score"], move["search"]["wins_in"]) for move in moves] == [
        (20, None),
        None,
        (0, 3),
        (0, -2),
        None,
    ]


@pytest.mark.parametrize(
    ("end", "tags", "result"),
    [
        ("1-0", "", ("finished", 0, "resignation")),
        ("1-0", '[Termination "time"]', ("finished", 0, "time")),
        ("0-1", '[Termination "time"]', ("finished", 1, "time forfeit")),
        ("1/2-1/2", '[Termination "Normal"]', ("finished", None, "agreement")),
        ("*", "", ("aborted", None, "the game has no result")),
    ],
)
def test_the_players_end_a_game(end: str, tags: str, result: tuple[str, int | None, str]) -> None:
    """Where the rules do not end it, the result and the tag `Termination` do."""
    last = messages_of(f'[Game "tictactoe"]\n{tags}\n1. b2 a1 2. b3 {end}')[-1]
    told = last["event"]
    reason = told["reason"] if told["kind"] == "aborted" else told["result"]["reason"]
    assert (told["kind"], told.get("result", {}).get("winner"), reason) == result


def test_a_record_of_kibitz_comes_back() -> None:
    """What the client writes of a record is read as the same game, in the form that people write."""
    start = '[Game "signed"]\n[Start "X--/---/--- O"]\n[Opening "b2"]\n[X "Ann"]\n[O "Ben"]\n\n1. a1 c3 2. c1 1/2-1/2'
    messages = [message for message, _ in read_record_text("\n".join(lines_of(start)), "it")]
    text = pgn_text(messages)
    assert "1. Xa1 Oc3 2. Xc1 1/2-1/2" in text
    plain = text.replace("Xa1", "a1").replace("Oc3", "c3").replace("Xc1", "c1")
    again = [message for message, _ in read_record_text("\n".join(lines_of(plain)), "it")]
    assert pgn_text(again) == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[Game "nochess"]\n1. e4', "no game is called 'nochess'"),
        ('[Game "mnk"]\n[Columns "99"]\n1. b2', "option columns is"),
        ('[Game "tictactoe"]\n[Start "what"]\n1. b2', "cannot start tictactoe from 'what'"),
        ('[Game "tictactoe"]\n[Opening "z9"]\n1. b2', "move 1 of those to start from, 'z9'"),
        (
            '[Game "backgammon"]\n1. 8/5 6/5',
            "PGN has no chance events, such as rolls of dice, so backgammon cannot be read",
        ),
        ('[Game "tictactoe"]\n1. z9 b2', "move 1, 'z9': 'z9' is not a move here"),
        ('[Variant "Atomic"]\n1. e4', "the variant 'Atomic' is not known here"),
        ('[GameType "26"]\n1. c3-d4', "it is a game of Brazilian draughts (26); international, English and Russian"),
    ],
)
def test_a_bad_game_has_a_reason(text: str, sentence: str) -> None:
    """The reason names the move or the tag."""
    with pytest.raises(BadGame) as error:
        lines_of(text)
    assert sentence in str(error.value)


def test_draughts_are_read_by_their_number() -> None:
    """English draughts has the number 21."""
    lines = lines_of('[GameType "21"]\n[White "Ann"]\n[Black "Ben"]\n1. 11-15 22-18 2. 15x22 1-0')
    assert verify(f"{line}\n" for line in lines).moves == ("11-15", "22-18", "15x22")


@pytest.mark.io
def test_the_command_writes_a_record(tmp_path: Path) -> None:
    """It reads a file or its input."""
    file = tmp_path / "two.pgn"
    file.write_text(WON + WON.replace("otter", "owl"))
    done = run("pgn", str(file), "--game", "2")
    assert (done.returncode, b'"owl"' in done.stdout) == (0, True)
    assert run("pgn", "-", lines=WON.encode()).stdout.decode().splitlines() == lines_of(WON)


@pytest.mark.io
def test_the_command_refuses_a_bad_file(tmp_path: Path) -> None:
    """It names what is wrong, with exit code 2."""
    file = tmp_path / "one.pgn"
    file.write_text(WON)
    for arguments, sentence in (
        ((str(file), "--game", "3"), b"it has no game 3"),
        ((str(tmp_path / "none.pgn"),), b"cannot be read: No such file"),
    ):
        refused = run("pgn", *arguments)
        assert (refused.returncode, sentence in refused.stderr) == (2, True)
