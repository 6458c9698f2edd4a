"""Swiss system: byes, late pairs, pairs by hand, and a whole published tournament."""

import pytest

from kibitz_server.core.tournament.commands import (
    ApproveEntrant,
    Enter,
    FailPairing,
    Leave,
    PairRound,
    Ready,
    Rest,
    Resume,
    SetPair,
    SetResult,
    StartTournament,
)
from kibitz_server.core.tournament.events import RoundPaired, TournamentEnded, TournamentPaused
from kibitz_server.core.tournament.standings import placings, standings
from kibitz_server.core.tournament.trf import read_report
from kibitz_server.core.tournament.values import Bye, ByeKind, Format, GameOutcome, HowEnded
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason
from tests.server.core.tournament.play import DRAWN, LOST, ORGANISER, WON, Play, people, person, simple_pairs

FORFEIT = GameOutcome((0.0, 1.0), HowEnded.FORFEIT)
ROUNDS: list[tuple[list[tuple[int, int]], int | None, dict[tuple[int, int], GameOutcome]]] = [
    ([(2, 5), (6, 3), (4, 7)], None, {(2, 5): LOST, (6, 3): WON, (4, 7): LOST}),
    ([(5, 6), (7, 1), (3, 2)], 4, {(5, 6): DRAWN, (7, 1): LOST, (3, 2): WON}),
    ([(1, 5), (6, 4), (7, 3)], 2, {(1, 5): WON, (6, 4): DRAWN, (7, 3): DRAWN}),
    ([(1, 6), (5, 7), (4, 2)], 3, {(1, 6): DRAWN, (5, 7): DRAWN, (4, 2): DRAWN}),
    ([(3, 1), (2, 6), (5, 4)], 7, {(3, 1): LOST, (2, 6): WON, (5, 4): WON}),
    ([(4, 1), (7, 2), (3, 5)], 6, {(4, 1): LOST, (7, 2): FORFEIT, (3, 5): WON}),
    ([(1, 2), (6, 7), (4, 3)], 5, {(1, 2): WON, (6, 7): WON, (4, 3): LOST}),
]
"""Pairs, bye and results of seven rounds; entrant 1 has asked for the first one off."""
TABLE = {
    1: (6.0, 25.0, 21.5, 21.00),
    2: (3.5, 27.5, 25.5, 12.00),
    3: (4.5, 26.5, 24.5, 14.50),
    4: (2.0, 27.5, 25.5, 6.00),
    5: (4.0, 27.0, 25.0, 12.75),
    6: (4.5, 26.5, 24.5, 17.00),
    7: (3.0, 27.0, 24.0, 9.25),
}
"""Points, Buchholz, Buchholz without the lowest, and Sonneborn-Berger of each entrant."""


def human(play: Play, number: int) -> Human:
    """Return the player with a number."""
    player = play.tournament.entrant(number).entrant.player
    assert isinstance(player, Human)
    return player


def pair(play: Play) -> RoundPaired:
    """Have the next round paired."""
    wanted = play.tournament.pairing_wanted(play.now)
    assert wanted is not None
    play.pair(wanted)
    return next(event for event, _ in reversed(play.log) if isinstance(event, RoundPaired))


def play_round(play: Play) -> None:
    """Play the games of a round, and wait for the next."""
    while play.due():
        play.play(DRAWN)
    play.wait(10)


def test_a_published_tournament() -> None:
    """A tournament of seven with a requested bye, byes and a forfeit has the published points and tie-breaks."""
    play = Play(Format.SWISS, [person(f"p{number}") for number in range(1, 8)], rounds=7, start_now=False)
    player = play.tournament.entrant(1).entrant.player
    assert isinstance(player, Human)
    play.do(Rest(player))
    play.do(StartTournament(ORGANISER))
    for number, (pairs, bye, results) in enumerate(ROUNDS, start=1):
        wanted = play.tournament.pairing_wanted(play.now)
        assert wanted is not None
        assert wanted.round == number
        play.do(PairRound(number, tuple(pairs), bye))
        if number == 1:
            play.do(Ready(player))
        while play.due():
            game = play.begin()
            play.end(game, results[game.first, game.second])
        play.wait(10)
    found = standings(play.tournament)
    assert [row.number for row in found.rows] == [1, 6, 3, 5, 2, 7, 4]
    ranking = placings(play.tournament)
    assert ranking is not None
    for row in found.rows:
        cut, buchholz, sonneborn = row.tie_breaks[:3]
        assert (row.points, buchholz, cut, sonneborn) == TABLE[row.number]
    assert play.tournament.ended == TournamentEnded()
    play.check()


