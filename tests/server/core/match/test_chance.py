"""Matches with chance: random texts, draws after every decision, the end, the seed, takebacks and series."""

import random
from dataclasses import replace
from typing import Any

import pytest

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.lobby.series import next_game, rematch_of
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
    StartMatch,
    TakeSeat,
    UpdatePresence,
)
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.spectator_delay import SpectatorDelay
from kibitz_server.core.values.events import (
    Drawn,
    Event,
    LotsGiven,
    MatchAborted,
    MatchCreated,
    MatchFinished,
    MatchStarted,
    MovePlayed,
    SeatLeft,
    SeatTaken,
    SeedRevealed,
)
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason
from kibitz_server.core.values.terms import Delay, Series, Terms
from kibitz_server.core.values.timeouts import BREAK_S, LOTS_S
from tests.games.chance import SEED
from tests.server.core.make import (
    ADA,
    BEN,
    CAT,
    ENGINE,
    SUDDEN_DEATH,
    create,
    make_chance_match,
    make_create,
    make_match,
    play,
    refused,
    state_of,
)

pytestmark = pytest.mark.usefixtures("games_with_chance")

OTHER_SEED = "0dd5" * 16


def kinds(events: tuple[Event, ...] | list[Event]) -> list[str]:
    """Return the names of the classes of events."""
    return [type(event).__name__ for event in events]


def waiting(**fields: Any) -> Match:
    """Return a match of dash whose last seat is free."""
    return make_match("dash", seed=SEED, **{"seats": (ADA, None), **fields})


# -- the start


def test_a_match_starts_with_the_last_text() -> None:
    """A text may come before the other seat is taken. The text of the last player starts the match."""
    match = waiting()
    assert match.handle(GiveLots(ADA.id, "a"), 1.0).events == (LotsGiven(0, "a"),)
    assert kinds(match.handle(TakeSeat(BEN, None), 2.0).events) == ["SeatTaken"]
    assert match.next_deadline() == 2.0 + LOTS_S
    assert match.handle(GiveLots(BEN.id, "b"), 3.0).events == (LotsGiven(1, "b"), MatchStarted())
    assert (match.lots, match.turn.began_at) == (("a", "b"), 3.0)


def test_a_match_starts_without_a_text_after_a_while() -> None:
    """The time runs from the last seat on, not from the creation of the match."""
    match = waiting()
    match.handle(TakeSeat(BEN, None), 100.0)
    assert match.handle(CheckClock(), 102.9).events == ()
    assert match.handle(CheckClock(), 110.0).events == (MatchStarted(),)
    assert (match.lots, match.turn.began_at) == ((None, None), 103.0)


def test_bots_give_a_text_and_engines_do_not() -> None:
    """A match with an engine waits for its player, a match between engines for nothing."""
    bot = Human("id-fox", "fox", bot=True)
    match = make_match("dash", seed=SEED, seats=(ENGINE, bot))
    assert match.phase is Phase.OPEN
    assert match.handle(GiveLots(bot.id, "fox"), 1.0).events == (LotsGiven(1, "fox"), MatchStarted())
    assert make_match("dash", seed=SEED, seats=(ENGINE, ENGINE), host=ADA).phase is Phase.RUNNING


def test_a_player_of_both_sides_gives_one_text_for_them() -> None:
    """Each seat has the text."""
    match = make_match("dash", seed=SEED, seats=(ADA, ADA))
    events = match.handle(GiveLots(ADA.id, "a"), 1.0).events
    assert events == (LotsGiven(0, "a"), LotsGiven(1, "a"), MatchStarted())


def test_the_first_text_of_a_player_stands() -> None:
    """A second one is accepted, as of a client that repeats the command, and changes nothing; also after the start."""
    match = waiting()
    match.handle(GiveLots(ADA.id, "a"), 1.0)
    assert match.handle(GiveLots(ADA.id, "b"), 1.0) == ((), None)
    match.handle(TakeSeat(BEN, None), 2.0)
    match.handle(GiveLots(BEN.id, "b"), 2.0)
    assert match.handle(GiveLots(ADA.id, "c"), 3.0) == ((), None)
    assert match.lots == ("a", "b")


