"""Ladder: challenges, what they do to the places, deadlines and seasons."""

import pytest

from kibitz_server.core.tournament.commands import (
    AnswerChallenge,
    ApproveEntrant,
    Challenge,
    Enter,
    Leave,
    Pause,
    Resume,
    VoidGame,
)
from kibitz_server.core.tournament.events import ChallengeAnswered, SeasonEnded
from kibitz_server.core.tournament.formats.challenges import answered_by
from kibitz_server.core.tournament.standings import standings
from kibitz_server.core.tournament.values import Format
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason
from tests.server.core.tournament.play import DRAWN, LOST, ORGANISER, WON, Play, people, person

DAY = 86_400.0


def human(number: int) -> Human:
    """Return the player that entered in this place."""
    player = person(f"p{number}").player
    assert isinstance(player, Human)
    return player


def accepted(play: Play, challenger: int, challenged: int) -> None:
    """Have an entrant challenge another one, which accepts."""
    play.do(Challenge(human(challenger), challenged))
    play.do(AnswerChallenge(human(challenged), play.tournament.challenges_made, accept=True))


@pytest.mark.parametrize(("winner", "places"), [(4, (1, 4, 2, 3, 5)), (2, (1, 2, 3, 4, 5)), (None, (1, 2, 3, 4, 5))])
def test_a_challenger_that_wins_takes_the_place(winner: int | None, places: tuple[int, ...]) -> None:
    """The challenger takes the place of the one it beats, and those between move down; otherwise nothing changes."""
    play = Play(Format.LADDER, people(5))
    accepted(play, 4, 2)
    game = play.begin()
    assert {game.first, game.second} == {2, 4}
    play.end(game, DRAWN if winner is None else WON if game.first == winner else LOST)
    assert play.tournament.places == places
    assert [row.number for row in standings(play.tournament).rows] == list(places)
    assert not play.tournament.challenges
    play.check()


def test_challenges_that_are_not_allowed() -> None:
    """Only entrants up to the reach above may be challenged, a few at a time, and not again within three days."""
    play = Play(Format.LADDER, people(12), reach=4)
    for challenger, challenged, reason in (
        (3, 5, Reason.NO_PAIRING),
        (3, 3, Reason.NO_PAIRING),
        (9, 4, Reason.NO_PAIRING),
        (3, 99, Reason.NOT_ENTERED),
        (40, 3, Reason.NOT_ENTERED),
    ):
        assert play.refused(Challenge(human(challenger), challenged)).reason is reason
    for challenged in (8, 7, 6):
        play.do(Challenge(human(9), challenged))
    assert play.refused(Challenge(human(9), 8)).reason is Reason.ALREADY_PAIRED
    assert play.refused(Challenge(human(9), 5)).reason is Reason.TOO_MANY
    play.do(AnswerChallenge(human(9), 1, accept=False))
    assert play.refused(Challenge(human(9), 8)).reason is Reason.TOO_SOON
    play.wait(3 * DAY)
    play.do(Challenge(human(9), 8))
    swiss = Play(Format.SWISS, people(4))
    assert swiss.refused(Challenge(human(2), 1)).reason is Reason.BAD_FORMAT


def test_an_unanswered_challenge_is_lost_after_a_week() -> None:
    """A challenge that is not accepted within seven days moves the challenger up."""
    play = Play(Format.LADDER, people(3))
    play.do(Challenge(human(3), 1))
    assert play.tournament.next_deadline() == play.now + 7 * DAY
    assert answered_by(play.tournament.challenges[1]) == play.now + 7 * DAY
    assert play.wait(7 * DAY) == (ChallengeAnswered(1, accepted=False, lost=True, challenger=3, challenged=1),)
    assert play.tournament.places == (3, 1, 2)
    play.check()


def test_declining_loses_and_withdrawing_does_not() -> None:
    """A declined challenge is lost by the challenged entrant; the challenger may withdraw its own."""
    play = Play(Format.LADDER, people(3))
    play.do(Challenge(human(3), 2))
    assert play.refused(AnswerChallenge(human(1), 1, accept=True)).reason is Reason.NO_OFFER
    assert play.refused(AnswerChallenge(human(3), 1, accept=True)).reason is Reason.NOT_ALLOWED
    play.do(AnswerChallenge(human(3), 1, accept=False))
    assert play.tournament.places == (1, 2, 3)
    play.do(Challenge(human(3), 1))
    play.do(AnswerChallenge(human(1), 2, accept=False))
    assert play.tournament.places == (3, 1, 2)
    assert play.refused(AnswerChallenge(human(1), 2, accept=True)).reason is Reason.NO_OFFER


