"""Tournaments: their events, their archive, and the places of matches in them."""

import sqlalchemy as sql
from alembic import op

revision = "v0011_tournaments"
down_revision = "v0010_uncounted"

LAST = "kind = 'TournamentEnded'"


def upgrade() -> None:
    """Create the tables, and add the columns. No match of an older server belongs to a tournament."""
    op.create_table(
        "tournament_event",
        sql.Column("tournament_id", sql.String(32), primary_key=True),
        sql.Column("seq", sql.Integer, primary_key=True),
        sql.Column("kind", sql.String(32), nullable=False),
        sql.Column("body", sql.Text, nullable=False),
        sql.Column("at", sql.Float, nullable=False),
    )
    for name, columns, condition in (
        ("tournament_first", ["tournament_id"], "seq = 1"),
        ("tournament_last", ["at", "tournament_id"], LAST),
    ):
        where = sql.text(condition)
        op.create_index(name, "tournament_event", columns, sqlite_where=where, postgresql_where=where)
    op.create_table(
        "ended_tournament",
        sql.Column("tournament_id", sql.String(32), primary_key=True),
        sql.Column("code", sql.String(16), nullable=False),
        sql.Column("name", sql.String(128), nullable=False),
        sql.Column("format", sql.String(16), nullable=False),
        sql.Column("game", sql.String(64), nullable=False),
        sql.Column("options", sql.Text, nullable=False),
        sql.Column("clock", sql.String(64)),
        sql.Column("organiser_id", sql.String(32), nullable=False),
        sql.Column("organiser", sql.String(64), nullable=False),
        sql.Column("listed", sql.Boolean, nullable=False),
        sql.Column("rated", sql.Boolean, nullable=False),
        sql.Column("cancelled", sql.Boolean, nullable=False),
        sql.Column("most_entrants", sql.Integer, nullable=False),
        sql.Column("round", sql.Integer, nullable=False),
        sql.Column("rounds", sql.Integer),
        sql.Column("leader", sql.String(128)),
        sql.Column("league", sql.String(32)),
        sql.Column("league_name", sql.String(100)),
        sql.Column("season", sql.Integer),
        sql.Column("division", sql.Integer),
        sql.Column("created_at", sql.Float, nullable=False),
        sql.Column("ended_at", sql.Float, nullable=False),
    )
    op.create_index("ended_tournament_by_time", "ended_tournament", ["ended_at", "tournament_id"])
    op.create_index("ended_tournament_by_code", "ended_tournament", ["code"])
    op.create_index("ended_tournament_by_organiser", "ended_tournament", ["organiser_id"])
    op.create_index("ended_tournament_by_league", "ended_tournament", ["league"])
    op.create_table(
        "ended_entrant",
        sql.Column("tournament_id", sql.String(32), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("name", sql.String(128), nullable=False),
        sql.Column("player_id", sql.String(32)),
        sql.Column("place", sql.Integer, nullable=False),
    )
    op.create_index("ended_entrant_by_player", "ended_entrant", ["player_id"])
    op.add_column("ended", sql.Column("tournament_id", sql.String(32)))
    for name in ("round", "pair", "tournament_game"):
        op.add_column("ended", sql.Column(name, sql.Integer))
    op.create_index("ended_by_tournament", "ended", ["tournament_id", "tournament_game"])
