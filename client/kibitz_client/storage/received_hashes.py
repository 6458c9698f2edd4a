"""What this machine received and sent before matches with chance, saved to check the chance events after the end.

A server could exchange the hash of a seed later, but not in this file. Where the file cannot be read or written, play
goes on, and the check says that it does not know the hash.
"""

import contextlib
import json
from pathlib import Path

from kibitz_client.reading import parse_json
from kibitz_client.storage.files import locked, read_private, write_private
from kibitz_protocol.fairness.check import Received

MAX_MATCHES = 500
"""How many matches are kept; the oldest ones are forgotten."""
FIELDS = ("match", "server_seed_hash", "client_seed")


class ReceivedHashes:
    """File of what was received, which all processes of the user share."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def remember(self, received: Received) -> None:
        """Save what was received for a match. The first hash stays; a player who comes back may send another seed."""
        with contextlib.suppress(OSError), locked(self._path):
            kept = self._read()
            known = kept.get(received.match)
            if known is not None and (
                received.client_seed in (None, known.client_seed) or received.server_seed_hash != known.server_seed_hash
            ):
                return
            kept[received.match] = received
            newest = list(kept.values())[-MAX_MATCHES:]
            write_private(self._path, json.dumps([entry._asdict() for entry in newest], indent=1))

    def get(self, match: str) -> Received | None:
        """Return what was received for a match, if this machine played it."""
        with contextlib.suppress(OSError):
            return self._read().get(match)
        return None

    def _read(self) -> dict[str, Received]:
        """Return the entries by match. A file that was written by another program counts as empty."""
        try:
            entries = parse_json(read_private(self._path))
            found = [Received(*(entry.get(name) for name in FIELDS)) for entry in entries]
        except FileNotFoundError:
            return {}
        except (ValueError, TypeError, AttributeError):
            return {}
        return {entry.match: entry for entry in found if _is_whole(entry)}


def _is_whole(entry: Received) -> bool:
    given = entry.client_seed is None or isinstance(entry.client_seed, str)
    return isinstance(entry.match, str) and isinstance(entry.server_seed_hash, str) and given
