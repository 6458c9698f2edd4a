"""Run a command-line program inside the test process, which is faster than starting Python again."""

import contextlib
import logging
import os
import tempfile
import traceback
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import structlog
from typer import Typer
from typer.testing import CliRunner, Result


def run(app: Typer, *args: str, env: Mapping[str, str], stdin: str = "", name: str | None = None) -> Result:
    """Run a program with this environment alone, and return its exit code and output.

    The program runs its own event loop in a thread, so an asyncio test can wait for it as for a process.

    Raises:
        AssertionError: The program ended with an exception that is not an exit.
    """
    removed = {variable: None for variable in os.environ if variable not in env}
    options: dict[str, Any] = {"prog_name": name} if name else {}
    with _restored_logging(), ThreadPoolExecutor(1) as thread, tempfile.TemporaryDirectory() as home:
        # Never the files of the person who runs the tests.
        cache = os.environ["XDG_CACHE_HOME"]
        env = {"XDG_STATE_HOME": home, "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": cache, **env}
        runner = CliRunner()
        result: Result = thread.submit(
            runner.invoke, app, args, input=stdin, env={**removed, **env}, **options
        ).result()
    assert "Traceback" not in result.output
    if result.exc_info is not None and not isinstance(result.exception, SystemExit | None):
        raise AssertionError("".join(traceback.format_exception(*result.exc_info)))
    return result


def environment_without_make() -> dict[str, str]:
    """Return the environment without what `make` tells its commands, by which another `make` would print more."""
    return {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}


@contextlib.contextmanager
def _restored_logging() -> Iterator[None]:
    """Undo what a program configures for its process: the log of the tests is not its own."""
    configured, root = structlog.get_config(), logging.getLogger()
    handlers, level = root.handlers, root.level
    try:
        yield
    finally:
        root.handlers, root.level = handlers, level
        structlog.configure(**configured)
