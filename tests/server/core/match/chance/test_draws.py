"""Draws of matches with chance: after every decision, held with their moves, never taken back, and secret before."""

import random
from dataclasses import replace
from typing import Any

import pytest

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.lots import Lots, draw, seed_hash
from kibitz_server.core.match.commands import (
    Abort,
    CheckClock,
    Command,
    EngineMoved,
    GiveLots,
    MakeOffer,
    PlayMove,
    Resign,
)
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.spectator_delay import SpectatorDelay
from kibitz_server.core.values.events import (
    Drawn,
    Event,
    MatchAborted,
    MatchCreated,
    MatchFinished,
    SeatTaken,
    SeedRevealed,
)
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.refusal import Reason
from kibitz_server.core.values.terms import Delay, Terms
from tests.games.chance import SEED
from tests.server.core.make import (
    ADA,
    BEN,
    ENGINE,
    SUDDEN_DEATH,
    create,
    make_chance_match,
    make_create,
    make_match,
    play,
    refused,
)
from tests.server.core.match.chance.helpers import OTHER_SEED, events_of, kinds, waiting

pytestmark = pytest.mark.usefixtures("games_with_chance")


def test_a_draw_follows_from_the_seed_and_the_texts() -> None:
    """It is the documented one, and has the words of the game."""
    match = make_chance_match("dash", seed=SEED)
    (decision,) = play(match, "dash")
    index = draw(Lots(bytes.fromhex(SEED), "m1", ("of-Ada", "of-Ben")), 1, (1, 2))
    coin = ("heads", "tails")[index]
    assert decision.events[1:] == (Drawn(1, coin, f"X tosses {coin}"),)
    assert match.to_move == 1


def test_repeatable_draws_depend_on_the_seed_alone() -> None:
    """Matches with other ids and texts have the same draws, if their server makes them again."""

    def coins(id: str, texts: str, *, repeatable: bool) -> list[str]:
        match = make_match("dash", id=id, seed=SEED, repeatable=repeatable)
        for player in (ADA, BEN):
            match.handle(GiveLots(player.id, texts), 0.0)
        return toss(match, 8)

    assert coins("m1", "a", repeatable=True) == coins("m2", "b", repeatable=True)
    assert coins("m1", "a", repeatable=False) != coins("m2", "b", repeatable=False)


def toss(match: Match, most: int) -> list[str]:
    """Let each side dash in turn, at most so many times, and return the coins."""
    while match.phase is Phase.RUNNING and match.ply < most:
        play(match, "dash", first_at=match.ply + 1.0)
    return [drawn.text for drawn in match.history.draws]


def test_draws_are_due_at_the_start_and_pass_turns() -> None:
    """The start makes draws until a side can move. A draw that passes the turn is followed by another one."""
    match = make_chance_match("climb", seed="0123456789abcdef" * 4)
    assert match.position.draws == ()
    draws = [drawn.said for drawn in match.history.draws]
    assert draws[-1] is not None
    assert all(said is not None and said.endswith("rolls 1 and falls") for said in draws[:-1])
    assert match.history.drawn_after == [0] * len(draws)
    assert match.ply == 0


def test_a_draw_may_end_the_match() -> None:
    """The third fall ends it with the result of the game, and the seed follows."""
    for number in range(200):
        match = make_chance_match("climb", seed=f"{number:064x}")
        while match.phase is Phase.RUNNING:
            last = play(match, "wait", first_at=match.ply + 1.0)[-1].events
        if kinds(last)[-3:] == ["Drawn", "MatchFinished", "SeedRevealed"]:
            break
    assert match.result is not None
    assert match.result.reason == "falls"
    assert last[-1] == SeedRevealed(match.created.seed or "")
    assert match.seed == match.created.seed


def test_a_move_and_its_draws_are_one_decision() -> None:
    """No crash can fall between them: the events of a command leave no draw due, whatever the command."""
    choices = random.Random(5)
    for number in range(60):
        match = make_chance_match("climb", seed=f"{number:064x}", control=SUDDEN_DEATH)
        now = 0.0
        while not match.over and now < 40:
            now += choices.choice((0.1, 1.0))
            move = choices.choice(("climb", "wait"))
            moves: list[Command] = [PlayMove(player.id, match.ply, move) for player in (ADA, BEN)]
            for command in (*moves, CheckClock(), MakeOffer(ADA.id, OfferKind.TAKEBACK)):
                before = match.seq
                events = match.handle(command, now).events
                assert match.seq == before + len(events)
                assert match.position.draws == () or match.over


def test_every_end_reveals_the_seed_once() -> None:
    """A resignation, a fallen flag, an abort by command, by time and after an error of the server."""
    ends: dict[str, Any] = {
        "resigned": (Resign(ADA.id), 1.0),
        "aborted": (Abort("a test"), 1.0),
        "flagged": (CheckClock(), 1000.0),
    }
    for command, at in ends.values():
        match = make_chance_match("dash", seed=SEED, control=SUDDEN_DEATH)
        events = match.handle(command, at).events
        assert isinstance(events[0], MatchFinished | MatchAborted)
        assert events[1:] == (SeedRevealed(SEED),)
        later = match.handle(MakeOffer(ADA.id, OfferKind.REMATCH), at + 1).events
        assert kinds(later) == ["OfferMade"]
    unstarted = waiting()
    assert kinds(unstarted.handle(Resign(ADA.id), 1.0).events) == ["MatchAborted", "SeedRevealed"]
    broken = make_chance_match("dash", seed=SEED)
    assert broken.abort("the server made a mistake")[1:] == (SeedRevealed(SEED),)
    plain = make_match()
    assert kinds(plain.handle(Resign(ADA.id), 1.0).events) == ["MatchFinished"]


