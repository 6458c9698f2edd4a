"""How to see a match again after the command that played it."""

import contextlib
import shlex
from pathlib import Path

from kibitz_client.errors import ClientError
from kibitz_client.match.state import MatchState
from kibitz_client.network.record import fetch_record
from kibitz_client.network.servers.connect import Connected
from kibitz_client.settings import DEFAULT_SERVER
from kibitz_client.storage.files import matches_path, write_private
from kibitz_protocol.formats.record import record_text

MOST_KEPT = 50
"""Records that are kept; an older one is removed for each new one."""


async def ways_to_see(connected: Connected, state: MatchState | None) -> list[str]:
    """Return the lines with the command that shows a match again; none if nothing of it is left to show.

    A private server ends with its matches, so the record is kept in a file. A match at one keyboard is in no public
    list, so its code is named.
    """
    if state is None or not state.moves:
        return []
    if connected.private:
        file = await _kept(connected, state)
        return [f"see it again: kibitz replay {shlex.quote(str(file))}"] if file is not None else []
    if not (state.over and state.local):
        return []
    url = connected.client.url
    return [f"see it again: kibitz replay {state.code}" + ("" if url == DEFAULT_SERVER else f" --server {url}")]


async def _kept(connected: Connected, state: MatchState) -> Path | None:
    """Write the record of a match, and return its file; None if that is not possible."""
    file = matches_path() / f"{state.game.name}-{state.code}.jsonl"
    with contextlib.suppress(ClientError, OSError):
        messages = [message async for message in fetch_record(connected.client, state.match)]
        write_private(file, record_text(messages))
        older = sorted(file.parent.glob("*.jsonl"), key=lambda path: path.stat().st_mtime)[:-MOST_KEPT]
        for path in older:
            path.unlink(missing_ok=True)
        return file
    return None
