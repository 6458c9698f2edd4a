"""Entry: who enters, withdraws, returns, rests and is ready."""

import pytest

from kibitz_server.core.tournament.commands import (
    AddEntrant,
    ApproveEntrant,
    Cancel,
    Enter,
    Leave,
    Ready,
    RemoveEntrant,
    Rest,
    StartTournament,
)
from kibitz_server.core.tournament.rules.entry import MOST_CHANGES, MOST_ENTRIES, MOST_ENTRIES_IN_ALL
from kibitz_server.core.tournament.values import Entrant, EntrantKind, Format
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason
from tests.server.core.tournament.play import ORGANISER, WON, Play, engine, engines, people, person, with_name


def human(entrant: Entrant) -> Human:
    """Return the player of an entrant that enters by itself."""
    assert isinstance(entrant.player, Human)
    return entrant.player


def enter(entrant: Entrant) -> Enter:
    """Return the command by which a player enters."""
    return Enter(human(entrant), entrant)


def test_players_enter_until_the_tournament_is_full() -> None:
    """A player enters once, under a name that is free, until all places are taken."""
    play = Play(Format.SWISS, start_now=False, most_entrants=2)
    play.do(enter(person("ada")))
    assert play.refused(enter(person("ada"))).reason is Reason.ALREADY_ENTERED
    assert play.refused(enter(with_name(person("bea"), "ADA"))).reason is Reason.ALREADY_ENTERED
    play.do(enter(person("bea")))
    assert play.refused(enter(person("cat"))).reason is Reason.TOURNAMENT_FULL


@pytest.mark.parametrize(
    ("kinds", "entrant", "allowed"),
    [
        ((EntrantKind.PERSON,), person("a"), True),
        ((EntrantKind.PERSON,), person("a", bot=True), False),
        ((EntrantKind.BOT,), person("a", bot=True), True),
        ((EntrantKind.BOT,), person("a"), False),
        ((EntrantKind.ENGINE,), person("a"), False),
    ],
)
def test_only_kinds_of_the_terms_enter(kinds: tuple[EntrantKind, ...], entrant: Entrant, allowed: bool) -> None:
    """People, bots and engines enter only where the terms name their kind."""
    play = Play(Format.SWISS, start_now=False, kinds=kinds)
    decision = play.send(enter(entrant))
    assert (decision.refusal is None) is allowed
    if decision.refusal is not None:
        assert decision.refusal.reason is Reason.NOT_ALLOWED


def test_the_organiser_enters_engines() -> None:
    """An engine is entered by the organiser alone, and not on a ladder, where it would challenge no other entrant."""
    play = Play(Format.SWISS, start_now=False)
    assert play.refused(Enter(human(person("a")), engine("e"))).reason is Reason.NOT_ALLOWED
    assert play.refused(AddEntrant(human(person("a")), engine("e"))).reason is Reason.NOT_ORGANISER
    play.do(AddEntrant(ORGANISER, engine("e")))
    assert play.refused(AddEntrant(ORGANISER, engine("e"))).reason is Reason.ALREADY_ENTERED
    ladder = Play(Format.LADDER, start_now=False, kinds=tuple(EntrantKind))
    assert ladder.refused(AddEntrant(ORGANISER, engine("e"))).reason is Reason.NOT_ALLOWED


def test_guests_enter_unrated_tournaments_alone() -> None:
    """A guest enters an unrated tournament; a rated one takes accounts, and bots of accounts."""
    guest = person("g", account=False)
    Play(Format.SWISS, start_now=False).do(enter(guest))
    rated = Play(Format.SWISS, start_now=False, rated=True)
    assert rated.refused(enter(guest)).reason is Reason.NOT_ALLOWED
    rated.do(enter(person("b", account=False, bot=True, owner="id-x")))


def test_an_entrant_waits_for_approval() -> None:
    """With approval an entrant takes part only after the organiser has said so, once."""
    play = Play(Format.ROUND_ROBIN, start_now=False, approve=True)
    for each in people(3):
        play.do(enter(each))
    assert play.refused(StartTournament(ORGANISER)).reason is Reason.NO_PAIRING
    play.do(ApproveEntrant(ORGANISER, 1))
    play.do(ApproveEntrant(ORGANISER, 3))
    assert play.refused(ApproveEntrant(ORGANISER, 3)).reason is Reason.ALREADY_ENTERED
    assert play.refused(ApproveEntrant(ORGANISER, 9)).reason is Reason.NOT_ENTERED
    assert play.refused(ApproveEntrant(human(person("p1")), 2)).reason is Reason.NOT_ORGANISER
    play.do(StartTournament(ORGANISER))
    assert play.points().keys() == {"p1", "p3"}


