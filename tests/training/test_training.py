"""The page of the training has every file that Kibitz ships, and the command that makes it; imports go one way."""

import re
import subprocess
import sys
from collections import Counter
from importlib.util import find_spec

import pytest

from tests.pages import ROOT
from tests.structure import imports, modules
from training.__main__ import SCRIPTS

SERVER = ROOT / "server" / "kibitz_server"
PAGE = (ROOT / "training" / "README.md").read_text(encoding="utf-8")
DATA = {".book", ".json", ".openings", ".strategy", ".tsv", ".txt", ".weights", ".xz", ".jsonl"}
NO_DATA = {".py", ".md", ".typed"}


def shipped() -> dict[str, int]:
    """Return the bytes of each file below the server that is data, and no source or guide; of the openings in all."""
    sizes: Counter[str] = Counter()
    for path in SERVER.rglob("*"):
        if path.is_file() and path.parent.name != "__pycache__" and path.suffix not in NO_DATA:
            name = path.relative_to(SERVER)
            sizes[(name.with_stem("*") if name.suffix == ".openings" else name).as_posix()] += path.stat().st_size
    return sizes


def test_every_shipped_file_is_listed() -> None:
    """Each row has the size of its file, and a new kind of file is noticed."""
    listed = {name: int(size) for name, size in re.findall(r"^\| `(\S+)` \|.*\| (\d+) \|$", PAGE, re.MULTILINE)}
    assert listed == shipped()
    assert {f".{name.rpartition('.')[2]}" for name in listed} == DATA


def test_every_command_is_a_script() -> None:
    """The page names all scripts, no other ones, and each has its module."""
    assert set(re.findall(r"python -m training ([\w-]+)", PAGE)) == set(SCRIPTS)
    assert [name for name, script in SCRIPTS.items() if find_spec(script.module) is None] == []


@pytest.mark.long
@pytest.mark.parametrize("name", SCRIPTS)
def test_help_is_only_help(name: str) -> None:
    """Each script tells its options when asked, in place of its work."""
    run = subprocess.run([sys.executable, "-m", "training", name, "--help"], capture_output=True, text=True, cwd=ROOT)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith(f"usage: python -m training {name} ")


def test_no_script_imports_a_benchmark() -> None:
    """Benchmarks may import the training, for example its rules in machine code."""
    found = modules(source_roots=["training"]).values()
    assert found
    assert [m.name for m in found for name in imports(m) if name.partition(".")[0] in ("bench", "tests")] == []
