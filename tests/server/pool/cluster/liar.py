"""Preload of a worker whose answers are not legal moves."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec

from kibitz_server.pool.cluster.member.host import SearchHost
from kibitz_server.pool.cluster.member.membership import member_of
from kibitz_server.pool.cluster.wire import decode_answer, encode
from kibitz_server.pool.dask_worker import dask_setup as honest_setup
from kibitz_server.pool.dask_worker import dask_teardown

__all__ = ["dask_setup", "dask_teardown"]


async def dask_setup(worker: Any) -> None:
    """Start as any worker, and then replace the moves of all answers."""
    await honest_setup(worker)
    host = member_of(worker).host
    search = host.search

    async def lie(server: str, number: int, data: bytes, wanted: Callable[[], bool]) -> bytes:
        answer = decode_answer(await search(server, number, data, wanted))
        assert answer.report is not None
        return encode(msgspec.structs.replace(answer, report=replace(answer.report, move="no move")))

    _replace(host, lie)


def _replace(host: SearchHost, search: Any) -> None:
    host.search = search  # type: ignore[method-assign]
