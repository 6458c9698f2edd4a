"""The plan of a tournament in a sentence."""

from typing import Any

import pytest

from kibitz_client.parsing.arguments import clock, engine
from kibitz_client.text.tournaments.plan import plan_text
from kibitz_protocol.tournaments.commands import CreateTournament
from kibitz_protocol.tournaments.terms import EngineEntrant, Openings, TournamentTerms

BUNDLED = Openings(source="bundled")


def plan(format: Any, engines: int = 0, spec: str = "alphabeta:seconds=0.5", **terms: Any) -> str:
    """Return the plan of a tournament of tic-tac-toe: with engines for engines only."""
    entrants = [EngineEntrant(engine=engine(spec), name=f"E{number}") for number in range(engines)]
    kinds = {"kinds": ["engine"]} if engines else {}
    made = TournamentTerms(format=format, game="tictactoe", **{**kinds, **terms})
    return plan_text(CreateTournament(name="Friday", terms=made, engines=entrants))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            plan("round-robin", 8, cycles=2, openings=BUNDLED, concurrency=3),
            "8 engines, all against all twice, 112 games, about 19 min on 3 slots",
        ),
        (plan("round-robin", 3, cycles=5), "3 engines, all against all 5 times, 15 games, about 8 min on one slot"),
        (plan("gauntlet", 5, spec="random"), "5 engines, the first against all others once, 4 games"),
        (
            plan("gauntlet", 5, seeds=2, spec="level:3"),
            "5 engines, the first 2 against all others once, 6 games, about 2 min on one slot",
        ),
        (
            plan("swiss", most_entrants=20, clock=clock("5+3"), break_s=60),
            "up to 20 entrants, Swiss system, 6 rounds, up to 60 games, about 60 min",
        ),
        (plan("arena", minutes=45), "up to 64 entrants, arena, 45 min"),
        (plan("knockout", most_entrants=8, pairs=True), "up to 8 entrants, knockout, at least 14 games"),
        (plan("ladder"), "up to 64 entrants, ladder, permanent"),
        (plan("match", 2, spec="alphabeta:nodes=50000"), "2 entrants, one match, until it is decided"),
        (
            plan("match", 2, games=400, spec="alphabeta:nodes=50000"),
            "2 entrants, one match, 400 games, about 6.7 h on one slot",
        ),
    ],
)
def test_entrants_pairings_games_and_time(text: str, expected: str) -> None:
    """The plan counts games with swapped sides twice. Without a limit or a clock it says nothing of the time."""
    assert text == expected
