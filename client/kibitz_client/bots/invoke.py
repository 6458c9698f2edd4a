"""Calling what a bot's author wrote: plain functions in a thread, coroutines here; both can be given up."""

import asyncio
import contextlib
import inspect
import threading
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

T = TypeVar("T")


async def call(function: Callable[..., T | Awaitable[T]], *args: Any) -> T:
    """What a plain or asynchronous function gives. Given up, a coroutine is cancelled and a thread forgotten."""
    if inspect.iscoroutinefunction(function):
        result: Any = function(*args)
    else:
        # Also a plain function may give something to be awaited.
        result = await _in_thread(function, *args)
    if inspect.isawaitable(result):
        result = await result
    found: T = result
    return found


def _in_thread(function: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
    """Run in a thread of its own. Not asyncio's pool: a bot that never returns would use it up, and hold up the end."""
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
            # A future does not take it.
            error = RuntimeError(f"{function.__qualname__} raised {stop!r}")
        except BaseException as raised:
            error = raised
        # The loop may have been closed since.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=work, name="bot", daemon=True).start()
    return future
