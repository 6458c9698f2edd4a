"""Comparison of the clients' records with the database of the server."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import sqlalchemy as sql

from bench.chaos.load import Record
from kibitz_server.maintenance.integrity import IntegrityReport, check
from kibitz_server.store.database import connect
from kibitz_server.store.tables import events


@dataclass
class Verdict:
    """Errors as sentences, by kind. A good run has none."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    stalled: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)

    @property
    def fine(self) -> bool:
        """Return whether the run had no errors."""
        return not (self.lost or self.doubled or self.stalled or self.other)


def judge(record: Record, database: str, verdict: Verdict) -> None:
    """Add everything that was lost or applied twice to the verdict."""
    engine = connect(database)
    with engine.connect() as connection:
        rows = connection.execute(sql.select(events).order_by(events.c.match_id, events.c.seq)).all()
    verdict.other += check(engine, IntegrityReport())
    engine.dispose()
    moves, kinds = {}, {}
    played: Counter[tuple[str, int]] = Counter()
    for row in rows:
        kinds[row.match_id, row.seq] = row.kind
        if row.kind == "MovePlayed":
            body = json.loads(row.body)
            key = (row.match_id, body["ply"])
            moves[key] = (body["seat"], body["move"])
            played[key] += 1
        elif row.kind == "MatchFinished" and json.loads(row.body)["result"]["reason"] in ("time", "engine failure"):
            verdict.other.append(f"match {row.match_id} ended through a fault of the server: {row.body}")
    verdict.lost += _lost(record, moves, kinds)
    verdict.doubled += [f"match {match} has ply {ply} {n} times" for (match, ply), n in played.items() if n > 1]
    extra = {row.match_id for row in rows} - record.created
    verdict.doubled += [f"match {match} was created, and no client was informed" for match in extra]
    verdict.doubled += [f"{record.twice} events were sent twice"] * bool(record.twice)
    verdict.lost += [f"{record.gaps} gaps in the events"] * bool(record.gaps)
    verdict.other += record.refused + record.differing


def _lost(
    record: Record, moves: dict[tuple[str, int], tuple[int, str]], kinds: dict[tuple[str, int], str]
) -> Iterator[str]:
    for (match, ply), move in record.accepted.items():
        if moves.get((match, ply)) != move:
            yield f"match {match} ply {ply}: {move} was accepted, {moves.get((match, ply))} is stored"
    for (match, seq), sent in record.seen.items():
        if seq < 0:
            continue
        kind, *rest = sent.split()
        if (match, seq) not in kinds:
            yield f"match {match} event {seq} was sent ({sent}) and is not stored"
        elif kind == "moved" and moves.get((match, int(rest[0]))) != (int(rest[1]), rest[2]):
            yield f"match {match} event {seq} was sent as {sent}, stored is {moves.get((match, int(rest[0])))}"
