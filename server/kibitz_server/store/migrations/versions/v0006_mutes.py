"""Names that players mute in chat."""

import sqlalchemy as sql
from alembic import op

revision = "v0006_mutes"
down_revision = "v0005_turns"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "mute",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("player_id", sql.String(32), nullable=False),
        sql.Column("looks", sql.Text, nullable=False),
    )
    op.create_index("ix_mute_player_id", "mute", ["player_id"])
