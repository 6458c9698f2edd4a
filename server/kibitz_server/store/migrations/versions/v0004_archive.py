"""Archive of finished matches and ratings."""

import sqlalchemy as sql
from alembic import op

revision = "v0004_archive"
down_revision = "v0003_runs"

LAST = "kind in ('MatchFinished', 'MatchAborted')"


def upgrade() -> None:
    """Create the tables, which the next startup fills from the events."""
    first, last = sql.text("seq = 1"), sql.text(LAST)
    op.create_index("event_first", "event", ["match_id"], sqlite_where=first, postgresql_where=first)
    op.create_index("event_last", "event", ["at", "match_id"], sqlite_where=last, postgresql_where=last)
    op.create_table(
        "ended",
        sql.Column("match_id", sql.String(32), primary_key=True),
        sql.Column("code", sql.String(16), nullable=False),
        sql.Column("game", sql.String(64), nullable=False),
        sql.Column("clock", sql.String(64)),
        sql.Column("host_id", sql.String(32), nullable=False),
        sql.Column("listed", sql.Boolean, nullable=False),
        sql.Column("rated", sql.Boolean, nullable=False),
        sql.Column("aborted", sql.Boolean, nullable=False),
        sql.Column("winner", sql.Integer),
        sql.Column("reason", sql.Text, nullable=False),
        sql.Column("plies", sql.Integer, nullable=False),
        sql.Column("created_at", sql.Float, nullable=False),
        sql.Column("ended_at", sql.Float, nullable=False),
    )
    op.create_index("ended_by_time", "ended", ["ended_at", "match_id"])
    op.create_index("ended_by_code", "ended", ["code"])
    op.create_table(
        "ended_seat",
        sql.Column("match_id", sql.String(32), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True),
        sql.Column("name", sql.String(128), nullable=False),
        sql.Column("name_key", sql.String(128), nullable=False),
        sql.Column("kind", sql.String(8), nullable=False),
        sql.Column("player_id", sql.String(32)),
        sql.Column("bot", sql.Boolean, nullable=False),
    )
    op.create_index("ended_seat_by_name", "ended_seat", ["name_key"])
    op.create_index("ended_seat_by_player", "ended_seat", ["player_id"])
    op.create_table(
        "rating_change",
        sql.Column("player", sql.String(128), primary_key=True),
        sql.Column("game", sql.String(64), primary_key=True),
        sql.Column("matches", sql.Integer, primary_key=True),
        sql.Column("match_id", sql.String(32), nullable=False),
        sql.Column("at", sql.Float, nullable=False),
        sql.Column("name", sql.String(128), nullable=False),
        sql.Column("name_key", sql.String(128), nullable=False),
        sql.Column("mu_before", sql.Float, nullable=False),
        sql.Column("sigma_before", sql.Float, nullable=False),
        sql.Column("mu", sql.Float, nullable=False),
        sql.Column("sigma", sql.Float, nullable=False),
    )
    op.create_index("rating_change_by_name", "rating_change", ["name_key", "at"])
