"""Puzzles, the attempts at them, the ratings of solvers, and the matches in which puzzles were looked for."""

import sqlalchemy as sql
from alembic import op

revision = "v0014_puzzles"
down_revision = "v0013_alerts"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "puzzle",
        sql.Column("id", sql.String(16), primary_key=True),
        sql.Column("game", sql.String(64), nullable=False),
        sql.Column("options", sql.Text, nullable=False),
        sql.Column("position", sql.Text),
        sql.Column("lead", sql.Text),
        sql.Column("line", sql.Text, nullable=False),
        sql.Column("refuted", sql.Text, nullable=False),
        sql.Column("win", sql.Float, nullable=False),
        sql.Column("themes", sql.String(64), nullable=False),
        sql.Column("players", sql.Text, nullable=False),
        sql.Column("player_ids", sql.Text, nullable=False),
        sql.Column("match_id", sql.String(32)),
        sql.Column("code", sql.String(16)),
        sql.Column("ply", sql.Integer, nullable=False),
        sql.Column("ended_at", sql.Float, nullable=False),
        sql.Column("at", sql.Float, nullable=False),
        sql.Column("removed", sql.Boolean, nullable=False),
        sql.Column("mu", sql.Float, nullable=False),
        sql.Column("sigma", sql.Float, nullable=False),
        sql.Column("attempts", sql.Integer, nullable=False),
        sql.Column("solved", sql.Integer, nullable=False),
    )
    op.create_index("puzzle_by_game", "puzzle", ["game", "mu"])
    op.create_table(
        "puzzle_attempt",
        sql.Column("player_id", sql.String(32), primary_key=True),
        sql.Column("puzzle_id", sql.String(16), primary_key=True),
        sql.Column("game", sql.String(64), nullable=False),
        sql.Column("at", sql.Float, nullable=False),
        sql.Column("result", sql.String(8), nullable=False),
        sql.Column("before", sql.Integer, nullable=False),
        sql.Column("after", sql.Integer, nullable=False),
    )
    op.create_index("puzzle_attempt_by_time", "puzzle_attempt", ["player_id", "at"])
    op.create_table(
        "puzzle_rating",
        sql.Column("player_id", sql.String(32), primary_key=True),
        sql.Column("game", sql.String(64), primary_key=True),
        sql.Column("mu", sql.Float, nullable=False),
        sql.Column("sigma", sql.Float, nullable=False),
        sql.Column("attempts", sql.Integer, nullable=False),
        sql.Column("solved", sql.Integer, nullable=False),
        sql.Column("streak", sql.Integer, nullable=False),
        sql.Column("best", sql.Integer, nullable=False),
    )
    op.create_table("puzzle_source", sql.Column("match_id", sql.String(32), primary_key=True))
