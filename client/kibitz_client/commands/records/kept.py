"""How to see a match again after the command that played it."""

import asyncio
import contextlib
import shlex
from collections.abc import Sequence
from pathlib import Path

from kibitz_client.errors import ClientError
from kibitz_client.match.state import MatchState
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.record import fetch_record
from kibitz_client.network.servers.connect import Connected
from kibitz_client.settings import DEFAULT_SERVER
from kibitz_client.storage.files import matches_path, write_private
from kibitz_protocol.formats.record import record_text

MOST_KEPT = 50
"""Records that are kept; an older one is removed for each new one."""
KEEP_S = 10.0
"""How long the end of a program may wait for records, on a busy machine too."""


async def ways_to_see(connected: Connected, state: MatchState | None) -> list[str]:
    """Return the lines with the command that shows a match again; none if nothing of it is left to show.

    A private server ends with its matches, so the record is kept in a file. A match at one keyboard is in no public
    list, so its code is named. Call it also when the user interrupts the program: it does not wait long.
    """
    if state is None or not state.moves:
        return []
    if connected.private:
        return await kept_records(connected.client, [state])
    if not (state.over and state.local):
        return []
    url = connected.client.url
    return [f"see it again: kibitz replay {state.code}" + ("" if url == DEFAULT_SERVER else f" --server {url}")]


async def kept_records(client: NetworkClient, states: Sequence[MatchState]) -> list[str]:
    """Write the records of matches with moves to files, as far as it is quick. Return the commands that show them."""
    commands: list[str] = []
    with contextlib.suppress(ClientError, OSError, TimeoutError):
        async with asyncio.timeout(KEEP_S):
            for state in filter(lambda state: state.moves, states):
                file = await _kept(client, state)
                commands.append(f"kibitz replay {shlex.quote(str(file))}")
    if len(commands) > 1:
        return ["see them again:", *(f"  {command}" for command in commands)]
    return [f"see it again: {command}" for command in commands]


async def _kept(client: NetworkClient, state: MatchState) -> Path:
    """Write the record of a match, and return its file."""
    file = matches_path() / f"{state.game.name}-{state.code}.jsonl"
    messages = [message async for message in fetch_record(client, state.match)]
    write_private(file, record_text(messages))
    older = sorted(file.parent.glob("*.jsonl"), key=lambda path: path.stat().st_mtime)[:-MOST_KEPT]
    for path in older:
        path.unlink(missing_ok=True)
    return file
