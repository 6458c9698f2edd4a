"""What the organiser may do, and others may not."""

from typing import Any

import pytest

from kibitz_server.core.tournament.commands import (
    AddEntrant,
    ApproveEntrant,
    Cancel,
    Extend,
    Pause,
    RemoveEntrant,
    Resume,
    SetPair,
    SetResult,
    SetTieBreaks,
    StartTournament,
)
from kibitz_server.core.tournament.events import Extended, GameVoided, ResultSet, TieBreaksChanged, TournamentEnded
from kibitz_server.core.tournament.rules.organising import MOST_RESULT_CHANGES, MOST_TIE_BREAK_CHANGES
from kibitz_server.core.tournament.standings import standings
from kibitz_server.core.tournament.values import Format, GameOutcome, HowEnded
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason
from tests.server.core.tournament.play import DRAWN, LOST, ORGANISER, WON, Play, engines, people, person

OTHER = Human("id-p1", "p1", account=True)
FORFEIT = GameOutcome((0.0, 1.0), HowEnded.FORFEIT)


@pytest.mark.parametrize(
    "command",
    [
        StartTournament(OTHER),
        Pause(OTHER),
        Resume(OTHER),
        Extend(OTHER, rounds=1),
        Cancel(OTHER),
        AddEntrant(OTHER, person("x")),
        RemoveEntrant(OTHER, 1),
        ApproveEntrant(OTHER, 1),
        SetPair(OTHER, 1, 1, 2),
        SetResult(OTHER, 1, WON, "x"),
        SetTieBreaks(OTHER, ("WON",)),
    ],
)
def test_only_the_organiser_organises(command: Any) -> None:
    """Every command of the organiser is refused to others, with the organiser's name."""
    refusal = Play(Format.SWISS, people(4)).refused(command)
    assert refusal.reason is Reason.NOT_ORGANISER
    assert "@Org" in refusal.message


def test_a_moderator_may_end_a_tournament() -> None:
    """A moderator ends the tournament of another account; the reason says so."""
    play = Play(Format.SWISS, people(4))
    play.do(Cancel(OTHER, moderator=True))
    assert play.tournament.phase == "cancelled"
    assert "moderator" in play.tournament.reason


@pytest.mark.parametrize("format", list(Format))
def test_a_cancelled_tournament_keeps_its_standings(format: Format) -> None:
    """After a cancellation running games are void, counted ones stay, and nothing goes on."""
    play = Play(format, people(2), games=4) if format is Format.MATCH else Play(format, people(6))
    play.wait(3)
    if format is Format.SWISS:
        wanted = play.tournament.pairing_wanted(play.now)
        assert wanted is not None
        play.pair(wanted)
    if format is Format.ARENA:
        play = Play(format, engines(6))
        play.wait(3)
    if play.due():
        play.play(WON)
    running = play.begin() if play.due() else None
    points = play.points()
    events = play.do(Cancel(ORGANISER, "rain"))
    assert events[-1] == TournamentEnded("rain", cancelled=True)
    assert play.points() == points
    assert play.due() == []
    assert play.tournament.next_deadline() is None
    if running is not None:
        assert events[0] == GameVoided(running.number, "the tournament has ended", again=False)
        assert play.end(running) == ()
    assert play.refused(Cancel(ORGANISER)).reason is Reason.NOT_RUNNING
    play.check()


def test_no_game_begins_while_paused() -> None:
    """A pause lets running games end and count, begins no other, and ends once."""
    play = Play(Format.ROUND_ROBIN, people(4))
    game = play.begin()
    play.do(Pause(ORGANISER, "lunch"))
    assert (play.tournament.phase, play.tournament.reason) == ("paused", "lunch")
    assert play.due() == []
    play.end(game)
    assert play.points()[play.name(game.first)] == 1
    assert play.refused(Pause(ORGANISER)).reason is Reason.NOT_RUNNING
    play.do(Resume(ORGANISER))
    assert play.refused(Resume(ORGANISER)).reason is Reason.NOT_PAUSED
    assert len(play.due()) == 1


def test_no_round_is_paired_while_paused() -> None:
    """A round that ends during a pause is followed by the next one only after it."""
    play = Play(Format.ROUND_ROBIN, people(4))
    games = [play.begin(), play.begin()]
    play.do(Pause(ORGANISER))
    for game in games:
        play.end(game)
    play.wait(60)
    assert play.tournament.round == 1
    assert play.tournament.rounds[0].ended_at is not None
    play.do(Resume(ORGANISER))
    assert play.tournament.round == 2


