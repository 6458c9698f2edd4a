"""The start of a server with many events: how long it takes to rebuild them from the database."""

import json
import os
import random
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

import sqlalchemy as sql

from bench.engine.figures import Figure
from bench.server.processes import SERVE
from kibitz_server.core.tournament.commands import BeginGame, CountGame, CreateTournament
from kibitz_server.core.tournament.events import Event
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.core.tournament.values import (
    Entrant,
    EntrantKind,
    Format,
    GameOutcome,
    HowEnded,
    SideFigures,
    TournamentTerms,
)
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.refusal import Refusal
from kibitz_server.core.values.time_management import Budget
from kibitz_server.store.database import connect
from kibitz_server.store.event_json import dump
from kibitz_server.store.migrations.upgrade import upgrade
from kibitz_server.store.tables import tournament_events

EVENTS, GAMES = 50, 200
GOAL_S = 2.0
ENTRANTS = 21
"""Entrants of a round robin with a few more games than are played."""
LOADED = "matches loaded"


async def restore_figures(*, small: bool = False) -> AsyncIterator[Figure]:
    """Yield the figure when it is measured.

    Args:
        small: Whether to measure a minimum, to show that it works.
    """
    events, times = (2, 1) if small else (EVENTS, 3)
    with tempfile.TemporaryDirectory() as folder:
        filled = Path(folder, "filled.db")
        fill(filled, events)
        taken = [_start_s(filled) for _ in range(times)]
    name = f"restore {EVENTS} events with {EVENTS * GAMES:,} games"
    detail = f"log line `{LOADED}` of a server that starts; {min(taken):.2f} to {max(taken):.2f} s"
    yield Figure(name, statistics.median(taken), "s", GOAL_S, at_least=False, detail=detail)


def fill(database: Path, events: int) -> None:
    """Write unfinished events into a new database, each in the middle of a round robin of engines."""
    engine = connect(f"sqlite:///{database}")
    upgrade(engine)
    now = time.time() - 86_400
    with engine.begin() as connection:
        for number in range(events):
            rows = [
                {
                    "tournament_id": f"event{number}",
                    "seq": seq,
                    "kind": type(event).__name__,
                    "body": dump(event),
                    "at": now,
                }
                for seq, event in enumerate(played(number, now), 1)
            ]
            connection.execute(sql.insert(tournament_events), rows)
    engine.dispose()


def played(number: int, now: float) -> list[Event]:
    """Return the events of a round robin in which most games have ended."""
    rng = random.Random(number)
    made = Tournament.create(
        CreateTournament(
            id=f"event{number}",
            code=f"T-{number:06}",
            name=f"Event {number}",
            organiser=Human("organiser", "Organiser", account=True),
            terms=TournamentTerms(
                format=Format.ROUND_ROBIN, game="connect4", kinds=(EntrantKind.ENGINE,), concurrency=1
            ),
            entrants=tuple(
                Entrant(Engine("alphabeta", Budget(nodes=each)), f"e{each}") for each in range(1, ENTRANTS + 1)
            ),
            created_at=now,
            start_now=True,
        ),
        0.0,
    )
    assert not isinstance(made, Refusal)
    tournament, decision = made
    events: list[Event] = list(decision.events)
    for game in range(1, GAMES + 1):
        due = tournament.due_games(0.0)[0]
        id = f"{number:04}-{game:04}"
        events += tournament.handle(BeginGame(due.pair, due.slot, id, id), 0.0).events
        outcome = GameOutcome(rng.choice(((1.0, 0.0), (0.5, 0.5), (0.0, 1.0))), HowEnded.PLAYED)
        figures = SideFigures(20, 100, 4000, 0.5)
        events += tournament.handle(
            CountGame(id, outcome, "line", 40, (figures, figures), f"{rng.random():.14f}"), 0.0
        ).events
    return events


def _start_s(filled: Path) -> float:
    """Return the seconds in which a server that starts on a copy of a database loads all of it."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder, "copy.db")
        shutil.copy(filled, database)
        command = [*SERVE, "--log-level", "info", "--slots", "1", "--database", str(database), "--limits", "off"]
        core = min(os.sched_getaffinity(0))
        with subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, {core}),
        ) as child:
            try:
                assert child.stderr
                lines = (json.loads(line) for line in child.stderr if line.startswith("{"))
                return next(float(line["seconds"]) for line in lines if line["event"] == LOADED)
            finally:
                child.kill()
