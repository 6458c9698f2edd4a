"""`kibitz export`: a whole match as a record, or as text for people and other programs."""

from pathlib import Path

from kibitz_client.errors import UsageError
from kibitz_client.match.record import HEADER
from kibitz_client.match.state import advance
from kibitz_client.network.connect import connect
from kibitz_client.network.record import recorded
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.storage.passwords import given_key
from kibitz_client.terminal.match_key import enter
from kibitz_client.terminal.output import Output
from kibitz_client.text.pgn import notation
from kibitz_protocol.codec import encode
from kibitz_protocol.to_client import Event, Snapshot
from kibitz_protocol.to_server import Unwatch, Watch


async def export(
    settings: Settings, output: Output, code: str, *, pgn: bool, out: Path | None, key_file: Path | None = None
) -> None:
    """Write a match to a file, or to standard output. Raises Misuse when the file cannot be written."""
    key = given_key(key_file)
    async with connect(settings, output) as connected:
        # Who watches a match of the archive brings it back.
        entered = await enter(connected.client, lambda key: build(Watch, match=code, key=key), key)
        await connected.client.ask(build(Unwatch, match=entered.match))
        messages = [message async for message in recorded(connected.client, entered.match, key)]
    text = as_notation(messages) if pgn else _as_record(messages)
    if out is None:
        output.write(text)
    else:
        _save(out, text)
        output.warn(f"match {entered.code} written to {out}")


def _save(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}") from None


def _as_record(messages: list[Snapshot | Event]) -> str:
    lines = [HEADER, *(message.model_dump(mode="json") for message in messages)]
    return "".join(f"{encode(line).decode()}\n" for line in lines)


def as_notation(messages: list[Snapshot | Event]) -> str:
    """The match as text in the manner of PGN."""
    state, started_at = None, None
    for message in messages:
        state = advance(state, message)
        if isinstance(message, Event) and message.event.kind == "started" and started_at is None:
            started_at = message.at
    first = messages[0]
    assert state is not None
    assert isinstance(first, Snapshot)
    return notation(first, state, started_at)
