"""The commands about records of matches."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from kibitz_client.cli.options import Done, KeyFile, Options
from kibitz_client.cli.runner import Work
from kibitz_client.settings import Settings

if TYPE_CHECKING:
    from kibitz_client.terminal.output import Output

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz_client.terminal.output import Output


def export(
    code: Annotated[str, typer.Argument(help="The code of the match.")],
    pgn: Annotated[bool, typer.Option("--pgn", help="As text with tags and moves, in the manner of PGN.")] = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where to, else standard output.")] = None,
    key_file: Annotated[Path | None, typer.Option(metavar="FILE", help="Holds the key of a private match.")] = None,
) -> Work:
    """Write a whole match: its events as JSON lines, which `replay` shows and verifies, or as text."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.export import export

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
        from kibitz_client.commands import replay as replaying

        return replaying.replay(settings, output, file, plain=plain, verify=verify or engines, engines=engines)

    return work


def explain(
    game: Annotated[str | None, typer.Argument(help="The name of a game; see: kibitz games")] = None,
    match: Annotated[str | None, typer.Option(metavar="CODE", help="A match as it stands, in place of a game.")] = None,
    tree: Annotated[
        str | None, typer.Option(metavar="LISTS", help="Leaf values of your own: '[[3, 12, 8], [2, 4, 6]]'.")
    ] = None,
    option: Options = None,
    position: Annotated[str | None, typer.Option(help="The position to start from, as the server writes it.")] = None,
    moves: Annotated[str | None, typer.Option(help="Moves before that: b2,a1.")] = None,
    algorithm: Annotated[
        Literal["textbook", "minimax"], typer.Option(help="Alpha-beta as in the textbook, or without cut-offs.")
    ] = "textbook",
    depth: Annotated[int, typer.Option(min=0, max=12, metavar="N", help="Plies to look ahead.")] = 3,
    first: Annotated[
        Literal["max", "min"] | None, typer.Option(help="Who is to move at the root of your own tree; else max.")
    ] = None,
    key_file: KeyFile = None,
) -> Work:
    """Show the tree that a search looks at: alpha, beta and value of each node, and what was cut off."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.explain import explain
        from kibitz_client.parsing.arguments import ExplainRequest

        wanted = ExplainRequest(game, match, tree, tuple(option or ()), position, moves, algorithm, depth, first)
        return explain(settings, output, wanted, key_file)

    return work
