"""Tokens on this machine after one was replaced: a server gives a player who registers or signs in a new one.

Several programs of this machine may be the same player. The one that asked stores the new token, and the others, whose
connections the server closes, find it here.
"""

import contextlib
from collections.abc import Callable

from kibitz_client.errors import UsageError
from kibitz_client.settings import Settings
from kibitz_client.storage.credentials import Credentials, StoredLogin, keep_login
from kibitz_client.storage.files import accounts_path, guests_path, seats_path
from kibitz_client.storage.seats import SeatMemory

Renewals = Callable[[], list[str]]
"""Returns the tokens on this machine that a player may have got in place of one that has ended."""


def keep_registered(settings: Settings, server: str, old: str | None, login: StoredLogin) -> None:
    """Keep the account that a guest became, in place of the guest.

    Args:
        old: The token of the guest, which has ended.

    Raises:
        UsageError: The file cannot be written.
    """
    _renew_seats(server, old, login.token)
    keep_login(settings, server, login)
    guests = Credentials(guests_path())
    if (guest := guests.get(server)) is not None and guest.token == old:
        guests.forget(server)


def keep_guest_token(settings: Settings, server: str, old: str | None, guest: StoredLogin) -> None:
    """Keep the new token of a guest who has signed in to an account, and who may come back after that.

    Raises:
        UsageError: The file cannot be written.
    """
    _renew_seats(server, old, guest.token)
    guests = Credentials(guests_path())
    if settings.token_file is None and (kept := guests.get(server)) is not None and kept.token == old:
        guests.keep(server, guest)


def renewals(settings: Settings) -> Renewals:
    """Return how to find the newest tokens of the player of the settings."""

    def found() -> list[str]:
        if settings.token_file is not None:
            with contextlib.suppress(UsageError):
                return [token] if (token := settings.token_in_file) is not None else []
            return []
        if settings.token is not None:
            return []
        stored = [Credentials(path()).get(settings.server) for path in (guests_path, accounts_path)]
        return [login.token for login in stored if login is not None]

    return found


def _renew_seats(server: str, old: str | None, new: str) -> None:
    if old is not None:
        SeatMemory(seats_path(), lambda _text: None).renew(server, old, new)
