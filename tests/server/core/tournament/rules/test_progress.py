"""How tournaments go on by themselves: starts, rounds, breaks, ends and restarts."""

from typing import Any

import pytest

from kibitz_server.core.tournament.commands import CheckClock, Enter, Leave, RemoveEntrant, SetResult
from kibitz_server.core.tournament.events import (
    EntrantJoined,
    Event,
    RoundEnded,
    RoundPaired,
    TournamentCreated,
    TournamentEnded,
    TournamentStarted,
)
from kibitz_server.core.tournament.formats.pairs import AHEAD
from kibitz_server.core.tournament.statistics.sprt import SequentialTest
from kibitz_server.core.tournament.tournament import MISSED_START_S, Tournament
from kibitz_server.core.tournament.values import Format, StartTerms
from kibitz_server.core.values.players import Human
from tests.server.core.tournament.play import (
    ORGANISER,
    START,
    TODAY,
    Play,
    engine,
    engines,
    people,
    person,
)


def test_a_tournament_starts_at_its_time() -> None:
    """At the time of day of its terms a tournament starts, with the entrants that it has."""
    play = Play(Format.ROUND_ROBIN, people(3), start_now=False, start=StartTerms(at=TODAY + 600))
    assert play.tournament.next_deadline() == START + 600
    assert play.wait(599) == ()
    assert any(isinstance(event, TournamentStarted) for event in play.wait(1))


def test_a_tournament_starts_with_its_number_of_entrants() -> None:
    """The entry that completes the number starts the tournament in the same decision."""
    play = Play(Format.ROUND_ROBIN, people(2), start_now=False, start=StartTerms(entrants=3))
    new = person("p3")
    assert isinstance(new.player, Human)
    kinds = [type(event) for event in play.do(Enter(new.player, new))]
    assert kinds == [EntrantJoined, TournamentStarted, RoundPaired]


def test_a_start_without_entrants_ends_the_tournament() -> None:
    """A tournament whose time has come and that has one entrant ends, and says why."""
    play = Play(Format.SWISS, people(1), start_now=False, start=StartTerms(at=TODAY + 600))
    assert play.wait(600) == (TournamentEnded("a Swiss needs two entrants, and has 1", cancelled=True),)


@pytest.mark.parametrize(("down_s", "wanted"), [(100.0, 500.0), (600.0, MISSED_START_S), (9000.0, MISSED_START_S)])
def test_a_missed_start_happens_a_minute_after_the_restart(down_s: float, wanted: float) -> None:
    """A start at a time of day keeps its time over a restart; one that was missed happens 60 s after it."""
    play = Play(Format.SWISS, people(4), start_now=False, start=StartTerms(at=TODAY + 600))
    again = Tournament.rebuild([(event, -down_s) for event, _ in play.log], 0.0, TODAY + down_s)
    assert again.next_deadline() == wanted


def test_entrants_are_seeded_by_rating() -> None:
    """At the start entrants are numbered by rating, those without one last in the order of entry."""
    entrants = [person("a"), person("b", 1500), person("c", 1900), person("d"), engine("e", 1700)]
    for format in (Format.ROUND_ROBIN, Format.SWISS, Format.KNOCKOUT, Format.ARENA):
        play = Play(format, entrants)
        assert [each.entrant.name for each in play.tournament.entrants] == ["c", "e", "b", "a", "d"]
        assert [each.number for each in play.tournament.entrants] == [1, 2, 3, 4, 5]


def test_the_order_of_entry_counts_where_the_organiser_chose_it() -> None:
    """The first entrants of a gauntlet and of a match are those that were named first, whatever their ratings."""
    play = Play(Format.GAUNTLET, [engine("a", 1000), engine("b", 2000), engine("c", 1500)])
    assert [each.entrant.name for each in play.tournament.entrants] == ["a", "b", "c"]


def test_rounds_with_people_wait_and_rest() -> None:
    """The next round of people is paired after the last game of the one before and a break."""
    play = Play(Format.ROUND_ROBIN, people(4), break_s=30.0)
    assert len(play.due()) == 2
    play.play()
    assert play.tournament.round == 1
    game = play.begin()
    assert play.end(game)[-1] == RoundEnded(1)
    assert play.due() == []
    assert play.tournament.next_deadline() == play.now + 30
    assert play.wait(29) == ()
    assert isinstance(play.wait(1)[0], RoundPaired)


