"""Players who want turn alerts over MQTT."""

import sqlalchemy as sql
from alembic import op

revision = "v0005_turns"
down_revision = "v0004_archive"


def upgrade() -> None:
    """Create the table."""
    op.create_table("turn_wish", sql.Column("player_id", sql.String(32), primary_key=True))
