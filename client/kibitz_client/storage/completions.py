"""Games and engines of servers, kept for the completion of shells, which must not wait for a server each time."""

import contextlib
import json
import time
from pathlib import Path
from typing import Any

from kibitz_client.reading import read_json
from kibitz_client.storage.files import write_private

FRESH_S = 24 * 3600.0
"""How long a list is used before the server is asked again."""
MAX_SERVERS = 20

Lists = dict[str, list[tuple[str, str]]]
"""Words with a remark each, by kind: `games` and `engines`."""


class Completions:
    """File of words by server. An unreadable file counts as empty, and a write that fails is skipped."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self, server: str, *, stale: bool = False) -> Lists | None:
        """Return the words of a server, or None if there are none.

        Args:
            stale: Whether an old list will do, because the server does not answer.
        """
        entry: Any = self._read().get(server)
        # Another program may have written anything into the file.
        with contextlib.suppress(TypeError, ValueError, AttributeError, KeyError):
            if not (stale or 0 <= time.time() - entry.get("at", 0) < FRESH_S):
                return None
            return {kind: [(str(word), str(help)) for word, help in words] for kind, words in entry["lists"].items()}
        return None

    def keep(self, server: str, lists: Lists) -> None:
        """Save the words of a server."""
        kept = {name: entry for name, entry in self._read().items() if name != server}
        latest = dict(list(kept.items())[-MAX_SERVERS + 1 :])
        with contextlib.suppress(OSError):
            write_private(self._path, json.dumps({**latest, server: {"at": time.time(), "lists": lists}}))

    def _read(self) -> dict[str, Any]:
        try:
            kept = read_json(self._path)
            return kept if isinstance(kept, dict) else {}
        except (OSError, ValueError):
            return {}