def test_rounds_of_engines_follow_at_once() -> None:
    """Engines begin games of the next rounds while others of a round still run, so that no slot is idle."""
    play = Play(Format.ROUND_ROBIN, engines(4))
    assert len(play.due()) == 6
    assert play.tournament.round == 3
    swiss = Play(Format.SWISS, engines(4))
    assert swiss.wanted is not None
    swiss.pair(swiss.wanted)
    while swiss.due():
        swiss.play()
    assert swiss.wanted.round == 2


def test_a_round_ends_again_after_a_replay() -> None:
    """A game that is voided after its round has ended is played again, and the round ends a second time."""
    play = Play(Format.ROUND_ROBIN, people(4))
    for _ in range(2):
        play.play()
    play.do(SetResult(ORGANISER, 1, None, "disturbed", void=True))
    assert 1 in play.tournament.open_rounds
    game = play.begin()
    assert RoundEnded(1) in play.end(game)


@pytest.mark.parametrize("format", list(Format))
def test_one_entrant_left_ends_the_tournament(format: Format) -> None:
    """When all but one have left, the tournament ends with its standings; an arena and a ladder wait for others."""
    count = 2 if format is Format.MATCH else 3
    play = Play(format, people(count), games=4) if format is Format.MATCH else Play(format, people(count))
    happened: list[Event] = []
    for number in range(2, count + 1):
        happened += play.do(RemoveEntrant(ORGANISER, number))
    waits = format in (Format.ARENA, Format.LADDER)
    assert any(isinstance(event, TournamentEnded) for event in happened) is not waits
    play.check()


def test_a_running_game_ends_before_the_tournament_does() -> None:
    """With one entrant left the tournament ends after the games that still run."""
    play = Play(Format.ROUND_ROBIN, people(3))
    game = play.begin()
    for entrant in list(play.tournament.entrants)[1:]:
        assert isinstance(entrant.entrant.player, Human)
        play.do(Leave(entrant.entrant.player))
    assert play.tournament.ended is None
    assert isinstance(play.end(game)[-1], TournamentEnded)


@pytest.mark.parametrize("format", list(Format))
def test_no_deadline_of_the_past_is_named(format: Format) -> None:
    """A deadline that has passed is not named again, however long nothing happens: its caller would never rest."""
    play = Play(format, people(2) if format is Format.MATCH else people(5))
    for seconds in (0.0, 1.0, 10.0, 100.0, 10_000.0, 1e6, 1e7):
        play.now += seconds
        play.do(CheckClock())
        at = play.tournament.next_deadline()
        assert at is None or at > play.now


def test_the_first_event_creates_the_tournament() -> None:
    """Events that do not begin with a creation define no tournament."""
    play = Play(Format.SWISS, people(3))
    assert isinstance(play.log[0][0], TournamentCreated)
    with pytest.raises(ValueError, match="begin with its creation"):
        Tournament.rebuild(play.log[1:], 0.0)


def test_rebuilding_asks_for_the_pairs_again() -> None:
    """A Swiss that waited for its pairs when the server stopped asks for them again after the restart."""
    play = Play(Format.SWISS, people(6))
    assert play.wanted is not None
    wanted = play.wanted
    play.restart()
    play.do(CheckClock())
    assert play.wanted == wanted
    assert play.send(CheckClock()).wanted is None


@pytest.mark.parametrize("fields", [{"games": 20}, {"games": None, "sprt": SequentialTest(0, 10)}])
def test_a_match_with_one_entrant_left_ends_after_its_running_game(fields: dict[str, Any]) -> None:
    """When an entrant of a match leaves, the running game counts, no more pairs are made, and the end says why."""
    play = Play(Format.MATCH, engines(2), **fields)
    game = play.begin()
    play.do(RemoveEntrant(ORGANISER, 2))
    assert play.tournament.ended is None
    assert play.end(game)[-1] == TournamentEnded("one entrant is left")
    assert len(play.tournament.pairs) <= AHEAD
    play.check()
