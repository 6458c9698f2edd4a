"""Commands of `kibitz-server stats`. Results are counts that are typed, or the games of a file in PGN."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz_server.cli.console import fail, finish, run_as_filter

if TYPE_CHECKING:
    from kibitz_server.core.tournament.statistics.sprt import Verdict

app = typer.Typer(
    help="Compute the strength of players from counts of results, or from the games of a file.",
    rich_markup_mode=None,
    no_args_is_help=True,
)

EXIT_CODES: "dict[Verdict, int]" = {"passed": 0, "failed": 1, "undecided": 6}
SIGNS = {"ignore_unknown_options": True}
"""Settings of commands whose arguments may begin with a minus, as in -5:5 or -96."""

Results = Annotated[
    list[str] | None,
    typer.Argument(metavar="COUNTS|FILE", help="Counts, such as 34,54,63,64,75, or a file of games; - reads input."),
]
Pairs = Annotated[
    str | None,
    typer.Option(metavar="COUNTS", help="Count game pairs with 0, 1/2, 1, 3/2 and 2 points: 34,54,63,64,75."),
]
Games = Annotated[str | None, typer.Option(metavar="COUNTS", help="Count games lost, drawn and won: 96,111,136.")]
Of = Annotated[str | None, typer.Option("--of", metavar="NAME", help="Select the first player of a file.")]
Against = Annotated[
    str | None, typer.Option(metavar="NAME", help="Select the second player of a file; default: all others.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


@app.command(context_settings=SIGNS)
def elo(
    results: Results = None,
    pairs: Pairs = None,
    games: Games = None,
    of: Of = None,
    against: Against = None,
    as_json: Json = False,
) -> None:
    """Show the difference in Elo between two players, with its interval of 95 %."""
    from kibitz_server.cli.stats import report
    from kibitz_server.cli.stats.source import two_players
    from kibitz_server.core.tournament.statistics.pairs import pair_statistics

    with _refusing(results):
        found = two_players(results or [], pairs, games, of, against)
    statistics = pair_statistics(found.counts)
    told = report.FileReport.of(found)
    _show(told.data | report.strength_data(statistics), told.around(report.strength_lines(statistics)), as_json)


@app.command(context_settings=SIGNS)
def sprt(
    results: Annotated[
        list[str] | None,
        typer.Argument(metavar="TEST COUNTS|FILE", help="The test, ELO0:ELO1[:ALPHA:BETA[:MODEL]], and results."),
    ] = None,
    pairs: Pairs = None,
    games: Games = None,
    of: Of = None,
    against: Against = None,
    as_json: Json = False,
) -> None:
    """Decide whether a player is stronger by ELO1 rather than by ELO0: exit code 0 passed, 1 failed, 6 undecided.

    MODEL is normalized (the default) or logistic. ALPHA and BETA are the error rates; both are 0.05 by default.
    """
    from kibitz_server.cli.stats import report
    from kibitz_server.cli.stats.source import test_among, two_players
    from kibitz_server.core.tournament.statistics.pairs import pair_statistics
    from kibitz_server.core.tournament.statistics.sprt import Monitor

    with _refusing(results):
        test, words = test_among(results or [])
        found = two_players(words, pairs, games, of, against)
    counts, verdict = found.counts, test.verdict(found.counts)
    if found.between is not None and found.between.sample == "pairs":
        # The file has the order of the pairs: the one that crosses a bound decides.
        monitor = Monitor(test)
        for points in found.between.points:
            monitor = monitor.after(points)
        counts, verdict = monitor.counts, monitor.verdict
    statistics, ratio = pair_statistics(counts), test.ratio(counts)
    told = report.FileReport.of(found, later=sum(found.counts) - sum(counts))
    lines = [*report.test_lines(test, ratio, verdict, statistics), *report.strength_lines(statistics)]
    data = report.strength_data(statistics) | report.test_data(test, ratio, verdict)
    _show(told.data | data, told.around(lines), as_json)
    finish(EXIT_CODES[verdict])


@app.command("list", context_settings=SIGNS)
def rating_list(
    results: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE|RESULT...", help="A file of games, or results such as A,B,22.5/30 or A,B,5,5,20."),
    ] = None,
    anchor: Annotated[
        str | None, typer.Option(metavar="NAME=ELO", help="Give a player this rating; default: the mean is 0.")
    ] = None,
    prior: Annotated[
        float, typer.Option(min=0, max=1000, metavar="N", help="Add N draws of each player against the mean.")
    ] = 1.0,
    as_json: Json = False,
) -> None:
    """Show the ratings of all players, by the model of Bradley and Terry, with their errors."""
    from kibitz_server.cli.stats import report
    from kibitz_server.cli.stats.counts import LIST_HINT
    from kibitz_server.cli.stats.source import anchor_of, many_players
    from kibitz_server.core.tournament.statistics.rating_list import rating_list

    with _refusing(results, LIST_HINT):
        found = many_players(results or [])
        fixed = anchor_of(anchor, found.names) if anchor is not None else None
        names = {number: name for name, number in found.names.items()}
        rows = rating_list(list(names), found.encounters, prior=prior, anchor=fixed)
    data = report.list_data(rows, names) | {"prior": prior, "anchor": anchor, "left_out": found.left_out}
    _show(data, [*report.list_lines(rows, names), *report.left_out_lines(found.left_out)], as_json)


@contextmanager
def _refusing(words: Sequence[str] | None, hint: str | None = None) -> Iterator[None]:
    """End the command with a sentence and a way out if its results cannot be used."""
    from kibitz_server.cli.stats.counts import BadResults

    run_as_filter()
    option = next((word for word in words or () if word.startswith("--")), None)
    if option is not None:
        fail(f"there is no option {option[:40]}", "kibitz-server stats --help")
    try:
        yield
    except BadResults as error:
        fail(str(error), error.hint)
    except ValueError as error:
        fail(str(error), hint)


def _show(data: dict[str, Any], lines: Sequence[str], as_json: bool) -> None:
    from kibitz_protocol.validation.legible import legible

    if as_json:
        typer.echo(json.dumps(data, ensure_ascii=False, allow_nan=False))
        return
    for line in lines:
        typer.echo(legible(line))
