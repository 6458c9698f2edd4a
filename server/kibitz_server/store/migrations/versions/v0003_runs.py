"""Times during which servers were up, so that a restart can compute the time that a move had used before it."""

import sqlalchemy as sql
from alembic import op

revision = "v0003_runs"
down_revision = "v0002_people"


def upgrade() -> None:
    """Create the table. Time before it is unknown, and is not charged to a clock."""
    op.create_table(
        "run",
        sql.Column("id", sql.String(16), primary_key=True),
        sql.Column("began_at", sql.Float, nullable=False),
        sql.Column("seen_at", sql.Float, nullable=False),
    )
