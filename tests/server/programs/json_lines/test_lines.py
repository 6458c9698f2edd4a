"""JSON lines: an invalid line gets an explanation with its number, and the stream continues."""

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_server.programs.json_lines.lines import answer_lines
from tests.server.programs.json_lines.helpers import RULES, TOOLS, answers

BAD = [
    ("nope", "this is not JSON: Expecting value at character 1", "one object per line"),
    ('{"game": "nim"', "this is not JSON", "one object per line"),
    ("[1]", "a line must be an object, not a list", "one object per line"),
    ("3", "a line must be an object, not a number", "one object per line"),
    ("null", "a line must be an object, not null", "one object per line"),
    ('{"game": NaN}', "this is not JSON: NaN is not a number", "one object per line"),
    ("9" * 5000, "this is not JSON", "one object per line"),
    ("[" * 100_000, "the line is nested too deeply", "nest fewer lists"),
    ("{}", "the line does not say which game", "add a game: backgammon, chess, "),
    ('{"game": 7}', "game must be a string, not a number", "quotes"),
    ('{"game": "conect4"}', "no game is called 'conect4'; did you mean 'connect4'?", "the games are backgammon, "),
    ('{"game": "shogi"}', "no game is called 'shogi'", "the games are backgammon, "),
    ('{"game": "nim", "option": {}}', "there is no field 'option'", "the fields are game, options, position, moves"),
    ('{"game": "nim", "options": []}', "options must be an object, not a list", '"options": {"columns": 5}'),
    ('{"game": "nim", "options": {"heap": 3}}', "nim has no option 'heap'", "options of nim: heaps: 1 to 8 numbers"),
    ('{"game": "ultimate", "options": {"size": 3}}', "it has no options", "leave options out"),
    ('{"game": "gomoku", "options": {"size": 4}}', "option size is 5 to 19, not 4", "size: 5 to 19"),
    ('{"game": "gomoku", "position": "?"}', "cannot start gomoku from '?'", "the start is written '-"),
    ('{"game": "tictactoe", "position": "XX-/---/--- O"}', "with 2 X and 0 O", "'---/---/--- X'"),
    ('{"game": "tictactoe", "position": ["---"]}', "position must be a string, not a list", "quotes"),
    ('{"game": "tictactoe", "moves": 5}', "moves must be a list of moves, not a number", '["b2", "a1"]'),
    ('{"game": "tictactoe", "moves": [["b2"]]}', "a move must be a string, not a list", '["b2", "a1"]'),
    ('{"game": "tictactoe", "moves": [true]}', "a move must be a string, not true or false", '["b2", "a1"]'),
    (
        '{"game": "tictactoe", "moves": ["b2", "b2"]}',
        "move 2, 'b2', is illegal at ply 1: b2 is taken by X",
        "near b2: a2, b1, b3, c2, a1, a3; `legal` lists all 8",
    ),
    (
        '{"game": "mnk", "options": {"columns": 1, "rows": 1, "connect": 1}, "moves": "a1 a1"}',
        "move 2, 'a1', is illegal at ply 1: the game is over",
        "leave out the moves after the end",
    ),
]


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize(("line", "sentence", "hint"), BAD)
def test_a_bad_line_is_answered_in_words(tool: str, line: str, sentence: str, hint: str) -> None:
    """Every tool names the error and a way out, with the line number, and answers the next line."""
    if "fields are" in hint:
        hint = "the fields are game, options, position, moves"
    bad, good = answers(TOOLS[tool], "\n", line, '{"game": "nim", "moves": ["4-7"]}')
    assert bad.keys() == {"error", "hint", "line"}
    assert sentence in bad["error"]
    assert hint in bad["hint"]
    assert bad["line"] == 2
    assert "error" not in good


def test_a_fault_of_the_program_ends_one_line_only(caplog: pytest.LogCaptureFixture) -> None:
    """A line that meets a fault is answered with an error, and counted as one. The lines behind it are answered."""

    def faulty(request: dict[str, Any]) -> dict[str, Any]:
        return {"game": request["game"], "number": {"nim": 1}[request["game"]]}

    output = io.StringIO()
    assert answer_lines(['{"game": "x"}', '{"game": "nim"}'], output, ("game",), faulty) == 1
    bad, good = (json.loads(line) for line in output.getvalue().splitlines())
    assert (bad["error"], bad["line"]) == ("this line met a fault in the program: KeyError: 'x'", 1)
    assert good == {"game": "nim", "number": 1}
    assert "line 1 could not be answered" in caplog.text


def test_blank_lines_get_no_answer() -> None:
    """A blank line is counted, but not answered."""
    assert answers(RULES, "", "   \n", "\t") == []
    assert answers(RULES, "\n", "x")[0]["line"] == 2


def test_a_long_quotation_is_cut() -> None:
    """A long line is not quoted in full."""
    (bad,) = answers(RULES, json.dumps({"game": "x" * 100_000}))
    assert len(bad["error"]) < 1000


def test_each_answer_leaves_at_once() -> None:
    """Each answer is flushed, because a program may wait for it before it sends its next line."""

    class Pipe:
        def __init__(self) -> None:
            self.waiting = ""
            self.arrived: list[str] = []

        def write(self, text: str) -> None:
            self.waiting += text

        def flush(self) -> None:
            self.arrived.append(self.waiting)
            self.waiting = ""

    pipe = Pipe()

    def lines() -> Iterator[str]:
        for number in range(3):
            assert len(pipe.arrived) == number
            yield '{"game": "nim"}'

    answer_lines(lines(), pipe, *RULES)  # type: ignore[arg-type]
    assert len(pipe.arrived) == 3


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
NAMES = ("options", "position", "moves", "algorithm", "limit", "all_moves", "depth", "first")


@given(st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=3), st.sampled_from(["nim", "tictactoe"]))
def test_any_object_is_answered(fields: dict[str, Any], game: str) -> None:
    """Lines with arbitrary field values never end the stream."""
    for tool in TOOLS.values():
        limit = {"limit": {"nodes": 50}} if fields.get("limit") is None and tool[1].__name__ == "analyse" else {}
        (found,) = answers(tool, json.dumps({"game": game} | fields | limit))
        assert found
