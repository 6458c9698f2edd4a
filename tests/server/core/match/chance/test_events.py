"""Chance events of a match: after every decision, held with their moves, never taken back, and secret before."""

import random
from dataclasses import replace
from typing import Any

import pytest

from kibitz_protocol.fairness.chance import Seeds, decide, server_seed_hash
from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.match.commands import (
    Abort,
    CheckClock,
    Command,
    EngineMoved,
    GiveClientSeed,
    MakeOffer,
    PlayMove,
    Resign,
)
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.spectator_delay import SpectatorDelay
from kibitz_server.core.values.events import (
    ChanceDecided,
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


def test_a_chance_event_follows_from_the_seed_and_the_texts() -> None:
    """It is the documented one, and has the words of the game."""
    match = make_chance_match("dash", server_seed=SEED)
    (decision,) = play(match, "dash")
    index = decide(Seeds(bytes.fromhex(SEED), "m1", ("of-Ada", "of-Ben")), 1, (1, 2))
    coin = ("heads", "tails")[index]
    assert decision.events[1:] == (ChanceDecided(1, coin, f"X tosses {coin}"),)
    assert match.to_move == 1


def test_repeatable_chance_events_depend_on_the_seed_alone() -> None:
    """Matches with other ids and texts have the same chance events, if their server makes them again."""

    def coins(id: str, texts: str, *, repeatable: bool) -> list[str]:
        match = make_match("dash", id=id, server_seed=SEED, repeatable=repeatable)
        for player in (ADA, BEN):
            match.handle(GiveClientSeed(player.id, texts), 0.0)
        return toss(match, 8)

    assert coins("m1", "a", repeatable=True) == coins("m2", "b", repeatable=True)
    assert coins("m1", "a", repeatable=False) != coins("m2", "b", repeatable=False)


def toss(match: Match, most: int) -> list[str]:
    """Let each side dash in turn, at most this many times, and return the coins."""
    while match.phase is Phase.RUNNING and match.ply < most:
        play(match, "dash", first_at=match.ply + 1.0)
    return [decided.text for decided in match.history.chance_events]


def test_chance_events_are_due_at_the_start_and_pass_turns() -> None:
    """Chance events follow the start until a side can move. One that passes the turn is followed by another."""
    match = make_chance_match("climb", server_seed="0123456789abcdef" * 4)
    assert match.position.chances == ()
    chance_events = [decided.said for decided in match.history.chance_events]
    assert chance_events[-1] is not None
    assert all(said is not None and said.endswith("rolls 1 and falls") for said in chance_events[:-1])
    assert match.history.chance_plies == [0] * len(chance_events)
    assert match.ply == 0


def test_a_chance_event_may_end_the_match() -> None:
    """The third fall ends it with the result of the game, and the seed follows."""
    for number in range(200):
        match = make_chance_match("climb", server_seed=f"{number:064x}")
        while match.phase is Phase.RUNNING:
            last = play(match, "wait", first_at=match.ply + 1.0)[-1].events
        if kinds(last)[-3:] == ["ChanceDecided", "MatchFinished", "SeedRevealed"]:
            break
    assert match.result is not None
    assert match.result.reason == "falls"
    assert last[-1] == SeedRevealed(match.created.server_seed or "")
    assert match.server_seed == match.created.server_seed


def test_a_move_and_its_chance_events_are_one_decision() -> None:
    """No crash can fall between them: the events of a command leave no chance event due, whatever the command."""
    choices = random.Random(5)
    for number in range(60):
        match = make_chance_match("climb", server_seed=f"{number:064x}", control=SUDDEN_DEATH)
        now = 0.0
        while not match.over and now < 40:
            now += choices.choice((0.1, 1.0))
            move = choices.choice(("climb", "wait"))
            moves: list[Command] = [PlayMove(player.id, match.ply, move) for player in (ADA, BEN)]
            for command in (*moves, CheckClock(), MakeOffer(ADA.id, OfferKind.TAKEBACK)):
                before = match.seq
                events = match.handle(command, now).events
                assert match.seq == before + len(events)
                assert match.position.chances == () or match.over


def test_every_end_reveals_the_seed_once() -> None:
    """A resignation, a fallen flag, an abort by command, by time and after an error of the server."""
    ends: dict[str, Any] = {
        "resigned": (Resign(ADA.id), 1.0),
        "aborted": (Abort("a test"), 1.0),
        "flagged": (CheckClock(), 1000.0),
    }
    for command, at in ends.values():
        match = make_chance_match("dash", server_seed=SEED, control=SUDDEN_DEATH)
        events = match.handle(command, at).events
        assert isinstance(events[0], MatchFinished | MatchAborted)
        assert events[1:] == (SeedRevealed(SEED),)
        later = match.handle(MakeOffer(ADA.id, OfferKind.REMATCH), at + 1).events
        assert kinds(later) == ["OfferMade"]
    unstarted = waiting()
    assert kinds(unstarted.handle(Resign(ADA.id), 1.0).events) == ["MatchAborted", "SeedRevealed"]
    broken = make_chance_match("dash", server_seed=SEED)
    assert broken.abort("the server made a mistake")[1:] == (SeedRevealed(SEED),)
    plain = make_match()
    assert kinds(plain.handle(Resign(ADA.id), 1.0).events) == ["MatchFinished"]


def test_an_engine_moves_and_chance_events() -> None:
    """Its search is asked for in a position without a chance event, and its move is followed by its chance events."""
    match = make_match("dash", server_seed=SEED, seats=(ENGINE, BEN))
    match.handle(GiveClientSeed(BEN.id, "b"), 0.0)
    request = match.search_request()
    assert request is not None
    assert kinds(match.handle(EngineMoved(request.turn, "dash", None), 1.0).events) == ["MovePlayed", "ChanceDecided"]
    assert (match.to_move, match.ply) == (1, 1)


def test_a_chance_event_takes_no_time() -> None:
    """The clock of the side that moves after a chance event runs from the decision on, and a first move stays free."""
    match = make_chance_match("dash", server_seed=SEED, control=SUDDEN_DEATH)
    play(match, "dash", first_at=10.0)
    displays = match.clock_displays(15.0)
    assert displays is not None
    assert (match.ticking, displays.remaining_s) == (1, (50.0, 55.0))
    free = make_chance_match("climb", server_seed=SEED, control=SUDDEN_DEATH, first_moves_free=True)
    for side in (0, 1):
        assert (free.to_move, free.first_move, free.ticking) == (side, True, None)
        play(free, "wait", first_at=10.0)
    assert free.clock is not None
    assert free.clock.remaining_s == (60.0, 60.0)


# -- takebacks


def test_no_takeback_crosses_a_chance_event() -> None:
    """The offer is refused; without a draw since the move it is made."""
    match = make_chance_match("dash", server_seed=SEED)
    play(match, "dash")
    refusal = refused(match.handle(MakeOffer(ADA.id, OfferKind.TAKEBACK), 2.0))
    assert refusal.reason is Reason.NO_MOVE
    assert refusal.message == "no move before a chance event can be taken back, because its outcome is known now"
    play(match, "walk", first_at=3.0)
    assert kinds(match.handle(MakeOffer(BEN.id, OfferKind.TAKEBACK), 4.0).events) == ["OfferMade"]
    assert refused(match.handle(MakeOffer(ADA.id, OfferKind.TAKEBACK), 4.0)).reason is Reason.NO_MOVE


def test_a_player_of_both_sides_takes_no_chance_event_back() -> None:
    """The rule holds also where no consent is needed."""
    match = make_chance_match("dash", server_seed=SEED, seats=(ADA, ADA))
    play(match, "dash", "walk")
    assert kinds(match.handle(MakeOffer(ADA.id, OfferKind.TAKEBACK, "o1"), 4.0).events) == ["TakenBack"]
    assert refused(match.handle(MakeOffer(ADA.id, OfferKind.TAKEBACK, "o2"), 5.0)).reason is Reason.NO_MOVE


# -- spectators


def test_chance_events_are_held_with_their_moves() -> None:
    """A delay in moves holds a chance event as long as the move before it; texts are seen before the start."""
    match = make_match("dash", server_seed=SEED, terms=Terms(delay=Delay(moves=1)))
    delay: SpectatorDelay[int] = SpectatorDelay(match, Delay(moves=1), 0.0)
    seen: list[list[str]] = []
    events: list[Event] = [match.created]
    for player in (ADA, BEN):
        events += match.handle(GiveClientSeed(player.id, "x"), 0.0).events
    for command in (PlayMove(ADA.id, 0, "dash"), PlayMove(BEN.id, 1, "dash")):
        for event in events:
            delay.put(event, 0, 1.0)
        seen.append(kinds([each.event for each in delay.release(1.0) if each.event is not None]))
        events = list(match.handle(command, 1.0).events)
    for event in events:
        delay.put(event, 0, 1.0)
    seen.append(kinds([each.event for each in delay.release(1.0) if each.event is not None]))
    assert seen == [
        ["MatchCreated", "ClientSeedGiven", "ClientSeedGiven", "MatchStarted"],
        [],
        ["MovePlayed", "ChanceDecided"],
    ]
    assert delay.shown.history.line() == match.history.line(1)


# -- secrecy


def test_the_seed_is_in_no_text_of_a_value() -> None:
    """Logs and errors print values, and none of them has the seed before it is revealed."""
    command = make_create("dash", server_seed=SEED)
    match, events = create(MatchRegistry(), command)
    for value in (command, match.created, *events, match.handle(GiveClientSeed(ADA.id, "a"), 1.0)):
        assert SEED not in repr(value)
    assert server_seed_hash(SEED) not in repr(match.created)


def test_two_seeds_give_the_same_events_until_the_first_chance_event() -> None:
    """What a match does before a chance event does not depend on the seed."""

    def without_seed(seed: str) -> list[Event]:
        match = make_match("dash", server_seed=seed)
        log = events_of(match, [(PlayMove(ADA.id, 0, "walk"), 1.0), (PlayMove(BEN.id, 1, "walk"), 2.0)])
        assert isinstance(log[0], MatchCreated)
        return [replace(log[0], server_seed=None), *log[1:]]

    assert without_seed(SEED) == without_seed(OTHER_SEED)
    assert SeatTaken not in map(type, without_seed(SEED))
