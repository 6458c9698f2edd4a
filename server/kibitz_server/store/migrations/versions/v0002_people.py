"""Accounts, their sessions, sanctions, and the audit log."""

import sqlalchemy as sql
from alembic import op

revision = "v0002_people"
down_revision = "v0001_events"


def upgrade() -> None:
    """Create four tables. Guests stay in their table until they register."""
    op.create_table(
        "account",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("name", sql.String(64), nullable=False),
        sql.Column("skeleton", sql.String(128), nullable=False, unique=True),
        sql.Column("password_hash", sql.String(255)),
        sql.Column("role", sql.String(16), nullable=False),
        sql.Column("owner_id", sql.String(32)),
        sql.Column("created_at", sql.Float, nullable=False),
    )
    op.create_index("ix_account_owner_id", "account", ["owner_id"])
    op.create_table(
        "session",
        sql.Column("id", sql.String(16), primary_key=True),
        sql.Column("player_id", sql.String(32), nullable=False),
        sql.Column("token_hash", sql.String(64), nullable=False, unique=True),
        sql.Column("label", sql.String(64), nullable=False),
        sql.Column("created_at", sql.Float, nullable=False),
        sql.Column("seen_at", sql.Float, nullable=False),
    )
    op.create_index("ix_session_player_id", "session", ["player_id"])
    op.create_table(
        "sanction",
        sql.Column("id", sql.String(16), primary_key=True),
        sql.Column("kind", sql.String(8), nullable=False),
        sql.Column("scope", sql.String(8), nullable=False),
        sql.Column("target", sql.String(128), nullable=False),
        sql.Column("shown", sql.String(64), nullable=False),
        sql.Column("until", sql.Float),
        sql.Column("reason", sql.String(400), nullable=False),
        sql.Column("by", sql.String(64), nullable=False),
        sql.Column("at", sql.Float, nullable=False),
    )
    op.create_table(
        "audit",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("at", sql.Float, nullable=False),
        sql.Column("by_id", sql.String(32), nullable=False),
        sql.Column("by_name", sql.String(64), nullable=False),
        sql.Column("action", sql.String(32), nullable=False),
        sql.Column("target", sql.String(128), nullable=False),
        sql.Column("detail", sql.Text, nullable=False),
    )
