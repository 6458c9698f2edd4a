"""Lessons, their pupils and the answers of these."""

import sqlalchemy as sql
from alembic import op

revision = "v0016_lessons"
down_revision = "v0015_studies"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "lesson",
        sql.Column("code", sql.String(16), primary_key=True),
        sql.Column("owner", sql.String(32), nullable=False),
        sql.Column("teacher", sql.Text, nullable=False),
        sql.Column("name", sql.Text, nullable=False),
        sql.Column("tasks", sql.Text, nullable=False),
        sql.Column("step", sql.Text, nullable=False),
        sql.Column("at", sql.Float, nullable=False),
    )
    op.create_index("lesson_by_owner", "lesson", ["owner"])
    op.create_table(
        "lesson_pupil",
        sql.Column("code", sql.String(16), primary_key=True),
        sql.Column("player_id", sql.String(32), primary_key=True),
        sql.Column("number", sql.Integer, nullable=False),
        sql.Column("name", sql.Text, nullable=False),
    )
    op.create_index("lesson_pupil_by_player", "lesson_pupil", ["player_id"])
    op.create_table(
        "lesson_answer",
        sql.Column("code", sql.String(16), primary_key=True),
        sql.Column("player_id", sql.String(32), primary_key=True),
        sql.Column("task", sql.Integer, primary_key=True),
        sql.Column("right", sql.Boolean, nullable=False),
        sql.Column("tries", sql.Integer, nullable=False),
    )