def test_without_a_legal_pairing_the_tournament_ends() -> None:
    """When all that are left have met, the tournament ends with that reason."""
    play = Play(Format.SWISS, people(3), rounds=5)
    for _ in range(3):
        pair(play)
        play_round(play)
    wanted = play.tournament.pairing_wanted(play.now)
    assert wanted is not None
    assert simple_pairs(wanted) is None
    assert play.do(FailPairing(wanted.round, "all have met", no_pairing=True)) == (
        TournamentEnded("no pairing is possible in round 4: all have met"),
    )


@pytest.mark.parametrize(
    ("pairs", "bye"),
    [
        (((1, 2), (3, 4)), None),
        (((1, 2), (3, 4)), 4),
        (((1, 2), (3, 4)), 6),
        (((1, 1), (3, 4)), 5),
        (((1, 2), (3, 9)), 5),
        ((), 5),
    ],
)
def test_pairs_that_are_no_round_are_refused(pairs: tuple[tuple[int, int], ...], bye: int | None) -> None:
    """An answer in which an entrant is missing, unknown or twice is refused, and the round is still wanted."""
    play = Play(Format.SWISS, people(5))
    assert play.refused(PairRound(1, pairs, bye)).reason is Reason.NO_PAIRING
    assert play.tournament.pairing_wanted(play.now) is not None


def test_a_repeated_pair_and_a_second_bye_are_refused() -> None:
    """A pair that has met, one that the terms forbid, and a second bye for one entrant are no legal answers."""
    play = Play(Format.SWISS, people(5), forbidden=(("p1", "P3"),))
    play.do(PairRound(1, ((1, 2), (3, 4)), 5))
    play_round(play)
    for pairs, bye in ((((1, 2), (3, 5)), 4), (((1, 4), (2, 3)), 5), (((3, 1), (2, 5)), 4)):
        assert play.refused(PairRound(2, pairs, bye)).reason is Reason.NO_PAIRING
    play.do(PairRound(2, ((1, 4), (2, 5)), 3))


def test_a_late_answer_is_refused() -> None:
    """Pairs of another round, or after the pause of the tournament or a change of its entrants, are refused."""
    play = Play(Format.SWISS, people(4))
    assert play.refused(PairRound(2, ((1, 2), (3, 4)))).reason is Reason.ALREADY_PAIRED
    play.do(Leave(human(play, 4)))
    assert play.refused(PairRound(1, ((1, 2), (3, 4)))).reason is Reason.NO_PAIRING
    play.do(PairRound(1, ((1, 2),), 3))
    assert play.refused(PairRound(1, ((1, 2),), 3)).reason is Reason.ALREADY_PAIRED
    assert play.refused(FailPairing(1, "slow")).reason is Reason.ALREADY_PAIRED


def test_a_failed_program_pauses_the_tournament() -> None:
    """A program that gives no answer pauses the tournament with the reason; after that it is asked again."""
    play = Play(Format.SWISS, people(4))
    assert play.do(FailPairing(1, "gacrux is missing")) == (TournamentPaused("gacrux is missing"),)
    assert play.tournament.pairing_wanted(play.now) is None
    assert play.refused(PairRound(1, ((1, 2), (3, 4)))).reason is Reason.ALREADY_PAIRED
    decision = play.send(Resume(ORGANISER))
    assert decision.wanted is not None


def test_changes_before_the_answer_ask_again() -> None:
    """The pairs of a round are asked for again when an entrant leaves or enters before they are made."""
    play = Play(Format.SWISS, people(5))
    assert play.wanted is not None
    first = play.wanted
    play.do(Leave(human(play, 2)))
    assert play.wanted != first
    assert dict(read_report(play.wanted.trf).absent) == {2: "Z"}


