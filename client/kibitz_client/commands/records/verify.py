"""Verification of records by `kibitz-server verify`, in a process of its own."""

from pathlib import Path

from kibitz_client.commands.server_program import run_server_command
from kibitz_client.errors import ClientError
from kibitz_client.storage.files import temporary_file
from kibitz_client.terminal.output import Output

TIMEOUT_S = 60.0
"""How long the app waits for the verifier."""


class Differs(ClientError):
    """A record that differs from the rules; the verifier has printed how."""


async def verify(output: Output, *command: str, file: Path, engines: bool, differs: str) -> None:
    """Verify a file; the verifier prints its report to the standard output, and why it cannot read a file.

    Args:
        output: Gets the exit code of the verifier.
        command: The command of the server that verifies such files.
        file: The file.
        engines: Whether to repeat the searches that can be repeated.
        differs: What is said of a file that differs from what it should be.

    Raises:
        UsageError: The server is not installed.
        Differs: The file differs.
    """
    options = [*(["--engines"] if engines else []), *(["--json"] if output.json else [])]
    ended = await run_server_command(*command, str(file), *options, captured=False)
    if ended.code == 1:
        raise Differs(f"{file} differs from {differs}")
    output.exit_code = ended.code


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
