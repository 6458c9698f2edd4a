"""Preload of `dask worker` that makes it a place for the searches of Kibitz servers, with or without a nanny:

dask worker tcp://HOST:8786 --preload kibitz_server.pool.dask_worker --resources kibitz_slot=4
"""

import logging
import multiprocessing
import os
from typing import Any

from kibitz_server.pool.cluster.member.host import SearchHost
from kibitz_server.pool.cluster.member.membership import RESOURCE, Member, member_of

NICE_VARIABLE = "KIBITZ_WORKER_NICE"
GRACE_S = 5.0
"""Wait for running searches at the end. A nanny kills its worker after ten seconds."""

# In the log of `dask worker` and in its format, below the logger that Dask configures.
log = logging.getLogger("distributed.kibitz")


async def dask_setup(worker: Any) -> None:
    """Start the processes for searches, and announce the worker.

    Raises:
        ValueError: The resource or the niceness is not a number that can be used.
    """
    # A nanny starts its worker as a daemon, which may have no processes of its own.
    multiprocessing.current_process().daemon = False
    slots, nice = slots_of(worker.state.total_resources), niceness(os.environ)
    host = SearchHost(slots, nice)
    await host.warm_up()
    member = Member(worker, host)
    log.info("Kibitz searches on %s: slots=%d games=%d nice=%d", worker.address, slots, len(member.games), nice)


async def dask_teardown(worker: Any) -> None:
    """Finish the running searches, and end the processes."""
    try:
        member = member_of(worker)
    except LookupError:  # it never started
        return
    await member.leave(GRACE_S)
    member.end()
    await member.host.close()
    log.info("Kibitz has left %s", worker.address)


def slots_of(resources: "dict[str, float]") -> int:
    """Return how many searches a worker runs at once, by its resources; one by default.

    Raises:
        ValueError: The number is not 1 to 256.
    """
    slots = resources.get(RESOURCE, 1)
    if slots != int(slots) or not 1 <= slots <= 256:
        raise ValueError(f"a worker has 1 to 256 slots, not {slots:g}: --resources {RESOURCE}=4")
    return int(slots)


def niceness(environ: "os._Environ[str] | dict[str, str]") -> int:
    """Return the niceness of search processes, which the environment may set.

    Raises:
        ValueError: It is not 0 to 19.
    """
    text = environ.get(NICE_VARIABLE, "19")
    if not text.isdecimal() or int(text) > 19:
        raise ValueError(f"{NICE_VARIABLE} is 0 to 19, not {text!r}")
    return int(text)
