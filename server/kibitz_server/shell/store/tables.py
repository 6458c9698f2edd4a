"""The tables as they are now. How a database of an older version gets there is told in `migrations/versions`.

`event` is the truth and only ever grows; a table that can be derived from it says so here and may be rebuilt.
"""

import sqlalchemy as sql

metadata = sql.MetaData()

events = sql.Table(
    "event",
    metadata,
    sql.Column("match_id", sql.String(32), primary_key=True),
    sql.Column("seq", sql.Integer, primary_key=True),
    sql.Column("kind", sql.String(32), nullable=False),
    sql.Column("body", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)
"""The primary key is the lock: two owners of a match cannot both append."""

guests = sql.Table(
    "guest",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("name", sql.String(64), nullable=False),
    sql.Column("token_hash", sql.String(64), nullable=False, unique=True),
    sql.Column("created_at", sql.Float, nullable=False),
)
