"""Node.js for tests, which runs modules of the page and bots in JavaScript (Debian: `apt-get install nodejs`)."""

import os
import shutil

import pytest

INSTALL = "node is not installed; on Debian and Ubuntu: apt-get install nodejs"


def program() -> str:
    """Return the path of node. Without it, fail the test in CI, else skip it."""
    found = shutil.which("node")
    if found is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(INSTALL)
    return found
