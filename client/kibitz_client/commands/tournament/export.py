"""`kibitz tournament export`: a tournament as a file."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, get_args

from kibitz_client.commands.tournament.ask import action, ask
from kibitz_client.errors import UsageError
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.servers.connect import connect
from kibitz_client.settings import Settings
from kibitz_client.terminal.output import Output
from kibitz_protocol.tournaments.commands import ExportTournament
from kibitz_protocol.tournaments.views import TournamentFile

Form = Literal["json", "trf", "pgn", "csv", "html"]
MOST_BYTES = 1 << 30
"""The longest file that is written."""


def chosen_form(given: Sequence[str], out: Path | None) -> Form:
    """Return the form of a file that options name, otherwise that of the ending of its name.

    Raises:
        UsageError: Several forms are given.
    """
    if len(given) > 1:
        raise UsageError(f"--{given[0]} and --{given[1]} exclude each other", "leave one of them out")
    ending = out.suffix.lower().removeprefix(".") if out is not None else ""
    name = given[0] if given else ending
    return next((form for form in get_args(Form) if form == name), "json")


async def export(settings: Settings, output: Output, code: str, form: Form, out: Path | None, key: str | None) -> None:
    """Write a tournament to a file, or to standard output."""
    settings, code = settings.invited(code)
    async with connect(settings, output) as connected:
        text = await exported(connected.client, code, form, key)
    if out is None:
        output.write(text)
    else:
        write(out, text)
        output.warn(f"tournament {code} written to {out} as {form.upper()}")


async def exported(client: NetworkClient, code: str, form: Form, key: str | None = None) -> str:
    """Return a tournament as the text of a file."""
    parts: list[str] = []
    since: int | None = 0
    size = 0
    while since is not None and size < MOST_BYTES:
        part = await ask(client, action(ExportTournament, code, key, form=form, since=since), TournamentFile)
        parts.append(part.content)
        size += len(part.content)
        # A server that does not get on must not keep the client here.
        since = part.next if part.next is None or part.next > since else None
    return "".join(parts)


def write(file: Path, text: str) -> None:
    """Write a text to a file.

    Raises:
        UsageError: The file cannot be written.
    """
    try:
        file.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}") from None
