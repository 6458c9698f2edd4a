"""`kibitz explain`: the tree of a small search by the server, as indented lines."""

from pathlib import Path

from kibitz_client.errors import UsageError
from kibitz_client.network.servers.connect import connect_or_start
from kibitz_client.parsing.arguments import ExplainRequest, explain_command
from kibitz_client.settings import Settings
from kibitz_client.storage.passwords import given_key
from kibitz_client.terminal.output import Output
from kibitz_client.text.tree import tree_heading, tree_lines


async def explain(settings: Settings, output: Output, request: ExplainRequest, key_file: Path | None = None) -> None:
    """Show the tree of a search.

    Raises:
        UsageError: The request is invalid, or the server cannot explain searches.
    """
    command = explain_command(request, given_key(key_file) if request.match is not None else None)
    async with connect_or_start(settings, output) as connected:
        if "explain" not in connected.client.welcome.capabilities:
            raise UsageError("this server explains no search trees", "name another with --server")
        explained = await connected.client.ask(command)
    output.emit(explained)
    if not output.json:
        output.say(tree_heading(explained), *tree_lines(explained, output.style))
