"""Each mistake of a game's author is one finding, with the line and a way out."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz_server import games
from kibitz_server.game_check.check import check
from kibitz_server.game_check.finding import Finding

DOCUMENT = Path(__file__).parents[3] / "docs" / "add-a-game.md"
CLAIM = Path(__file__).parents[2] / "games" / "claim.py"
BOUNDS = "CELLS = MAX_MOVES = MAX_PLIES = 20"
TURN = "    s.turn = 1 - s.turn\n"
SYMBOLS = '{"#": "chocolate", "-": "eaten"}'
ROWS = "for eaten in s.eaten), COLUMNS)"
READ = "    s.turn = GAME.seats.index(side.upper())"


def chomp() -> str:
    """Return the example of the document."""
    found = re.search(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    assert found
    return found[1]


def changed(folder: Path, old: str, new: str) -> Path:
    """Write the example with a mistake, and return its file."""
    text = chomp()
    assert old in text
    file = folder / "chomp.py"
    file.write_text(text.replace(old, new))
    return file


def found_in(file: Path) -> list[Finding]:
    """Return the findings of the checks in plain Python."""
    return list(check(file, None))


def test_the_example_has_no_problem(tmp_path: Path) -> None:
    """The game of the document passes."""
    assert found_in(changed(tmp_path, BOUNDS, BOUNDS)) == []


FOLDER = {
    "rules": "def move_text",
    "notation": "def board",
    "view": "",
}
"""Files of a game in a folder, and where each ends in the text of the example."""


def folder_of(folder: Path, source: str) -> Path:
    """Write the example of the documentation as a folder with three files, and return it."""
    game = folder / "chomp"
    game.mkdir()
    for name, end in FOLDER.items():
        part, _, rest = source.partition(end) if end else (source, "", "")
        source = f"{end}{rest}"
        imports = "from kibitz_server.games.board import *\nfrom .rules import *\n\n\n" if name != "rules" else ""
        (game / f"{name}.py").write_text(imports + part)
    return game


@pytest.mark.stays_in("test-all")
@pytest.mark.parametrize("file", ["mnk/tictactoe.py", "nim.py", "reversi", "ultimate"])
def test_games_of_kibitz_pass(file: str) -> None:
    """The checks find nothing in games that have their own tests."""
    assert found_in(Path(games.__path__[0], file)) == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("half_of(2 * cells.count(2) + KOMI2)", "cells.count(2) + KOMI2 / 4", "points has the number 0.75"),
        ("komi points", "komi points", None),
        ("fits = f", "raise ValueError(size) or f", "the constants raised ValueError"),
        ("if handicap and", "if not handicap or", "the default options raised BadOption: option handicap is"),
    ],
)
def test_options_of_halves_pass(old: str, new: str, problem: str | None, tmp_path: Path) -> None:
    """A game with halves is checked at the ends of its options; a combination that it refuses is no problem."""
    (tmp_path / "claim.py").write_text(CLAIM.read_text().replace(old, new))
    found = found_in(tmp_path / "claim.py")
    assert [problem in str(finding) for finding in found] == [True] if problem else found == []


SHY = (
    ("    turn: I64\n", "    turn: I64\n    last: I64\n"),
    ("if not s.eaten[cell]:", "if not s.eaten[cell] and (cell != s.last - 1 or cell == CORNER):"),
    (TURN, f"    s.last = move\n{TURN}"),
)
"""Changes of the example: a player may not bite just left of the last bite, which no text of a position says."""
BARRED = """\
def barred(s, moves, k):
    if s.last > 0 and s.last - 1 != CORNER and not s.eaten[s.last - 1]:
        moves[k] = s.last - 1
        k += 1
    return k


