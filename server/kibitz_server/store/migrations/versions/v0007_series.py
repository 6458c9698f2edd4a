"""Series of a finished match, so that the archive can find all games of it."""

import json

import sqlalchemy as sql
from alembic import op

revision = "v0007_series"
down_revision = "v0006_mutes"


def upgrade() -> None:
    """Add the columns, and fill them from the first events of finished matches."""
    op.add_column("ended", sql.Column("series_id", sql.String(32)))
    op.add_column("ended", sql.Column("series_number", sql.Integer))
    op.create_index("ended_by_series", "ended", ["series_id"])
    event = sql.table("event", sql.column("match_id"), sql.column("seq"), sql.column("body"))
    ended = sql.table("ended", sql.column("match_id"), sql.column("series_id"), sql.column("series_number"))
    first = sql.select(event).where(event.c.seq == 1, event.c.body.contains('"series":{', autoescape=True))
    connection = op.get_bind()
    for row in connection.execute(first).all():
        series = json.loads(row.body)["terms"]["series"]
        place = {"series_id": series["id"], "series_number": series["number"]}
        connection.execute(sql.update(ended).where(ended.c.match_id == row.match_id).values(place))
