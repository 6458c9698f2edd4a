"""Fingerprints of games: what changes which of them."""

import ast
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kibitz_server import engine, games
from kibitz_server.games import registry
from kibitz_server.games.registry import UnknownGame, source
from kibitz_server.pool.cluster import fingerprints
from kibitz_server.pool.cluster.fingerprints import digest, fingerprint, places_of, shared_places
from tests.server.game_check.test_check import chomp

Add = Callable[[Path], None]
ADDED = ("chomp", "helper")


def forget() -> None:
    """Read all games and their files again."""
    registry._loaded.cache_clear()
    registry._bound.cache_clear()
    fingerprint.cache_clear()
    fingerprints._shared.cache_clear()
    for name in ADDED:
        sys.modules.pop(f"kibitz_server.games.{name}", None)
        vars(games).pop(name, None)


@pytest.fixture
def add() -> Iterator[Add]:
    """Return a function that adds a folder for one test, as KIBITZ_GAMES does. Later it reads the folder again."""
    before = list(games.__path__)

    def add(folder: Path) -> None:
        games.__path__[:] = [*before, str(folder)]
        forget()

    yield add
    games.__path__[:] = before
    forget()


def test_every_game_has_a_fingerprint_of_its_own() -> None:
    """Games of one package share its files, and so the fingerprint; no others do."""
    found = fingerprints.fingerprints()
    assert set(found) == {declaration.name for declaration in registry.declarations()}
    for name, value in found.items():
        same = {other for other in found if found[other] == value}
        assert same == {other for other in found if source(other) == source(name)}


def test_an_unknown_game_has_none() -> None:
    """A worker may offer games that the server does not have."""
    with pytest.raises(UnknownGame):
        fingerprint("no such game")


def write(folder: Path, **files: str) -> Path:
    """Write files of Python, and return the folder."""
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return folder


def test_a_digest_is_of_names_and_contents(tmp_path: Path) -> None:
    """A changed, renamed, added or moved file changes it. The place of the folder does not."""
    first = digest([write(tmp_path / "game", x="1", y="2")])
    (tmp_path / "else").mkdir()
    assert digest([write(tmp_path / "else" / "game", x="1", y="2")]) == first
    others = [
        digest([write(tmp_path / "else" / "game", x="1", y="3")]),
        digest([write(tmp_path / "else" / "game", x="12", y="")]),
        digest([write(tmp_path / "else" / "game", x="1", y="2", z="")]),
        digest([tmp_path / "game" / "x.py", tmp_path / "game" / "y.py"]),
        digest([]),
    ]
    assert len({first, *others}) == 6


def test_what_a_machine_makes_does_not_count(tmp_path: Path) -> None:
    """Bytecode, machine code and the list of it are in the folder of the sources."""
    folder = write(tmp_path / "game", x="1")
    before = digest([folder])
    (folder / "__pycache__").mkdir()
    for name in ("x.pyc", "x.nbi", "x.nbc", "compiled.json"):
        (folder / "__pycache__" / name).write_bytes(b"made")
    assert digest([folder]) == before


def test_a_game_of_a_folder_changes_alone(add: Add, tmp_path: Path) -> None:
    """Games in a KIBITZ_GAMES folder have fingerprints, and those of other games do not depend on them."""
    bundled = fingerprints.fingerprints()
    add(write(tmp_path, chomp=chomp()))
    first = fingerprint("chomp")
    add(write(tmp_path, chomp=chomp() + "\n"))
    assert fingerprint("chomp") != first
    assert {name: value for name, value in fingerprints.fingerprints().items() if name != "chomp"} == bundled


@pytest.mark.parametrize(
    "line",
    [
        "from kibitz_server.games.helper import A",
        "from kibitz_server.games import helper",
        "from kibitz_server.games import (\n    game,\n    helper,\n)",
        "import kibitz_server.games.helper",
        "from .helper import A",
        "from . import helper",
    ],
)
def test_a_module_that_a_game_imports_belongs_to_it(add: Add, tmp_path: Path, line: str) -> None:
    """Other files of its folder do not count."""
    add(write(tmp_path, chomp=f"{chomp()}\n{line}\n", helper="A = 1\n", other="B = 1\n"))
    assert places_of("chomp") == [tmp_path / "chomp.py", tmp_path / "helper.py"]
    first = fingerprint("chomp")
    add(write(tmp_path, other="B = 2\n"))
    assert fingerprint("chomp") == first
    add(write(tmp_path, helper="A = 2\n"))
    assert fingerprint("chomp") != first


def test_a_game_changes_with_one_that_it_builds_on(add: Add, tmp_path: Path) -> None:
    """The files of the other game, and of all that this one imports, belong to both."""
    add(write(tmp_path, chomp=f"{chomp()}\nfrom kibitz_server.games.connect4 import rules\n"))
    assert {source("chomp"), source("connect4"), source("mnk")} <= set(places_of("chomp"))


def test_a_package_of_a_folder_counts_whole(add: Add, tmp_path: Path) -> None:
    """A game that is a package has all of its modules in its fingerprint."""
    package = write(tmp_path / "chomp", __init__=chomp(), parts="A = 1\n")
    add(tmp_path)
    assert places_of("chomp") == [package]
    first = fingerprint("chomp")
    write(package, parts="A = 2\n")
    add(tmp_path)
    assert fingerprint("chomp") != first


def test_the_engine_belongs_to_all_games() -> None:
    """All of the engine is shared, and so are the modules of games that are not games."""
    shared = shared_places()
    own = Path(games.__path__[0])
    assert Path(engine.__path__[0]) in shared
    assert {own / "game.py", own / "record.py", own / "__init__.py"} <= set(shared)
    of_games = {place for name in fingerprints.fingerprints() for place in places_of(name)}
    assert of_games.isdisjoint(shared)
    assert of_games | set(shared) >= {place for place in own.iterdir() if place.suffix == ".py"}


@pytest.mark.parametrize("name", sorted(fingerprints.fingerprints()))
def test_the_imports_of_a_game_are_found(name: str) -> None:
    """The parser of Python finds no import of a place that neither belongs to the game nor is shared."""
    own = Path(games.__path__[0])
    known = {place.stem for place in (*places_of(name), *shared_places()) if place.parent == own}
    for place in places_of(name):
        for file in [place] if place.is_file() else place.rglob("*.py"):
            assert imported(file) <= known, f"{file} uses more"


def test_the_engine_uses_no_game() -> None:
    """It gets games as arguments. Otherwise a changed game would change all others."""
    shared = {place.stem for place in shared_places()}
    for file in Path(engine.__path__[0]).rglob("*.py"):
        assert imported(file) <= shared, f"{file} uses a game"


def imported(file: Path) -> set[str]:
    """Return the modules and packages of games that a file imports, by their names among the games."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module == "kibitz_server.games":
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            assert node.level == 0
            names.add(node.module)
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return {name.split(".")[2] for name in names if name.startswith("kibitz_server.games.")}
