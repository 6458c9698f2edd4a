"""Threads for calls that wait for other machines. They end with the process, whatever these calls still wait for."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class WaitingThreads:
    """Runs at most a number of calls at a time. Python waits for the threads of an executor before it exits."""

    def __init__(self, most: int) -> None:
        self._places = asyncio.Semaphore(most)

    async def run(self, call: Callable[[], T]) -> T:
        """Return the result of a call, or raise its error. A cancelled one keeps its place until it returns."""
        await self._places.acquire()
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()

        def end(finish: Callable[[Any], None], value: object) -> None:
            self._places.release()
            if not done.done():
                finish(value)

        def work() -> None:
            try:
                arguments: tuple[Callable[[Any], None], object] = done.set_result, call()
            except Exception as error:
                arguments = done.set_exception, error
            with contextlib.suppress(RuntimeError):  # the event loop is closed
                loop.call_soon_threadsafe(end, *arguments)

        threading.Thread(target=work, name="alerts", daemon=True).start()
        return await done
