"""Stored analyses, with every kind of store."""

import asyncio

from kibitz_server.store import Store
from kibitz_server.store.archive.analyses import StoredAnalysis
from tests.server.store.conftest import Place

ONE = StoredAnalysis("m1", "normal", '{"moves":["b2"],"names":"Zoë"}', 7.5)


async def save(store: Store, analysis: StoredAnalysis) -> None:
    """Store an analysis, and wait until it is durable."""
    done: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    store.save_analysis(analysis, done.set_result)
    assert await done is None


async def test_an_analysis_is_found_again(place: Place) -> None:
    """A store that is opened again has the analysis of each match and effort."""
    store = place.open()
    await save(store, ONE)
    await save(store, ONE._replace(effort="quick", body="{}"))
    store.close()
    again = place.open()
    assert again.find_analysis("m1", "normal") == ONE
    assert again.find_analysis("m1", "quick") == ONE._replace(effort="quick", body="{}")
    assert again.find_analysis("m1", "deep") is None
    assert again.find_analysis("m2", "normal") is None


async def test_a_new_analysis_replaces_the_old_one(place: Place) -> None:
    """The same match and effort have one analysis, the last one."""
    store = place.open()
    await save(store, ONE)
    await save(store, ONE._replace(body='{"moves":[]}', at=9.0))
    assert store.find_analysis("m1", "normal") == ONE._replace(body='{"moves":[]}', at=9.0)
