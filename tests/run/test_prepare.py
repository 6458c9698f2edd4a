"""Which test modules are compiled before a run."""

import os
import sys
from pathlib import Path

from tests.run.prepare import compiled, outdated


def test_modules_without_current_code(tmp_path: Path) -> None:
    """A module that is compiled is left out until it changes, and a module without tests always is."""
    known, new = tmp_path / "test_known.py", tmp_path / "test_new.py"
    for path in (known, new, tmp_path / "helper.py"):
        path.touch()
    compiled(known).parent.mkdir()
    compiled(known).touch()
    assert outdated(tmp_path) == [new]
    os.utime(compiled(known), (0, 0))
    assert outdated(tmp_path) == [known, new]


def test_the_code_has_the_name_that_pytest_gives_it() -> None:
    """This module was compiled when it was collected."""
    assert compiled(Path(__file__)).exists() or sys.dont_write_bytecode
