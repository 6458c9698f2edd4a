"""Admin tokens: made against the database, by whoever may write to it, and kept in a file that only they may read."""

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import sqlalchemy as sql

from kibitz_server.accounts.accounts import new_session
from kibitz_server.accounts.ids import new_id
from kibitz_server.accounts.names import skeleton
from kibitz_server.store import people
from kibitz_server.store.people import Account, AuditEntry


class NoToken(Exception):
    """Why there is none; the text is a sentence, `hint` the way out."""

    def __init__(self, sentence: str, hint: str) -> None:
        super().__init__(sentence)
        self.hint = hint


def make_token(engine: sql.Engine, name: str, role: str) -> str:
    """A token of an operator's account, which is made if there is none. Raises NoToken and sqlalchemy's errors.

    Such an account has no password: nobody can log in to it, and its tokens come from here alone.
    """
    now = time.time()
    with engine.begin() as connection:
        account = people.account_by_skeleton(connection, skeleton(name))
        if account is None:
            account = Account(new_id(), name, skeleton(name), None, role, None, now)
            people.add(connection, account)
        elif account.password_hash is not None or account.owner_id is not None:
            sentence = f"{account.name} is a player's account or bot, which makes its own tokens"
            raise NoToken(sentence, f"take another --name; a role is given by: kibitz-server admin role NAME {role}")
        elif account.role != role:
            people.change_account(connection, account.id, role=role)
        session, token = new_session(account.id, "kibitz-server admin token", now)
        people.add(connection, session)
        people.add(connection, AuditEntry(now, account.id, "whoever owns the database", "token", name, role))
    return token


@contextlib.contextmanager
def secret_file(path: Path) -> Iterator[TextIO]:
    """A new file that only its owner may read; it is gone again when what should go in does not come to be."""
    try:
        file = open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w")  # noqa: SIM115
    except FileExistsError:
        raise NoToken(f"{path} is there already", "name another file, or remove that one") from None
    try:
        with file:
            yield file
    except BaseException:
        path.unlink()
        raise


def read_token(file: Path | None, variable: str | None) -> str:
    """The token that a command is to use. Raises NoToken."""
    if file is None and not variable:
        hint = "kibitz-server admin token FILE makes one; then --token-file FILE, or KIBITZ_ADMIN_TOKEN"
        raise NoToken("an admin's token is needed", hint)
    try:
        token = file.read_text().strip() if file is not None else (variable or "").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise NoToken(f"the token file {file} cannot be read: {error}", "name the file that has it") from None
    if not 16 <= len(token) <= 128:
        raise NoToken(f"what {file or 'KIBITZ_ADMIN_TOKEN'} holds is not a token", "it is 16 to 128 characters long")
    return token
