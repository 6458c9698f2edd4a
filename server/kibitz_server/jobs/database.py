"""Jobs that read the database in a helper process: in a thread of the server, each reading would delay moves.

A thread that works with rows holds the interpreter for milliseconds at a time.
"""

import functools
import os
from collections.abc import Callable
from typing import TypeVar

from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.store.database import connect, sqlite_file
from kibitz_server.store.interface import StoreReader
from kibitz_server.store.sql import SqlReader

R = TypeVar("R")
T = TypeVar("T")


class Unreadable(Exception):
    """The database does not answer. The text is for the operator."""


def unreadable() -> CommandRefused:
    """Return the refusal of a command that needs a database that does not answer."""
    return CommandRefused(Code.NOT_SAVED, "the archive cannot be read at the moment", "try again in a moment")


def read_and_do(url: str, read: Callable[[StoreReader], R], job: Callable[..., T], more: tuple[object, ...]) -> T:
    """Read from a database, and return what a job makes of it.

    Args:
        url: URL of the database.
        read: Reads from it.
        job: Gets what was read.
        more: Further arguments of the job.

    Raises:
        Unreadable: The database does not answer.
    """
    try:
        found = read(_reader(url))
    except Exception as error:
        raise Unreadable(str(error)) from error
    return job(found, *more)


def _reader(url: str) -> SqlReader:
    """Return a reader of a database, which keeps its connection."""
    reader, file = _open(url)
    # SQLite would create a new file in the place of one that was removed.
    if file is not None and not os.path.isfile(file):
        raise FileNotFoundError(file)
    return reader


@functools.cache
def _open(url: str) -> tuple[SqlReader, str | None]:
    engine = connect(url)
    return SqlReader(engine), sqlite_file(engine)
