"""Running the work of a command, with a sentence and an exit code for an error.

Exit codes: 0 done, 1 other error, 2 wrong use, 3 refused by the server, 4 network,
5 events lost or unreadable, 6 a sequential test is not decided, 130 Ctrl-C,
143 and 129 by SIGTERM and SIGHUP.
"""

import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kibitz_client.cli.options import Done
from kibitz_client.errors import ClientError, RefusedError
from kibitz_client.settings import Settings

if TYPE_CHECKING:
    import asyncio

    from kibitz_client.terminal.output import Output

Work = Callable[[Settings, "Output"], Done]
"""Start a command under its settings, and write to the output, which also has the exit code of a verdict."""

INTERRUPTED = 130


def perform(
    work: Work,
    server: str | None,
    name: str | None,
    token_file: Path | None,
    as_json: bool,
    *,
    plain: bool = False,
    mqtt: bool = False,
) -> None:
    """Run the work of a command under the settings of the options and variables.

    Args:
        mqtt: Whether the command connects to a broker, which needs an event loop that can watch sockets.

    Raises:
        typer.Exit: The command failed.
    """
    try:
        settings = Settings.read(os.environ, server, name, token_file, json=as_json, plain=plain)
    except ClientError as error:
        typer.echo(_error_text(error, as_json=as_json), err=True)
        raise typer.Exit(error.exit_code) from None
    try:
        code = _run(work, settings, loop_for(sys.platform) if mqtt else None)
    except BrokenPipeError:
        _discard_output()
        return
    if code:
        raise typer.Exit(code)


def _discard_output() -> None:
    """Let standard output lead nowhere, so that flushing its buffer at exit does not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def loop_for(platform: str) -> "Callable[[], asyncio.AbstractEventLoop] | None":
    """Return a factory of event loops for MQTT, or None if the default loop is fine.

    aiomqtt lets the loop watch its socket, which the default loop of Windows cannot do.
    """
    import asyncio

    return asyncio.SelectorEventLoop if platform == "win32" else None


def _run(work: Work, settings: Settings, loop: "Callable[[], asyncio.AbstractEventLoop] | None") -> int:
    """Run the work, and return the exit code."""
    import asyncio

    from kibitz_client.terminal.ending import ending_in_order
    from kibitz_client.terminal.output import Output, OutputFailed

    # A terminal that cannot show a character must not end the program.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    output = Output(json=settings.json, plain=settings.plain)
    with ending_in_order(_interrupt) as end:
        try:
            with asyncio.Runner(loop_factory=loop) as runner:
                runner.run(work(settings, output))
            code = output.exit_code
        except KeyboardInterrupt:
            code = end.code or INTERRUPTED
            try:
                output.interrupted()
            except OSError:  # with SIGHUP, the terminal may be gone
                _discard_output()
        except ClientError as error:
            if isinstance(error, OutputFailed):
                _discard_output()
            output.warn(*_error_text(error, as_json=settings.json).splitlines())
            code = end.code or error.exit_code
    output.warn(*output.exit_message)
    return code


def _interrupt(_code: int) -> None:
    """Do what Ctrl-C does, which every command handles. In the background of a shell, Ctrl-C may be ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        raise KeyboardInterrupt
    signal.raise_signal(signal.SIGINT)


def _error_text(error: ClientError, *, as_json: bool) -> str:
    """Return an error and its hint, as text or as JSON."""
    if as_json:
        code = error.refused.code if isinstance(error, RefusedError) else None
        return json.dumps({"error": str(error), "hint": error.hint, "code": code, "exit": error.exit_code})
    return "error: " + "\n".join(error.lines)
