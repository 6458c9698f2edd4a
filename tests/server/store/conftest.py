"""Fixtures that run the tests of a store for every kind of store."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from kibitz_server.store import MemoryStore, SqlStore, Store
from tests.postgres import Cluster

SQL = [pytest.param("sqlite", marks=pytest.mark.io), pytest.param("postgres", marks=pytest.mark.io)]


def new_url(kind: str, request: pytest.FixtureRequest, folder: Path) -> str:
    """Return the URL of an empty database."""
    if kind == "sqlite":
        return f"sqlite:///{folder}/kibitz.db"
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.new_database()


@pytest.fixture(params=SQL)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    return new_url(request.param, request, tmp_path)


class Place:
    """Location of a store, which can be opened again."""

    def __init__(self, open_one: Callable[[], Store]) -> None:
        self._open = open_one
        self.opened: list[Store] = []

    def open(self) -> Store:
        """Open a store at this location."""
        store = self._open()
        self.opened.append(store)
        return store


@pytest.fixture(params=["memory", *SQL])
async def place(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Place]:
    """A location of each kind."""
    if request.param == "memory":
        only = MemoryStore()
        yield Place(lambda: only)
        return
    url = new_url(request.param, request, tmp_path)
    loop = asyncio.get_running_loop()
    place = Place(lambda: SqlStore(url, loop, lock_timeout_ms=50))
    yield place
    for store in place.opened:
        store.close()
