"""Verification of records by `kibitz-server verify`, in a process of its own."""

from pathlib import Path

from kibitz_client.commands.server_program import run_server_command
from kibitz_client.errors import ClientError
from kibitz_client.match.record import BadRecord
from kibitz_client.storage.files import temporary_file

TIMEOUT_S = 60.0
"""How long the app waits for the verifier."""


class Differs(ClientError):
    """A record that differs from the rules; the verifier has printed how."""


async def verify(file: Path, *, engines: bool, as_json: bool) -> None:
    """Verify a record file; the verifier prints its report to the standard output.

    Args:
        engines: Whether to repeat the searches that can be repeated.

    Raises:
        UsageError: The server is not installed.
        Differs: The record differs from the rules.
        BadRecord: The file is not a record.
    """
    options = [*(["--engines"] if engines else []), *(["--json"] if as_json else [])]
    ended = await run_server_command("verify", str(file), *options, captured=False)
    if ended.code == 1:
        raise Differs(f"{file} differs from the rules")
    if ended.code:
        raise BadRecord(f"{file} was not verified")


async def verdict(record: str) -> str:
    """Verify the text of a record, and return the last line of the verifier's report.

    Raises:
        UsageError: The server is not installed.
        TimeoutError: The verifier took longer than `TIMEOUT_S`.
    """
    with temporary_file("record.jsonl", record) as file:
        ended = await run_server_command("verify", str(file), timeout_s=TIMEOUT_S)
    lines = (ended.out or ended.err).strip().splitlines()
    return lines[-1] if lines else f"verify ended with code {ended.code}"