def test_an_engine_moves_and_draws() -> None:
    """Its search is asked for in a position without a draw, and its move is followed by its draws."""
    match = make_match("dash", seed=SEED, seats=(ENGINE, BEN))
    match.handle(GiveLots(BEN.id, "b"), 0.0)
    request = match.search_request()
    assert request is not None
    assert kinds(match.handle(EngineMoved(request.turn, "dash", None), 1.0).events) == ["MovePlayed", "Drawn"]
    assert (match.to_move, match.ply) == (1, 1)


def test_a_draw_takes_no_time() -> None:
    """The clock of the side that moves after a draw runs from the decision on, and a first move stays free."""
    match = make_chance_match("dash", seed=SEED, control=SUDDEN_DEATH)
    play(match, "dash", first_at=10.0)
    displays = match.clock_displays(15.0)
    assert displays is not None
    assert (match.ticking, displays.remaining_s) == (1, (50.0, 55.0))
    free = make_chance_match("climb", seed=SEED, control=SUDDEN_DEATH, first_moves_free=True)
    for side in (0, 1):
        assert (free.to_move, free.first_move, free.ticking) == (side, True, None)
        play(free, "wait", first_at=10.0)
    assert free.clock is not None
    assert free.clock.remaining_s == (60.0, 60.0)


# -- takebacks


def test_no_takeback_crosses_a_draw() -> None:
    """The offer is refused; without a draw since the move it is made."""
    match = make_chance_match("dash", seed=SEED)
    play(match, "dash")
    refusal = refused(match.handle(MakeOffer(ADA.id, OfferKind.TAKEBACK), 2.0))
    assert refusal.reason is Reason.NO_MOVE
    assert refusal.message == "no move before a draw can be taken back, because the draw is known now"
    play(match, "walk", first_at=3.0)
    assert kinds(match.handle(MakeOffer(BEN.id, OfferKind.TAKEBACK), 4.0).events) == ["OfferMade"]
    assert refused(match.handle(MakeOffer(ADA.id, OfferKind.TAKEBACK), 4.0)).reason is Reason.NO_MOVE


def test_a_player_of_both_sides_takes_no_draw_back() -> None:
    """The rule holds also where no consent is needed."""
    match = make_chance_match("dash", seed=SEED, seats=(ADA, ADA))
    play(match, "dash", "walk")
    assert kinds(match.handle(MakeOffer(ADA.id, OfferKind.TAKEBACK, "o1"), 4.0).events) == ["TakenBack"]
    assert refused(match.handle(MakeOffer(ADA.id, OfferKind.TAKEBACK, "o2"), 5.0)).reason is Reason.NO_MOVE


# -- spectators


def test_draws_are_held_with_their_moves() -> None:
    """A delay in moves holds a draw as long as the move before it; texts are seen before the start."""
    match = make_match("dash", seed=SEED, terms=Terms(delay=Delay(moves=1)))
    delay: SpectatorDelay[int] = SpectatorDelay(match, Delay(moves=1), 0.0)
    seen: list[list[str]] = []
    events: list[Event] = [match.created]
    for player in (ADA, BEN):
        events += match.handle(GiveLots(player.id, "x"), 0.0).events
    for command in (PlayMove(ADA.id, 0, "dash"), PlayMove(BEN.id, 1, "dash")):
        for event in events:
            delay.put(event, 0, 1.0)
        seen.append(kinds([each.event for each in delay.release(1.0) if each.event is not None]))
        events = list(match.handle(command, 1.0).events)
    for event in events:
        delay.put(event, 0, 1.0)
    seen.append(kinds([each.event for each in delay.release(1.0) if each.event is not None]))
    assert seen == [["MatchCreated", "LotsGiven", "LotsGiven", "MatchStarted"], [], ["MovePlayed", "Drawn"]]
    assert delay.shown.history.line() == match.history.line(1)


# -- secrecy


def test_the_seed_is_in_no_text_of_a_value() -> None:
    """Logs and errors print values, and none of them has the seed before it is revealed."""
    command = make_create("dash", seed=SEED)
    match, events = create(MatchRegistry(), command)
    for value in (command, match.created, *events, match.handle(GiveLots(ADA.id, "a"), 1.0)):
        assert SEED not in repr(value)
    assert seed_hash(SEED) not in repr(match.created)


def test_two_seeds_give_the_same_events_until_the_first_draw() -> None:
    """What a match does before a draw does not depend on the seed."""

    def without_seed(seed: str) -> list[Event]:
        match = make_match("dash", seed=seed)
        log = events_of(match, [(PlayMove(ADA.id, 0, "walk"), 1.0), (PlayMove(BEN.id, 1, "walk"), 2.0)])
        assert isinstance(log[0], MatchCreated)
        return [replace(log[0], seed=None), *log[1:]]

    assert without_seed(SEED) == without_seed(OTHER_SEED)
    assert SeatTaken not in map(type, without_seed(SEED))
