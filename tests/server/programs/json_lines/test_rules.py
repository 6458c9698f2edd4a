"""Rules as data."""

import json

import pytest

from tests.games.chance import chance_games
from tests.games.halves import halves_game
from tests.server.programs.json_lines.helpers import RULES, answer, run


def test_a_start() -> None:
    """A line with only a game describes its start."""
    assert answer(RULES, game="tictactoe") == {
        "legal": ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"],
        "to_move": 0,
        "over": False,
        "result": None,
        "position": "---/---/--- X",
        "board": ["---", "---", "---"],
    }


def test_an_end() -> None:
    """A finished game has no side to move, a winner, a reason and, if the game counts points, the points."""
    ended = answer(RULES, game="tictactoe", moves=["b2", "a1", "b3", "c1", "b1"])
    assert (ended["legal"], ended["to_move"], ended["over"]) == ([], None, True)
    assert ended["result"] == {"winner": 0, "reason": "line", "points": None}
    wiped_out = answer(RULES, game="reversi", options={"size": 4}, position="-----XX--XX----- O")
    assert wiped_out["result"] == {"winner": 0, "reason": "no moves left", "points": [4, 0]}
    drawn = answer(RULES, game="mnk", options={"columns": 1, "rows": 1, "connect": 2}, moves=["a1"])
    assert drawn["result"]["winner"] is None


def test_a_chance_event_that_is_due() -> None:
    """Where a chance event is due, there are the chance events with their weights, and no moves and no side to move."""
    with chance_games():
        found = answer(RULES, game="dash", moves="dash tails dash")
        assert (found["legal"], found["to_move"], found["over"]) == ([], None, False)
        assert found["chances"] == [{"chance": "heads", "weight": 1}, {"chance": "tails", "weight": 2}]
        assert answer(RULES, game="dash")["chances"] == []
        wrong = answer(RULES, game="dash", moves=["dash", "walk"])
        assert "the outcomes are heads, tails" in wrong["error"]
        assert wrong["hint"] == "add the chance event: heads, tails"


def test_options_and_points_in_halves() -> None:
    """Points are halves, and options that do not fit together are an error with the range of each option."""
    with halves_game():
        ended = answer(RULES, game="claim", options={"size": 3, "komi": "1"}, moves="a1 b1 c1")
        assert ended["result"] == {"winner": None, "reason": "full row", "points": [2, 2]}
        ended = answer(RULES, game="claim", options={"size": 3, "handicap": 2}, moves="c1")
        assert ended["result"] == {"winner": 0, "reason": "full row", "points": [2, 1.5]}
        wrong = answer(RULES, game="claim", options={"size": 6, "handicap": 2})
        assert wrong["error"] == "option handicap is 0 with size=6, not 2"
        assert "komi: 0 to 20 in steps of 0.5; handicap: 0 or 2 to 9" in wrong["hint"]


@pytest.mark.parametrize("moves", ["dash, tails; walk", "dash,tails,walk", "dash tails walk", ",dash;;tails,walk,"])
def test_moves_in_one_text(moves: str) -> None:
    """Commas or semicolons separate the moves of a text if it has any, and blanks otherwise."""
    with chance_games():
        assert answer(RULES, game="dash", moves=moves)["position"] == "0 1 X"


def test_positions_options_and_moves_go_together() -> None:
    """Moves are played from the position, in a game with the options."""
    found = answer(RULES, game="mnk", options={"columns": 4, "rows": 2}, position="X---/O--- X", moves="d1")
    assert (found["position"], found["board"]) == ("X---/O--X O", ["X---", "O--X"])
    assert (found["to_move"], found["over"]) == (1, False)


@pytest.mark.parametrize("moves", ["4 4 3", ["4", "4", "3"], [4, 4, 3], "  4 4\t3 "])
def test_moves_may_be_written_in_several_ways(moves: object) -> None:
    """Moves may be a list, one text with blanks, or numbers."""
    assert answer(RULES, game="connect4", moves=moves)["board"][-1] == "--XX---"


def test_null_is_as_good_as_left_out() -> None:
    """A field that is null counts as left out."""
    assert answer(RULES, game="nim", options=None, position=None, moves=None) == answer(RULES, game="nim")


@pytest.mark.parametrize(
    ("game", "board"),
    [("nim", [1, 3, 5, 7]), ("kalah", [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0])],
)
def test_pits_and_heaps_are_numbers(game: str, board: list[int]) -> None:
    """The board of a game with pits or heaps is a list of counts."""
    assert answer(RULES, game=game)["board"] == board


@pytest.mark.io
def test_the_command() -> None:
    """As a process the tool answers line by line, invalid UTF-8 included, and exits with 1 after an error."""
    lines = b'\xef\xbb\xbf{"game": "nim"}\r\n\n{"game": "\xff"}\n{"game": "nim", "moves": "1-1"}'
    done = run("rules", lines=lines)
    assert (done.returncode, done.stderr) == (1, b"")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each.get("position") for each in found] == ["1,3,5,7", None, "0,3,5,7"]
    assert found[1]["line"] == 3


def test_moves_that_are_run_together() -> None:
    """A record of Othello is read as it is, and a wrong move in it is named by its own number."""
    found = answer(RULES, game="reversi", moves="F5D6C3D3C4")
    assert found == answer(RULES, game="reversi", moves=["f5", "d6", "c3", "d3", "c4"])
    wrong = answer(RULES, game="reversi", moves="f5d6a1")
    assert wrong["error"] == "move 3, 'a1', is illegal at ply 2: a1 flips nothing"
