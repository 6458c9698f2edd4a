"""`kibitz-server verify` and `check-client`: whether records, and other people's clients, hold."""

from typing import Annotated

import typer

from kibitz_server.cli.console import be_a_filter, fail


def verify(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A record, as `kibitz watch --json` prints; - for input.")
    ],
    engines: Annotated[bool, typer.Option("--engines", help="Also search again what can be repeated.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Replay a record through the rules and the clocks, and say where it first differs (exit code 1)."""
    from kibitz_server.offline.records.report import check

    be_a_filter()
    raise typer.Exit(check(file, engines=engines, as_json=as_json, say=typer.echo))


def check_client(
    game: Annotated[str, typer.Option(help="Which game; one with some twenty moves a side.")] = "reversi",
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 for any free one.")] = 0,
    patience: Annotated[float, typer.Option(min=0.1, help="Seconds without a move before it is given up.")] = 60.0,
    as_json: Annotated[bool, typer.Option("--json", help="JSON objects, one a line.")] = False,
) -> None:
    """Put a client or bot through drops, restarts, repetitions and news; exit code 1 when it gets lost.

    `kibitz bot check` is the same for servers.
    """
    import asyncio

    from kibitz_server.conformance.run import BadGame, examine
    from kibitz_server.telemetry import logs

    def say(text: str) -> None:
        print(text, flush=True)

    logs.set_up("error")
    try:
        code = asyncio.run(examine(game, host, port, patience, as_json=as_json, say=say))
    except BadGame as error:
        fail(str(error), error.hint, 2)
    except OSError as error:
        fail(f"cannot listen on {host}:{port}: {error.strerror or error}", "choose another with --port", 4)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    raise typer.Exit(code)