def board()"""


@pytest.mark.parametrize("named", [True, False])
def test_moves_that_only_the_history_forbids(tmp_path: Path, named: bool) -> None:
    """A text may allow more moves than its position exactly if the game names these."""
    text = chomp()
    for old, new in (*SHY, *([("def board()", BARRED)] if named else [])):
        assert old in text
        text = text.replace(old, new)
    file = tmp_path / "chomp.py"
    file.write_text(text)
    problems = [str(found) for found in found_in(file)]
    if named:
        assert problems == []
    else:
        assert len(problems) == 1
        assert "has other legal moves after it was read" in problems[0]
        assert "give those that the history forbids in barred" in problems[0]


MODULE = "__import__('kibitz_server.games.board', fromlist=['board'])"

MISTAKES = {
    "syntax error": ("def setup(s: State) -> None:", "def setup(s: State) -> None", "it is not Python"),
    "no game": ("GAME = Declaration(", "OTHER = Declaration(", "NameError|declares no GAME"),
    "missing constant": (BOUNDS, "CELLS = MAX_PLIES = 20", "the constant MAX_MOVES is missing"),
    "constant of a wrong type": (BOUNDS, "CELLS = MAX_PLIES = 20\nMAX_MOVES = '20'", "MAX_MOVES is '20'"),
    "too small MAX_MOVES": (BOUNDS, "CELLS = MAX_PLIES = 20\nMAX_MOVES = 12", "MAX_MOVES.*; raise MAX_MOVES"),
    "too small MAX_PLIES": (BOUNDS, "CELLS = MAX_MOVES = 20\nMAX_PLIES = 2", "goes on after MAX_PLIES"),
    "missing function": ("def ending(", "def finale(", r"the function ending is missing; write def ending\(s\)"),
    "wrong arguments": ("def play(s: State, move: int)", "def play(s: State)", "play takes 1 arguments, not 2"),
    "number of a wrong type": (
        TURN,
        "    s.turn = (1 - s.turn) / 1\n",
        "in turn of State, not a whole number",
    ),
    "number that does not fit": ("s.eaten[cell] = 1", "s.eaten[cell] = 200", "leaves 200 in eaten"),
    "wrong seat": (TURN, "    s.turn += 1\n", "turn is 2 after play"),
    "index beyond an array": (
        "for cell in range(CELLS):",
        "for cell in range(CELLS + 1):",
        "index 20 is outside",
    ),
    "index from the end": ("if not s.eaten[cell]:", "if not s.eaten[cell - 1]:", "index -1 is outside eaten of State"),
    "missing array length": ('Array("i1", "CELLS")', 'Array("i1", "SQUARES")', "uses the constant 'SQUARES'"),
    "wrong result": (
        "return WIN if",
        "return 7 if",
        "outcome returns 7; return WIN, DRAW or LOSS for the side",
    ),
    "no move": ("not s.eaten[cell]:", "not s.eaten[cell] and cell != CORNER:", "there is no legal move"),
    "move twice": (
        "            k += 1",
        "            moves[k + 1] = cell\n            k += 2",
        "outside the list|twice",
    ),
    "same text": ("square_name(move, COLUMNS, ROWS)", "square_name(move % 5, COLUMNS, ROWS)", "have the same text"),
    "path off the board": ("return (move,)", "return (move + 1,)", r"the path of .* is \(20,\)"),
    "changed state": ("    return WIN if", "    s.turn = 0\n    return WIN if", "outcome changes turn of State"),
    "position not read back": (READ, "    s.turn = 0", "is read back as"),
    "text not refused": (READ, "    s.turn = 1 // (side.upper() in GAME.seats)", "ZeroDivisionError|is read back"),
    "picture of a wrong size": ("split_rows(", "split_rows('#' + ", "does not fit the board"),
    "unknown symbol": ('"-": "eaten"', '"_": "eaten"', "has the symbol '-'|ValueError|KeyError"),
    "empty reason": ('return "poison eaten"', 'return ""', "ending returns ''"),
    "exception": (TURN, "    s.turn = 1 // (1 - s.turn)\n", "raised ZeroDivisionError"),
    "another name": ('Declaration("chomp"', 'Declaration("chmop"', "file is called 'chomp' and its GAME 'chmop'"),
    "wild evaluation": (
        "def board()",
        "def evaluate(s):\n    return 10**6\n\n\ndef board()",
        "evaluate returns 1000000",
    ),
    "same keys": ("def board()", "def key(s):\n    return 1\n\n\ndef board()", "have the same key"),
    "no ordered move": (
        "def board()",
        "def ordered(s, m, c, k):\n    return k\n\n\ndef board()",
        "gives no move",
    ),
    "owner of no symbol": (SYMBOLS, SYMBOLS + ", owners={'?': 0}", "owners of the Grid name '[?]', which is not a"),
    "seat that is not there": (SYMBOLS, SYMBOLS + ", owners={'#': 2}", "belongs to seat 2; use seats from 0 to 1"),
    "wide glyph": (SYMBOLS, SYMBOLS + ", glyphs={'#': '\u56f4'}", "not one column of a terminal wide"),
    "unknown ground": (SYMBOLS, SYMBOLS + ", ground='sand'", "the ground is 'sand'; use cells, checkered"),
    "even side of dots": (SYMBOLS, SYMBOLS + ", ground='dots'", "a ground of dots has an even side"),
    "shades of another board": (ROWS, ROWS + ", shades='-'", "has 1 shades, and the board 20 cells"),
    "face of an unknown kind": (
        SYMBOLS,
        f"{SYMBOLS}, faces={{'coin': {MODULE}.Face('coin', 'H', 'heads')}}",
        "the face 'coin' is a 'coin'; use die, card, back, cube",
    ),
    "tray of no face": (
        ROWS,
        f"{ROWS}, trays=({MODULE}.Tray('dice', 0, ('d1',)),)",
        "the tray 'dice' has the face 'd1', which board does not explain",
    ),
    "tray of no seat": (ROWS, f"{ROWS}, trays=({MODULE}.Tray('dice', 2, ()),)", "the tray 'dice' belongs to seat 2"),
    "shade of nobody": (ROWS, ROWS + ", shades='?' * 20", "the shade '[?]', which belongs to no side"),
    "winning line off the board": (
        "def board()",
        "def winning_lines(s):\n    return ((0, 20),)\n\n\ndef board()",
        r"a winning line is \(0, 20\); return tuples of cells, numbers from 0 to 19",
    ),
    "no written form of a move": (
        "def board()",
        "def said(s, move):\n    return ''\n\n\ndef board()",
        "said returns ''; return how people write the move, on one line",
    ),
    "a long form of a move": (
        "def board()",
        "def said(s, move):\n    return 300 * 'a'\n\n\ndef board()",
        "said returns 300 characters for .*; return at most 200",
    ),
    "winning lines of wrong arguments": (
        "def board()",
        "def winning_lines():\n    return ()\n\n\ndef board()",
        "winning_lines takes 0 arguments, not 1",
    ),
    "words that are not flags": (BOUNDS, f"{BOUNDS}\nWORDS = (1, 2)", r"WORDS is \(1, 2\); set 1 where the texts"),
    "moves of an unknown kind": (BOUNDS, f"{BOUNDS}\nMOVES = 1", "the constant MOVES is 1; write MOVES = BY_CODE"),
    "moves that do not follow from the code": (
        "def move_path(_s: State, move: int) -> tuple[int, ...]:\n    return (move,)",
        'MOVES = "by code"\n\n\ndef move_path(s: State, move: int) -> tuple[int, ...]:\n    return (move, s.turn)',
        "has another text or path than in an earlier position; leave MOVES out",
    ),
    "moves that do not stay": (BOUNDS, f"{BOUNDS}\nMOVES = 'placed'", "a move other than the last one comes, goes"),
    "too few keys": ("def board()", "def keys(s):\n    return [1]\n\n\ndef board()", "ValueError"),
    "one key of several moves": (
        "def board()",
        "def keys(s):\n    return [1 for eaten in s.eaten if not eaten]\n\n\ndef board()",
        "two moves have the same JSON, or one is missing",
    ),
    "another referee": (
        "def board()",
        "def never(s):\n    return ONGOING\n\n\nREFEREE = {'outcome': never}\n\n\ndef board()",
        "the referee gives None as outcome|IndexError",
    ),
    "points that are neither whole nor halves": (
        "def board()",
        "def points(s):\n    return 0, 1.25\n\n\ndef board()",
        r"points has the number 1.25; return whole numbers, or halves made by half_of\(twice\)",
    ),
    "whole points with a decimal point": (
        "def board()",
        "def points(s):\n    return 0, 4 / 2\n\n\ndef board()",
        "points has the number 2.0; return whole",
    ),
    "counters that are not numbers": (ROWS, ROWS + ", (('bites', '3'),)", "picture has the number '3'; return whole"),
    "legal move that the history forbids": (
        "def board()",
        "def barred(s, moves, k):\n    return legal(s, moves, k)\n\n\ndef board()",
        "barred gives the legal move 0; give moves that legal leaves out",
    ),
    "half of a pair": (
        "def board()",
        "def bounds(s):\n    return -1, 1\n\n\ndef board()",
        "only one of",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_found(mistake: str, tmp_path: Path) -> None:
    """Each mistake gives one sentence with the file, what is wrong and a way out."""
    old, new, wanted = MISTAKES[mistake]
    file = changed(tmp_path, old, new)
    (finding,) = found_in(file)
    assert re.search(wanted, str(finding)), finding
    assert str(finding).startswith(str(file))
    assert finding.hint
    assert "\n" not in str(finding)


def test_a_finding_names_the_line(tmp_path: Path) -> None:
    """The line is that of the error, or of the function that gave a wrong result."""
    file = changed(tmp_path, TURN, "    s.turn = 1 // (1 - s.turn)\n")
    lines = file.read_text().splitlines()
    (finding,) = found_in(file)
    assert finding.line is not None
    assert lines[finding.line - 1].strip() == "s.turn = 1 // (1 - s.turn)"
    (finding,) = found_in(changed(tmp_path, "return WIN if", "return 7 if"))
    assert finding.line is not None
    assert lines[finding.line - 1].startswith("def outcome")


def test_a_name_of_kibitz_is_taken(tmp_path: Path) -> None:
    """A file with the name of a module of Kibitz would not be loaded."""
    file = tmp_path / "nim.py"
    file.write_text(chomp())
    (finding,) = found_in(file)
    assert str(finding).endswith("Kibitz has a module of the name 'nim'; rename the file or folder")


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run `kibitz-server check-game`."""
    command = [sys.executable, "-m", "kibitz_server", "check-game", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=200)


