"""A real server in a thread of the test process, on a real port.

A server process takes more than a second of processor time to start. Tests of signals, flags, logs and exits need one;
tests of what clients see do not.
"""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any

import structlog

from kibitz_server.app import running
from kibitz_server.settings import Settings


@contextlib.contextmanager
def serving(**settings: Any) -> Iterator[str]:
    """Run a server with these settings until the end of the block, and yield its address.

    It has a free port, one engine slot and no database, if the settings do not say otherwise.
    """
    usual = {"port": 0, "slots": 1, "database": ":memory:", "engine_pace": 0, "rated_one_address": True}
    chosen = Settings.read(**{**usual, **settings})
    address: Future[str] = Future()
    loop = asyncio.new_event_loop()
    ended = asyncio.Event()

    async def serve() -> None:
        async with running(chosen) as reached:
            address.set_result(reached)
            await ended.wait()

    def run() -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: loop) as runner:
                runner.run(serve())
        except BaseException as error:
            if address.done():
                raise
            address.set_exception(error)

    # The log would go to the standard output of the test, among the output of the programs under test.
    kept = structlog.get_config()
    silent = structlog.make_filtering_bound_logger(logging.CRITICAL)
    structlog.configure(processors=[], wrapper_class=silent, logger_factory=structlog.ReturnLoggerFactory())
    thread = threading.Thread(target=run, name="server")
    thread.start()
    try:
        yield address.result()
    finally:
        if loop.is_running():
            loop.call_soon_threadsafe(ended.set)
        thread.join()
        structlog.configure(**kept)
