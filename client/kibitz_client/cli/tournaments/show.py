"""The commands of `kibitz tournament` that show tournaments, and write them to files."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz_client.cli import completion
from kibitz_client.cli.options import Done, KeyFile
from kibitz_client.cli.runner import Work
from kibitz_client.settings import Settings

if TYPE_CHECKING:
    from kibitz_client.terminal.output import Output

Code = Annotated[
    str,
    typer.Argument(
        metavar="CODE",
        help="The code of the tournament, T-7KQ2XF, or its address.",
        autocompletion=completion.tournaments,
    ),
]
Entrant = Annotated[str, typer.Argument(metavar="NAME", help="The name of an entrant.")]


class State(StrEnum):
    """State of a tournament in the list."""

    RUNNING = "running"
    ANNOUNCED = "announced"
    FINISHED = "finished"


def key_of(file: Path | None) -> str | None:
    """Return the key of a private tournament."""
    from kibitz_client.storage.passwords import given_key

    return given_key(file)


def list_all(
    state: Annotated[
        State | None, typer.Option("--state", help="Only tournaments in this state.", show_default=False)
    ] = None,
    mine: Annotated[bool, typer.Option("--mine", help="Only those that you organise or have entered.")] = False,
) -> Work:
    """List the tournaments of the server: running, announced, then finished ones."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.tournament.show import list_all
        from kibitz_protocol.tournaments.commands import ListTournaments

        return list_all(settings, output, ListTournaments(state=state.value if state else None, mine=mine))

    return work


def show(code: Code, key_file: KeyFile = None) -> Work:
    """Show a tournament: what it is, how far it is, your own row, and the standings."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.tournament.show import show

        return show(settings, output, code, key_of(key_file))

    return work


def standings(code: Code, key_file: KeyFile = None) -> Work:
    """Show the standings of all entrants."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.tournament.show import standings

        return standings(settings, output, code, key_of(key_file))

    return work


def crosstable(code: Code, key_file: KeyFile = None) -> Work:
    """Show the results of all entrants against each other, or by round."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.tournament.show import crosstable

        return crosstable(settings, output, code, key_of(key_file))

    return work


def games(
    code: Code,
    round: Annotated[
        int | None, typer.Option("--round", min=1, max=10_000_000, metavar="N", help="Only games of this round.")
    ] = None,
    entrant: Annotated[str | None, typer.Option(metavar="NAME", help="Only games of this entrant.")] = None,
    opponent: Annotated[str | None, typer.Option(metavar="NAME", help="Only games against this one too.")] = None,
    key_file: KeyFile = None,
) -> Work:
    """List the games: live ones first, then the newest."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.tournament.show import games

        key = key_of(key_file)
        return games(settings, output, code, key, round=round, entrant=entrant, opponent=opponent)

    return work


def stats(code: Code, key_file: KeyFile = None) -> Work:
    """Show the statistics: pairs of games, Elo with its interval, the test, repeated games and warnings."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.tournament.show import statistics

        return statistics(settings, output, code, key_of(key_file))

    return work


def rounds(
    code: Code,
    round: Annotated[
        int | None,
        typer.Option("--round", min=1, max=10_000_000, metavar="N", help="Show this round. Default: the latest."),
    ] = None,
    key_file: KeyFile = None,
) -> Work:
    """Show the pairings of a round with their results."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.tournament.show import rounds

        return rounds(settings, output, code, round, key_of(key_file))

    return work


def why(entrant: Entrant, code: Code, key_file: KeyFile = None) -> Work:
    """Explain the place of an entrant and its tie-breaks, and what it waits for."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.tournament.show import why

        return why(settings, output, entrant, code, key_of(key_file))

    return work


def watch(code: Code, key_file: KeyFile = None) -> Work:
    """Follow a tournament until it ends. Without a terminal, print what happens as lines."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.tournament.watch import watch

        return watch(settings, output, code, key_of(key_file))

    return work


def export(
    code: Code,
    as_record: Annotated[bool, typer.Option("--json", help="Write everything, which verify checks (default).")] = False,
    trf: Annotated[bool, typer.Option("--trf", help="Write FIDE's report file of a Swiss or a round robin.")] = False,
    pgn: Annotated[bool, typer.Option("--pgn", help="Write the games as PGN.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Write the standings as a table for spreadsheets.")] = False,
    html: Annotated[bool, typer.Option("--html", help="Write one page, which needs no script.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write to this file (default: standard output). Its ending selects the form."
        ),
    ] = None,
    key_file: KeyFile = None,
) -> Work:
    """Write a tournament as a file."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.tournament.export import chosen_form, export

        given = {"json": as_record, "trf": trf, "pgn": pgn, "csv": csv, "html": html}
        form = chosen_form([name for name, wanted in given.items() if wanted], out)
        return export(settings, output, code, form, out, key_of(key_file))

    return work


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A tournament from: kibitz tournament export --json")],
    engines: Annotated[bool, typer.Option("--engines", help="Repeat the searches that can be repeated.")] = False,
) -> Work:
    """Check that pairings, counts, tie-breaks and statistics of a file follow from its games; needs no server."""

    def work(_settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.records.verify import verify

        return verify(output, "tournament", "verify", file=file, engines=engines, differs="what its games say")

    return work
