"""Running the work of a command, and ending with a sentence and an exit code when it goes wrong.

Exit codes: 0 done, 2 wrong use, 3 refused by the server, 4 network, 5 events lost, 130 Ctrl-C.
"""

import json
import os
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from kibitz_client.errors import ClientError, RefusedError
from kibitz_client.settings import Settings

if TYPE_CHECKING:
    import asyncio

    from kibitz_client.terminal.output import Output

Work = Callable[[Settings, "Output"], Coroutine[Any, Any, None]]

INTERRUPTED = 130


def perform(
    work: Work, server: str | None, name: str | None, token_file: Path | None, as_json: bool, *, mqtt: bool = False
) -> None:
    """Do the work of a command under the settings that flags and variables make. Raises typer.Exit.

    `mqtt`: it speaks to a broker, for which not every event loop will do.
    """
    try:
        settings = Settings.read(os.environ, server, name, token_file, json=as_json)
    except ClientError as error:
        typer.echo(_told(error, as_json=as_json), err=True)
        raise typer.Exit(error.exit_code) from None
    try:
        code = _run(work, settings, loop_for(sys.platform) if mqtt else None)
    except BrokenPipeError:
        # Whoever read our output has seen enough. What is still in the buffer would fail once more at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return
    if code:
        raise typer.Exit(code)


def loop_for(platform: str) -> "Callable[[], asyncio.AbstractEventLoop] | None":
    """What makes a loop that can speak MQTT, where the usual one cannot: aiomqtt lets the loop watch its socket, which
    that of Windows knows nothing of."""
    import asyncio

    return asyncio.SelectorEventLoop if platform == "win32" else None


def _run(work: Work, settings: Settings, loop: "Callable[[], asyncio.AbstractEventLoop] | None") -> int:
    """Do the work; gives the exit code."""
    import asyncio

    from kibitz_client.terminal.output import Output

    # A name in another alphabet is no reason to fail where the terminal cannot show it.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    output, code = Output(json=settings.json), 0
    try:
        with asyncio.Runner(loop_factory=loop) as runner:
            runner.run(work(settings, output))
    except KeyboardInterrupt:
        output.interrupted()
        code = INTERRUPTED
    except ClientError as error:
        output.warn(*_told(error, as_json=settings.json).splitlines())
        code = error.exit_code
    output.warn(*output.farewell)
    return code


def _told(error: ClientError, *, as_json: bool) -> str:
    """What went wrong and what to do about it, for people or for programs."""
    if as_json:
        code = error.refused.code if isinstance(error, RefusedError) else None
        return json.dumps({"error": str(error), "hint": error.hint, "code": code, "exit": error.exit_code})
    return f"error: {error}" + (f"\nhint: {error.hint}" if error.hint else "")