@pytest.mark.io
@pytest.mark.timeout(240)
@pytest.mark.compiled
def test_rules_that_cannot_be_compiled(tmp_path: Path) -> None:
    """The command compiles the rules, and names the line that the compiler does not take; exit code 1."""
    file = changed(tmp_path, TURN, '    s.turn = int(f"{1 - s.turn}")\n')
    result = run(str(file), "--json")
    assert result.returncode == 1, result
    found = json.loads(result.stdout)
    assert found["problem"].startswith("it cannot be compiled: ")
    assert found["file"] == str(file)


@pytest.mark.io
@pytest.mark.timeout(240)
@pytest.mark.compiled
def test_the_command_says_that_all_is_well(tmp_path: Path) -> None:
    """Without findings the exit code is 0, with a missing file 2."""
    result = run(str(changed(tmp_path, BOUNDS, BOUNDS)))
    assert (result.returncode, result.stdout) == (0, "")
    assert "chomp.py: no problem found" in result.stderr
    missing = run(str(tmp_path / "none.py"))
    assert missing.returncode == 2
    assert "there is no file" in missing.stderr
    folder = run(str(tmp_path))
    assert folder.returncode == 2
    assert f"{tmp_path} is a folder without rules.py" in folder.stderr


@pytest.mark.parametrize(
    ("file", "old", "new", "wanted"),
    [
        (
            "view.py",
            "from .rules import",
            "from rules import",
            r"view.py:2: importing it raised .*; write from .rules import",
        ),
        ("view.py", "def picture(", "def pictures(", "the function picture is missing"),
        (
            "view.py",
            "def board()",
            "def alia(s): return s\n\n\ndef board()",
            r"view.py:\d+: nothing uses alia; write alias\(s, text\)",
        ),
        ("rules.py", "s.turn = 1 - s.turn", "s.turn = 1", "rules.py:.*one seat makes all moves"),
        (
            "rules.py",
            "def ending(",
            "def alias(_s, text): return text[::-1]\n\n\ndef ending(",
            "alias makes '4a' of the move 'a4'",
        ),
    ],
)
def test_a_mistake_in_a_folder_is_found(tmp_path: Path, file: str, old: str, new: str, wanted: str) -> None:
    """A sentence names the file of the folder that is to be changed."""
    game = folder_of(tmp_path, chomp())
    text = (game / file).read_text()
    assert old in text
    (game / file).write_text(text.replace(old, new))
    assert any(re.search(wanted, str(finding)) for finding in found_in(game)), found_in(game)


def test_a_folder_is_checked(tmp_path: Path) -> None:
    """The files of a folder are one game, and a finding names the file that it is about."""
    game = folder_of(tmp_path, chomp())
    assert found_in(game) == []
    view = game / "view.py"
    view.write_text(view.read_text().replace("return Picture(", "return str("))
    (finding,) = found_in(game / "rules.py")
    line = view.read_text().splitlines().index("def picture(s: State) -> Picture:") + 1
    assert (finding.file, finding.line) == (str(view), line)
    assert finding.hint == "return the changing part of the drawing: a `Picture`"
