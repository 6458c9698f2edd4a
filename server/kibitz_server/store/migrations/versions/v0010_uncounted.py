"""Rated matches that do not count, and the seats that quit them. No event of an older server has either."""

import sqlalchemy as sql
from alembic import op

revision = "v0010_uncounted"
down_revision = "v0009_labels"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("ended", sql.Column("uncounted", sql.String(16)))
    op.add_column("ended", sql.Column("quitter", sql.Integer))
