"""`kibitz-server verify`: check a match record."""

from typing import Annotated

import typer

from kibitz_server.cli.console import finish, run_as_filter


def verify(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The record, as `kibitz watch --json` prints it; - reads input.")
    ],
    engines: Annotated[
        bool, typer.Option("--engines", help="Repeat the engines' searches too, where possible.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Replay a record through the rules and the clocks, and show where it first differs (exit code 1)."""
    from kibitz_server.offline.records.report import check

    run_as_filter()
    finish(check(file, engines=engines, as_json=as_json, say=typer.echo))
