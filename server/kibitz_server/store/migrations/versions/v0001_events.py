"""Events of matches, and guests."""

import sqlalchemy as sql
from alembic import op

revision = "v0001_events"
down_revision = None


def upgrade() -> None:
    """Create the two tables of the first version."""
    op.create_table(
        "event",
        sql.Column("match_id", sql.String(32), primary_key=True),
        sql.Column("seq", sql.Integer, primary_key=True),
        sql.Column("kind", sql.String(32), nullable=False),
        sql.Column("body", sql.Text, nullable=False),
        sql.Column("at", sql.Float, nullable=False),
    )
    op.create_table(
        "guest",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("name", sql.String(64), nullable=False),
        sql.Column("token_hash", sql.String(64), nullable=False, unique=True),
        sql.Column("created_at", sql.Float, nullable=False),
    )
