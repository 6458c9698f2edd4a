"""Tokens of the accounts that this machine is signed in to, one for each server."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from kibitz_client.errors import UsageError
from kibitz_client.reading import parse_json, reason_of
from kibitz_client.settings import Settings
from kibitz_client.storage.files import accounts_path, keep_token, read_private, write_private


@dataclass(frozen=True, slots=True)
class StoredLogin:
    """A player's name at a server, and the token that proves it."""

    name: str
    token: str

    def __repr__(self) -> str:
        return f"SignedIn({self.name!r})"


def keep_login(settings: Settings, server: str, login: StoredLogin) -> None:
    """Keep the player of a server in the token file of the settings, otherwise as the account of this machine.

    Raises:
        UsageError: The file cannot be written.
    """
    if settings.token_file is not None:
        keep_token(settings.token_file, login.token)
    else:
        Credentials(accounts_path()).keep(server, login)


def forget_login(settings: Settings, server: str) -> None:
    """Remove the token that was revoked: the token file of the settings, otherwise the account of this machine.

    Raises:
        UsageError: The file cannot be changed.
    """
    if settings.token_file is None:
        Credentials(accounts_path()).forget(server)
        return
    try:
        settings.token_file.unlink(missing_ok=True)
    except OSError as error:
        sentence = f"{settings.token_file} cannot be removed: {reason_of(error)}"
        raise UsageError(sentence, "its token is revoked") from None


class Credentials:
    """File of tokens by server address, readable by its owner only. An unreadable file counts as empty."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self, server: str) -> StoredLogin | None:
        """Return the player that this machine is signed in as at a server."""
        return self._read().get(server)

    def servers_of(self, token: str) -> list[str]:
        """Return the servers that gave a token."""
        return [server for server, signed_in in self._read().items() if signed_in.token == token]

    def keep(self, server: str, signed_in: StoredLogin) -> None:
        """Save a player for a server. Raises `UsageError` if the file cannot be written."""
        self._write({**self._read(), server: signed_in})

    def forget(self, server: str) -> None:
        """Remove the player of a server. Raises `UsageError` if the file cannot be written."""
        kept = self._read()
        if kept.pop(server, None) is not None:
            self._write(kept)

    def _read(self) -> dict[str, StoredLogin]:
        try:
            return {server: StoredLogin(**entry) for server, entry in parse_json(read_private(self._path)).items()}
        except (OSError, ValueError, TypeError, AttributeError):
            return {}

    def _write(self, kept: dict[str, StoredLogin]) -> None:
        try:
            text = json.dumps({server: asdict(entry) for server, entry in kept.items()}, indent=1)
            write_private(self._path, text + "\n")
        except OSError as error:
            raise UsageError(f"{self._path} cannot be written: {error.strerror}", "make it writable for you") from None
