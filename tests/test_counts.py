"""The counts of the code base: what is counted, and where."""

from pathlib import Path

from tests.counts import by_root, describes_parts, long_functions
from tests.structure import ROOT, Module


def test_files_are_counted_by_root() -> None:
    """Goldens, libraries of others and data are no written files."""
    paths = [
        "server/a.py",
        "client/web/a.js",
        "client/web/vendor/b.js",
        "docs/protocol/README.md",
        "tests/a.txt",
        "b.md",
    ]
    made = ["client/web/vendor/b.js", "docs/protocol/README.md", "tests/a.txt"]
    assert by_root(paths) == {"client": ["client/web/a.js"], "server": ["server/a.py"], "other": ["b.md"], "made": made}


def test_a_table_that_a_program_made_describes_nothing() -> None:
    """The parts of a game are described once, and the page for authors of games repeats it."""
    assert describes_parts((ROOT / "server/kibitz_server/games/contract/table.py").read_text())
    assert not describes_parts((ROOT / "docs/add-a-game.md").read_text())


def test_long_functions_are_found_within_classes(tmp_path: Path) -> None:
    """A method of 81 lines counts, one of 80 does not."""
    body = "        pass\n"
    source = f"class A:\n    def longer(self):\n{body * 80}\n    def long(self):\n{body * 79}"
    (tmp_path / "a.py").write_text(source)
    assert long_functions(Module("a", tmp_path / "a.py")) == 1
