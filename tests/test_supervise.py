"""No process outlives a supervised run, whichever way it ends.

Each process of a run holds its standard output, so the end of that output is the end of all of them.
"""

import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands import environment_without_make
from tests.supervise import MAKE, SIGNALS

pytestmark = pytest.mark.io
BOUND_S = 30

STUBBORN = """
    import os, signal, sys, time
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            print(os.environ["TMPDIR"], flush=True)
        else:
            os._exit(0)
    signal.pause()
"""
"""A process that ignores each signal to end, and an orphan of it in a session of its own."""
OBEDIENT = """
    import signal, sys
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        print("ready", flush=True)
        signal.pause()
    except KeyboardInterrupt:
        print("cleaned up", flush=True)
        sys.exit(7)
"""


@pytest.fixture(autouse=True)
def default_signals() -> Iterator[None]:
    """Let programs that the tests start begin with the default actions. Under `nohup` they would ignore SIGHUP."""
    kept = {number: signal.signal(number, signal.SIG_DFL) for number in SIGNALS}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


def supervised(script: str) -> list[str]:
    """Return the command of a run of Python code."""
    return [sys.executable, "-m", "tests.supervise", sys.executable, "-c", textwrap.dedent(script)]


def start(command: list[str], folder: Path) -> "subprocess.Popen[str]":
    """Start a run whose temporary files are in a folder."""
    return subprocess.Popen(
        command,
        env={**environment_without_make(), "TMPDIR": str(folder)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def first_line(process: "subprocess.Popen[str]") -> str:
    """Wait for the first line of the output."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_processes_that_ignore_it(number: signal.Signals, tmp_path: Path) -> None:
    """All processes end, also one in a session of its own, and the temporary folder of the run is removed."""
    with start(supervised(STUBBORN), tmp_path) as run:
        folder = Path(first_line(run))
        assert folder.parent == tmp_path
        assert folder.is_dir()
        run.send_signal(number)
        assert run.communicate(timeout=BOUND_S) == ("", "")
    assert run.returncode == 128 + number
    assert list(tmp_path.iterdir()) == []


def test_a_run_under_nohup_goes_on_without_its_terminal(tmp_path: Path) -> None:
    """A run that was started with the signal of a closed terminal ignored still ignores it."""
    with start(["nohup", *supervised(OBEDIENT)], tmp_path) as run:
        assert first_line(run) == "ready"
        run.send_signal(signal.SIGHUP)
        run.send_signal(signal.SIGINT)
        assert run.communicate(timeout=BOUND_S)[0] == "cleaned up\n"
    assert run.returncode == 128 + signal.SIGINT


def test_an_interrupted_command_may_clean_up(tmp_path: Path) -> None:
    """A termination signal reaches the command as an interrupt, and it has time to end by itself."""
    with start(supervised(OBEDIENT), tmp_path) as run:
        assert first_line(run) == "ready"
        run.send_signal(signal.SIGTERM)
        assert run.communicate(timeout=BOUND_S) == ("cleaned up\n", "")
    assert run.returncode == 128 + signal.SIGTERM


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_to_make_alone_ends_its_run(number: signal.Signals, tmp_path: Path) -> None:
    """`make` passes a termination signal on, and waits for its commands at an interrupt, which the run notices."""
    (tmp_path / "stubborn.py").write_text(textwrap.dedent(STUBBORN))
    (tmp_path / "Makefile").write_text(
        f"run:\n\t@{sys.executable} -m tests.supervise {sys.executable} {tmp_path}/stubborn.py\n"
    )
    (tmp_path / "temporary").mkdir()
    with start([MAKE[0], "-f", str(tmp_path / "Makefile")], tmp_path / "temporary") as make:
        assert first_line(make)
        make.send_signal(number)
        output, errors = make.communicate(timeout=BOUND_S)
    assert output == ""
    assert f"Error {128 + number}" in errors
    assert make.returncode in (2, -number)
    assert list((tmp_path / "temporary").iterdir()) == []


def test_a_run_ends_what_its_command_left(tmp_path: Path) -> None:
    """A run has the exit status of its command, kills processes that go on, and names them."""
    script = """
        import subprocess, sys
        subprocess.Popen(["sleep", "1000"], start_new_session=True)
        sys.exit(3)
    """
    with start(supervised(script), tmp_path) as run:
        output, errors = run.communicate(timeout=BOUND_S)
    assert (run.returncode, output) == (3, "")
    assert errors.startswith("killed what the run left: sleep (")


def test_a_run_without_leftovers_says_nothing(tmp_path: Path) -> None:
    """A command that a signal ended gives the status that shells give."""
    with start(supervised("import os; os.abort()"), tmp_path) as run:
        assert run.communicate(timeout=BOUND_S) == ("", "")
    assert run.returncode == 128 + signal.SIGABRT