def test_an_entrant_is_approved_as_long_as_it_could_enter() -> None:
    """What still waits for approval when the entry to a Swiss ends does not take part."""
    play = Play(Format.SWISS, people(8), rounds=4, approve=True)
    for name in ("early", "late"):
        play.do(enter(person(name)))
    for number in (1, 2):
        wanted = play.tournament.pairing_wanted(play.now)
        assert wanted is not None
        play.pair(wanted)
        if number == 1:
            play.do(ApproveEntrant(ORGANISER, 9))
        while play.due():
            play.play()
        play.wait(20)
    assert play.refused(ApproveEntrant(ORGANISER, 10)).reason is Reason.ENTRY_CLOSED


def test_a_name_is_free_again_after_a_withdrawal_before_the_start() -> None:
    """Before the start an entrant that leaves is gone, and those behind it move up."""
    play = Play(Format.SWISS, people(3), start_now=False)
    play.do(Leave(human(person("p1"))))
    assert [each.entrant.name for each in play.tournament.entrants] == ["p2", "p3"]
    assert [each.number for each in play.tournament.entrants] == [1, 2]
    assert play.refused(Leave(human(person("p1")))).reason is Reason.NOT_ENTERED
    play.do(enter(person("p1")))
    play.do(Leave(human(person("p2"))))
    play.check()


def test_half_of_an_even_number_of_rounds_closes_entry() -> None:
    """Of four rounds an entrant may miss one: when the second is paired, half of the rounds are gone."""
    play = Play(Format.SWISS, people(8), rounds=4)
    for number in (1, 2):
        wanted = play.tournament.pairing_wanted(play.now)
        assert wanted is not None
        play.pair(wanted)
        assert (play.send(enter(person(f"late{number}"))).refusal is None) is (number == 1)
        while play.due():
            play.play()
        play.wait(20)


@pytest.mark.parametrize("format", list(Format))
def test_entry_after_the_start(format: Format) -> None:
    """After the start a Swiss takes entrants until half of its rounds are paired, an arena and a ladder always."""
    play = Play(format, people(2 if format is Format.MATCH else 8), most_entrants=2 if format is Format.MATCH else 64)
    late = enter(person("late"))
    if format in (Format.ARENA, Format.LADDER, Format.SWISS):
        play.do(late)
        assert play.tournament.entrants[-1].entrant.name == "late"
    else:
        assert play.refused(late).reason is Reason.ENTRY_CLOSED


def test_a_swiss_closes_entry_at_half_of_its_rounds() -> None:
    """Of five rounds, entrants may miss two: each but the last is a bye without points, that one half a point."""
    play = Play(Format.SWISS, people(8), rounds=5)
    for number in range(1, 4):
        wanted = play.tournament.pairing_wanted(play.now)
        assert wanted is not None
        play.pair(wanted)
        decision = play.send(enter(person(f"late{number}")))
        assert (decision.refusal is None) is (number < 3)
        while play.due():
            play.play()
        play.wait(20)
    assert play.points()["late1"] == 0.5 + sum(
        game.points_of(9) for game in play.tournament.games if 9 in (game.first, game.second)
    ) + sum(made.byes[9].kind == "U" for made in play.tournament.rounds[1:] if 9 in made.byes)
    second = play.tournament.entrant(10)
    kinds = [made.byes[second.number].kind.value for made in play.tournament.rounds[:2]]
    assert kinds == ["Z", "H"]
    play.check()


def test_a_removed_entrant_returns_by_the_organiser_alone() -> None:
    """A player that the organiser removed cannot enter again; the organiser can add it."""
    play = Play(Format.SWISS, people(4))
    play.do(RemoveEntrant(ORGANISER, 2, "rude"))
    assert play.refused(RemoveEntrant(ORGANISER, 2)).reason is Reason.NOT_ENTERED
    assert play.refused(enter(person("p2"))).reason is Reason.NOT_ALLOWED
    play.do(AddEntrant(ORGANISER, person("p2")))
    assert play.tournament.entrant(2).active


