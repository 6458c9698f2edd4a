"""Studies: analysis boards with variations and notes that players keep."""

import sqlalchemy as sql
from alembic import op

revision = "v0015_studies"
down_revision = "v0014_puzzles"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "study",
        sql.Column("code", sql.String(16), primary_key=True),
        sql.Column("owner_id", sql.String(32), nullable=False),
        sql.Column("owner", sql.String(64), nullable=False),
        sql.Column("game", sql.String(64), nullable=False),
        sql.Column("options", sql.Text, nullable=False),
        sql.Column("start", sql.Text),
        sql.Column("title", sql.String(128), nullable=False),
        sql.Column("listed", sql.Boolean, nullable=False),
        sql.Column("version", sql.Integer, nullable=False),
        sql.Column("moves", sql.Integer, nullable=False),
        sql.Column("tree", sql.Text, nullable=False),
        sql.Column("created_at", sql.Float, nullable=False),
        sql.Column("changed_at", sql.Float, nullable=False),
    )
    op.create_index("study_by_owner", "study", ["owner_id", "changed_at"])
    op.create_index("study_by_listing", "study", ["listed", "changed_at"])
