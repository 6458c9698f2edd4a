"""A fixture that runs the tests of queries in each kind of database."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sql

from kibitz_server.store.database import connect
from kibitz_server.store.tables import metadata
from tests.postgres import Cluster


@pytest.fixture(params=["memory", pytest.param("postgres", marks=pytest.mark.io)])
def database(request: pytest.FixtureRequest) -> Iterator[sql.Connection]:
    """Open an empty database: of SQLite in memory, or of Postgres."""
    url = "sqlite://"
    if request.param == "postgres":
        cluster: Cluster = request.getfixturevalue("postgres")
        url = cluster.new_database()
    engine = connect(url)
    metadata.create_all(engine)
    with engine.begin() as connection:
        yield connection
    engine.dispose()
