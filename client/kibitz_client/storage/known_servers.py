"""The servers that this machine has used, so that a client asks before it joins one that only a network named."""

import contextlib
import json
from pathlib import Path

from kibitz_client.reading import parse_json
from kibitz_client.storage.credentials import Credentials
from kibitz_client.storage.files import accounts_path, guests_path, read_private, servers_path, write_private

MAX_SERVERS = 200
"""How many addresses are kept. The one that was new first is forgotten first."""


class KnownServers:
    """File of the addresses of servers, the newest last. An unreadable file counts as empty."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __contains__(self, server: str) -> bool:
        return server in self._read()

    def note(self, server: str) -> None:
        """Remember a server. Without a place to write, it is forgotten."""
        known = self._read()
        if server not in known:
            with contextlib.suppress(OSError):
                write_private(self._path, json.dumps([*known, server][-MAX_SERVERS:], indent=1) + "\n")

    def _read(self) -> list[str]:
        try:
            return [server for server in parse_json(read_private(self._path)) if isinstance(server, str)]
        except (OSError, ValueError, TypeError):
            return []


def note_used(server: str) -> None:
    """Remember that this machine has used a server."""
    KnownServers(servers_path()).note(server)


def is_used(server: str) -> bool:
    """Return whether this machine has used a server, or has an account or a guest there."""
    stored = (Credentials(path()).get(server) for path in (accounts_path, guests_path))
    return server in KnownServers(servers_path()) or any(stored)
