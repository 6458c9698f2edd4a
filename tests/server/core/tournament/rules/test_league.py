"""Leagues: who plays in which division of the next season."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_server.core.tournament.commands import Leave, StartTournament
from kibitz_server.core.tournament.events import TournamentEnded
from kibitz_server.core.tournament.rules.league import LEAST, MOST, Final, final_places, next_divisions
from kibitz_server.core.tournament.values import Entrant, Format, LeaguePlace, StartTerms
from kibitz_server.core.values.players import Human
from kibitz_server.store.event_json import dump, load_of_tournament
from tests.server.core.tournament.play import ORGANISER, TODAY, Play, engine, people, person, refusal_of

PLACE = LeaguePlace("L-A", "Club", 1, 2, 1, 2, 2)


def division(letter: str, count: int, left: str = "") -> list[Final]:
    """Return a division in its final order, `a1` to `a8`; `left` names those that have left."""
    names = [f"{letter}{number}" for number in range(1, count + 1)]
    return [Final(person(name), name in left.split()) for name in names]


def names(divisions: list[list[Entrant]]) -> list[str]:
    """Return the names of the entrants of each division."""
    return [" ".join(each.name for each in one) for one in divisions]


def test_the_first_go_up_and_the_last_go_down() -> None:
    """A division in the middle loses entrants in both directions, and gets as many."""
    finals = [division("a", 6), division("b", 7), division("c", 6)]
    assert names(next_divisions(finals, 2, 2)) == [
        "a1 a2 a3 a4 b1 b2",
        "a5 a6 b3 b4 b5 c1 c2",
        "b6 b7 c3 c4 c5 c6",
    ]
    assert names(next_divisions(finals[:2], 0, 0)) == ["a1 a2 a3 a4 a5 a6", "b1 b2 b3 b4 b5 b6 b7"]


def test_those_that_have_left_are_not_in_the_next_season() -> None:
    """They are taken from the places for relegation, and the next ones are promoted in their place."""
    finals = [division("a", 8, "a3"), division("b", 8, "b1")]
    assert names(next_divisions(finals, 2, 2)) == ["a1 a2 a4 a5 a6 a7 b2 b3", "a8 b4 b5 b6 b7 b8"]
    finals = [division("a", 8, "a1 a2 a3"), division("b", 8)]
    assert names(next_divisions(finals, 2, 2)) == ["a4 a5 a6 a7 a8 b1 b2", "b3 b4 b5 b6 b7 b8"]


def test_a_small_division_gets_more_from_the_one_below() -> None:
    """The best of those that were not promoted fill it."""
    finals = [division("a", 6, "a1 a2 a3 a4"), division("b", 12)]
    assert names(next_divisions(finals, 2, 2)) == ["a5 a6 b1 b2 b3 b4", "b5 b6 b7 b8 b9 b10 b11 b12"]


def test_a_large_division_gives_its_last_to_the_one_below() -> None:
    """With more promotions than relegations a division grows, but not above its limit."""
    finals = [division("a", 12), division("b", 8)]
    assert [len(each) for each in next_divisions(finals, 2, 0)] == [12, 8]
    assert names(next_divisions(finals, 1, 0))[1] == "b1 b2 b3 b4 b5 b6 b7 b8"


def test_a_last_division_that_is_too_small_is_joined_or_filled() -> None:
    """It is joined with the one above if both have room in one division; otherwise that gives its last ones."""
    joined = next_divisions([division("a", 6), division("b", 6, "b6")], 2, 2)
    assert names(joined) == ["a1 a2 a3 a4 b1 b2 a5 a6 b3 b4 b5"]
    filled = next_divisions([division("a", 12), division("b", 6, "b5 b6")], 2, 2)
    assert names(filled) == ["a1 a2 a3 a4 a5 a6 a7 a8 a9 a10", "b1 b2 a11 a12 b3 b4"]


def test_one_division_may_become_small() -> None:
    """No entrant can be promoted into it, so new entrants have to fill it."""
    assert names(next_divisions([division("a", 6, "a1 a2")], 2, 2)) == ["a3 a4 a5 a6"]
    assert next_divisions([division("a", 6, "a1 a2 a3 a4 a5 a6")], 2, 2) == [[]]


def test_equal_names_are_told_apart_and_a_player_is_in_one_division() -> None:
    """Two divisions may have had engines of one name, or a player who entered both."""
    same = Final(engine("level 5"))
    finals = [[*division("a", 6), same], [same, Final(person("a1")), *division("b", 6)]]
    assert names(next_divisions(finals, 1, 0)) == ["a1 a2 a3 a4 a5 a6 level 5 level 5 (2)", "b1 b2 b3 b4 b5 b6"]


@given(
    st.lists(st.tuples(st.integers(LEAST, MOST), st.integers(0, 12)), min_size=1, max_size=6),
    st.integers(0, 3),
    st.integers(0, 3),
)
def test_all_play_on_and_divisions_keep_their_size(sizes: list[tuple[int, int]], promote: int, relegate: int) -> None:
    """All that have not left play once, and each division has 6 to 12 entrants; only a single one may have fewer."""
    finals = [
        [Final(person(f"{number}-{place}"), place > size - gone) for place in range(1, size + 1)]
        for number, (size, gone) in enumerate(sizes)
    ]
    made = next_divisions(finals, promote, relegate)
    stayed = sorted(each.entrant.name for one in finals for each in one if not each.left)
    assert sorted(each.name for one in made for each in one) == stayed
    assert all(len(each) <= MOST for each in made)
    assert len(made) == 1 or all(len(each) >= LEAST for each in made)


def test_a_division_starts_with_six() -> None:
    """Five entrants are refused with the reason."""
    play = Play(Format.ROUND_ROBIN, people(5), start_now=False, most_entrants=8, league=PLACE)
    refusal = play.send(StartTournament(ORGANISER)).refusal
    assert refusal is not None
    assert refusal.message == "a division of a league needs 6 entrants, and has 5"
    assert Play(Format.ROUND_ROBIN, people(6), most_entrants=8, league=PLACE).tournament.started


def test_final_places_say_who_has_left() -> None:
    """One that withdrew is in the standings, but plays on in no division."""
    play = Play(Format.ROUND_ROBIN, people(7), most_entrants=8, league=PLACE)
    player = people(7)[6].player
    assert isinstance(player, Human)
    play.do(Leave(player))
    places = final_places(play.tournament)
    assert len(places) == 7
    assert [each.entrant.name for each in places if each.left] == ["p7"]


@pytest.mark.parametrize(
    ("format", "most", "place", "reason"),
    [
        (Format.SWISS, 8, PLACE, "each division of a league is a round robin"),
        (Format.ROUND_ROBIN, 5, PLACE, "a division has 6 to 12 entrants, not 5"),
        (Format.ROUND_ROBIN, 13, PLACE, "a division has 6 to 12 entrants, not 13"),
        (Format.ROUND_ROBIN, 8, replace(PLACE, promote=4, relegate=3), "4 promoted and 3 relegated"),
    ],
)
def test_terms_of_a_division(format: Format, most: int, place: LeaguePlace, reason: str) -> None:
    """Terms that cannot be those of a league are refused with the reason."""
    assert reason in refusal_of(format, most_entrants=most, league=place).message


def test_the_place_in_a_league_is_stored() -> None:
    """A tournament that is read from its stored events has its place, which is all that a league consists of."""
    play = Play(Format.ROUND_ROBIN, people(6), most_entrants=8, league=PLACE)
    created = play.log[0][0]
    assert load_of_tournament(type(created).__name__, dump(created)) == created


def test_a_division_that_is_too_small_at_its_time_says_so() -> None:
    """A division that would start by itself with five entrants ends with the reason."""
    play = Play(Format.ROUND_ROBIN, people(5), False, most_entrants=8, league=PLACE, start=StartTerms(at=TODAY + 60))
    assert play.wait(60) == (TournamentEnded("a division of a league needs 6 entrants, and has 5", cancelled=True),)
