"""The plan of a tournament in a sentence."""

from typing import Any

import pytest

from kibitz_client.parsing.arguments import clock, engine
from kibitz_client.text.tournaments.plan import plan_text
from kibitz_protocol.tournaments.commands import CreateTournament
from kibitz_protocol.tournaments.terms import EngineEntrant, Openings, SprtTerms, TournamentTerms

BUNDLED = Openings(source="bundled")


def creation(format: Any, engines: int = 0, spec: str = "alphabeta:seconds=0.5", **terms: Any) -> CreateTournament:
    """Return a tournament of tic-tac-toe: with engines for engines only."""
    entrants = [EngineEntrant(engine=engine(spec), name=f"E{number}") for number in range(engines)]
    kinds = {"kinds": ["engine"]} if engines else {}
    made = TournamentTerms(format=format, game="tictactoe", **{**kinds, **terms})
    return CreateTournament(name="Friday", terms=made, engines=entrants)


PLANS = (
    (
        creation("round-robin", 8, cycles=2, openings=BUNDLED, concurrency=3),
        "8 engines, all against all twice, 112 games, about 19 min on 3 slots",
    ),
    (creation("round-robin", 3, cycles=5), "3 engines, all against all 5 times, 15 games, about 8 min on one slot"),
    (creation("round-robin", 8, spec="level:5"), "8 engines, all against all once, 28 games, about 8 min on one slot"),
    (creation("gauntlet", 5, spec="random"), "5 engines, the first against all others once, 4 games"),
    (
        creation("gauntlet", 5, seeds=2, spec="level:3"),
        "5 engines, the first 2 against all others once, 6 games, about 2 min on one slot",
    ),
    (
        creation("gauntlet", 10, seeds=2, pairs=True, spec="random"),
        "10 engines, the first 2 against all others once, 32 games",
    ),
    (
        creation("swiss", most_entrants=20, clock=clock("5+3"), break_s=60),
        "up to 20 entrants, Swiss system, 6 rounds, up to 60 games, about 60 min",
    ),
    (
        creation("swiss", 2, kinds=["person", "engine"], most_entrants=20, clock=clock("5+3"), break_s=60),
        "up to 20 entrants, Swiss system, 6 rounds, up to 60 games, about 60 min",
    ),
    (
        creation("swiss", most_entrants=20, clock=clock("5+3")),
        "up to 20 entrants, Swiss system, 6 rounds, up to 60 games, about 55 min",
    ),
    (creation("swiss", most_entrants=4), "up to 4 entrants, Swiss system, 3 rounds, up to 6 games"),
    (creation("swiss", rounds=7), "up to 64 entrants, Swiss system, 7 rounds, up to 224 games"),
    (creation("arena", minutes=45), "up to 64 entrants, arena, 45 min"),
    (creation("knockout", most_entrants=8, pairs=True), "up to 8 entrants, knockout, at least 14 games"),
    (creation("knockout", 6, openings=BUNDLED, spec="random"), "6 engines, knockout, at least 10 games"),
    (creation("ladder"), "up to 64 entrants, ladder, permanent"),
    (creation("match", 2, spec="alphabeta:nodes=50000"), "2 entrants, one match, until it is decided"),
    (
        creation("match", 2, sprt=SprtTerms(elo0=0, elo1=10), openings=BUNDLED),
        "2 entrants, one match, until it is decided",
    ),
    (
        creation("match", 2, games=400, spec="alphabeta:nodes=50000"),
        "2 entrants, one match, 400 games, about 6.7 h on one slot",
    ),
    # Halves are rounded up: 2.5 minutes, 2.25 hours and 92.5 hours.
    (
        creation("match", 2, games=6, spec="alphabeta:nodes=20833"),
        "2 entrants, one match, 6 games, about 2 min on one slot",
    ),
    (
        creation("match", 2, games=10, spec="alphabeta:seconds=0.25"),
        "2 entrants, one match, 10 games, about 3 min on one slot",
    ),
    (
        creation("match", 2, games=135, spec="alphabeta:seconds=1"),
        "2 entrants, one match, 135 games, about 2.3 h on one slot",
    ),
    (
        creation("match", 2, games=5550, spec="alphabeta:seconds=1"),
        "2 entrants, one match, 5550 games, about 93 h on one slot",
    ),
    (
        creation("match", 2, games=1000, spec="level:3", concurrency=64),
        "2 entrants, one match, 1000 games, about 5 min on 64 slots",
    ),
    *(
        (
            creation("round-robin", most_entrants=4, clock=clock(typed)),
            f"up to 4 entrants, all against all once, up to 6 games{time}",
        )
        for typed, time in (
            ("5+3", ", about 30 min"),
            ("5d3", ", about 30 min"),
            ("5b3x30", ", about 55 min"),
            ("30s", ", about 65 min"),
            ("3days", ""),
        )
    ),
)
"""What the plans of events are, in a terminal and on the page: there, tests compare them with the same sentences."""


@pytest.mark.parametrize(("made", "expected"), PLANS)
def test_entrants_pairings_games_and_time(made: CreateTournament, expected: str) -> None:
    """The plan counts games with swapped sides twice. Without a limit or a clock it says nothing of the time."""
    assert plan_text(made) == expected