def test_a_pause_is_not_time_of_an_arena() -> None:
    """An arena that was paused ends later by as long, and its pairing waits."""
    play = Play(Format.ARENA, engines(4), minutes=10.0)
    play.wait(60)
    end = play.tournament.arena_ends_at
    assert end is not None
    play.do(Pause(ORGANISER))
    assert play.tournament.arena_ends_at is None
    play.wait(300)
    assert play.tournament.ended is None
    play.do(Resume(ORGANISER))
    assert play.tournament.arena_ends_at == end + 300


def test_a_pause_from_before_the_start_delays_an_arena_by_its_time_since_the_start() -> None:
    """An arena that is paused before it starts loses none of its time and gains none."""
    play = Play(Format.ARENA, engines(4), start_now=False, minutes=10.0)
    play.do(Pause(ORGANISER))
    play.wait(1000)
    play.do(StartTournament(ORGANISER))
    play.wait(10)
    play.do(Resume(ORGANISER))
    assert play.tournament.arena_ends_at == play.now + 600


@pytest.mark.parametrize(
    ("format", "command", "allowed"),
    [
        (Format.SWISS, Extend(ORGANISER, rounds=2), True),
        (Format.SWISS, Extend(ORGANISER, seconds=60), False),
        (Format.SWISS, Extend(ORGANISER, rounds=13), False),
        (Format.SWISS, Extend(ORGANISER), False),
        (Format.ARENA, Extend(ORGANISER, seconds=60), True),
        (Format.ARENA, Extend(ORGANISER, rounds=1), False),
        (Format.ARENA, Extend(ORGANISER, seconds=86_400), False),
        (Format.ROUND_ROBIN, Extend(ORGANISER, rounds=1), False),
        (Format.KNOCKOUT, Extend(ORGANISER, rounds=1), False),
        (Format.LADDER, Extend(ORGANISER, seconds=60), False),
        (Format.GAUNTLET, Extend(ORGANISER, rounds=1), False),
    ],
)
def test_what_can_be_extended(format: Format, command: Extend, allowed: bool) -> None:
    """A Swiss gets more rounds up to 15, an arena more time up to a day, and no other format either."""
    play = Play(format, people(4))
    before = play.tournament.planned_rounds, play.tournament.arena_ends_at
    if not allowed:
        assert play.refused(command).reason is Reason.BAD_FORMAT
        return
    assert play.do(command)[0] == Extended(command.rounds, command.seconds)
    after = play.tournament.planned_rounds, play.tournament.arena_ends_at
    assert after[0] == before[0] + command.rounds
    assert after[1] == (None if before[1] is None else before[1] + command.seconds)


def test_results_are_set_voided_and_restored() -> None:
    """The organiser sets a result, restores the played one, and has a game played again; points follow each time."""
    play = Play(Format.ROUND_ROBIN, people(3))
    game = play.play(WON)
    first, second = play.name(game.first), play.name(game.second)

    def points() -> tuple[float, float]:
        return play.points()[first], play.points()[second]

    assert points() == (1, 0)
    assert play.do(SetResult(ORGANISER, 1, DRAWN, "agreed"))[0] == ResultSet(1, DRAWN, "@Org", "agreed")
    assert points() == (0.5, 0.5)
    assert (game.set_by, game.reason) == ("@Org", "agreed")
    play.do(SetResult(ORGANISER, 1, FORFEIT, "left the room"))
    assert points() == (0, 1)
    play.do(SetResult(ORGANISER, 1, None, "mistake"))
    assert points() == (1, 0)
    assert game.set_by is None
    play.do(SetResult(ORGANISER, 1, None, "disturbed", void=True))
    assert points() == (0, 0)
    assert (play.due()[0].pair, play.due()[0].slot) == (1, 0)
    play.do(SetResult(ORGANISER, 1, None, "it was fine"))
    assert points() == (1, 0)
    play.check()


def test_a_running_game_gets_a_result() -> None:
    """A result that is set ends a running game for the tournament; the end of its match counts nothing more."""
    play = Play(Format.ROUND_ROBIN, people(3))
    game = play.begin()
    play.do(SetResult(ORGANISER, 1, LOST, "cheated"))
    assert not play.tournament.running
    assert play.end(game, WON) == ()
    assert play.points()[play.name(game.second)] == 1
    play.check()


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (SetResult(ORGANISER, 0, WON, "x"), Reason.NO_PAIRING),
        (SetResult(ORGANISER, 9, WON, "x"), Reason.NO_PAIRING),
        (SetResult(ORGANISER, 1, None, "x"), Reason.NOT_OVER),
    ],
)
def test_results_that_cannot_be_set(command: SetResult, reason: Reason) -> None:
    """Unknown games have no result to set, and a match without an end none to restore."""
    play = Play(Format.ROUND_ROBIN, people(3))
    play.begin()
    assert play.refused(command).reason is reason


