"""Records of the moves that a file has."""

import json
from typing import Any

import pytest

from kibitz_protocol.formats.moves import WrittenMove
from kibitz_protocol.formats.notes import Notes
from kibitz_protocol.formats.text import BadGame
from kibitz_protocol.formats.time_control import TimeControl, TimeStage
from kibitz_server.games.registry import load
from kibitz_server.records.moves.times import MoveTimes
from kibitz_server.records.played import Ending, Heading, Setting, code_in, record_of, short
from kibitz_server.records.verifier import verify

HEADING = Heading("PGN", (("Ann", False), ("a program " * 9, True)), 86_400.0, "7KQ2XF")
SETTING = Setting(load("tictactoe"), None)
RESIGNED = Ending(finished=True, winner=1)


def messages_of(
    moves: str, ending: Ending = RESIGNED, setting: Setting = SETTING, clocks: MoveTimes | None = None
) -> list[Any]:
    """Return the messages of a record, which must verify."""
    written = [WrittenMove(number, text, clock_s=60.0 - number) for number, text in enumerate(moves.split(), 1)]
    lines = list(record_of(HEADING, setting, written, clocks or MoveTimes(None), ending, Notes()))
    assert verify(f"{line}\n" for line in lines).over
    return [json.loads(line) for line in lines[1:]]


def end_of(messages: list[Any]) -> Any:
    """Return the result of a record, or the reason of a match that was aborted."""
    told = messages[-1]["event"]
    return told.get("reason") or (told["result"]["winner"], told["result"]["reason"])


def test_a_record_has_what_the_file_says() -> None:
    """Long names are cut, and the time of a move is what its clock has lost."""
    clocks = MoveTimes(TimeControl((TimeStage(None, 60.0, 2.0),)))
    start, _, first, second, third, _ = messages_of("b2 a1 c3", clocks=clocks)
    assert (start["code"], start["created_at"], start["match"]) == ("7KQ2XF", 86_400.0, "pgn")
    names = [("Ann", False), ("a program a program a program a", True)]
    assert [(seat["name"], seat["bot"]) for seat in start["seats"]] == names
    assert [message["event"]["move"]["elapsed_ms"] for message in (first, second, third)] == [3000, 4000, 4000]
    assert third["at"] == 86_411.0


@pytest.mark.parametrize(
    ("ending", "end"),
    [
        (RESIGNED, (1, "resignation")),
        (Ending(finished=True), (None, "agreement")),
        (Ending(finished=True, winner=0, reason="adjudication"), (0, "adjudication")),
        (Ending(finished=True, winner=0, reason="time"), (0, "time")),
        (Ending(finished=True, winner=1, reason="time"), (1, "time forfeit")),
        (Ending(finished=False), "the game has no result"),
        (Ending(finished=False, reason="it is void"), "it is void"),
    ],
)
def test_the_file_ends_a_game(ending: Ending, end: Any) -> None:
    """Only the side to move can lose on time."""
    assert end_of(messages_of("b2", ending)) == end


def test_the_rules_come_first() -> None:
    """A line wins, whatever the file says; a move after it is an error of its own."""
    assert end_of(messages_of("b2 a1 b3 c1 b1")) == (0, "line")
    with pytest.raises(BadGame, match="move 6, 'a3', comes after the end of the game"):
        messages_of("b2 a1 b3 c1 b1 a3")
    with pytest.raises(BadGame, match="move 2, 'b2': b2 is taken by X"):
        messages_of("b2 b2")
    with pytest.raises(BadGame, match="cannot start tictactoe from 'what'"):
        messages_of("", setting=Setting(load("tictactoe"), "what"))


def test_sentences_are_cut() -> None:
    """A file may have long words."""
    assert (short("x" * 300), len(short("x" * 301))) == ("x" * 300, 303)


def test_a_match_of_kibitz_has_its_code_in_its_place() -> None:
    """Other places have none."""
    places = ("Kibitz 7KQ2XF", "https://example.org/7KQ2XF, Kibitz 7KQ2", "Kibitz x", "London", "")
    assert [code_in(place) for place in places] == ["7KQ2XF", "7KQ2", None, None, None]
