"""Every connection is an open file, and the system limits the open files of a process."""

from typing import NamedTuple

import structlog

try:
    import resource
except ImportError:  # not on Windows, which has no such limit
    resource = None  # type: ignore[assignment]

log = structlog.get_logger(__name__)

SPARE_FILES = 200
"""Files for everything that is not a connection: database, workers, logs."""
RESERVED_FILES = 64
"""The highest numbers of open files, which no connection gets: the database must be able to open its files again."""


class Allowed(NamedTuple):
    """Numbers of open connections, and of connections with an unfinished handshake, that the system allows."""

    connections: int
    unfinished: int


def allow_files(connections: int, unfinished: int) -> Allowed:
    """Ask the system for as many open files as the connections need; return how many connections it allows."""
    if resource is None:
        return Allowed(connections, unfinished)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = files_for(connections, unfinished)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return Allowed(connections, unfinished)
    allowed = share(soft, unfinished)
    log.warning("fewer open files are allowed than connections", **allowed._asdict(), hint="raise ulimit -n")
    return allowed


def files_for(connections: int, unfinished: int) -> int:
    """Return the number of open files that a server with these limits needs."""
    return connections + unfinished + SPARE_FILES


def share(files: int, unfinished: int) -> Allowed:
    """Return how many connections this many open files allow. At most a quarter of them may be unfinished."""
    left = max(2, files - SPARE_FILES)
    unfinished = min(unfinished, max(1, left // 4))
    return Allowed(left - unfinished, unfinished)


def is_reserved(fileno: int) -> bool:
    """Return whether a new open file has one of the numbers that no connection gets.

    The system gives a new file the lowest free number (POSIX), so all lower ones are in use.
    """
    if resource is None:
        return False
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return soft != resource.RLIM_INFINITY and fileno >= soft - min(RESERVED_FILES, soft // 4)
