"""The bans and mutes in a database, for an operator who cannot use the protocol, as after a ban of the own network."""

import sqlalchemy as sql

from kibitz_server.accounts.moderation import matching
from kibitz_server.scheduler import SYSTEM_CLOCK, WallClock
from kibitz_server.store import people
from kibitz_server.store.database import writing
from kibitz_server.store.people import AuditEntry, Sanction

OPERATOR = "database owner"
"""The name in the audit of actions on the database itself."""


def active(engine: sql.Engine, wall_clock: WallClock = SYSTEM_CLOCK) -> list[Sanction]:
    """Return the bans and mutes that have not ended, oldest first."""
    now = wall_clock()
    with engine.connect() as connection:
        return [each for each in people.all_sanctions(connection) if each.until is None or each.until > now]


def lift(engine: sql.Engine, kind: str, target: str, wall_clock: WallClock = SYSTEM_CLOCK) -> list[Sanction]:
    """Lift sanctions in a database that no server uses, and return them.

    Args:
        engine: The database.
        kind: `BAN` or `MUTE`.
        target: The id of a sanction, or its target.
        wall_clock: Time of day.

    Raises:
        CommandRefused: No sanction of this kind matches.
    """
    lifted = matching(active(engine, wall_clock), kind, target)
    entry = AuditEntry(wall_clock(), "", OPERATOR, f"un{kind}", target[:128], "")
    with writing(engine) as connection:
        for sanction in lifted:
            people.drop_sanction(connection, sanction.id)
        people.add(connection, entry)
    return lifted
