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

accounts = sql.Table(
    "account",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("name", sql.String(64), nullable=False),
    sql.Column("skeleton", sql.String(128), nullable=False, unique=True),
    sql.Column("password_hash", sql.String(255)),
    sql.Column("role", sql.String(16), nullable=False),
    sql.Column("owner_id", sql.String(32), index=True),
    sql.Column("created_at", sql.Float, nullable=False),
)
"""Players who have a name to themselves; `skeleton` is what makes it unlike all others. Bots have an owner instead of a
password. The id is that of the guest who became the account, so matches and ratings stay with it."""

sessions = sql.Table(
    "session",
    metadata,
    sql.Column("id", sql.String(16), primary_key=True),
    sql.Column("player_id", sql.String(32), nullable=False, index=True),
    sql.Column("token_hash", sql.String(64), nullable=False, unique=True),
    sql.Column("label", sql.String(64), nullable=False),
    sql.Column("created_at", sql.Float, nullable=False),
    sql.Column("seen_at", sql.Float, nullable=False),
)
"""The tokens by which an account is known, each of which can be revoked."""

sanctions = sql.Table(
    "sanction",
    metadata,
    sql.Column("id", sql.String(16), primary_key=True),
    sql.Column("kind", sql.String(8), nullable=False),
    sql.Column("scope", sql.String(8), nullable=False),
    sql.Column("target", sql.String(128), nullable=False),
    sql.Column("shown", sql.String(64), nullable=False),
    sql.Column("until", sql.Float),
    sql.Column("reason", sql.String(400), nullable=False),
    sql.Column("by", sql.String(64), nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)
"""Who is kept out (`ban`) or quiet (`mute`): a player by id, a name by its skeleton, or an address or network."""

audit = sql.Table(
    "audit",
    metadata,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("at", sql.Float, nullable=False),
    sql.Column("by_id", sql.String(32), nullable=False),
    sql.Column("by_name", sql.String(64), nullable=False),
    sql.Column("action", sql.String(32), nullable=False),
    sql.Column("target", sql.String(128), nullable=False),
    sql.Column("detail", sql.Text, nullable=False),
)
"""What moderators and admins have done. It only grows."""

runs = sql.Table(
    "run",
    metadata,
    sql.Column("id", sql.String(16), primary_key=True),
    sql.Column("began_at", sql.Float, nullable=False),
    sql.Column("seen_at", sql.Float, nullable=False),
)
"""From when to when servers were up; `seen_at` moves on while one is."""
