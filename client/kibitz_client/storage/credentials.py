"""The accounts that this machine is signed in to, one a server, in a file that only its owner may read."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from kibitz_client.errors import UsageError
from kibitz_client.storage.files import write_secret


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Who we are at a server, and the token that shows it."""

    name: str
    token: str

    def __repr__(self) -> str:
        return f"SignedIn({self.name!r})"


def default_path(environ: Mapping[str, str]) -> Path:
    """Where they are kept (XDG Base Directory Specification)."""
    state = environ.get("XDG_STATE_HOME") or Path(environ.get("HOME") or Path.home()) / ".local" / "state"
    return Path(state) / "kibitz" / "accounts.json"


class Credentials:
    """The file. A file that cannot be read is as good as none; one that cannot be written raises Misuse."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self, server: str) -> SignedIn | None:
        """Who we are at a server."""
        return self._read().get(server)

    def keep(self, server: str, signed_in: SignedIn) -> None:
        """Be this one at a server from now on."""
        self._write({**self._read(), server: signed_in})

    def forget(self, server: str) -> None:
        """Be a guest at a server again."""
        kept = self._read()
        if kept.pop(server, None) is not None:
            self._write(kept)

    def _read(self) -> dict[str, SignedIn]:
        try:
            return {server: SignedIn(**entry) for server, entry in json.loads(self._path.read_text()).items()}
        except (OSError, ValueError, TypeError, AttributeError):
            return {}

    def _write(self, kept: dict[str, SignedIn]) -> None:
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            text = json.dumps({server: asdict(entry) for server, entry in kept.items()}, indent=1)
            write_secret(self._path, text + "\n", replace=True)
        except OSError as error:
            raise UsageError(f"{self._path} cannot be written: {error.strerror}", "make it writable for you") from None
