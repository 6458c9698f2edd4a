"""Every connection is an open file, of which the system allows a process only so many."""

import structlog

log = structlog.get_logger(__name__)

SPARE_FILES = 200
"""Files for everything that is no connection: database, workers, logs."""


def allow_files(connections: int) -> int:
    """Ask the system for as many open files as the connections need; how many connections it allows."""
    try:
        import resource
    except ImportError:  # not on Windows, which has no such limit
        return connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return connections
    allowed = max(1, soft - SPARE_FILES)
    log.warning("fewer open files are allowed than connections", connections=allowed, hint="raise ulimit -n")
    return allowed
