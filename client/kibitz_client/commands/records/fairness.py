"""`kibitz fairness`: all chance events of a finished match, computed again by this program."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from kibitz_client.commands.records.export import download
from kibitz_client.commands.records.replay import is_code
from kibitz_client.commands.records.verify import Differs
from kibitz_client.errors import ClientError, UsageError
from kibitz_client.match.record import read_record
from kibitz_client.settings import Settings
from kibitz_client.storage.files import received_path
from kibitz_client.storage.received_hashes import ReceivedHashes
from kibitz_client.terminal.output import Output
from kibitz_protocol.fairness.check import FairnessResult, checked_messages
from kibitz_protocol.fairness.sentences import fairness_sentences, is_fair
from kibitz_protocol.formats.forms import form_of_name
from kibitz_protocol.to_client import Snapshot

HINTS = {
    "running": "try again after the match",
    "no_seed": "take the record of the server after the end: kibitz export CODE --out FILE",
    "incomplete": "check the match itself: kibitz fairness CODE",
}


class NotChecked(ClientError):
    """Chance events that cannot be checked, or not yet."""

    exit_code = 2


async def fairness(settings: Settings, output: Output, source: str, *, key_file: Path | None = None) -> None:
    """Compute the chance events of a match again, and say in a sentence what was checked.

    Args:
        settings: The server and the player.
        output: Where to print.
        source: The file of a record, or the code of a match of the server.
        key_file: The file with the key of a private match.

    Raises:
        BadRecord: The file is not a record.
        Differs: A chance event, the seed or its hash is not what it should be.
        NotChecked: The seed is secret, or the record is not whole.
        ClientError: The match could not be downloaded.
    """
    messages: Iterable[Any]
    if is_code(source):
        _, messages = await download(settings, output, source, key_file)
    elif form_of_name(Path(source).name) is not None:
        raise UsageError("a game in PGN or SGF has no seeds", "check its record: kibitz export CODE --out match.jsonl")
    else:
        messages = [message for message, _ in read_record(Path(source))]
    first, result, sentences = check_here(list(messages))
    sentence, *remarks = sentences
    output.emit(_data(first, result, sentences))
    if result.status == "differs":
        raise Differs(sentence)
    if is_fair(result) is None:
        raise NotChecked(sentence, HINTS.get(result.status))
    if not output.json:
        output.say(sentence, *(f"note: {remark}" for remark in remarks))


def check_here(messages: Sequence[Any]) -> tuple[Snapshot, FairnessResult, list[str]]:
    """Check the chance events of a record against what this machine received before the match.

    Returns:
        The first snapshot, the result, and the result in sentences, of which the first says what was checked.
    """
    first = next(message for message in messages if isinstance(message, Snapshot))
    result = checked_messages(messages, ReceivedHashes(received_path()).get(first.match))
    return first, result, fairness_sentences(result, first.game)


def _data(first: Snapshot, result: FairnessResult, sentences: list[str]) -> dict[str, object]:
    """Return the result for programs."""
    fields = result._asdict() | {"fault": result.fault._asdict() if result.fault is not None else None}
    head = {"t": "fairness", "match": first.match, "code": first.code, "game": first.game.name, "fair": is_fair(result)}
    return {**head, **fields, "server_seed_hash": first.server_seed_hash, "sentences": sentences}
