"""Games of KIBITZ_GAMES that are broken: they are left out with a sentence, and all others are offered."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kibitz_server import games
from kibitz_server.games import registry
from kibitz_server.games.registry import UnknownGame
from tests.server.game_check.test_check import BOUNDS, changed, chomp, folder_of

Add = Callable[[Path], None]


@pytest.fixture
def add() -> Iterator[Add]:
    """Return a function that adds a folder for one test, as KIBITZ_GAMES does."""
    before = list(games.__path__)

    def forget() -> None:
        registry._loaded.cache_clear()
        registry._bound.cache_clear()
        for name in ("chomp", "other"):
            for module in [key for key in sys.modules if key.startswith(f"kibitz_server.games.{name}")]:
                del sys.modules[module]
            vars(games).pop(name, None)

    def add(folder: Path) -> None:
        games.__path__.append(str(folder))
        forget()

    yield add
    games.__path__[:] = before
    forget()


def names() -> set[str]:
    """Return the names of the games on offer."""
    return {game.name for game in registry.declarations()}


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("def setup(s: State) -> None:", "def setup(s: State) -> None", "line 20: expected ':'"),
        (BOUNDS, "CELLS = MAX_PLIES = 20", "the constant MAX_MOVES is missing; write MAX_MOVES = N"),
        (BOUNDS, "CELLS = MAX_PLIES = 20\nMAX_MOVES = '20'", "the constant MAX_MOVES is '20'"),
        ("def ending(", "def finish(", "the function ending is missing"),
        ("    s.turn = 0\n", "    s.turn = 1 // 0\n", "ZeroDivisionError"),
        ('Declaration("chomp"', 'Declaration("nim"', "there is another game 'nim'"),
        (BOUNDS, f"{BOUNDS}\nraise RuntimeError('no luck')", "RuntimeError: no luck"),
        (BOUNDS, f"{BOUNDS}\nraise SystemExit(3)", "SystemExit: 3"),
        (BOUNDS, f"{BOUNDS}\n'\0'", "null bytes"),
        (BOUNDS, f"{BOUNDS}\nX = {'(' * 300}", "too many nested parentheses"),
        (BOUNDS, f"{BOUNDS}\nimport no_such_module", "ModuleNotFoundError"),
    ],
)
def test_a_broken_game_is_left_out(add: Add, tmp_path: Path, old: str, new: str, wanted: str) -> None:
    """A broken file costs only its own game. One sentence names the file and the reason."""
    file = changed(tmp_path, old, new)
    (tmp_path / "other.py").write_text(chomp().replace('"chomp"', '"other"'))
    before = names()
    add(tmp_path)
    assert names() == before | {"other"}
    (problem,) = registry.problems()
    assert str(file) in problem.sentence
    assert wanted in problem.sentence
    with pytest.raises(UnknownGame, match="is left out") as caught:
        registry.load("chomp")
    assert wanted in str(caught.value)


def test_a_folder_that_is_not_there(add: Add, tmp_path: Path) -> None:
    """A wrong path in KIBITZ_GAMES is named."""
    add(tmp_path / "none")
    (problem,) = registry.problems()
    assert problem.sentence == f"KIBITZ_GAMES names {tmp_path / 'none'}, which is not a folder"


def test_file_and_game_with_different_names(add: Add, tmp_path: Path) -> None:
    """The game is offered under the name of its declaration, and the difference is named."""
    changed(tmp_path, 'Declaration("chomp"', 'Declaration("bite"')
    add(tmp_path)
    assert "bite" in names()
    (problem,) = registry.problems()
    assert "is called 'bite' like its GAME, not like the file" in problem.sentence


def test_a_file_with_a_name_of_kibitz(add: Add, tmp_path: Path) -> None:
    """A file that a module of Kibitz would hide is named, and the module stays."""
    (tmp_path / "nim.py").write_text(chomp())
    before = names()
    add(tmp_path)
    assert names() == before
    (problem,) = registry.problems()
    assert "Kibitz has a module of the name 'nim'; rename it" in problem.sentence


def test_a_file_without_a_game_is_no_problem(add: Add, tmp_path: Path) -> None:
    """A folder may hold modules that games import."""
    (tmp_path / "other.py").write_text("HELP = 1\n")
    add(tmp_path)
    assert registry.problems() == ()


def test_a_game_may_be_a_folder(add: Add, tmp_path: Path) -> None:
    """The functions of all its files are the game's, and they import from its rules."""
    game = folder_of(tmp_path, chomp())
    add(tmp_path)
    assert registry.problems() == ()
    assert registry.load("chomp").start().legal[2].text == "c4"
    assert registry.source("chomp") == game


def test_a_broken_file_of_a_folder_is_named(add: Add, tmp_path: Path) -> None:
    """A sentence says which file of the folder is wrong."""
    view = folder_of(tmp_path, chomp()) / "view.py"
    view.write_text(view.read_text() + "\nX = (\n")
    add(tmp_path)
    (problem,) = registry.problems()
    assert problem.sentence.endswith(
        f"line {len(view.read_text().splitlines())} of view.py: '(' was never closed (see kibitz-server check-game)"
    )


def test_a_faster_form_of_a_folder_is_used_in_matches(add: Add, tmp_path: Path) -> None:
    """What `referee` defines takes the place of the rules, and what it imports does not."""
    game = folder_of(tmp_path, chomp())
    (game / "referee.py").write_text("from .rules import CELLS, State\n\n\ndef keys(s):\n    return [CELLS]\n")
    add(tmp_path)
    found = registry.load("chomp")
    assert found.referee.keys(found.referee.new_state()) == [20]
    assert "keys" not in found.names
