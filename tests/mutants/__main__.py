"""`python -m tests.mutants [NAMES]`: check that the tests find each planted bug.

The tests run in a copy of the sources, those of `make test`, or with `--long` those of `make test-all` too.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from kibitz_server.temporary import owned_folder
from tests.effort import THOROUGH, VARIABLE
from tests.mutants.mutant import ROOT, Mutant, mutants

PACKAGES = {"server": "kibitz_server", "client": "kibitz_client", "protocol": "kibitz_protocol"}
LEFT_OUT = shutil.ignore_patterns(".*", "node_modules", "build", "dist")
PASSED, FAILED = 0, 1
"""Exit status of pytest if no test failed, and if one did."""
FOUND, MISSED, BROKEN = "found", "MISSED", "BROKEN"
"""Verdicts. Broken is a run that could not begin, and one whose test fails without the bug too."""


class Copy:
    """A copy of the sources, in which tests run although the sources themselves are installed."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "copy"
        shutil.copytree(ROOT, self.root, ignore=LEFT_OUT)
        path = os.pathsep.join(str(self.root / name) for name in PACKAGES)
        self._environment = {**os.environ, "PYTHONPATH": path, "TMPDIR": str(folder)}
        # The file of an imported package shows whether the copy or the installation is under test.
        packages = ", ".join((*PACKAGES.values(), "tests"))
        script = f"import {packages}; print(*(package.__file__ for package in ({packages})))"
        files = self._python("-c", script).stdout.split()
        assert all(file.startswith(str(self.root)) for file in files), f"not the copy is imported: {files}"

    def test(self, mutant: Mutant, *, long: bool) -> tuple[str, str]:
        """Run the tests of a mutant until the first one fails.

        Returns:
            Whether it was found, and the test that found it. That test has to pass without the bug.
        """
        texts = mutant.changed(self.root)
        try:
            for path, text in texts.items():
                path.write_text(text, encoding="utf-8")
            done = self._pytest(mutant.tests, long)
        finally:
            for path in texts:
                # The old time of change comes back too: Python compiles a file again if its size or second differs.
                shutil.copy2(ROOT / path.relative_to(self.root), path)
        if done.returncode == PASSED:
            return MISSED, ""
        failed = [line.split()[1].partition("[")[0] for line in done.stdout.splitlines() if line.startswith("FAILED")]
        if done.returncode != FAILED or not failed:
            return BROKEN, done.stdout[-3000:] + done.stderr[-1000:]
        return BROKEN if self._pytest(failed, long).returncode else FOUND, failed[0]

    def _pytest(self, tests: Sequence[str], long: bool) -> "subprocess.CompletedProcess[str]":
        selected = "not nightly" if long else "not (long or nightly)"
        options = ("-x", "-q", "-p", "no:cacheprovider", "-m", selected)
        return self._python("-m", "pytest", *options, *tests, **({VARIABLE: THOROUGH} if long else {}))

    def _python(self, *words: str, **variables: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.root,
            env={**self._environment, **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )


def main() -> int:
    """Test each mutant, and return 1 if one was not found."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="parts of the names of mutants; default: all")
    parser.add_argument("--long", action="store_true", help="run the long tests too")
    given = parser.parse_args()
    wrong = 0
    with owned_folder() as folder:
        folder.chmod(0o711)
        copy = Copy(folder)
        for mutant in mutants(tuple(given.names)):
            began = time.monotonic()
            verdict, by = copy.test(mutant, long=given.long)
            print(f"{verdict:6} {time.monotonic() - began:5.1f} s  {mutant.name}  {by}", flush=True)
            wrong += verdict != FOUND
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