def test_a_text_belongs_to_the_player_who_gave_it() -> None:
    """A player who leaves takes it along, and the next one at the seat gives another."""
    match = waiting(seats=(None, None))
    match.handle(TakeSeat(BEN, 0), 1.0)
    match.handle(GiveLots(BEN.id, "b"), 1.0)
    assert match.handle(Resign(BEN.id), 2.0).events == (SeatLeft(0),)
    assert match.lots == (None, None)
    for player, seat in ((CAT, 0), (BEN, 1)):
        match.handle(TakeSeat(player, seat), 3.0)
    assert match.phase is Phase.OPEN


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (GiveLots(CAT.id, "c"), Reason.NOT_SEATED),
        (StartMatch(BEN.id), Reason.NOT_HOST),
        (StartMatch(ADA.id), Reason.TOO_SOON),
    ],
)
def test_refusals_before_the_start(command: Command, reason: Reason) -> None:
    """A spectator has no text to give, and the host cannot start the match without the texts."""
    match = waiting(seats=(ADA, BEN), autostart=False)
    assert refused(match.handle(command, 1.0)).reason is reason


def test_the_host_starts_a_match_once_the_texts_are_there() -> None:
    """Without autostart the match waits for its host, who need not wait for a text for longer than the others."""
    match = waiting(seats=(ADA, BEN), autostart=False)
    refusal = refused(match.handle(StartMatch(ADA.id), 1.0))
    assert refusal.message == "Ada has not given a random text for the draws yet"
    assert refusal.hint == "a client sends it by itself; start the match in 2 s"
    for player in (ADA, BEN):
        assert kinds(match.handle(GiveLots(player.id, "x"), 1.0).events) == ["LotsGiven"]
    assert match.handle(StartMatch(ADA.id), 1.5).events == (MatchStarted(),)
    late = waiting(seats=(ADA, BEN), autostart=False)
    assert late.handle(StartMatch(ADA.id), LOTS_S).events == (MatchStarted(),)


def test_a_late_text_and_a_game_without_chance_are_refused() -> None:
    """Both refusals say why."""
    match = waiting()
    match.handle(TakeSeat(BEN, None), 1.0)
    match.handle(CheckClock(), 1.0 + LOTS_S)
    assert refused(match.handle(GiveLots(BEN.id, "b"), 5.0)).reason is Reason.NOT_OPEN
    plain = refused(make_match(seats=(ADA, None)).handle(GiveLots(ADA.id, "a"), 1.0))
    assert (plain.reason, plain.message) == (Reason.NO_CHANCE, "nothing is drawn in Tic-tac-toe")


def test_a_match_needs_a_seed() -> None:
    """The registry makes no match with chance whose draws could not be made, and a game without chance has no seed."""
    with pytest.raises(ValueError, match="a match of dash needs a seed"):
        make_match("dash")
    with_seed = make_create("dash").with_seed(lambda: SEED, repeatable=True)
    assert (with_seed.seed, with_seed.repeatable) == (SEED, True)
    for game in ("tictactoe", "nosuch"):
        plain = make_create(game).with_seed(lambda: SEED, repeatable=True)
        assert (plain.seed, plain.repeatable) == (None, False)


# -- draws


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


# -- replays


def events_of(match: Match, commands: list[tuple[Command, float]]) -> list[Event]:
    """Return all events of a match with two players who give their texts and then send commands."""
    log: list[Event] = [match.created]
    for player in (ADA, BEN):
        log += match.handle(GiveLots(player.id, f"of-{player.name}"), 0.0).events
    for command, at in commands:
        log += match.handle(command, at).events
    return log


