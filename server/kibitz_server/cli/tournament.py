"""`kibitz-server tournament`: verify the complete file of a tournament."""

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz_server.cli.console import fail, finish, run_as_filter

if TYPE_CHECKING:
    from kibitz_server.tournament_files.verify import Pair, PairedRound, Verification

app = typer.Typer(help="Check files of tournaments.", rich_markup_mode=None, no_args_is_help=True)


@app.callback()
def tournament() -> None:
    """Check files of tournaments."""


@app.command()
def verify(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The file, as `kibitz tournament export CODE --json` writes it.")
    ],
    engines: Annotated[
        bool, typer.Option("--engines", help="Repeat the engines' searches too, where possible.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Compute pairings, counts, tie-breaks and statistics again, and name what differs (exit code 1)."""
    from kibitz_protocol.validation.reading import open_regular
    from kibitz_server.tournament_files.verify import MOST_BYTES, CompleteFile, NotATournament
    from kibitz_server.tournament_files.verify import verify as verify_file

    run_as_filter()
    try:
        with open_regular(file) as stream:
            content = stream.read(MOST_BYTES + 1)
        found = verify_file(CompleteFile(content), _pair(), engines=engines)
    except (NotATournament, OSError) as error:
        fail(f"{file} cannot be verified: {error}", "kibitz tournament export CODE --json --out FILE")
    for line in [json.dumps(_summary(found))] if as_json else _sentences(found):
        typer.echo(line)
    finish(1 if found.differences else 0)


def _pair() -> "Pair":
    from kibitz_server.runtime.tournaments.swiss import SwissPairing, Unpaired
    from kibitz_server.tournament_files.verify import PairedRound

    def pair(trf: str) -> "PairedRound | str":
        answer = asyncio.run(SwissPairing().pair(trf))
        return answer.message if isinstance(answer, Unpaired) else PairedRound(answer.pairs, answer.bye)

    return pair


def _summary(found: "Verification") -> dict[str, object]:
    return {
        "kind": "verified",
        "name": found.name,
        "differences": found.differences,
        "notes": found.notes,
        "events": found.events,
        "rounds": found.rounds,
        "games": found.games,
        "searches": found.searches,
    }


def _sentences(found: "Verification") -> list[str]:
    searches = f", {found.searches} searches repeated" if found.searches else ""
    counts = {"event": found.events, "round": found.rounds, "game": found.games}
    told = ", ".join(f"{count} {one}{'s' * (count != 1)}" for one, count in counts.items())
    checked = f"{found.name}: {told} checked{searches}"
    if found.differences:
        return [*(f"difference: {each}" for each in found.differences), *_notes(found), f"{checked}; it differs"]
    return [*_notes(found), f"{checked}; all is as it should be"]


def _notes(found: "Verification") -> list[str]:
    return [f"note: {each}" for each in found.notes]