def test_resting_gives_half_a_point_once_and_never_in_the_last_round() -> None:
    """The first round that an entrant rests in is a bye of half a point, the others and the last one are worth none."""
    play = Play(Format.SWISS, people(6), rounds=3)
    play.do(Rest(human(play, 6)))
    kinds = []
    for _ in range(3):
        kinds.append(pair(play).byes)
        play_round(play)
    assert [bye for byes in kinds for bye in byes if bye.entrant == 6] == [
        Bye(6, ByeKind.HALF),
        Bye(6, ByeKind.ZERO),
        Bye(6, ByeKind.ZERO),
    ]
    last = Play(Format.SWISS, people(6), rounds=1)
    last.do(Rest(human(last, 6)))
    assert Bye(6, ByeKind.ZERO) in pair(last).byes


def test_a_withdrawal_gives_no_points_and_a_return_is_possible() -> None:
    """An entrant that left has byes without points from the next round on, and is paired again after its return."""
    play = Play(Format.SWISS, people(6), rounds=4)
    pair(play)
    play_round(play)
    play.do(Leave(human(play, 1)))
    assert Bye(1, ByeKind.ZERO) in pair(play).byes
    play_round(play)
    play.do(Ready(human(play, 1)))
    event = pair(play)
    assert any(1 in (each.first, each.second) for each in event.pairs)
    play.check()


@pytest.mark.parametrize("worth", [1.0, 0.5])
def test_a_bye_is_worth_what_the_terms_say(worth: float) -> None:
    """The bye of an odd round gives the points of the terms."""
    play = Play(Format.SWISS, people(3), bye=worth)
    event = pair(play)
    assert play.tournament.entrant(event.byes[0].entrant).points == worth
    wanted = play.tournament
    assert wanted.rounds[0].byes[event.byes[0].entrant].kind is ByeKind.PAIRING


def test_the_default_number_of_rounds() -> None:
    """The rounds are one more than a knockout would need, at least 3 and at most 15."""
    for count, rounds in ((2, 3), (4, 3), (5, 4), (8, 4), (9, 5), (64, 7), (65, 8), (250, 9)):
        assert Play(Format.SWISS, people(count), most_entrants=250).tournament.planned_rounds == rounds


def test_pairs_by_hand_are_kept_and_the_others_are_paired() -> None:
    """Pairs of the organiser stay, the program pairs the others, and no game begins before the round is complete."""
    play = Play(Format.SWISS, people(6))
    play.do(SetPair(ORGANISER, 1, 6, 1))
    assert play.due() == []
    assert play.wanted is not None
    assert {number for number, _ in read_report(play.wanted.trf).absent} == {1, 6}
    play.do(PairRound(1, ((2, 4), (5, 3))))
    assert [(each.first, each.second) for each in play.due()] == [(6, 1), (2, 4), (5, 3)]
    play.check()


def test_a_whole_round_by_hand() -> None:
    """When all entrants are paired by hand, the round is complete without the program; the last one left has a bye."""
    play = Play(Format.SWISS, people(5))
    play.do(SetPair(ORGANISER, 1, 1, 5))
    assert play.tournament.round == 0
    events = play.do(SetPair(ORGANISER, 1, 4, 2))
    assert events[-1] == RoundPaired(1, (), (Bye(3, ByeKind.PAIRING),))
    assert play.points()["p3"] == 1
    play.check()


def test_byes_by_hand() -> None:
    """The organiser's bye is that of the round if an entrant is left over, otherwise half a point."""
    odd = Play(Format.SWISS, people(5))
    assert odd.do(SetPair(ORGANISER, 1, 2, None))[0] == RoundPaired(1, (), (Bye(2, ByeKind.PAIRING),), manual=True)
    even = Play(Format.SWISS, people(6))
    assert even.do(SetPair(ORGANISER, 1, 2, None))[0] == RoundPaired(1, (), (Bye(2, ByeKind.HALF),), manual=True)
    two = Play(Format.SWISS, people(2))
    assert two.refused(SetPair(ORGANISER, 1, 2, None)).reason is Reason.NO_PAIRING


def test_no_entrant_gets_a_second_bye_by_hand() -> None:
    """An entrant that had the points of a bye does not get another one by hand, but half a point if it asks for it."""
    play = Play(Format.SWISS, people(5))
    play.do(PairRound(1, ((1, 2), (3, 4)), 5))
    play_round(play)
    assert play.refused(SetPair(ORGANISER, 2, 5, None)).reason is Reason.NO_PAIRING
    play.do(SetPair(ORGANISER, 2, 1, None))
    assert play.do(SetPair(ORGANISER, 2, 5, None))[0] == RoundPaired(2, (), (Bye(5, ByeKind.HALF),), manual=True)


