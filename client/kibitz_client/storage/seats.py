"""The seats that this machine has taken, saved so that a player can come back to an interrupted match.

The file holds tokens, so only its owner can read it. When the file cannot be read or written, the user is warned and
play goes on.
"""

import contextlib
import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from kibitz_client.reading import parse_json
from kibitz_client.storage.files import locked, read_private, write_private

MAX_SEATS = 100
"""How many seats are kept; the oldest ones belong to matches that were never finished."""


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """A seat, and the token of its player. `pid` is the process that plays there, or did."""

    server: str
    match: str
    code: str
    seat: int
    token: str
    pid: int


class SeatMemory:
    """File of remembered seats. `warn` is called with a sentence when the file cannot be used."""

    def __init__(self, path: Path, warn: Callable[[str], None]) -> None:
        self._path = path
        self._warn = warn

    def remember(self, seat: KeptSeat) -> None:
        """Save a seat. It replaces an older entry for the same seat of the same match."""
        self._change(lambda kept: [*(other for other in kept if not _is_same_seat(other, seat)), seat][-MAX_SEATS:])

    def forget(self, server: str, match: str, seat: int) -> None:
        """Remove a seat."""
        gone = KeptSeat(server, match, "", seat, "", 0)
        self._change(lambda kept: [other for other in kept if not _is_same_seat(other, gone)])

    def renew(self, server: str, old: str, new: str) -> None:
        """Give the seats of a player a new token in place of one that has ended."""

        def renewed(entry: KeptSeat) -> KeptSeat:
            return replace(entry, token=new) if (entry.server, entry.token) == (server, old) else entry

        self._change(lambda kept: [renewed(entry) for entry in kept])

    def recall(self, server: str, code: str, seat: int | None = None) -> list[KeptSeat]:
        """Return the saved seats of a match, given by code or id; seats without a running process come first."""
        try:
            kept = self._read()
        except OSError as error:
            self._warn(f"the remembered seats cannot be read: {error}")
            return []
        reference = code.strip().casefold()
        found = [
            entry
            for entry in reversed(kept)
            if entry.server == server
            and reference in (entry.code.casefold(), entry.match.casefold())
            and seat in (None, entry.seat)
        ]
        return sorted(found, key=lambda entry: _is_running(entry.pid))

    def held_by(self, server: str, token: str) -> list[KeptSeat]:
        """Return the seats of one player at a server. An unreadable file counts as empty."""
        with contextlib.suppress(OSError):
            return [entry for entry in self._read() if (entry.server, entry.token) == (server, token)]
        return []

    def waiting(self, server: str) -> list[KeptSeat]:
        """Return the seats at a server that no running process plays, the latest first."""
        try:
            kept = self._read()
        except OSError as error:
            self._warn(f"the remembered seats cannot be read: {error}")
            return []
        return [entry for entry in reversed(kept) if entry.server == server and not _is_running(entry.pid)]

    def _change(self, change: Callable[[list[KeptSeat]], list[KeptSeat]]) -> None:
        try:
            with locked(self._path):
                before = self._read()
                after = change(before)
                if after != before:
                    write_private(self._path, json.dumps([asdict(entry) for entry in after], indent=1))
        except OSError as error:
            self._warn(f"this seat cannot be remembered, so you could not come back to it: {error}")

    def _read(self) -> list[KeptSeat]:
        try:
            entries = parse_json(read_private(self._path))
            return [KeptSeat(**entry) for entry in entries]
        except FileNotFoundError:
            return []
        except (ValueError, TypeError):
            # Written by another version or by hand: not worth stopping a match for.
            return []


def _is_same_seat(one: KeptSeat, other: KeptSeat) -> bool:
    return (one.server, one.match, one.seat) == (other.server, other.match, other.seat)


def _is_running(pid: int) -> bool:
    if os.name != "posix":
        # On Windows, signal 0 does not test for a process.
        return False
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True