@pytest.mark.parametrize("game", ["dash", "climb"])
def test_events_restore_a_match_at_every_point(game: str) -> None:
    """From any whole number of decisions on, a restored match goes on to the same events."""
    match, again = (make_match(game, seed=SEED, control=SUDDEN_DEATH) for _ in range(2))
    log: list[Event] = [again.created]
    choice = "dash" if game == "dash" else "climb"
    for player in (ADA, BEN):
        log += match.handle(GiveLots(player.id, "x"), 0.0).events
    for at in range(1, 30):
        restored = Match.from_events(log, at - 1.0)
        assert state_of(restored) == state_of(match)
        seat = match.to_move
        if seat is None:
            break
        player = (ADA, BEN)[seat]
        command = PlayMove(player.id, match.ply, choice)
        decision = match.handle(command, float(at))
        assert restored.handle(command, float(at)) == decision
        log += decision.events
    assert match.over


def test_each_event_of_a_decision_has_its_position() -> None:
    """The position after the move has its draw due; that after the draw is the current one."""
    match = make_chance_match("dash", seed=SEED)
    play(match, "dash")
    moved, drawn = match.reached(match.seq - 1), match.reached(match.seq)
    assert [each.text for each in moved.position.draws] == ["heads", "tails"]
    assert (moved.ply, drawn.ply, drawn.position) == (1, 1, match.position)
    play(match, "walk", first_at=5.0)
    assert match.reached(match.seq - 1).position is match.position, "only the last decision is kept"


def test_a_stored_match_that_takes_a_draw_back_is_an_error() -> None:
    """Events that no match can have are refused, as are a draw in a wrong place and one of a wrong number."""
    match = make_match("dash", seed=SEED)
    log = events_of(match, [(PlayMove(ADA.id, 0, "dash"), 1.0)])
    with pytest.raises(ValueError, match="draw 3 follows 0 draws"):
        Match.from_events([*log[:-1], Drawn(3, "heads")], 0.0)
    with pytest.raises(ValueError, match="no draw is due"):
        Match.from_events([*log, Drawn(2, "heads")], 0.0)
    with pytest.raises(ValueError, match="while a draw is due"):
        Match.from_events([*log[:-1], MovePlayed(1, 1, "walk", 1.0, None)], 0.0)


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


# -- series and rematches


def finished(**fields: Any) -> Match:
    """Return a match of dash that Ben has won."""
    match = make_chance_match("dash", seed=SEED, **fields)
    match.handle(Resign(ADA.id), 5.0)
    return match


def test_a_later_game_has_a_seed_of_its_own_and_waits_for_texts() -> None:
    """The next game of a series starts after its break, a rematch with the last text or after three seconds."""
    series = finished(terms=Terms(series=Series("s1", 2)))
    rematch, following = (made(series, "m2", "C0DE2", 9.0) for made in (rematch_of, next_game))
    for command in (rematch, following):
        assert (command.seed, command.repeatable) == (None, False)
    again, events = create(MatchRegistry(), replace(rematch, seed=OTHER_SEED), 10.0)
    assert kinds(events) == ["MatchCreated"]
    assert again.next_deadline() == 10.0 + LOTS_S
    for player in (ADA, BEN):
        again.handle(GiveLots(player.id, "y"), 11.0)
    assert again.phase is Phase.RUNNING
    second, _ = create(MatchRegistry(), replace(following, seed=OTHER_SEED), 10.0)
    for player in (ADA, BEN):
        assert kinds(second.handle(GiveLots(player.id, "z"), 11.0).events) == ["LotsGiven"]
    assert second.next_deadline() == 10.0 + BREAK_S
    assert kinds(second.handle(CheckClock(), 16.0).events) == ["MatchStarted"]
    assert second.lots == ("z", "z")


def test_a_restored_match_waits_for_texts_again() -> None:
    """Players must connect again first, so the time begins at the restart."""
    match = make_match("dash", seed=SEED)
    restored = Match.from_timed_events([(match.created, 0.0)])
    restored.postpone_start(60.0)
    assert restored.next_deadline() == 60.0 + LOTS_S
    restored.credit_time(5.0, 65.0)
    assert restored.next_deadline() == 65.0 + LOTS_S


def test_a_player_who_disconnects_does_not_delay_the_start() -> None:
    """The match starts after the usual time, and what follows is that of any match."""
    match = make_match("dash", seed=SEED)
    match.handle(UpdatePresence(BEN.id, False), 1.0)
    assert kinds(match.handle(CheckClock(), LOTS_S).events) == ["MatchStarted"]


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
