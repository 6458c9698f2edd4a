"""Admin tokens: created in the database, and stored in a file that only its owner may read."""

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TextIO

import sqlalchemy as sql

from kibitz_protocol.validation.plain_text import NotText
from kibitz_protocol.validation.reading import read_small
from kibitz_server.accounts.accounts import new_session
from kibitz_server.accounts.client_info import RANKS
from kibitz_server.accounts.ids import new_id
from kibitz_server.accounts.names import skeleton
from kibitz_server.store import people
from kibitz_server.store.database import writing
from kibitz_server.store.people import Account, AuditEntry


class TokenError(Exception):
    """A token cannot be created or read."""

    def __init__(self, sentence: str, hint: str) -> None:
        super().__init__(sentence)
        self.hint = hint


class NewToken(NamedTuple):
    """A new token, and how many older ones of the account ended."""

    token: str
    ended: int


def create_token(engine: sql.Engine, name: str, role: str) -> NewToken:
    """Create a token of an operator's account, and the account if it does not exist.

    The account has no password, so a login is impossible; this function creates all its tokens. With a higher role the
    older tokens end: others may know them. A running server notices it when they are used next.

    Raises:
        TokenError: The account belongs to a player or a bot.
        sqlalchemy.exc.SQLAlchemyError: The database cannot be used.
    """
    now, ended = time.time(), frozenset[str]()
    with writing(engine) as connection:
        account = people.account_by_skeleton(connection, skeleton(name))
        if account is None:
            account = Account(new_id(), name, skeleton(name), None, role, None, now)
            people.add(connection, account)
        elif account.password_hash is not None or account.owner_id is not None:
            sentence = f"{account.name} is the account of a player or bot, which creates its own tokens"
            raise TokenError(
                sentence, f"select another --name, or give it the role: kibitz-server admin role NAME {role}"
            )
        elif account.role != role:
            ended = people.set_role(connection, account.id, role, RANKS)
        session, token = new_session(account.id, "kibitz-server admin token", now)
        people.add(connection, session)
        people.add(connection, AuditEntry(now, account.id, "database owner", "token", name, role))
    return NewToken(token, len(ended))


@contextlib.contextmanager
def create_secret_file(path: Path) -> Iterator[TextIO]:
    """Create a file that only its owner may read, and delete it if the block fails.

    Raises:
        TokenError: The file exists.
    """
    try:
        file = open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w")  # noqa: SIM115
    except FileExistsError:
        raise TokenError(f"{path} already exists", "select another file, or delete that one") from None
    try:
        with file:
            yield file
    except BaseException:
        path.unlink()
        raise


def read_token(file: Path | None, variable: str | None) -> str:
    """Return the token from a file, or from the value of KIBITZ_ADMIN_TOKEN.

    Raises:
        TokenError: There is no token, or it cannot be read.
    """
    if file is None and not variable:
        hint = "create one: kibitz-server admin token FILE; then use --token-file FILE, or KIBITZ_ADMIN_TOKEN"
        raise TokenError("an admin's token is needed", hint)
    try:
        token = read_small(file).strip() if file is not None else (variable or "").strip()
    except (OSError, NotText) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise TokenError(
            f"the token file {file} cannot be read: {reason}", "select another with --token-file"
        ) from None
    if not 16 <= len(token) <= 128:
        raise TokenError(f"{file or 'KIBITZ_ADMIN_TOKEN'} holds no token", "give one of 16 to 128 characters")
    return token
