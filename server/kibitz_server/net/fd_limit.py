"""Limit of open files. Each connection is an open file, and the system limits them for each process."""

import structlog

log = structlog.get_logger(__name__)

SPARE = 200
"""Open files for everything else: database, workers, logs."""


def allow_files(connections: int) -> int:
    """Raise the limit of open files for this many connections. Return how many connections the system allows."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + SPARE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return connections
    allowed = max(1, soft - SPARE)
    log.warning("fewer open files are allowed than connections", connections=allowed, hint="raise ulimit -n")
    return allowed
