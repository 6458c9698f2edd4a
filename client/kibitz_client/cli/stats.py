"""Typer commands of `kibitz stats`: statistics of results, which the server package computes."""

from typing import TYPE_CHECKING, Annotated

import typer

from kibitz_client.cli.command import WITHOUT_SERVER, command
from kibitz_client.cli.options import Done
from kibitz_client.cli.runner import Work
from kibitz_client.settings import Settings

if TYPE_CHECKING:
    from kibitz_client.terminal.output import Output

app = typer.Typer(
    help="Compute the strength of players from counts of results, or from the games of a file.",
    rich_markup_mode=None,
    no_args_is_help=True,
)

Words = list[str] | None
Results = Annotated[
    Words,
    typer.Argument(metavar="COUNTS|FILE", help="Counts, such as 34,54,63,64,75, or a file of games; - reads input."),
]
Pairs = Annotated[
    str | None, typer.Option(metavar="COUNTS", help="Game pairs with 0, 1/2, 1, 3/2 and 2 points: 34,54,63,64,75.")
]
Games = Annotated[str | None, typer.Option(metavar="COUNTS", help="Games lost, drawn and won: 96,111,136.")]
Of = Annotated[str | None, typer.Option("--of", metavar="NAME", help="The first player of a file.")]
Against = Annotated[str | None, typer.Option(metavar="NAME", help="The second player of a file (default: all others).")]


@command(app, shared=WITHOUT_SERVER, signs=True)
def elo(
    results: Results = None, pairs: Pairs = None, games: Games = None, of: Of = None, against: Against = None
) -> Work:
    """Show the difference in Elo between two players, with its interval of 95 %."""
    return _work("elo", results, {"--pairs": pairs, "--games": games, "--of": of, "--against": against})


@command(app, shared=WITHOUT_SERVER, signs=True)
def sprt(
    results: Annotated[
        Words, typer.Argument(metavar="TEST COUNTS|FILE", help="ELO0:ELO1[:ALPHA:BETA[:MODEL]], and results.")
    ] = None,
    pairs: Pairs = None,
    games: Games = None,
    of: Of = None,
    against: Against = None,
) -> Work:
    """Decide whether a player is stronger by ELO1 rather than by ELO0: exit code 0 passed, 1 failed, 6 undecided.

    MODEL is normalized (the default) or logistic. ALPHA and BETA are the error rates; both are 0.05 by default.
    """
    return _work("sprt", results, {"--pairs": pairs, "--games": games, "--of": of, "--against": against})


@command(app, "list", shared=WITHOUT_SERVER, signs=True)
def rating_list(
    results: Annotated[
        Words,
        typer.Argument(metavar="FILE|RESULT...", help="A file of games, or results such as A,B,22.5/30 or A,B,5,5,20."),
    ] = None,
    anchor: Annotated[
        str | None, typer.Option(metavar="NAME=ELO", help="The rating of one player (default: the mean is 0).")
    ] = None,
    prior: Annotated[
        float, typer.Option(min=0, max=1000, metavar="N", help="Draws of each player against the mean to add.")
    ] = 1.0,
) -> Work:
    """Show the ratings of all players, by the model of Bradley and Terry, with their errors."""
    return _work("list", results, {"--anchor": anchor, "--prior": str(prior)})


def _work(name: str, results: Words, options: dict[str, str | None]) -> Work:
    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.stats import stats

        return stats(settings, output, name, results or [], options)

    return work
