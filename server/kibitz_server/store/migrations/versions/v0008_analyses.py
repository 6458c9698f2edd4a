"""Analyses of finished matches."""

import sqlalchemy as sql
from alembic import op

revision = "v0008_analyses"
down_revision = "v0007_series"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "analysis",
        sql.Column("match_id", sql.String(32), primary_key=True),
        sql.Column("effort", sql.String(16), primary_key=True),
        sql.Column("body", sql.Text, nullable=False),
        sql.Column("at", sql.Float, nullable=False),
    )
