"""The last event that the archive of a tournament includes."""

import sqlalchemy as sql
from alembic import op

revision = "v0012_archived_seq"
down_revision = "v0011_tournaments"


def upgrade() -> None:
    """Add the column. With 0, the next start makes the entries of earlier tournaments again from their events."""
    op.add_column("ended_tournament", sql.Column("seq", sql.Integer, nullable=False, server_default="0"))
