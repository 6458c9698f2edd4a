"""Settings that all commands share: server, player and output form, from options and environment variables.

An option wins over its variable. A token comes from a file or a variable and never from the command line, where every
user of the machine could read it.
"""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from kibitz_client.errors import UsageError
from kibitz_client.reading import check_creatable, reason_of
from kibitz_protocol import DEFAULT_PORT
from kibitz_protocol.validation.characters import check_name
from kibitz_protocol.validation.plain_text import NotText
from kibitz_protocol.validation.reading import read_small

DEFAULT_SERVER = f"ws://127.0.0.1:{DEFAULT_PORT}"
PRIVATE = "private"
"""The word that stands for a new private server, in place of an address."""
ON = ("1", "true", "yes", "on")
"""The values of a variable that turn a setting on."""
MAX_NAME = 32
TOKEN_LENGTHS = range(16, 129)
TOKEN_HINT = "name a new file: it gets the token of a new guest"


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of every command.

    `chosen`: the user named the server, so no other server is tried. `private`: the user asked for a private server,
    which is still to be started. `cafile`: certificate authorities to trust besides those of the system. `plain`: one
    line for each event, without boards. `token_file`: holds the token of the player; a missing or empty file gets that
    of a new guest.
    """

    server: str
    chosen: bool
    name: str | None
    token: str | None
    json: bool
    cafile: str | None = None
    private: bool = False
    plain: bool = False
    token_file: Path | None = None

    @classmethod
    def read(
        cls,
        environ: Mapping[str, str],
        server: str | None,
        name: str | None,
        token_file: Path | None,
        *,
        json: bool,
        plain: bool = False,
    ) -> Self:
        """Return the settings from options and variables. Raises `UsageError` if one is invalid."""
        server = server or environ.get("KIBITZ_SERVER") or None
        private = server is not None and server.strip().lower() == PRIVATE
        return cls(
            server=server_address(server) if server and not private else DEFAULT_SERVER,
            chosen=server is not None,
            name=_player_name(name or environ.get("KIBITZ_NAME") or None),
            token=_token(token_file, environ.get("KIBITZ_TOKEN") or None),
            token_file=token_file,
            json=json,
            cafile=environ.get("KIBITZ_CAFILE") or None,
            private=private,
            plain=plain or environ.get("KIBITZ_PLAIN", "").strip().lower() in ON,
        )

    @property
    def known_token(self) -> str | None:
        """The token of the player; None for a new one, also if the file of the token is still to be made.

        Raises:
            UsageError: The file was changed and cannot be read.
        """
        return self.token or self.token_in_file

    @property
    def token_in_file(self) -> str | None:
        """The token that the file of the settings has now; None without a file or a token.

        Raises:
            UsageError: The file cannot be read.
        """
        return _token(self.token_file, None)

    def invited(self, text: str) -> tuple[Self, str]:
        """Return the settings and the code for a code or an address: `http://host:8765/7KQ2XF`, `.../t/T-7KQ2XF`.

        Raises `UsageError` if the address is invalid.
        """
        address, slash, code = text.strip().rstrip("/").rpartition("/")
        if "://" not in address or not slash:
            return self, text
        address = address.removesuffix("/t")
        return replace(self, server=server_address(address), chosen=True), code


def server_address(text: str) -> str:
    """Return the WebSocket address for `games.example.org`, `host:9000`, `::1` or a full `wss://host/path`.

    Raises:
        UsageError: The text is not an address.
    """
    text = text.strip()
    scheme, mark, rest = text.rpartition("://")
    scheme = {"http": "ws", "https": "wss"}.get(scheme.lower(), scheme.lower())
    host, slash, path = rest.rstrip("/").partition("/")
    url = f"{scheme if mark else 'ws'}://{_bracketed(host)}{slash}{path}"
    try:
        parts = urlsplit(url)
        bare = not mark and parts.port is None
    except ValueError:
        parts, bare = urlsplit(""), False
    if parts.scheme not in ("ws", "wss") or not parts.hostname or any(c.isspace() for c in text):
        raise UsageError(f"{text!r} is not the address of a server", f"write it like {DEFAULT_SERVER}")
    return f"ws://{parts.netloc}:{DEFAULT_PORT}{parts.path}" if bare else url


def _bracketed(host: str) -> str:
    """Return a host as URLs have it, with the network of a link after one `%`, as systems write it."""
    host = host.replace("%25", "%")
    try:
        return f"[{ipaddress.IPv6Address(host)}]"
    except ValueError:
        return host


def _player_name(name: str | None) -> str | None:
    if name is None:
        return None
    name = name.strip()
    if not 1 <= len(name) <= MAX_NAME:
        raise UsageError(f"{name!r} cannot be a player's name", f"take 1 to {MAX_NAME} printable characters")
    try:
        return check_name(name)
    except ValueError as error:
        hint = f"take 1 to {MAX_NAME} printable characters"
        raise UsageError(f"{name!r} cannot be a player's name: it {error}", hint) from None


def _token(file: Path | None, variable: str | None) -> str | None:
    if file is None:
        return _checked(variable.strip(), "KIBITZ_TOKEN") if variable else None
    try:
        if not file.exists():
            check_creatable(file)
            return None
        token = read_small(file).strip()
        # `mktemp` and `touch` make files that are empty at first. Nothing can be written to an empty pipe.
        return None if not token and file.is_file() else _checked(token, str(file))
    except (OSError, NotText) as error:
        raise UsageError(f"the token file {file} cannot be read: {reason_of(error)}", TOKEN_HINT) from None


def _checked(token: str, source: str) -> str:
    if len(token) not in TOKEN_LENGTHS:
        # The text itself is not shown: it may be most of a real token.
        raise UsageError(f"the text in {source} is not a token, which has 16 to 128 characters", TOKEN_HINT)
    return token


def is_loopback(url: str) -> bool:
    """Return whether an address means this machine. Raises `ValueError` if it is not an address."""
    host = urlsplit(url).hostname or ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost"
    # A connection to the address that means all of a server's addresses leads to this machine.
    return address.is_loopback or address.is_unspecified
