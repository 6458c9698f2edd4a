"""The seats that this machine has taken, in a file, so that a player who fell out of a match can come back to it.

The file holds tokens, so only its owner may read it. It is a convenience: when it cannot be read or written, that is
said once and play goes on.
"""

import contextlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

MOST = 100
"""How many seats are kept; the oldest are matches that were never finished."""


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """A seat, whose token shows it is ours. `pid` is the process that plays there, or did."""

    server: str
    match: str
    code: str
    seat: int
    token: str
    pid: int


def default_path(environ: Mapping[str, str]) -> Path:
    """Where the seats are kept (XDG Base Directory Specification)."""
    state = environ.get("XDG_STATE_HOME") or Path(environ.get("HOME") or Path.home()) / ".local" / "state"
    return Path(state) / "kibitz" / "seats.json"


class SeatMemory:
    """The file. `warn` gets a sentence when it cannot be used."""

    def __init__(self, path: Path, warn: Callable[[str], None]) -> None:
        self._path = path
        self._warn = warn

    def remember(self, seat: KeptSeat) -> None:
        """Keep a seat, in place of an older one at the same match and seat."""
        self._change(lambda kept: [*(other for other in kept if not _same_chair(other, seat)), seat][-MOST:])

    def forget(self, server: str, match: str, seat: int) -> None:
        """Drop a seat, because its match is over."""
        gone = KeptSeat(server, match, "", seat, "", 0)
        self._change(lambda kept: [other for other in kept if not _same_chair(other, gone)])

    def recall(self, server: str, code: str, seat: int | None = None) -> list[KeptSeat]:
        """Our seats in a match, named by code or id, the likeliest first: one that no running process plays at."""
        try:
            kept = self._read()
        except OSError as error:
            self._warn(f"the remembered seats cannot be read: {error}")
            return []
        wanted = code.strip().casefold()
        found = [
            entry
            for entry in reversed(kept)
            if entry.server == server
            and wanted in (entry.code.casefold(), entry.match.casefold())
            and seat in (None, entry.seat)
        ]
        return sorted(found, key=lambda entry: _is_running(entry.pid))

    def held_by(self, server: str, token: str) -> list[KeptSeat]:
        """The seats at a server that are one player's. A file that cannot be read has none."""
        with contextlib.suppress(OSError):
            return [entry for entry in self._read() if (entry.server, entry.token) == (server, token)]
        return []

    def _change(self, change: Callable[[list[KeptSeat]], list[KeptSeat]]) -> None:
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with _locked(self._path.with_suffix(".lock")):
                before = self._read()
                after = change(before)
                if after != before:
                    self._write(after)
        except OSError as error:
            self._warn(f"this seat cannot be remembered, so you could not come back to it: {error}")

    def _read(self) -> list[KeptSeat]:
        try:
            entries = json.loads(self._path.read_text())
            return [KeptSeat(**entry) for entry in entries]
        except FileNotFoundError:
            return []
        except (ValueError, TypeError):
            # Written by another version, or by hand: not worth a player's evening.
            return []

    def _write(self, kept: list[KeptSeat]) -> None:
        # mkstemp gives the file the mode 0600, and replacing is atomic.
        handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=self._path.name)
        try:
            with os.fdopen(handle, "w") as file:
                json.dump([asdict(entry) for entry in kept], file, indent=1)
            os.replace(name, self._path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(name)
            raise


def _same_chair(one: KeptSeat, other: KeptSeat) -> bool:
    return (one.server, one.match, one.seat) == (other.server, other.match, other.seat)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Keep other processes of this user from changing the file at the same time."""
    with open(os.open(path, os.O_CREAT | os.O_RDWR, 0o600), "w") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _is_running(pid: int) -> bool:
    if os.name != "posix":
        # Elsewhere signal 0 is not a question.
        return False
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True
