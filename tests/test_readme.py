"""Every command of the README does what the README says, with a real server."""

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from kibitz_client.cli.main import app
from tests.commands import environment_without_make, run
from tests.pages import PROGRAMS, PYTHON_BLOCK, ROOT, problem, shell_lines, text_of, words_of
from tests.server_thread import serving

pytestmark = [pytest.mark.io, pytest.mark.timeout(120), pytest.mark.stays_in("test-all")]
README = ROOT / "README.md"
LINES = [line.partition("#")[0].strip() for line in shell_lines(README)]
CODE = "7KQ2XF"
"""The code of a match in the README."""
ENDLESS = {
    "kibitz-server serve --host 0.0.0.0 --port 8765": "http://",
    "kibitz watch": "ply",
}
"""Commands that run until Ctrl-C, with a part of what they print."""
ENDING = {
    "kibitz play chess --against level:3": ("resign", "You lose: you resigned"),
    "kibitz play go --against level:5": ("resign", "You lose: you resigned"),
    "kibitz play connect4 --against alphabeta:seconds=1 --clock 5+3": ("resign", "You lose: you resigned"),
    f"kibitz watch {CODE}": ("", "wins"),
    f"kibitz replay {CODE}": ("", "wins"),
    f"kibitz fairness {CODE}": ("", "nothing is left to chance"),
    f"kibitz analyse {CODE}": ("", "accuracy"),
    "kibitz duel connect4 level:4 level:3 --games 20 --opening-plies 2": ("", "Elo of the first over the second"),
    "kibitz bot run my_bot:MyBot --host connect4 --against level:3": ("", "1 match played"),
    "kibitz explain tictactoe --moves b2,a1 --depth 2": ("", "left out"),
    "kibitz explain --tree '3 12 8 / 2 4 6 / 14 5 2'": ("", "max is sure of 3 elsewhere"),
    'kibitz analysis-board chess --moves "e4 e5 Nf3"': ("quit", "Nf3"),
}
"""Commands with what a player types, and a part of what they print."""
TOGETHER = (
    "kibitz host chess --server ws://HOST:8765 --name ann",
    f"kibitz join {CODE} --server ws://HOST:8765 --name bob",
)
ELSEWHERE = {
    "kibitz bot run --uci stockfish --accept chess": "tests/client/bots/uci",
    "kibitz account register ann": "tests/client/commands/tournament",
    'kibitz tournament create chess --format swiss --name "Friday" --rounds 5 --clock 10+5 --start 19:30': (
        "tests/client/commands/tournament"
    ),
    "kibitz play T-7KQ2XF": "tests/client/commands/tournament",
}
"""Commands that need other programs, accounts or a start, with the tests of what they do."""
MODULES = {"kibitz": "kibitz_client", "kibitz-server": "kibitz_server"}
FEWER = ("--games 20", "--games 2")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """Run a server for the commands, and return its address."""
    with serving() as address:
        yield address


@pytest.fixture(scope="module")
def code(server: str) -> str:
    """Return the code of a finished match."""
    played = run(app, "duel", "tictactoe", "random:seed=1", "random:seed=2", "--server", server, env={})
    found = re.search(r"\b[0-9A-Z]{6}\b", played.stdout)
    assert found, played.output
    return found[0]


@contextmanager
def started(line: str, folder: Path, server: str, code: str) -> Iterator["subprocess.Popen[str]"]:
    """Start a command of the README with pipes, with a real server and a real code in place of the examples."""
    for example, real in (("ws://HOST:8765", server), (CODE, code), FEWER, ("--port 8765", "--port 0")):
        line = line.replace(example, real)
    program, *words = shlex.split(line)
    env: Mapping[str, str] = {**os.environ, "KIBITZ_SERVER": server, "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", MODULES[program], *words]
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        command, cwd=folder, env=env, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def until(process: "subprocess.Popen[str]", pattern: str) -> re.Match[str]:
    """Read what a process prints until a line has a pattern."""
    assert process.stdout
    lines: list[str] = []
    for line in process.stdout:
        lines.append(line)
        if found := re.search(pattern, line):
            return found
    raise AssertionError("".join(lines))


def test_every_command_has_its_test() -> None:
    """No command is new, and none of this list is gone."""
    shown = {line for line in LINES if line and not line.startswith("make ")}
    assert shown == {*ENDLESS, *ENDING, *TOGETHER, *ELSEWHERE}
    assert all((ROOT / folder).is_dir() for folder in ELSEWHERE.values())


@pytest.mark.parametrize("line", [line for line in LINES if line.startswith("make ")])
def test_targets_run_programs_with_known_options(line: str) -> None:
    """A target of the README is in the Makefile, and runs a command that its program accepts."""
    command = [*shlex.split(line), "--dry-run"]
    env = environment_without_make()
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    recipe = done.stdout.splitlines()[-1].replace(".venv/bin/", "").removeprefix("exec ")
    words = next(words_of(recipe))
    assert words[0] in {"python", *PROGRAMS}
    assert problem(words) == ""


@pytest.mark.parametrize(("line", "typed", "said"), [(line, *rest) for line, rest in ENDING.items()])
def test_a_command_that_ends(line: str, typed: str, said: str, tmp_path: Path, server: str, code: str) -> None:
    """The command ends with success and prints what it should."""
    (tmp_path / "my_bot.py").write_text(PYTHON_BLOCK.findall(text_of(ROOT / "docs" / "bots.md"))[0])
    with started(line, tmp_path, server, code) as process:
        output, _ = process.communicate(f"{typed}\n")
    assert (process.returncode, said in output) == (0, True), output


@pytest.mark.parametrize(("line", "said"), ENDLESS.items())
def test_a_command_that_runs_until_ctrl_c(line: str, said: str, tmp_path: Path, server: str, code: str) -> None:
    """The command works until it is interrupted, and then ends."""
    with started(line, tmp_path, server, code) as process:
        until(process, said)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate()
    assert process.returncode in (0, 130), output


def test_host_and_guest(tmp_path: Path, server: str, code: str) -> None:
    """The guest joins with the code that the host's command prints, and both see the end of the match."""
    hosting, joining = TOGETHER
    with started(hosting, tmp_path, server, code) as host:
        invited = until(host, r"kibitz join ([0-9A-Z]{6})")[1]
        with started(joining, tmp_path, server, invited) as guest:
            assert host.stdin
            host.stdin.write("e4\n")
            host.stdin.flush()
            output, _ = guest.communicate("resign\n")
        assert (guest.returncode, "resigned" in output) == (0, True), output
        assert until(host, "resigned")