def test_pairs_by_hand_that_cannot_be() -> None:
    """An unknown, resting, absent or paired entrant, a repeat, a forbidden pair and another round are refused."""
    play = Play(Format.SWISS, people(7), forbidden=(("p6", "p7"),))
    play.do(Rest(human(play, 3)))
    play.do(Leave(human(play, 4)))
    play.do(SetPair(ORGANISER, 1, 1, 2))
    for first, second, reason in (
        (5, 99, Reason.NOT_ENTERED),
        (0, 5, Reason.NOT_ENTERED),
        (5, 4, Reason.NOT_ENTERED),
        (5, 3, Reason.NO_PAIRING),
        (5, 5, Reason.NO_PAIRING),
        (6, 7, Reason.NO_PAIRING),
        (5, 1, Reason.ALREADY_PAIRED),
    ):
        assert play.refused(SetPair(ORGANISER, 1, first, second)).reason is reason
    assert play.refused(SetPair(ORGANISER, 2, 5, 6)).reason is Reason.NO_PAIRING
    play.do(SetPair(ORGANISER, 1, 5, 6))
    assert play.refused(SetPair(ORGANISER, 1, 7, None)).reason is Reason.ALREADY_PAIRED
    assert play.refused(SetPair(ORGANISER, 2, 1, 5)).reason is Reason.NOT_OVER
    play_round(play)
    assert play.refused(SetPair(ORGANISER, 2, 1, 2)).reason is Reason.NO_PAIRING
    knockout = Play(Format.KNOCKOUT, people(4))
    assert knockout.refused(SetPair(ORGANISER, 1, 1, 2)).reason is Reason.BAD_FORMAT


def test_a_pair_by_hand_is_undone_when_an_entrant_leaves() -> None:
    """A withdrawal before the round is complete frees the opponent of a pair by hand."""
    play = Play(Format.SWISS, people(6))
    play.do(SetPair(ORGANISER, 1, 6, 1))
    play.do(Leave(human(play, 6)))
    event = pair(play)
    placed = [number for each in event.pairs for number in (each.first, each.second)]
    assert sorted([*placed, *(bye.entrant for bye in event.byes)]) == [1, 2, 3, 4, 5, 6]
    assert Bye(6, ByeKind.ZERO) in event.byes
    play.check()


def test_a_round_by_hand_without_a_way_on_pauses() -> None:
    """If pairs by hand leave no legal pairing for the others, the tournament pauses, and does not end."""
    play = Play(Format.SWISS, people(4), rounds=5)
    for _ in range(2):
        pair(play)
        play_round(play)
    free = [
        (one, other)
        for one in range(1, 5)
        for other in range(one + 1, 5)
        if not list(play.tournament.games_between(one, other))
    ]
    play.do(SetPair(ORGANISER, 3, *free[0]))
    assert isinstance(play.do(FailPairing(3, "no legal pairing", no_pairing=True))[0], TournamentPaused)


def test_entrants_without_approval_add_no_rounds() -> None:
    """The number of rounds follows from the approved entrants: others may never play."""
    play = Play(Format.SWISS, people(8), start_now=False, approve=True)
    assert (play.tournament.planned_rounds, play.tournament.planned_games) == (4, 16)
    for number in range(9, 20):
        new = person(f"p{number}")
        assert isinstance(new.player, Human)
        play.do(Enter(new.player, new))
    assert (play.tournament.planned_rounds, play.tournament.planned_games) == (4, 16)
    play.do(ApproveEntrant(ORGANISER, 9))
    assert play.tournament.planned_rounds == 5


def test_earlier_rounds_change_with_results_and_late_entrants() -> None:
    """The table follows a result of an earlier round that is set, a late entry and an approval, round by round."""
    play = Play(Format.SWISS, people(6), rounds=7, approve=True)
    new = [person("p7"), person("p8")]
    for each in new:
        assert isinstance(each.player, Human)
        play.do(Enter(each.player, each))
    for number in (7, 8):
        wanted = play.tournament.pairing_wanted(play.now)
        assert wanted is not None
        play.pair(wanted)
        while play.due():
            play.play()
            play.check()
        play.do(ApproveEntrant(ORGANISER, number))
        play.check()
        play.do(SetResult(ORGANISER, 1, DRAWN, f"the {number}th"))
        play.check()
        play.wait(10)
