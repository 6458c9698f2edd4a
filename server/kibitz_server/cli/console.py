"""Exit codes, error messages and standard streams of the commands."""

import sys
from collections.abc import Callable
from typing import NoReturn

import typer

from kibitz_protocol.validation.durations import seconds_of


def finish(code: int) -> NoReturn:
    """End the command with an exit code.

    Raises:
        typer.Exit: Always.
    """
    raise typer.Exit(code)


def fail(message: str, hint: str | None, code: int = 2) -> NoReturn:
    """Print an error and a hint, and end the command.

    Args:
        code: Exit code: 1 check failed, 2 wrong use, 3 refused by the server, 4 no connection.

    Raises:
        typer.Exit: Always.
    """
    typer.echo(f"error: {message}" + (f"\ntry: {hint}" if hint else ""), err=True)
    raise typer.Exit(code)


def warn_of_games() -> None:
    """Print what is wrong with the files of KIBITZ_GAMES, on standard error."""
    from kibitz_server.games.registry import problems

    for problem in problems():
        typer.echo(f"warning: {problem.sentence}", err=True)


def run_as_filter() -> None:
    """Read and write UTF-8, and end silently on Ctrl-C or when the output pipe closes.

    The system's default signal handlers do that even while compiled code runs, which Python cannot interrupt.
    """
    import io
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for stream, encoding in ((sys.stdin, "utf-8-sig"), (sys.stdout, "utf-8")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=encoding, errors="replace")


def duration(least: float, most: float, *, zero: bool = False) -> Callable[[float | None], float | None]:
    """Return the check of an option with a duration in seconds.

    Args:
        least: The unit, which is the least value.
        most: The largest value.
        zero: Whether 0 is allowed too.
    """

    def check(seconds: float | None) -> float | None:
        try:
            return None if seconds is None else seconds_of(seconds, least, most, zero=zero)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None

    return check
