"""The work of `kibitz stats`: the server package computes all statistics, in a process of its own."""

from collections.abc import Mapping, Sequence

from kibitz_client.commands.server_program import run_server_command
from kibitz_client.errors import UsageError
from kibitz_client.settings import Settings
from kibitz_client.terminal.output import Output

WRONG_USE = 2


async def stats(
    settings: Settings, output: Output, name: str, words: Sequence[str], options: Mapping[str, str | None]
) -> None:
    """Print the statistics of a command, whose exit code is that of the program.

    Args:
        name: The command: `elo`, `sprt` or `list`.
        words: Its arguments.
        options: Its options; None for those that were not given.

    Raises:
        UsageError: The results cannot be used, or the server is not installed.
    """
    given = [f"{option}={text}" for option, text in options.items() if text is not None]
    if settings.json:
        given.append("--json")
    ended = await run_server_command("stats", name, *given, *words, own_input="-" in words)
    if ended.code == WRONG_USE or not ended.out:
        sentence, hint = ended.error(f"the statistics ended with code {ended.code}")
        raise UsageError(sentence, hint and hint.replace("kibitz-server stats", "kibitz stats"))
    output.write(ended.out)
    output.exit_code = ended.code