def test_a_replaced_game_stays_void() -> None:
    """A void game whose place was played again keeps no second result: a slot counts once."""
    play = Play(Format.ROUND_ROBIN, people(3))
    play.play(WON)
    play.do(SetResult(ORGANISER, 1, None, "x", void=True))
    assert play.refused(SetResult(ORGANISER, 1, None, "x", void=True)).reason is Reason.NOT_RUNNING
    play.play(LOST)
    assert play.refused(SetResult(ORGANISER, 1, WON, "x")).reason is Reason.ALREADY_PAIRED
    assert sum(play.points().values()) == 1


def test_results_that_later_pairs_rest_on_stand() -> None:
    """A round of a knockout stands once the next one is paired; a Swiss game is not replayed then, but may be set."""
    play = Play(Format.KNOCKOUT, people(4))
    play.play(WON)
    play.do(SetResult(ORGANISER, 1, LOST, "x"))
    play.play(WON)
    play.wait(20)
    assert len(play.tournament.rounds) == 2
    assert play.refused(SetResult(ORGANISER, 1, WON, "x")).reason is Reason.ALREADY_PAIRED
    swiss = Play(Format.SWISS, people(4))
    for _ in range(2):
        wanted = swiss.tournament.pairing_wanted(swiss.now)
        assert wanted is not None
        swiss.pair(wanted)
        while swiss.due() and swiss.tournament.round == 1:
            swiss.play()
        swiss.wait(20)
    assert swiss.refused(SetResult(ORGANISER, 1, None, "x", void=True)).reason is Reason.ALREADY_PAIRED
    swiss.do(SetResult(ORGANISER, 1, DRAWN, "x"))
    swiss.check()


def test_results_can_be_set_after_the_end() -> None:
    """After the end a result may be corrected, but no game is played again."""
    play = Play(Format.ROUND_ROBIN, people(2))
    play.play(WON)
    assert play.tournament.ended is not None
    play.do(SetResult(ORGANISER, 1, LOST, "wrong side"))
    assert standings(play.tournament).rows[0].number == play.tournament.games[0].second
    assert play.refused(SetResult(ORGANISER, 1, None, "x", void=True)).reason is Reason.NOT_RUNNING


def test_changes_are_bounded() -> None:
    """The result of one game, and the tie-breaks, can be changed only so often, because each change is kept."""
    play = Play(Format.ROUND_ROBIN, people(3))
    play.play(WON)
    for _ in range(MOST_RESULT_CHANGES):
        play.do(SetResult(ORGANISER, 1, DRAWN, "x"))
    assert play.refused(SetResult(ORGANISER, 1, DRAWN, "x")).reason is Reason.TOO_MANY
    for _ in range(MOST_TIE_BREAK_CHANGES):
        play.do(SetTieBreaks(ORGANISER, ("WON",)))
    assert play.refused(SetTieBreaks(ORGANISER, ("WON",))).reason is Reason.TOO_MANY


def test_tie_breaks_change_after_the_start() -> None:
    """Other tie-breaks are an event, and the standings use them at once; those of other formats are refused."""
    play = Play(Format.SWISS, people(4))
    assert standings(play.tournament).tie_breaks == ("BH-C1", "BH", "SB", "DE", "WON")
    assert play.do(SetTieBreaks(ORGANISER, ("WON", "SB")))[0] == TieBreaksChanged(("WON", "SB"))
    assert standings(play.tournament).tie_breaks == ("WON", "SB")
    assert play.refused(SetTieBreaks(ORGANISER, ("GAMES",))).reason is Reason.BAD_FORMAT
    for format in (Format.MATCH, Format.KNOCKOUT, Format.LADDER):
        assert Play(format, people(2)).refused(SetTieBreaks(ORGANISER, ("WON",))).reason is Reason.BAD_FORMAT


def test_a_tournament_starts_once() -> None:
    """A start by hand needs two entrants, and happens once."""
    play = Play(Format.SWISS, people(1), start_now=False)
    assert play.refused(StartTournament(ORGANISER)).reason is Reason.NO_PAIRING
    play.do(AddEntrant(ORGANISER, person("x")))
    play.do(StartTournament(ORGANISER))
    assert play.refused(StartTournament(ORGANISER)).reason is Reason.NOT_RUNNING
