"""`kibitz-server check-client`: check a client or bot."""

from typing import Annotated

import typer

from kibitz_protocol.validation.durations import DAY, TENTH
from kibitz_server.cli.console import duration, fail, finish


def check_client(
    game: Annotated[
        str, typer.Option(help="Select the game; it needs some twenty moves a side for all checks.")
    ] = "reversi",
    host: Annotated[str, typer.Option(help="Listen on this address.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Listen on this port; 0 selects a free one.")] = 0,
    patience: Annotated[
        float, typer.Option(callback=duration(TENTH, DAY), help="Stop after this many seconds without a move.")
    ] = 60.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON objects, one a line.")] = False,
) -> None:
    """Check that a client or bot survives disconnections, restarts and unknown messages; exit code 1 if it does not."""
    import asyncio

    from kibitz_server.conformance.run import MatchRefused, examine
    from kibitz_server.telemetry import logs

    def say(text: str) -> None:
        print(text, flush=True)

    logs.set_up("error")
    try:
        code = asyncio.run(examine(game, host, port, patience, as_json=as_json, say=say))
    except MatchRefused as error:
        fail(str(error), error.hint, 2)
    except OSError as error:
        fail(f"cannot listen on {host}:{port}: {error.strerror or error}", "select another with --port", 4)
    except KeyboardInterrupt:
        finish(130)
    finish(code)
