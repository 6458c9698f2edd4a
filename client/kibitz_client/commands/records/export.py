"""`kibitz export`: a whole match as a record, or as text in the manner of PGN or in SGF."""

from pathlib import Path

from kibitz_client.errors import UsageError
from kibitz_client.match.record import file_text
from kibitz_client.network.record import fetch_record
from kibitz_client.network.servers.connect import connect
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.storage.passwords import given_key
from kibitz_client.terminal.match_key import enter
from kibitz_client.terminal.output import Output
from kibitz_protocol.formats.forms import Form, form_of_name
from kibitz_protocol.formats.record import record_text
from kibitz_protocol.to_client import Entered, Event, Snapshot
from kibitz_protocol.to_server import Unwatch, Watch


async def export(
    settings: Settings,
    output: Output,
    code: str,
    *,
    form: Form | None,
    out: Path | None,
    comments: bool = False,
    key_file: Path | None = None,
) -> None:
    """Write a match to a file, or to standard output.

    Args:
        settings: The server and the player.
        output: Where to print.
        code: The code of the match.
        form: PGN or SGF; None for that of the file's name, which is a record if the name has none.
        out: The file; None for standard output.
        comments: Whether a text has scores, clocks and times.
        key_file: The file with the key of a private match.

    Raises:
        UsageError: The file cannot be written, or SGF has no such game.
    """
    if form is None and out is not None and not output.json:
        form = form_of_name(out.name)
    entered, messages = await download(settings, output, code, key_file)
    text = file_text(messages, form, comments=comments) if form is not None else record_text(messages)
    if out is None:
        output.write(text)
    else:
        save(out, text)
        output.warn(f"match {entered.code} written to {out}")


async def download(
    settings: Settings, output: Output, code: str, key_file: Path | None
) -> tuple[Entered, list[Snapshot | Event]]:
    """Return a match of the server, and all its messages."""
    key = given_key(key_file)
    async with connect(settings, output) as connected:
        # Watching a match of the archive makes the server load it.
        entered = await enter(connected.client, lambda key: build(Watch, match=code, key=key), key)
        await connected.client.ask(build(Unwatch, match=entered.match))
        return entered, [message async for message in fetch_record(connected.client, entered.match, key)]


def save(file: Path, text: str) -> None:
    """Write a text to a file.

    Raises:
        UsageError: It cannot be written.
    """
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}") from None
