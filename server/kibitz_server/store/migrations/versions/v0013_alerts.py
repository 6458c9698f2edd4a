"""Addresses for alerts, the alerts that were sent, and values of the server."""

import sqlalchemy as sql
from alembic import op

revision = "v0013_alerts"
down_revision = "v0012_archived_seq"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "server_value",
        sql.Column("name", sql.String(32), primary_key=True),
        sql.Column("value", sql.Text, nullable=False),
    )
    op.create_table(
        "alert_channel",
        sql.Column("id", sql.String(16), primary_key=True),
        sql.Column("player_id", sql.String(32), nullable=False),
        sql.Column("kind", sql.String(8), nullable=False),
        sql.Column("address", sql.Text, nullable=False),
        sql.Column("secret", sql.Text, nullable=False),
        sql.Column("token", sql.String(64), nullable=False),
        sql.Column("device", sql.String(64), nullable=False),
        sql.Column("language", sql.String(8), nullable=False),
        sql.Column("kinds", sql.String(64), nullable=False),
        sql.Column("confirmed", sql.Boolean, nullable=False),
        sql.Column("created_at", sql.Float, nullable=False),
        sql.Column("sent_at", sql.Float),
    )
    op.create_index("ix_alert_channel_player_id", "alert_channel", ["player_id"])
    op.create_table(
        "alert_sent",
        sql.Column("player_id", sql.String(32), primary_key=True),
        sql.Column("match_id", sql.String(32), primary_key=True),
        sql.Column("ply", sql.Integer, nullable=False),
        sql.Column("rank", sql.Integer, nullable=False),
    )
