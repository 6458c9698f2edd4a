"""The commands about records of matches."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz_client.options import Done
from kibitz_client.settings import Settings
from kibitz_client.trouble import Work

if TYPE_CHECKING:
    from kibitz_client.terminal import Output


def export(
    code: Annotated[str, typer.Argument(help="The code of the match.")],
    pgn: Annotated[bool, typer.Option("--pgn", help="As text with tags and moves, in the manner of PGN.")] = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where to, else standard output.")] = None,
    key_file: Annotated[Path | None, typer.Option(metavar="FILE", help="Holds the key of a private match.")] = None,
) -> Work:
    """Write a whole match: its events as JSON lines, which `replay` shows and verifies, or as text."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.exporting import export

        return export(settings, output, code, pgn=pgn and not settings.json, out=out, key_file=key_file)

    return work


def replay(
    file: Annotated[Path, typer.Argument(help="A record: of `kibitz export`, or of `kibitz watch --json`.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Check it by the rules and the clocks; needs the server installed.")
    ] = False,
    engines: Annotated[bool, typer.Option("--engines", help="With --verify: search again what can be.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="All of it at once, also at a terminal.")] = False,
) -> Work:
    """Show a record move by move, or say where it differs from the rules (exit code 1)."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client import replaying

        return replaying.replay(settings, output, file, plain=plain, verify=verify or engines, engines=engines)

    return work
