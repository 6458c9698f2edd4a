"""Labels of the seats of finished matches, for two people at one keyboard."""

import json

import sqlalchemy as sql
from alembic import op

revision = "v0009_labels"
down_revision = "v0008_analyses"


def upgrade() -> None:
    """Add the column, and fill it from the first events of finished matches."""
    op.add_column("ended_seat", sql.Column("label", sql.String(64)))
    event = sql.table("event", sql.column("match_id"), sql.column("seq"), sql.column("body"))
    seat = sql.table("ended_seat", sql.column("match_id"), sql.column("seat"), sql.column("label"))
    first = sql.select(event).where(event.c.seq == 1, event.c.body.contains('"label":"', autoescape=True))
    connection = op.get_bind()
    for row in connection.execute(first).all():
        for number, player in enumerate(json.loads(row.body)["seats"]):
            place = seat.c.match_id == row.match_id, seat.c.seat == number
            label = player.get("label") if player else None
            connection.execute(sql.update(seat).where(*place).values(label=label))