def test_no_entrant_returns_to_a_knockout() -> None:
    """An entrant that has left a knockout is out of it; elsewhere it may return."""
    for format in (Format.KNOCKOUT, Format.SWISS):
        play = Play(format, people(4))
        play.do(Leave(human(person("p4"))))
        decision = play.send(enter(person("p4")))
        assert (decision.refusal is None) is (format is Format.SWISS)


def test_rest_and_ready_have_an_effect_once() -> None:
    """An entrant that rests twice rests once, and ready ends it; others cannot do either."""
    play = Play(Format.SWISS, people(4))
    assert len(play.do(Rest(human(person("p1"))))) == 1
    assert play.do(Rest(human(person("p1")))) == ()
    assert len(play.do(Ready(human(person("p1"))))) == 1
    assert play.do(Ready(human(person("p1")))) == ()
    assert play.refused(Rest(human(person("x")))).reason is Reason.NOT_ENTERED
    assert play.refused(Ready(human(person("x")))).reason is Reason.NOT_ENTERED


def test_changes_of_one_entrant_are_bounded() -> None:
    """An entrant that leaves and returns without end is refused at last, so that it fills no log."""
    play = Play(Format.ARENA, people(3))
    player = human(person("p1"))
    refused = None
    for _ in range(MOST_CHANGES):
        refused = play.send(Rest(player)).refusal or play.send(Ready(player)).refusal
        if refused is not None:
            break
    assert refused is not None
    assert refused.reason is Reason.TOO_MANY
    assert play.tournament.entrant(1).changes <= MOST_CHANGES + 1
    assert len(play.log) < MOST_CHANGES + 20


def test_entries_before_the_start_are_bounded() -> None:
    """A player that enters and leaves again and again before the start is refused at last."""
    play = Play(Format.SWISS, start_now=False)
    for _ in range(MOST_ENTRIES):
        play.do(enter(person("ada")))
        play.do(Leave(human(person("ada"))))
    assert play.refused(enter(person("ada"))).reason is Reason.TOO_MANY
    play.do(enter(person("bea")))
    play.check()


def test_entries_of_all_before_the_start_are_bounded() -> None:
    """After very many entries the next player is refused, who has not entered before."""
    play = Play(Format.SWISS, start_now=False)
    play.tournament.entries["id-p1"] = MOST_ENTRIES_IN_ALL - 1
    play.do(enter(person("p2")))
    assert play.refused(enter(person("p3"))).reason is Reason.TOO_MANY


@pytest.mark.parametrize("command", [Leave, Rest, Ready])
def test_entry_ends_with_the_tournament(command: type[Leave] | type[Rest] | type[Ready]) -> None:
    """After the end nothing changes about the entrants."""
    play = Play(Format.SWISS, people(4))
    play.do(Cancel(ORGANISER))
    player = human(person("p1"))
    assert play.refused(command(player)).reason is Reason.ENTRY_CLOSED
    assert play.refused(enter(person("new"))).reason is Reason.ENTRY_CLOSED
    assert play.refused(RemoveEntrant(ORGANISER, 1)).reason is Reason.ENTRY_CLOSED


def test_running_games_go_on_after_a_withdrawal() -> None:
    """A player that withdraws keeps its running game, and its result counts."""
    play = Play(Format.ROUND_ROBIN, people(4))
    game = play.begin()
    play.do(Leave(human(play.tournament.entrant(game.first).entrant)))
    assert game.runs
    play.end(game, WON)
    assert play.tournament.entrant(game.first).points == 1


def test_games_not_begun_are_forfeits_after_a_withdrawal() -> None:
    """In formats where all pairs are played, the opponents of one that left get its games without play."""
    play = Play(Format.ROUND_ROBIN, people(4))
    play.do(Leave(human(person("p4"))))
    play.play_all()
    assert play.points() == {"p1": 3.0, "p2": 2.0, "p3": 1.0, "p4": 0.0}
    assert len(play.tournament.games) == 3
    play.check()


def test_engines_play_without_the_one_that_left() -> None:
    """An engine that the organiser removes loses the games that it had not begun, also those of later rounds."""
    play = Play(Format.ROUND_ROBIN, engines(5), cycles=2)
    play.do(RemoveEntrant(ORGANISER, 5))
    play.play_all()
    assert play.points() == {"e1": 8.0, "e2": 6.0, "e3": 4.0, "e4": 2.0, "e5": 0.0}