def test_an_accepted_challenge_is_played() -> None:
    """An accepted challenge cannot be withdrawn, and a void game of it is played again."""
    play = Play(Format.LADDER, people(3))
    accepted(play, 2, 1)
    assert play.refused(AnswerChallenge(human(2), 1, accept=False)).reason is Reason.ALREADY_PAIRED
    game = play.begin()
    play.do(VoidGame(game.begun.match_id, "server error"))
    assert play.tournament.challenges
    again = play.begin()
    play.end(again, WON if again.first == 2 else LOST)
    assert play.tournament.places == (2, 1, 3)


def test_entrants_join_last_and_leave_their_place() -> None:
    """A new entrant is the last; one that leaves frees its place and its challenges, and returns as the last."""
    play = Play(Format.LADDER, people(3))
    new = person("p4")
    assert isinstance(new.player, Human)
    play.do(Enter(new.player, new))
    places = [play.tournament.places]
    play.do(Challenge(human(3), 2))
    play.do(Leave(human(2)))
    places.append(play.tournament.places)
    assert not play.tournament.challenges
    play.do(Enter(human(2), person("p2")))
    places.append(play.tournament.places)
    assert places == [(1, 2, 3, 4), (1, 3, 4), (1, 3, 4, 2)]
    play.check()


def test_seasons_archive_the_places() -> None:
    """At the end of each season the places are an event, and they stay."""
    play = Play(Format.LADDER, people(3), season_days=30)
    assert play.wait(61 * DAY) == (SeasonEnded(1, (1, 2, 3)), SeasonEnded(2, (1, 2, 3)))
    assert play.tournament.places == (1, 2, 3)


@pytest.mark.parametrize("days", [3, 30])
def test_the_next_deadline_of_a_ladder_is_the_first(days: int) -> None:
    """A challenge may be lost before a season ends, or after it; an accepted one has no deadline."""
    play = Play(Format.LADDER, people(3), season_days=days)
    end = play.now + days * DAY
    play.do(Challenge(human(3), 2))
    assert play.tournament.next_deadline() == min(end, play.now + 7 * DAY)
    play.do(AnswerChallenge(human(2), 1, accept=True))
    assert play.tournament.next_deadline() == end
    assert answered_by(play.tournament.challenges[1]) is None


def test_a_paused_ladder_takes_no_challenges() -> None:
    """While a ladder is paused, challenges are neither made nor answered."""
    play = Play(Format.LADDER, people(3))
    play.do(Challenge(human(3), 2))
    play.do(Pause(ORGANISER))
    assert play.refused(Challenge(human(2), 1)).reason is Reason.NOT_RUNNING
    assert play.refused(AnswerChallenge(human(2), 1, accept=True)).reason is Reason.NOT_RUNNING


def test_a_pause_is_no_time_to_accept_a_challenge() -> None:
    """A challenge that cannot be accepted during a pause is lost only after seven days without the pause."""
    play = Play(Format.LADDER, people(3))
    play.do(Challenge(human(3), 1))
    play.wait(DAY)
    play.do(Pause(ORGANISER))
    play.wait(10 * DAY)
    play.do(Resume(ORGANISER))
    assert play.wait(5 * DAY) == ()
    play.do(AnswerChallenge(human(1), 1, accept=True))
    play.check()


def test_an_entrant_is_on_the_ladder_once_it_is_approved() -> None:
    """An entrant that leaves and returns before its approval has no place until then, and one place after it."""
    play = Play(Format.LADDER, people(3), approve=True)
    new = person("p4")
    assert isinstance(new.player, Human)
    play.do(Enter(new.player, new))
    play.do(Leave(new.player))
    play.do(Enter(new.player, new))
    places = [play.tournament.places]
    play.do(ApproveEntrant(ORGANISER, 4))
    places.append(play.tournament.places)
    assert places == [(1, 2, 3), (1, 2, 3, 4)]
    play.check()
