"""The command that has a search tree explained."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from kibitz_client.options import Done, KeyFile, Options
from kibitz_client.settings import Settings
from kibitz_client.trouble import Work

if TYPE_CHECKING:
    from kibitz_client.terminal import Output


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
        from kibitz_client.explaining import Wanted, explain

        wanted = Wanted(game, match, tree, tuple(option or ()), position, moves, algorithm, depth, first)
        return explain(settings, output, wanted, key_file)

    return work
