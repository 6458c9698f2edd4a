"""Starts of matches with chance: client seeds of the players, also in series, rematches and after a restart."""

from dataclasses import replace
from typing import Any

import pytest

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.lobby.series import next_game, rematch_of
from kibitz_server.core.match.commands import (
    CheckClock,
    Command,
    GiveClientSeed,
    Resign,
    StartMatch,
    TakeSeat,
    UpdatePresence,
)
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.events import ClientSeedGiven, MatchStarted, SeatLeft
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason
from kibitz_server.core.values.terms import Series, Terms
from kibitz_server.core.values.timeouts import BREAK_S, CLIENT_SEED_S
from tests.games.chance import SEED
from tests.server.core.make import ADA, BEN, CAT, ENGINE, create, make_chance_match, make_create, make_match, refused
from tests.server.core.match.chance.helpers import OTHER_SEED, kinds, waiting

pytestmark = pytest.mark.usefixtures("games_with_chance")


def test_a_match_starts_with_the_last_text() -> None:
    """A client seed may come before the other seat is taken. That of the last player starts the match."""
    match = waiting()
    assert match.handle(GiveClientSeed(ADA.id, "a"), 1.0).events == (ClientSeedGiven(0, "a"),)
    assert kinds(match.handle(TakeSeat(BEN, None), 2.0).events) == ["SeatTaken"]
    assert match.next_deadline() == 2.0 + CLIENT_SEED_S
    assert match.handle(GiveClientSeed(BEN.id, "b"), 3.0).events == (ClientSeedGiven(1, "b"), MatchStarted())
    assert (match.client_seeds, match.turn.began_at) == (("a", "b"), 3.0)


def test_a_match_starts_without_a_text_after_a_while() -> None:
    """The time runs from the last seat on, not from the creation of the match."""
    match = waiting()
    match.handle(TakeSeat(BEN, None), 100.0)
    assert match.handle(CheckClock(), 102.9).events == ()
    assert match.handle(CheckClock(), 110.0).events == (MatchStarted(),)
    assert (match.client_seeds, match.turn.began_at) == ((None, None), 103.0)


def test_bots_give_a_text_and_engines_do_not() -> None:
    """A match with an engine waits for its player, a match between engines for nothing."""
    bot = Human("id-fox", "fox", bot=True)
    match = make_match("dash", server_seed=SEED, seats=(ENGINE, bot))
    assert match.phase is Phase.OPEN
    assert match.handle(GiveClientSeed(bot.id, "fox"), 1.0).events == (ClientSeedGiven(1, "fox"), MatchStarted())
    assert make_match("dash", server_seed=SEED, seats=(ENGINE, ENGINE), host=ADA).phase is Phase.RUNNING


def test_a_player_of_both_sides_gives_one_text_for_them() -> None:
    """Each seat has the client seed."""
    match = make_match("dash", server_seed=SEED, seats=(ADA, ADA))
    events = match.handle(GiveClientSeed(ADA.id, "a"), 1.0).events
    assert events == (ClientSeedGiven(0, "a"), ClientSeedGiven(1, "a"), MatchStarted())


def test_the_first_text_of_a_player_stands() -> None:
    """A second one is accepted, as of a client that repeats the command, and changes nothing; also after the start."""
    match = waiting()
    match.handle(GiveClientSeed(ADA.id, "a"), 1.0)
    assert match.handle(GiveClientSeed(ADA.id, "b"), 1.0) == ((), None)
    match.handle(TakeSeat(BEN, None), 2.0)
    match.handle(GiveClientSeed(BEN.id, "b"), 2.0)
    assert match.handle(GiveClientSeed(ADA.id, "c"), 3.0) == ((), None)
    assert match.client_seeds == ("a", "b")


def test_a_text_belongs_to_the_player_who_gave_it() -> None:
    """A player who leaves takes it along, and the next one at the seat gives another."""
    match = waiting(seats=(None, None))
    match.handle(TakeSeat(BEN, 0), 1.0)
    match.handle(GiveClientSeed(BEN.id, "b"), 1.0)
    assert match.handle(Resign(BEN.id), 2.0).events == (SeatLeft(0),)
    assert match.client_seeds == (None, None)
    for player, seat in ((CAT, 0), (BEN, 1)):
        match.handle(TakeSeat(player, seat), 3.0)
    assert match.phase is Phase.OPEN


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (GiveClientSeed(CAT.id, "c"), Reason.NOT_SEATED),
        (StartMatch(BEN.id), Reason.NOT_HOST),
        (StartMatch(ADA.id), Reason.TOO_SOON),
    ],
)
def test_refusals_before_the_start(command: Command, reason: Reason) -> None:
    """A spectator has no client seed to give, and the host cannot start the match without all of them."""
    match = waiting(seats=(ADA, BEN), autostart=False)
    assert refused(match.handle(command, 1.0)).reason is reason


