"""Who may create tournaments, and how many."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from kibitz_server.core.tournament.commands import CreateTournament, Extend, Pause, SetResult
from kibitz_server.core.tournament.statistics.sprt import SequentialTest
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.core.tournament.values import Entrant, EntrantKind, Format, LeaguePlace, TournamentTerms
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.core.values.time_management import Budget
from kibitz_server.limits.token_bucket import Rate
from kibitz_server.runtime.tournaments.limits import GUEST_GAMES, CreationLimits
from tests.fakes.server import ManualPool
from tests.server.core.tournament.play import engine, engines, make_command
from tests.server.runtime.tournaments.playing import TournamentServer

GUEST, ACCOUNT = Human("g1", "otter"), Human("a1", "Ann", account=True)
BOT = Human("b1", "fox", bot=True, owner="a1")
RATE = Rate(2, 3600)


def refusal(limits: CreationLimits, organiser: Human, **terms: Any) -> Refusal | None:
    """Return why a match of two engines may not be created by a player."""
    engines = [Engine("random", Budget(seconds=1)), Engine("mcts", Budget(seconds=1))]
    usual = {"format": Format.MATCH, "game": "tictactoe", "games": 2, "pairs": True, "most_entrants": 2}
    usual["kinds"] = (EntrantKind.ENGINE,)
    command = CreateTournament(
        id="t1",
        code="T-7KQ2XF",
        name="x",
        organiser=organiser,
        terms=TournamentTerms(**{**usual, **terms}),
        entrants=tuple(Entrant(engine, engine.name) for engine in engines),
        created_at=0.0,
        start_now="league" not in terms,
    )
    made = Tournament.create(limits.bounded(command), 0.0)
    assert not isinstance(made, Refusal)
    return limits.refusal(made[0])


@pytest.mark.parametrize(
    "terms",
    [{"kinds": tuple(EntrantKind)}, {"games": GUEST_GAMES + 2}, {"games": None, "sprt": SequentialTest(0, 10)}],
    ids=["people", "more", "open"],
)
def test_guests_create_short_events_of_engines(terms: dict[str, Any]) -> None:
    """Other events need an account, but not on a server without limits, such as a private one."""
    found = refusal(CreationLimits(RATE, lambda: 0.0), GUEST, **terms)
    assert found is not None
    assert found.reason is Reason.NOT_ALLOWED
    assert refusal(CreationLimits(RATE, lambda: 0.0), ACCOUNT, **terms) is None
    assert refusal(CreationLimits(None, lambda: 0.0), GUEST, **terms) is None


@pytest.mark.parametrize(("organiser", "reason"), [(GUEST, Reason.NOT_ALLOWED), (ACCOUNT, None)])
async def test_a_guest_adds_no_games_to_a_full_event(organiser: Human, reason: Reason | None) -> None:
    """Neither more rounds nor games that are played again lead beyond the bound; an account may have both."""
    server = TournamentServer(pool=ManualPool(), tournament_rate=RATE)
    full = make_command(Format.SWISS, engines(20), rounds=10, kinds=(EntrantKind.ENGINE,))
    room = server.create(replace(full, organiser=organiser))
    await server.until(lambda: bool(room.tournament.running))
    server.store.commit()
    for command in (Extend(organiser, rounds=1), SetResult(organiser, 1, None, "again", void=True)):
        refused = server.do(room, command).refusal
        assert (refused and refused.reason) == reason
    assert server.do(room, Pause(organiser)).refusal is None


async def test_a_guest_has_a_game_of_a_small_event_played_again() -> None:
    """A game that is void leaves less for the next ones."""
    server = TournamentServer(pool=ManualPool(), tournament_rate=RATE)
    command = make_command(Format.MATCH, engines(2), games=98, kinds=(EntrantKind.ENGINE,), pairs=True)
    room = server.create(replace(command, organiser=GUEST))

    def runs(game: int) -> bool:
        return game in room.tournament.running

    answers = []
    for game in (1, 2, 3):
        await server.until(partial(runs, game))
        answers.append(server.do(room, SetResult(GUEST, game, None, "again", void=True)).refusal)
    assert [answer and answer.reason for answer in answers] == [None, None, Reason.NOT_ALLOWED]


def test_an_account_and_its_bots_have_one_rate() -> None:
    """The third event within the hour is refused, and the hint says when the next one is possible."""
    now = 0.0
    limits = CreationLimits(RATE, lambda: now)
    assert [refusal(limits, player) for player in (ACCOUNT, BOT)] == [None, None]
    found = refusal(limits, ACCOUNT)
    assert found is not None
    assert (found.reason, found.hint) == (Reason.TOO_MANY, "create the next one in 30 min")
    assert refusal(limits, GUEST, games=GUEST_GAMES) is None
    now = 1800.0
    assert refusal(limits, BOT) is None


def test_a_refused_event_does_not_count() -> None:
    """An event that may not be created takes nothing of the rate."""
    limits = CreationLimits(RATE, lambda: 0.0)
    for _ in range(3):
        assert refusal(limits, GUEST, games=GUEST_GAMES + 2) is not None
    assert [refusal(limits, GUEST) for _ in range(2)] == [None, None]


def test_a_season_counts_as_one_event_and_guests_create_none() -> None:
    """Divisions after the first are free, so that a season is created as a whole."""
    limits = CreationLimits(RATE, lambda: 0.0)
    terms = {"format": Format.ROUND_ROBIN, "games": None, "most_entrants": 6}

    def division(number: int) -> dict[str, Any]:
        return {**terms, "league": LeaguePlace("L-A", "Club", number, 3, 1, 2, 2)}

    assert [refusal(limits, ACCOUNT, **division(number)) for number in (1, 2, 3)] == [None] * 3
    assert refusal(limits, ACCOUNT, **terms) is None
    found = refusal(limits, ACCOUNT, **division(1))
    assert found is not None
    assert found.reason is Reason.TOO_MANY
    found = refusal(limits, GUEST, **division(1))
    assert found is not None
    assert (found.reason, found.message) == (Reason.NOT_ALLOWED, "guests create no leagues")


@pytest.mark.parametrize(
    ("concurrency", "budget", "warned"),
    [
        (3, {"seconds": 1.0}, True),
        (3, {"level": 10}, True),
        (2, {"level": 10}, False),
        (3, {"level": 9}, False),
        (3, {"nodes": 100}, False),
    ],
)
async def test_engines_that_think_for_a_time_should_not_share_slots(
    concurrency: int, budget: dict[str, Any], warned: bool
) -> None:
    """An engine with a number of nodes plays the same, however many others search."""
    server = TournamentServer()
    algorithm = "level" if "level" in budget else "alphabeta"
    entrants = [engine("a", None, algorithm, **budget), engine("b"), engine("c")]
    room = server.create(make_command(Format.ROUND_ROBIN, entrants, start_now=False, concurrency=concurrency))
    found = server.director.warnings(room)
    assert [line.split(",")[0] for line in found] == warned * [
        "engines with seconds to think share 2 slots among 3 games"
    ]
