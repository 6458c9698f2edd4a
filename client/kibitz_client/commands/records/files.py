"""Files of games: records, and PGN or SGF, which the server package of Kibitz makes records of, in another process."""

from pathlib import Path
from typing import Any

from kibitz_client.commands.server_program import run_server_command
from kibitz_client.match.record import PASTED, BadRecord, read_record, read_record_text
from kibitz_client.match.state import MatchState
from kibitz_protocol.formats.forms import Form, form_of_name


async def read_match(source: Path | str) -> list[tuple[Any, MatchState]]:
    """Return the messages of a record, or of the first game of a file in PGN or SGF, each with the state after it.

    Args:
        source: The file, or the text of one in SGF.

    Raises:
        UsageError: The file is in PGN or SGF, and the server is not installed.
        BadRecord: The file cannot be read, or is not in any of these formats.
    """
    if isinstance(source, str):
        return read_record_text(await _record("sgf", "-", source), PASTED)
    form = form_of_name(source.name)
    if form is None:
        return read_record(source)
    return read_record_text(await file_record(source, form), str(source))


async def file_record(file: Path, form: Form) -> str:
    """Return the record of the first game of a file.

    Raises:
        UsageError: The server is not installed.
        BadRecord: The file cannot be read, or does not have that form.
    """
    return await _record(form, str(file))


async def _record(form: Form, file: str, text: str | None = None) -> str:
    """Return what the command for a format makes of a file or, as its input, of text."""
    ended = await run_server_command(form, file, text=text)
    if ended.code:
        raise BadRecord(*ended.error(f"{file} cannot be read"))
    return ended.out