def test_the_host_starts_a_match_once_the_texts_are_there() -> None:
    """Without autostart the match waits for its host, who waits for a client seed no longer than the others."""
    match = waiting(seats=(ADA, BEN), autostart=False)
    refusal = refused(match.handle(StartMatch(ADA.id), 1.0))
    assert refusal.message == "Ada has not given a client seed yet"
    assert refusal.hint == "a client sends it by itself; start the match in 2 s"
    for player in (ADA, BEN):
        assert kinds(match.handle(GiveClientSeed(player.id, "x"), 1.0).events) == ["ClientSeedGiven"]
    assert match.handle(StartMatch(ADA.id), 1.5).events == (MatchStarted(),)
    late = waiting(seats=(ADA, BEN), autostart=False)
    assert late.handle(StartMatch(ADA.id), CLIENT_SEED_S).events == (MatchStarted(),)


def test_a_late_text_and_a_game_without_chance_are_refused() -> None:
    """Both refusals say why."""
    match = waiting()
    match.handle(TakeSeat(BEN, None), 1.0)
    match.handle(CheckClock(), 1.0 + CLIENT_SEED_S)
    assert refused(match.handle(GiveClientSeed(BEN.id, "b"), 5.0)).reason is Reason.NOT_OPEN
    plain = refused(make_match(seats=(ADA, None)).handle(GiveClientSeed(ADA.id, "a"), 1.0))
    assert (plain.reason, plain.message) == (Reason.NO_CHANCE, "nothing is left to chance in Tic-tac-toe")


def test_a_match_needs_a_seed() -> None:
    """The registry makes no match with chance that has no server seed, and a game without chance gets none."""
    with pytest.raises(ValueError, match="a match of dash needs a seed"):
        make_match("dash")
    with_seed = make_create("dash").with_seed(lambda: SEED, repeatable=True)
    assert (with_seed.server_seed, with_seed.repeatable) == (SEED, True)
    for game in ("tictactoe", "nosuch"):
        plain = make_create(game).with_seed(lambda: SEED, repeatable=True)
        assert (plain.server_seed, plain.repeatable) == (None, False)


# -- series and rematches


def finished(**fields: Any) -> Match:
    """Return a match of dash that Ben has won."""
    match = make_chance_match("dash", server_seed=SEED, **fields)
    match.handle(Resign(ADA.id), 5.0)
    return match


def test_a_later_game_has_a_seed_of_its_own_and_waits_for_texts() -> None:
    """The next game of a series starts after its break, a rematch with the last client seed or after three seconds."""
    series = finished(terms=Terms(series=Series("s1", 2)))
    rematch, following = (made(series, "m2", "C0DE2", 9.0) for made in (rematch_of, next_game))
    for command in (rematch, following):
        assert (command.server_seed, command.repeatable) == (None, False)
    again, events = create(MatchRegistry(), replace(rematch, server_seed=OTHER_SEED), 10.0)
    assert kinds(events) == ["MatchCreated"]
    assert again.next_deadline() == 10.0 + CLIENT_SEED_S
    for player in (ADA, BEN):
        again.handle(GiveClientSeed(player.id, "y"), 11.0)
    assert again.phase is Phase.RUNNING
    second, _ = create(MatchRegistry(), replace(following, server_seed=OTHER_SEED), 10.0)
    for player in (ADA, BEN):
        assert kinds(second.handle(GiveClientSeed(player.id, "z"), 11.0).events) == ["ClientSeedGiven"]
    assert second.next_deadline() == 10.0 + BREAK_S
    assert kinds(second.handle(CheckClock(), 16.0).events) == ["MatchStarted"]
    assert second.client_seeds == ("z", "z")


def test_a_restored_match_waits_for_texts_again() -> None:
    """Players must connect again first, so the time begins at the restart."""
    match = make_match("dash", server_seed=SEED)
    restored = Match.from_timed_events([(match.created, 0.0)])
    restored.postpone_start(60.0)
    assert restored.next_deadline() == 60.0 + CLIENT_SEED_S
    restored.credit_time(5.0, 65.0)
    assert restored.next_deadline() == 65.0 + CLIENT_SEED_S


def test_a_player_who_disconnects_does_not_delay_the_start() -> None:
    """The match starts after the usual time, and what follows is that of any match."""
    match = make_match("dash", server_seed=SEED)
    match.handle(UpdatePresence(BEN.id, False), 1.0)
    assert kinds(match.handle(CheckClock(), CLIENT_SEED_S).events) == ["MatchStarted"]
