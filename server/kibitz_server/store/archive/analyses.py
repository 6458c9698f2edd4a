"""Queries of the stored analyses of finished matches."""

from typing import NamedTuple

import sqlalchemy as sql

from kibitz_server.store.tables import analyses


class StoredAnalysis(NamedTuple):
    """A complete analysis: its result as JSON text, and when it was made, in seconds since 1970."""

    match_id: str
    effort: str
    body: str
    at: float


def find(connection: sql.Connection, match_id: str, effort: str) -> StoredAnalysis | None:
    """Return the analysis of a match with that effort."""
    wanted = sql.select(analyses).where(analyses.c.match_id == match_id, analyses.c.effort == effort)
    row = connection.execute(wanted).one_or_none()
    return StoredAnalysis(*row) if row is not None else None


def save(connection: sql.Connection, analysis: StoredAnalysis) -> None:
    """Store an analysis in place of an older one of the same match and effort."""
    same = (analyses.c.match_id == analysis.match_id) & (analyses.c.effort == analysis.effort)
    connection.execute(sql.delete(analyses).where(same))
    connection.execute(sql.insert(analyses), [analysis._asdict()])
