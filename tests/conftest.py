"""Fixtures and rules for the whole test suite."""

import gc
import os
import signal
import tempfile
from collections.abc import Generator, Iterator
from multiprocessing import forkserver
from pathlib import Path

import pytest

from kibitz_server.engine.compiler import select
from kibitz_server.engine.compiler.backend import PlainBackend
from kibitz_server.temporary import PREFIX, own_folder
from tests.effort import choose_profile
from tests.frozen import freeze_values
from tests.games.chance import chance_games
from tests.games.halves import halves_game
from tests.postgres import Cluster

pytest_plugins = ["tests.run.selection"]

# The settings of the user do not apply to tests.
for name in [name for name in os.environ if name.startswith("KIBITZ_")]:
    del os.environ[name]
# Tests must not discover servers on the network of this machine. A test of discovery sets its own value.
os.environ["KIBITZ_DISCOVERY"] = "off"
# All temporary files of a run are in one folder, which its end removes, and the next run if this one is killed. Workers
# of pytest-xdist inherit it, and `tests.supervise` gives its command one.
if not Path(tempfile.gettempdir()).name.startswith(PREFIX):
    # Postgres runs as its own user, who has to reach its files.
    own_folder().chmod(0o711)
    os.environ["TMPDIR"] = tempfile.tempdir = str(own_folder())
# Nor may they read or write the files of the person who runs them. All processes of a run share one cache.
os.environ["XDG_CACHE_HOME"] = str(Path(tempfile.gettempdir(), "cache"))
HOME = tempfile.TemporaryDirectory(prefix="kibitz-tests-", ignore_cleanup_errors=True)
os.environ["XDG_STATE_HOME"] = os.environ["XDG_CONFIG_HOME"] = HOME.name
# Beside other tests, searches at idle priority would get a few percent of a core and end before their first node.
os.environ["KIBITZ_WORKER_NICE"] = "0"
# Engines answer at once; the tests of the pace set their own.
os.environ["KIBITZ_ENGINE_PACE"] = "0"
# Jobs in the background of a shell ignore Ctrl-C, and so would the programs that tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)
OWN_SIGNALS = (signal.SIGINT, signal.SIGPIPE)
# Nothing changes a value of the core.
freeze_values()
choose_profile()
# Little becomes garbage while modules are imported and tests are collected.
gc.disable()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """Run one Postgres for all tests; each test creates its own database in it."""
    cluster = Cluster()
    yield cluster
    cluster.remove()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip tests of machine code where nothing can be compiled."""
    if not select.can_compile():
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(pytest.mark.skip("there is no compiler, or NUMBA_DISABLE_JIT switches it off"))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Search in machine code only in tests with the mark `compiled`.

    The processes of all other tests do not load the compiler, which takes longer than the start of a server.
    """
    before = select.can_compile()
    os.environ["NUMBA_DISABLE_JIT"] = "0" if item.get_closest_marker("compiled") else "1"
    if select.can_compile() != before:
        # All pools of a process fork their workers from one process, which keeps the variables of its start.
        forkserver._forkserver._stop()  # type: ignore[attr-defined]
    select.use(PlainBackend())
    return (yield)


@pytest.fixture(autouse=True)
def signal_handlers() -> Iterator[None]:
    """Fail after a test that changes what this process does at a signal, as commands for pipes do at their start.

    With the default action for SIGPIPE, a later write to a closed pipe would end the process without a message.
    """
    kept = {number: signal.getsignal(number) for number in OWN_SIGNALS}
    yield
    changed = [number for number in kept if signal.getsignal(number) != kept[number]]
    for number in changed:
        signal.signal(number, kept[number])
    assert not changed


@pytest.fixture
def games_with_chance() -> Iterator[None]:
    """Add the small games with chance."""
    with chance_games():
        yield


@pytest.fixture
def game_of_halves() -> Iterator[None]:
    """Add the small game with options and points in halves."""
    with halves_game():
        yield


def pytest_collection_finish() -> None:
    """Keep the garbage collector from walking over all modules and tests again and again.

    They live until the end. The passes after that are rare, because reference counts free nearly all garbage of a test.
    Both take a tenth to a fifth off the processor time of the fast tests.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


def pytest_unconfigure() -> None:
    """Remove the files of the run."""
    HOME.cleanup()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI, fail the run if a test was skipped."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter is not None and reporter.stats.get("skipped"):
        reporter.write_line("a test was skipped: CI must run every test", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
