"""Calls of bot methods: plain functions run in a thread, coroutines on the event loop. The caller can cancel both."""

import asyncio
import contextlib
import inspect
import threading
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

T = TypeVar("T")


async def call(function: Callable[..., T | Awaitable[T]], *args: Any) -> T:
    """Return the result of a plain or asynchronous function.

    On cancellation, a coroutine is cancelled too. A thread cannot be stopped: its result is ignored.
    """
    if inspect.iscoroutinefunction(function):
        result: Any = function(*args)
    else:
        # Also a plain function may return an awaitable.
        result = await _in_thread(function, *args)
    if inspect.isawaitable(result):
        result = await result
    value: T = result
    return value


def _in_thread(function: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
    """Run a function in its own thread.

    asyncio's thread pool is unsuitable: a bot that never returns would occupy it and delay the exit of the process.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()

    def settle(result: Any, error: BaseException | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

    def work() -> None:
        result: Any = None
        error: BaseException | None = None
        try:
            result = function(*args)
        except StopIteration as stop:
            # A future refuses StopIteration.
            error = RuntimeError(f"{function.__qualname__} raised {stop!r}")
        except BaseException as raised:
            error = raised
        # The loop may be closed by now.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=work, name="bot", daemon=True).start()
    return future
