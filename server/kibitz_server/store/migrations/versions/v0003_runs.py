"""When servers were up, so that a restart can tell what a move had cost before it."""

import sqlalchemy as sql
from alembic import op

revision = "v0003_runs"
down_revision = "v0002_people"


def upgrade() -> None:
    """A table of its own; what was before it is not known, and so charged to nobody."""
    op.create_table(
        "run",
        sql.Column("id", sql.String(16), primary_key=True),
        sql.Column("began_at", sql.Float, nullable=False),
        sql.Column("seen_at", sql.Float, nullable=False),
    )
