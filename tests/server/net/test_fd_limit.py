"""Tests of the limit on open files: it is raised as far as possible, with a warning if that is not enough."""

import subprocess
import sys

import pytest

CODE = """
import resource
from kibitz_server.net.fd_limit import allow_files
resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))
print(*allow_files(1000, 100), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


@pytest.mark.io
@pytest.mark.parametrize(
    ("soft", "hard", "allowed", "unfinished", "files"),
    [
        (256, 4096, 1000, 100, 1300),
        (2048, 4096, 1000, 100, 2048),
        (256, 700, 400, 100, 700),
        (256, 256, 42, 14, 256),
        (64, 64, 1, 1, 64),
    ],
)
def test_the_limit_is_raised_as_far_as_possible(
    soft: int, hard: int, allowed: int, unfinished: int, files: int
) -> None:
    """The test uses its own process, because a lowered hard limit cannot be raised again."""
    code = CODE.format(soft=soft, hard=hard)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == f"{allowed} {unfinished} {files}"
    assert ("raise ulimit -n" in done.stdout + done.stderr) is (allowed < 1000)
