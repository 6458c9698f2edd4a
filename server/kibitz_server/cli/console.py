"""How the commands speak to a terminal or a pipe."""

import sys
from typing import NoReturn

import typer


def fail(message: str, hint: str | None, code: int = 2) -> NoReturn:
    """End the program in words; 2 is for what was asked in vain."""
    typer.echo(f"error: {message}" + (f"\nhint: {hint}" if hint else ""), err=True)
    raise typer.Exit(code)


def be_a_filter() -> None:
    """Read and write UTF-8, and end at once and without a word when interrupted or no longer read.

    The system's own handlers do that, even while machine code runs, which Python cannot interrupt.
    """
    import io
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for stream, encoding in ((sys.stdin, "utf-8-sig"), (sys.stdout, "utf-8")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=encoding, errors="replace")
